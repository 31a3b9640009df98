//! Frames to messages and actions. What cannot be parsed is refused, and never repeated in the refusal.

use axum::extract::ws::Message;
use serde::Deserialize;
use tungstenite::error::ProtocolError;

use crate::ids::{CommandId, PlayerId};
use crate::model::clock_terms::BadClock;
use crate::model::log::action::Action;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::names::PlayerName;
use crate::protocol::{ClientFrame, ClientMessage};

/// The largest message that is read.
const MAX_BYTES: usize = 8 * 1024;
/// The longest turn, in steps, of any game by far.
const MAX_STEPS: usize = 200;

/// The most clicks of a step, of any game by far.
const MAX_CLICKS: usize = 40;

/// A frame that was refused, with the id of the command if it could be read.
pub(super) type Refused = (Option<CommandId>, Refusal);

/// The message in a frame; none in the control frames of the WebSocket protocol.
pub(super) fn message(frame: Message) -> Result<Option<ClientFrame>, Refused> {
    let refused = |code, sentence| Err((None, Refusal::new(code, sentence)));
    match frame {
        Message::Text(text) if text.len() > MAX_BYTES => {
            refused(Code::TooLarge, "That message is too large.")
        }
        Message::Text(text) => parse(&text).map(Some),
        Message::Binary(_) => refused(Code::Malformed, "Only text is understood here."),
        Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Ok(None),
    }
}

/// Why the last frame of a socket could not be read; none where the connection was only lost.
pub(super) fn broken_frame(error: axum::Error) -> Option<Refusal> {
    let error = error.into_inner().downcast::<tungstenite::Error>().ok()?;
    match *error {
        tungstenite::Error::Capacity(_) => Some(Refusal::new(Code::TooLarge, "That message is too large.")),
        tungstenite::Error::Utf8(_) => Some(broken()),
        tungstenite::Error::Protocol(error) if error != ProtocolError::ResetWithoutClosingHandshake => {
            Some(broken())
        }
        _ => None,
    }
}

fn broken() -> Refusal {
    Refusal::new(Code::Malformed, "That is no frame of a WebSocket.")
}

/// A turn, as most messages are. To read a [`ClientFrame`] takes longer: its fields are kept until it is known what the message is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnFrame {
    #[serde(rename = "t")]
    _tag: TurnTag,
    #[serde(default, rename = "as")]
    acting: Option<PlayerId>,
    id: CommandId,
    turn: u32,
    steps: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum TurnTag {
    Play,
}

impl From<TurnFrame> for ClientFrame {
    fn from(frame: TurnFrame) -> ClientFrame {
        let TurnFrame {
            acting,
            id,
            turn,
            steps,
            ..
        } = frame;
        ClientFrame {
            acting,
            message: ClientMessage::Play { id, turn, steps },
        }
    }
}

fn parse(text: &str) -> Result<ClientFrame, Refused> {
    #[derive(Deserialize)]
    struct OnlyId {
        id: CommandId,
    }
    let malformed = || {
        let id = serde_json::from_str::<OnlyId>(text).ok().map(|found| found.id);
        (
            id,
            Refusal::new(Code::Malformed, "That message was not understood."),
        )
    };
    let frame = match serde_json::from_str::<TurnFrame>(text) {
        Ok(turn) => turn.into(),
        Err(_) => serde_json::from_str::<ClientFrame>(text).map_err(|_| malformed())?,
    };
    match &frame.message {
        message if frame.acting.is_some() && !is_command(message) => Err(malformed()),
        ClientMessage::Play { id, steps, .. } | ClientMessage::Preview { id, steps, .. }
            if steps.len() > MAX_STEPS =>
        {
            Err((
                Some(*id),
                Refusal::new(Code::TooLarge, "No turn has that many steps."),
            ))
        }
        ClientMessage::Preview { id, clicks, .. } if clicks.len() > MAX_CLICKS => Err((
            Some(*id),
            Refusal::new(Code::TooLarge, "No step has that many clicks."),
        )),
        _ => Ok(frame),
    }
}

/// Whether a message asks for something at the table, which one can do for somebody on the same device.
fn is_command(message: &ClientMessage) -> bool {
    !matches!(
        message,
        ClientMessage::Hello { .. }
            | ClientMessage::Preview { .. }
            | ClientMessage::Say { .. }
            | ClientMessage::Silence { .. }
            | ClientMessage::Ping {}
    )
}

