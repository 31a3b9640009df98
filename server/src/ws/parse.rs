//! Frames to messages: what is not one is refused, and nothing is said back of it.

use axum::extract::ws::Message;
use serde::Deserialize;

use crate::ids::CommandId;
use crate::names::PlayerName;
use crate::protocol::{ClientMessage, RefusalCode as Code};
use crate::room::command::{Refusal, Wish};

/// The largest message that is read.
const MOST_BYTES: usize = 8 * 1024;
/// The longest turn, in steps, of any game by far.
const MOST_STEPS: usize = 200;

/// A frame that was not followed, with the id of the command if it could be read.
pub(super) type Refused = (Option<CommandId>, Refusal);

/// What a frame says; nothing for frames of the protocol itself.
pub(super) fn message(frame: Message) -> Result<Option<ClientMessage>, Refused> {
    let refused = |code, sentence| Err((None, Refusal::new(code, sentence)));
    match frame {
        Message::Text(text) if text.len() > MOST_BYTES => {
            refused(Code::TooLarge, "That message is too large.")
        }
        Message::Text(text) => parse(&text).map(Some),
        Message::Binary(_) => refused(Code::Malformed, "Only text is understood here."),
        Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Ok(None),
    }
}

fn parse(text: &str) -> Result<ClientMessage, Refused> {
    #[derive(Deserialize)]
    struct OnlyId {
        id: CommandId,
    }
    let malformed = |_| {
        let id = serde_json::from_str::<OnlyId>(text).ok().map(|found| found.id);
        (
            id,
            Refusal::new(Code::Malformed, "That message was not understood."),
        )
    };
    let message: ClientMessage = serde_json::from_str(text).map_err(malformed)?;
    match &message {
        ClientMessage::Play { id, steps, .. } | ClientMessage::Preview { id, steps, .. }
            if steps.len() > MOST_STEPS =>
        {
            Err((
                Some(*id),
                Refusal::new(Code::TooLarge, "No turn has that many steps."),
            ))
        }
        _ => Ok(message),
    }
}

/// A wish that is in order in itself.
pub(super) fn wish(message: ClientMessage) -> Result<Option<(CommandId, Wish)>, Refused> {
    Ok(Some(match message {
        ClientMessage::Sit { id, chair, name } => {
            let bad =
                |error: crate::names::BadName| (Some(id), Refusal::new(Code::BadName, error.to_string()));
            (
                id,
                Wish::Sit {
                    chair,
                    name: PlayerName::parse(&name).map_err(bad)?,
                },
            )
        }
        ClientMessage::Stand { id } => (id, Wish::Stand),
        ClientMessage::Remove { id, player } => (id, Wish::Remove { player }),
        ClientMessage::Play { id, turn, steps } => (id, Wish::Play { turn, steps }),
        ClientMessage::Resign { id } => (id, Wish::Resign),
        ClientMessage::OfferDraw { id } => (id, Wish::OfferDraw),
        ClientMessage::Hello { .. } | ClientMessage::Preview { .. } | ClientMessage::Ping {} => {
            return Ok(None);
        }
    }))
}
