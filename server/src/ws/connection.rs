//! The life of a connection: finds its place at a table, serves it, and says why it ends.

use std::pin::Pin;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use metrics::gauge;
use tokio::time::timeout;
use tracing::debug;

use super::end::{End, close};
use super::socket::{Socket, is_seated};
use crate::app::App;
use crate::auth::{CurrentUser, SocketSession};
use crate::http::address::ClientAddress;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::ServerMessage;
use crate::store::TableRow;

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
    let open = OpenGauge::raise();
    let Err(end) = socket.run().await;
    socket.record_look();
    drop(open);
    debug!(table = %socket.row.id, "socket closed");
    Box::pin(socket.wire.close(end)).await;
}

/// That one more connection is open, until this is dropped.
struct OpenGauge;

impl OpenGauge {
    fn raise() -> OpenGauge {
        gauge!("thicket_sockets").increment(1);
        OpenGauge
    }
}

impl Drop for OpenGauge {
    fn drop(&mut self) {
        gauge!("thicket_sockets").decrement(1);
    }
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
