//! The stream of everything that concerns the player of a token, at all tables.

mod told;
mod visits;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use futures_util::stream;
use tokio::time::Interval;

use told::Told;
use visits::Visits;

use crate::app::App;
use crate::auth::{CurrentUser, SocketSession};
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::limits::OpenLists;
use crate::http::lines::{PULSE, answer, line};
use crate::ids::PlayerId;
use crate::lobby::Changes;
use crate::model::player::scopes::Scope;
use crate::protocol::{OwnLine, StreamEnd};
use crate::pulse::pulse;
use crate::tables::Tables;

/// Follow all of your tables
///
/// Lines of JSON: each of your unfinished tables and invitations as it is now, and again whenever something has happened there. `news`
/// says what is so now and was not in the line before: it is your turn, the game has begun, somebody offers something, you are invited,
/// it is over, a rematch is proposed. Whatever else it was is among the events of the table. Changes are gathered for up to half a
/// second. Empty lines mean nothing. With a token that plays, its player is present at these tables while they follow them.
#[utoipa::path(
    get,
    path = "/stream",
    tag = "acting",
    security(("token" = ["read"])),
    responses((status = 200, description = "Tables, one a line.", body = OwnLine, content_type = "application/x-ndjson"))
)]
pub(super) async fn follow_own(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
) -> Result<Response, PageError> {
    let player = user.allowed(Scope::Read)?.id;
    let counted = app.limits.lists(from)?;
    let follower = Follower {
        player,
        changes: app.lobby.follow_changes(player),
        told: Told::default(),
        tables: app.tables.clone(),
        visits: user
            .allowed(Scope::Play)
            .is_ok()
            .then(|| Visits::new(app.tables.clone(), player)),
        session: app
            .open_sessions
            .open(user.credential, app.tables.cut_off().serving()),
        pulse: pulse(app.config.timings.pulse),
        _counted: counted,
    };
    Ok(answer(stream::unfold(Some(Box::new(follower)), next)))
}

/// A program that follows the tables of its player.
struct Follower {
    player: PlayerId,
    changes: Arc<Changes>,
    told: Told,
    tables: Tables,
    /// None for a token that does not play: its player is told of their tables, and is somewhere else.
    visits: Option<Visits>,
    session: SocketSession,
    pulse: Interval,
    _counted: OpenLists,
}

async fn next(follower: Option<Box<Follower>>) -> Option<(Bytes, Option<Box<Follower>>)> {
    let mut follower = follower?;
    Some(match follower.read().await {
        Ok(lines) => (lines, Some(follower)),
        Err(end) => (line(&OwnLine::from(end)), None),
    })
}

impl Follower {
    async fn read(&mut self) -> Result<Bytes, StreamEnd> {
        loop {
            tokio::select! {
                seats = self.changes.taken() => {
                    let mut lines = Vec::new();
                    // Those on the same device play in a browser.
                    for seat in seats.into_iter().filter(|seat| seat.own.sitter == self.player) {
                        if let Some(visits) = &mut self.visits {
                            visits.follow(&seat).await;
                        }
                        let visited = self.visits.as_ref().and_then(|visits| visits.room(seat.own.table));
                        let table = self.told.next(&self.tables, visited, seat).await;
                        lines.extend(line(&OwnLine::Table(table)));
                    }
                    if !lines.is_empty() {
                        return Ok(lines.into());
                    }
                }
                _ = self.pulse.tick() => {
                    if let Some(visits) = &mut self.visits {
                        visits.renew().await;
                    }
                    return Ok(PULSE);
                }
                () = self.session.closing.cancelled() => return Err(closing(&self.session)),
            }
        }
    }
}

/// Why a stream ends that was opened with a token, or with none.
pub(super) fn closing(session: &SocketSession) -> StreamEnd {
    match session.serving.is_cancelled() {
        true => StreamEnd::Restart,
        false => StreamEnd::TokenEnded,
    }
}
