//! Why a connection ends, and how its browser is told.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::time::timeout;

use crate::auth::SocketSession;
use crate::room::LoadError;

/// Pages connect again after any code; this one is for those who read logs. (3000 is registered as "Unauthorized".)
const SIGNED_OUT: u16 = 3000;
/// A code for private use.
const TABLE_LOST: u16 = 4404;

/// Why a connection ends.
pub(super) enum End {
    /// The browser went away, or never answered.
    Gone,
    /// The server stops, or has lost its database while others work: come back soon, there or elsewhere.
    Restart,
    /// The session was ended: come back as somebody else.
    SignedOut,
    /// The table cannot be served.
    Broken,
    /// The table is no more.
    Lost,
    /// The browser asks for too much.
    TooMuch,
    /// The page is at another address than the public one.
    OtherAddress,
}

impl End {
    /// Why a connection is closed from this side.
    pub(super) fn closing(session: &SocketSession) -> End {
        match session.serving.is_cancelled() {
            true => End::Restart,
            false => End::SignedOut,
        }
    }
}

impl From<LoadError> for End {
    fn from(error: LoadError) -> End {
        match error {
            LoadError::Shutdown => End::Restart,
            LoadError::Store(_) | LoadError::Log(_) | LoadError::Waiting => End::Broken,
            LoadError::Lost => End::Lost,
        }
    }
}

pub(super) async fn close(mut ws: WebSocket, end: End) {
    let (code, reason) = match end {
        End::Gone => return,
        End::Restart => (close_code::RESTART, "the server is restarting"),
        End::SignedOut => (SIGNED_OUT, "the session was ended"),
        End::Lost => (TABLE_LOST, "the table is no more"),
        End::Broken => (close_code::AGAIN, "the table cannot be served now"),
        End::TooMuch => (close_code::POLICY, "too many requests"),
        End::OtherAddress => (close_code::POLICY, "the page is at another address"),
    };
    let frame = Message::Close(Some(CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    }));
    // The browser may be gone already.
    let _ = timeout(Duration::from_secs(1), ws.send(frame)).await;
}
