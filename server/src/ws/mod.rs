//! Sockets: frames in, messages out.

mod connection;
mod lists;
mod parse;
mod pending;
mod rates;
mod socket;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use axum::response::Response;

use connection::Arrival;
pub use lists::follow_lists;

use crate::address::ClientAddress;
use crate::app::App;
use crate::at_table::AtTable;
use crate::auth::{CurrentSession, CurrentUser, same_origin};
use crate::error::PageError;

/// Frames beyond this break the connection; smaller ones that are still too large are refused.
const MAX_BYTES: usize = 64 * 1024;
/// What a socket reads at once. Each keeps a buffer of this size, and most messages are far smaller.
const READ_BYTES: usize = 256;
/// Messages are written together up to this size. Each socket keeps the memory of the most that waited at once.
const WRITE_BYTES: usize = 1024;

/// `GET /g/{code}/socket`: the socket of a table. Without a matching `Origin` it has no identity.
pub async fn open(
    State(app): State<App>,
    AtTable(table): AtTable,
    from: ClientAddress,
    (user, CurrentSession(session)): (CurrentUser, CurrentSession),
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, PageError> {
    let own_page = same_origin(&headers, app.config.public_url.as_ref());
    let user = if own_page { user } else { CurrentUser(None) };
    let session = app.open_sessions.open(session.as_ref(), &app.shutdown);
    let upgrade = upgrade
        .max_message_size(MAX_BYTES)
        .max_frame_size(MAX_BYTES)
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(WRITE_BYTES);
    let sockets = app.sockets.clone();
    let arrival = Box::new(Arrival {
        app,
        row: table,
        user,
        session,
        from,
    });
    Ok(upgrade.on_upgrade(move |ws| sockets.track_future(arrival.serve(ws))))
}
