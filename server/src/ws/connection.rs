//! The life of a connection: finds its place at a table, serves it, and says why it ends.

use std::pin::Pin;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use metrics::gauge;
use tokio::time::timeout;
use tracing::debug;

use super::socket::{End, Socket, is_seated};
use crate::app::App;
use crate::auth::{CurrentUser, SocketSession};
use crate::http::address::ClientAddress;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::ServerMessage;
use crate::store::TableRow;

/// Pages connect again after any code; this one is for those who read logs. (3000 is registered as "Unauthorized".)
const SIGNED_OUT: u16 = 3000;
/// A code for private use.
const TABLE_LOST: u16 = 4404;

/// Who asks for a connection, and to which table.
pub(super) struct Arrival {
    pub(super) app: App,
    pub(super) row: TableRow,
    pub(super) user: CurrentUser,
    pub(super) session: SocketSession,
    pub(super) from: ClientAddress,
}

impl Arrival {
    // Boxed parts are needed only at first: a connection keeps the memory of its future for as long as it lives.
    pub(super) fn serve(self: Box<Arrival>, ws: WebSocket) -> impl Future<Output = ()> + Send {
        serve(Box::pin(arrive(self, ws)))
    }
}

async fn serve(arriving: Pin<Box<impl Future<Output = Option<Box<Socket>>>>>) {
    let Some(mut socket) = arriving.await else {
        return;
    };
    let table = socket.row.id;
    gauge!("thicket_sockets").increment(1);
    let Err(end) = socket.run().await;
    gauge!("thicket_sockets").decrement(1);
    debug!(%table, "socket closed");
    Box::pin(leave(socket, end)).await;
}

async fn arrive(arrival: Box<Arrival>, ws: WebSocket) -> Option<Box<Socket>> {
    let Arrival {
        app,
        row,
        user,
        session,
        from,
    } = *arrival;
    let table = row.id;
    // Counted before anything is loaded for it.
    let mut open = match app.limits.socket(table, from) {
        Ok(open) => open,
        Err(error) => {
            turn_away(ws, Refusal::new(Code::TooFast, error.to_string())).await;
            return None;
        }
    };
    let room = match app.tables.open(&row).await {
        Ok(room) => room,
        Err(error) => {
            close(ws, End::from(error)).await;
            return None;
        }
    };
    let (seated, chair_free) = {
        let state = &room.table().state;
        (is_seated(state, &user), state.has_free_chair())
    };
    if let Err(error) = open.admit(seated, chair_free) {
        turn_away(ws, Refusal::new(Code::TooFast, error.to_string())).await;
        return None;
    }
    debug!(%table, ?from, "socket opened");
    Some(Box::new(Socket::new(app, row, (user, session), open, ws, room)))
}

/// Sends what is still queued, and says why the connection ends.
async fn leave(mut socket: Box<Socket>, end: End) {
    if !socket.queued.is_empty() {
        // The browser may be gone already.
        let _ = timeout(Duration::from_secs(1), socket.flush()).await;
    }
    close(socket.ws, end).await;
}

/// Refuses a connection for which there is no place, and that of a page at another address.
pub(super) async fn turn_away(mut ws: WebSocket, Refusal { code, sentence }: Refusal) {
    let refused = ServerMessage::Refused {
        id: None,
        code,
        sentence,
    };
    // The connection ends, whether this arrives or not.
    let message = Message::Text(refused.text());
    let _ = timeout(Duration::from_secs(1), ws.send(message)).await;
    let end = match code {
        Code::OtherAddress => End::OtherAddress,
        _ => End::TooMuch,
    };
    close(ws, end).await;
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
