//! The messages from a browser, and how they are read. What cannot be read is refused, and never repeated in the refusal.

use serde::Deserialize;

use super::chat::ChatPosition;
use super::command::{Envelope, MAX_STEPS, TOO_MANY_STEPS};
use crate::ids::CommandId;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::seq::Seq;
use crate::time::UnixMs;

/// The most clicks of a step, of any game by far.
const MAX_CLICKS: usize = 40;

/// What a browser sends: a command in its envelope, or any other message.
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(untagged))]
pub enum ClientFrame {
    Command(Envelope),
    Message(ClientMessage),
}

/// A message from a browser that is no command. A page of any version says `hello` and is told to reload, so the shapes of
/// `hello` and `ping` stay as they are.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message, and again whenever the browser finds that it missed something.
    Hello {
        /// The protocol version that the page speaks.
        version: u32,
        /// How much of each feed it has.
        #[serde(default)]
        have: FeedPositions,
    },
    /// The page came into sight, or went out of it; at first it is not. While it is, its player is told nowhere else of what
    /// happens at the table.
    Visible { visible: bool },
    /// Ask what some steps of a turn would do.
    Preview {
        /// Made by the browser; the answer carries it.
        id: CommandId,
        /// The turn that is composed: [`TableView::turn`](super::TableView::turn).
        turn: u32,
        /// The steps so far, none at the start of a turn.
        steps: Vec<String>,
        /// Clicks after these steps that lead nowhere: the answer is then a refusal that says why.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
        clicks: Vec<String>,
    },
    /// Keeps the connection alive.
    Ping {},
}

/// How much of each feed a browser has.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FeedPositions {
    /// The number of the last event of the table; none on a first visit.
    #[serde(default)]
    pub table: Option<Seq>,
    /// When that event was made: [`TableView::changed_at`](super::TableView::changed_at). A database that has lost it may have
    /// another one of its number.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub at: Option<UnixMs>,
    /// What it has of the chat; nothing on a first visit, or when there was none.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub chat: Option<ChatPosition>,
}

/// A refusal of what was sent, with the id of the command or the preview if it could be read.
pub type Refused = (Option<CommandId>, Refusal);

impl ClientFrame {
    /// Reads the text of a frame.
    ///
    /// # Errors
    /// When it is not one of this protocol, or too large for any game.
    pub fn read(text: &str) -> Result<ClientFrame, Refused> {
        // Most are commands: their envelope has no `t`, by which the others are told apart.
        let frame = match serde_json::from_str(text) {
            Ok(envelope) => ClientFrame::Command(envelope),
            Err(_) => serde_json::from_str(text)
                .map(ClientFrame::Message)
                .map_err(|_| malformed(text))?,
        };
        match &frame {
            ClientFrame::Command(envelope) if !envelope.fits_its_command() => Err(malformed(text)),
            _ => match frame.excess() {
                Some(sentence) => Err((frame.id(), Refusal::new(Code::TooLarge, sentence))),
                None => Ok(frame),
            },
        }
    }

    /// The id of the command or the preview, to be answered with.
    pub fn id(&self) -> Option<CommandId> {
        match self {
            ClientFrame::Command(Envelope { id, .. })
            | ClientFrame::Message(ClientMessage::Preview { id, .. }) => Some(*id),
            ClientFrame::Message(
                ClientMessage::Hello { .. } | ClientMessage::Visible { .. } | ClientMessage::Ping {},
            ) => None,
        }
    }

    /// What there is too much of, if anything.
    fn excess(&self) -> Option<&'static str> {
        match self {
            ClientFrame::Command(envelope) => envelope.excess(),
            ClientFrame::Message(ClientMessage::Preview { steps, clicks, .. }) => {
                match (steps.len() > MAX_STEPS, clicks.len() > MAX_CLICKS) {
                    (true, _) => Some(TOO_MANY_STEPS),
                    (false, true) => Some("No step has that many clicks."),
                    (false, false) => None,
                }
            }
            ClientFrame::Message(
                ClientMessage::Hello { .. } | ClientMessage::Visible { .. } | ClientMessage::Ping {},
            ) => None,
        }
    }
}

fn malformed(text: &str) -> Refused {
    #[derive(Deserialize)]
    struct OnlyId {
        id: CommandId,
    }
    let id = serde_json::from_str::<OnlyId>(text).ok().map(|found| found.id);
    let refusal = Refusal::new(Code::Malformed, "That message was not understood.");
    (id, refusal)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::{Value, json};

    use super::super::command::ClientCommand;
    use super::*;
    use crate::ids::PlayerId;

    fn read(message: &Value) -> Result<ClientFrame, Refused> {
        ClientFrame::read(&message.to_string())
    }

    #[test]
    fn a_command_is_read_out_of_its_envelope_in_any_order() {
        let (id, player) = (CommandId::fresh(), PlayerId::fresh());
        let text = format!(
            r#"{{"command":{{"steps":["e5","f6"],"t":"play"}},"turn":3,"as":{},"id":{}}}"#,
            json!(player),
            json!(id)
        );
        let frame = ClientFrame::read(&text).unwrap();
        assert!(
            matches!(
                &frame,
                ClientFrame::Command(Envelope { id: read, acting: Some(by), turn: Some(3), command: ClientCommand::Play { steps } })
                    if *read == id && *by == player && *steps == ["e5", "f6"]
            ),
            "{frame:?}"
        );
    }

    #[test]
    fn what_is_no_command_is_refused_under_its_id() {
        let (id, player) = (CommandId::fresh(), PlayerId::fresh());
        let (play, resign) = (json!({ "t": "play", "steps": ["e5"] }), json!({ "t": "resign" }));
        for message in [
            json!({ "id": id, "turn": 3, "command": play, "more": 1 }),
            json!({ "id": id, "turn": -3, "command": play }),
            json!({ "id": id, "command": play }),
            json!({ "id": id, "turn": 3, "command": resign }),
            json!({ "id": id, "turn": 3 }),
            json!({ "id": id, "command": { "t": "resign", "more": 1 } }),
            json!({ "id": id, "command": { "t": "dance" } }),
            json!({ "id": id, "as": player, "command": { "t": "say", "text": "hi" } }),
            json!({ "t": "resign", "id": id }),
            json!({ "t": "preview", "id": id, "turn": 3, "steps": [], "as": player }),
        ] {
            let (refused, refusal) = read(&message).unwrap_err();
            assert_eq!((refused, refusal.code), (Some(id), Code::Malformed), "{message}");
        }
    }

    /// How long it takes to read a turn: `cargo test --release -p thicket-server --lib reading_a_turn -- --ignored --nocapture`.
    #[test]
    #[ignore = "a measurement"]
    #[allow(clippy::print_stderr)]
    fn reading_a_turn_takes_little_time() {
        let (turns, command) = (1_000_000_u32, json!({ "t": "play", "steps": ["e5", "f6"] }));
        let text = json!({ "id": CommandId::fresh(), "turn": 3, "command": command }).to_string();
        let begun = std::time::Instant::now();
        for _ in 0..turns {
            std::hint::black_box(ClientFrame::read(std::hint::black_box(&text)).unwrap());
        }
        eprintln!("{:?} a turn", begun.elapsed() / turns);
    }
}
