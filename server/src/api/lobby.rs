//! The lobby: the public tables that can be joined or watched.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::stream;
use tokio::sync::watch;
use tokio::time::Interval;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::etag::unless_same_json;
use crate::http::limits::OpenLists;
use crate::http::lines::{PULSE, answer, line};
use crate::lobby::Listed;
use crate::protocol::{LobbyLine, LobbyView, StreamEnd};
use crate::pulse::pulse;

/// The lobby
///
/// The public tables that wait for players, and public games that are being played.
#[utoipa::path(
    get,
    path = "/lobby",
    tag = "lobby",
    responses(
        (status = 200, description = "The tables.", body = LobbyView),
        (status = 304, description = "It is the one that `If-None-Match` names."),
    )
)]
pub(super) async fn lobby(State(app): State<App>, headers: HeaderMap) -> Result<Response, PageError> {
    let listed = app.lobby.listed().await.ok_or_else(PageError::not_found)?;
    Ok(unless_same_json(&headers, &listed.json))
}

/// The lobby, live
///
/// Lines of JSON: the whole lobby first, and again whenever it has changed, at most three times a second. Empty lines mean nothing.
#[utoipa::path(
    get,
    path = "/lobby/stream",
    tag = "lobby",
    responses((status = 200, description = "The lobby, one a line.", body = LobbyLine, content_type = "application/x-ndjson"))
)]
pub(super) async fn follow_lobby(State(app): State<App>, from: ClientAddress) -> Result<Response, PageError> {
    let counted = app.limits.lists(from)?;
    let follower = Follower {
        lobby: app.lobby.follow(),
        serving: app.tables.cut_off().serving(),
        pulse: pulse(app.config.timings.pulse),
        _counted: counted,
    };
    Ok(answer(stream::unfold(Some(Box::new(follower)), next)))
}

/// Somebody who follows the lobby.
struct Follower {
    lobby: watch::Receiver<Option<Arc<Listed>>>,
    serving: CancellationToken,
    pulse: Interval,
    _counted: OpenLists,
}

async fn next(follower: Option<Box<Follower>>) -> Option<(Bytes, Option<Box<Follower>>)> {
    let mut follower = follower?;
    Some(match follower.read().await {
        Ok(line) => (line, Some(follower)),
        Err(end) => (line(&LobbyLine::from(end)), None),
    })
}

impl Follower {
    async fn read(&mut self) -> Result<Bytes, StreamEnd> {
        loop {
            tokio::select! {
                changed = self.lobby.changed() => {
                    changed.map_err(|_| StreamEnd::Restart)?;
                    if let Some(listed) = &*self.lobby.borrow_and_update() {
                        let lobby = Arc::clone(&listed.json);
                        return Ok(line(&LobbyLine::Lobby { lobby }));
                    }
                }
                _ = self.pulse.tick() => return Ok(PULSE),
                () = self.serving.cancelled() => return Err(StreamEnd::Restart),
            }
        }
    }
}
