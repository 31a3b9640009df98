//! Sockets: frames in, messages out. What is in them `protocol` reads and writes.

mod connection;
mod end;
mod frame;
mod lists;
mod pending;
mod rates;
mod socket;
mod wire;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use axum::response::Response;

use connection::{Arrival, turn_away};
pub use lists::follow_lists;

use crate::app::App;
use crate::auth::{Credential, CurrentSession, CurrentUser, Opener, other_address};
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::at_table::AtTable;
use crate::model::refusal::{Refusal, RefusalCode as Code};

/// Larger frames break the connection; smaller ones that are still too large are refused.
const MAX_BYTES: usize = 64 * 1024;
/// What a socket reads at once. Each keeps a buffer of this size, and most messages are far smaller.
const READ_BYTES: usize = 256;
/// Messages are written together up to this size. Each socket keeps the memory of the most that waited at once.
const WRITE_BYTES: usize = 1024;

/// `GET /g/{code}/socket`: the socket of a table. Without an `Origin` it has no identity; the page of another address
/// is refused.
pub async fn open(
    State(app): State<App>,
    AtTable(table): AtTable,
    from: ClientAddress,
    (user, CurrentSession(session)): (CurrentUser, CurrentSession),
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, PageError> {
    let opener = Opener::of(&headers, app.config.public_url.as_ref());
    if opener == Opener::OtherPage {
        let path = format!("/g/{}", table.code);
        let sentence = other_address(app.config.public_url.as_ref(), &path);
        let refusal = Refusal::new(Code::OtherAddress, sentence);
        return Ok(upgrade.on_upgrade(move |ws| turn_away(ws, refusal)));
    }
    let user = match opener {
        Opener::OwnPage => user,
        Opener::OtherPage | Opener::Program => CurrentUser::default(),
    };
    let session = app.open_sessions.open(
        session.as_ref().map(Credential::from),
        app.tables.cut_off().serving(),
    );
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