/// The action that a message asks for; none for messages that are no commands.
pub(super) fn action(message: ClientMessage) -> Result<Option<(CommandId, Action)>, Refused> {
    Ok(Some(match message {
        ClientMessage::Sit { id, chair, name } => {
            let name = player_name(id, &name)?;
            let companion_of = None;
            (
                id,
                Action::Sit {
                    chair,
                    name,
                    companion_of,
                },
            )
        }
        ClientMessage::AskForSeat { id, turn, seat, name } => {
            let name = player_name(id, &name)?;
            (id, Action::AskForSeat { turn, seat, name })
        }
        ClientMessage::Stand { id } => (id, Action::Stand),
        ClientMessage::Remove { id, player } => (id, Action::Remove { player }),
        ClientMessage::SeatBot { id, chair, level } => (id, Action::SeatBot { chair, level }),
        ClientMessage::HoldStart { id, held } => (id, Action::HoldStart { held }),
        ClientMessage::ChangeSeats { id, seats } => (id, Action::ChangeSeats { seats }),
        ClientMessage::ChangeClock { id, clock } => {
            let bad = |error: BadClock| (Some(id), Refusal::new(Code::BadClock, error.to_string()));
            let clock = clock.terms().map_err(bad)?;
            (id, Action::ChangeClock { clock })
        }
        ClientMessage::KeepLines { id, kept } => (id, Action::KeepLines { kept }),
        ClientMessage::ArrangeChairs { id, chairs } => (id, Action::ArrangeChairs { chairs }),
        ClientMessage::ShuffleChairs { id } => (id, Action::ShuffleChairs),
        ClientMessage::ChangeChair { id, chair } => (id, Action::ChangeChair { chair }),
        ClientMessage::OfferSwap { id, swap } => (id, Action::OfferSwap { swap: swap.into() }),
        ClientMessage::AnswerSwap { id, swap, agree } => {
            let swap = swap.into();
            (id, Action::AnswerSwap { swap, agree })
        }
        ClientMessage::Play { id, turn, steps } => (id, Action::Play { turn, steps }),
        ClientMessage::Resign { id } => (id, Action::Resign),
        ClientMessage::Offer { id, turn, proposal } => {
            let proposal = proposal.into();
            (id, Action::Offer { turn, proposal })
        }
        ClientMessage::Answer { id, offer, agree } => (id, Action::Answer { offer, agree }),
        ClientMessage::Hello { .. }
        | ClientMessage::Preview { .. }
        | ClientMessage::Nudge { .. }
        | ClientMessage::Say { .. }
        | ClientMessage::Silence { .. }
        | ClientMessage::Ping {} => return Ok(None),
    }))
}

fn player_name(id: CommandId, name: &str) -> Result<PlayerName, Refused> {
    PlayerName::parse(name).map_err(|error| (Some(id), Refusal::new(Code::BadName, error.to_string())))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    /// What is read, by either way: as a turn if it is one, and as any message.
    fn both(message: &serde_json::Value) -> [Option<String>; 2] {
        let text = message.to_string();
        let turn = serde_json::from_str::<TurnFrame>(&text).map(ClientFrame::from);
        let any = serde_json::from_str::<ClientFrame>(&text);
        [turn, any].map(|read| read.ok().map(|frame| format!("{frame:?}")))
    }

    #[test]
    fn a_turn_is_read_as_any_message_would_be() {
        let [id, player] = [(); 2].map(|()| Uuid::now_v7());
        let plain = json!({"t": "play", "id": id, "turn": 3, "steps": ["e5", "f6"]});
        let acting = json!({"steps": [], "turn": 0, "as": player, "id": id, "t": "play"});
        for turn in [plain, acting] {
            let [turn, any] = both(&turn);
            assert_eq!(turn.unwrap(), any.unwrap());
        }
    }

    #[test]
    fn what_is_no_message_is_no_turn() {
        let id = Uuid::now_v7();
        let no_turns = [
            json!({"t": "play", "id": id, "turn": 3, "steps": ["e5"], "more": 1}),
            json!({"t": "play", "id": id, "turn": -3, "steps": ["e5"]}),
            json!({"t": "play", "id": id, "turn": 3}),
            json!({"id": id, "turn": 3, "steps": ["e5"]}),
        ];
        for message in no_turns {
            assert_eq!(both(&message), [None, None], "{message}");
        }
        let [turn, any] = both(&json!({"t": "resign", "id": id}));
        assert!(turn.is_none() && any.is_some());
    }
}
