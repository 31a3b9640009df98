//! What is in a frame.

use axum::extract::ws::{Message, Utf8Bytes};
use tungstenite::error::ProtocolError;

use crate::model::refusal::{Refusal, RefusalCode as Code};

/// The largest message that is read.
const MAX_BYTES: usize = 8 * 1024;

/// The text of a frame; none in the control frames of the WebSocket protocol.
pub(super) fn text(frame: Message) -> Result<Option<Utf8Bytes>, Refusal> {
    let refused = |code, sentence| Err(Refusal::new(code, sentence));
    match frame {
        Message::Text(text) if text.len() > MAX_BYTES => {
            refused(Code::TooLarge, "That message is too large.")
        }
        Message::Text(text) => Ok(Some(text)),
        Message::Binary(_) => refused(Code::Malformed, "Only text is understood here."),
        Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Ok(None),
    }
}

/// Why the last frame of a socket could not be read; none where the connection was only lost.
pub(super) fn broken(error: axum::Error) -> Option<Refusal> {
    let error = error.into_inner().downcast::<tungstenite::Error>().ok()?;
    match *error {
        tungstenite::Error::Capacity(_) => Some(Refusal::new(Code::TooLarge, "That message is too large.")),
        tungstenite::Error::Utf8(_) => Some(no_frame()),
        tungstenite::Error::Protocol(error) if error != ProtocolError::ResetWithoutClosingHandshake => {
            Some(no_frame())
        }
        _ => None,
    }
}

fn no_frame() -> Refusal {
    Refusal::new(Code::Malformed, "That is no frame of a WebSocket.")
}
