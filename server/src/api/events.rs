//! The events of a table as lines: those that have happened since a number, and then each as it happens.
//!
//! Lines are made once for all who follow a table, and a reader holds none of them: what was not read yet is in the feed of the
//! room. Whoever is so slow that it is no longer there is cut off.

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::Utf8Bytes;
use axum::extract::{Query, State};
use axum::response::Response;
use futures_util::stream;
use serde::Deserialize;
use tokio::sync::watch;
use tokio::time::Interval;
use utoipa::IntoParams;

use super::own::closing;
use crate::app::App;
use crate::auth::{CurrentUser, SocketSession};
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::at_table::AtTable;
use crate::http::limits::{OpenSocket, PAST_EVENTS};
use crate::http::lines::{PULSE, answer, line};
use crate::model::player::scopes::Scope;
use crate::model::table::state::Phase;
use crate::pool::Pool;
use crate::protocol::{StreamEnd, TableLine};
use crate::pulse::pulse;
use crate::room::presence::Visit;
use crate::room::{LoadError, Room, RoomStatus};
use crate::seq::Seq;
use crate::store::TableRow;
use crate::tables::Tables;
use crate::time::UnixMs;

/// Where a stream begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct After {
    /// The number of the last event that is known, 0 for none: the first line is the event after it.
    #[serde(default)]
    #[param(value_type = Option<u64>)]
    after: Seq,
}

/// The events of a table, live until its game is over
///
/// Lines of JSON. Each event has a number; the numbers have no gaps. A reader whose connection breaks asks again from the last
/// number that came. The last line has `t: "end"` and says why it is the last. Empty lines come every few seconds and mean nothing. With a
/// token that plays, its player is shown as present at the table while they follow it.
#[utoipa::path(
    get,
    path = "/tables/{code}/events",
    tag = "tables",
    params(("code" = crate::ids::TableCode, Path, description = "The code of the table."), After),
    responses(
        (status = 200, description = "Events, one a line.", body = TableLine, content_type = "application/x-ndjson"),
        (status = 404, description = "There is no table with this code."),
        (status = 422, description = "The table has no event with that number."),
    )
)]
pub(super) async fn events(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    query: Result<Query<After>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(After { after }) = query?;
    let mut place = app.limits.socket(row.id, from)?;
    let room = app.tables.open(&row).await?;
    let last = |room: &Room| room.table().state.seq;
    if after > last(&room) {
        // Another node may know of it.
        room.clone().catch_up().await;
    }
    if after > last(&room) {
        return Err(PageError::malformed(
            "The table has no event with that number yet.",
        ));
    }
    let player = user.allowed(Scope::Play).ok().map(|player| player.id);
    let (seated, chair_free) = {
        let state = &room.table().state;
        (
            player.is_some_and(|player| state.is_seated(player)),
            state.has_free_chair(),
        )
    };
    place.admit(seated, chair_free)?;
    let reader = Reader {
        status: room.status(),
        visit: room.presence.visit(player),
        session: app
            .open_sessions
            .open(user.credential, app.tables.cut_off().serving()),
        pulse: pulse(app.config.timings.pulse),
        tables: app.tables.clone(),
        pool: app.pool.clone(),
        row,
        place,
        room,
        sent: after,
        sent_at: None,
        live: false,
    };
    Ok(answer(stream::unfold(Some(Box::new(reader)), next)))
}

/// Somebody who follows a table.
struct Reader {
    tables: Tables,
    pool: Pool,
    row: TableRow,
    place: OpenSocket,
    room: Room,
    status: watch::Receiver<RoomStatus>,
    /// Somebody is there, until this is dropped: the player of the token, if one was sent.
    visit: Visit,
    /// The number of the last event that was sent.
    sent: Seq,
    /// When it was made, if the feed had it.
    sent_at: Option<UnixMs>,
    /// Whether the feed has had all that was missing: what it has no more from then on was read too slowly.
    live: bool,
    pulse: Interval,
    session: SocketSession,
}

/// What the feed of a table has for a reader.
enum News {
    Lines(Bytes),
    /// Events that it does not keep any more.
    Missing,
    Nothing,
}

async fn next(reader: Option<Box<Reader>>) -> Option<(Bytes, Option<Box<Reader>>)> {
    let mut reader = reader?;
    Some(match reader.read().await {
        Ok(lines) => (lines, Some(reader)),
        Err(end) => (line(&TableLine::from(end)), None),
    })
}

impl Reader {
    /// The next lines, as soon as there are some.
    async fn read(&mut self) -> Result<Bytes, StreamEnd> {
        loop {
            match self.news()? {
                News::Missing if self.live => return Err(StreamEnd::TooSlow),
                News::Missing => return self.past().await,
                News::Lines(lines) => {
                    self.live = true;
                    return Ok(lines);
                }
                News::Nothing => self.live = true,
            }
            if matches!(self.room.table().state.phase, Phase::Over(_)) {
                return Err(StreamEnd::Over);
            }
            tokio::select! {
                changed = self.status.changed() => if changed.is_err() {
                    self.reopen().await?;
                },
                _ = self.pulse.tick() => return Ok(PULSE),
                () = self.session.closing.cancelled() => return Err(closing(&self.session)),
            }
        }
    }

    fn news(&mut self) -> Result<News, StreamEnd> {
        // Seen before the feed is read, so that nothing that comes later is taken for seen.
        self.status.borrow_and_update();
        let table = self.room.table();
        let made_at = table.feed.made_at(self.sent);
        let is_other = self.sent_at.is_some() && made_at.is_some() && self.sent_at != made_at;
        if self.sent > table.feed.last() || is_other {
            return Err(StreamEnd::EventsLost);
        }
        let Some(entries) = table.feed.since(self.sent) else {
            return Ok(News::Missing);
        };
        let lines = joined(entries.map(|entry| &entry.message));
        self.sent = table.feed.last();
        self.sent_at = table.feed.made_at(self.sent);
        Ok(match lines.is_empty() {
            true => News::Nothing,
            false => News::Lines(lines),
        })
    }

    /// Some of the events that the feed has no more, from the log.
    async fn past(&mut self) -> Result<Bytes, StreamEnd> {
        let log = self.tables.log(&self.row).await.map_err(end)?;
        let after = self.sent;
        let replay = move || log.messages(after, PAST_EVENTS);
        let replayed = self.pool.run_request(self.place.address(), replay).await;
        let messages = replayed.ok().and_then(Result::ok).unwrap_or_default();
        if messages.is_empty() {
            return Err(StreamEnd::Unavailable);
        }
        self.sent = Seq(self.sent.0 + messages.len() as u64);
        self.sent_at = None;
        Ok(joined(messages.iter()))
    }

    /// Goes on with the next room, after the last one has ended.
    async fn reopen(&mut self) -> Result<(), StreamEnd> {
        self.room = self.tables.open(&self.row).await.map_err(end)?;
        self.status = self.room.status();
        self.visit = self.room.presence.visit(self.visit.visitor());
        Ok(())
    }
}

fn joined<'a>(messages: impl Iterator<Item = &'a Utf8Bytes>) -> Bytes {
    let mut lines = Vec::new();
    for message in messages {
        lines.extend_from_slice(message.as_bytes());
        lines.push(b'\n');
    }
    lines.into()
}

fn end(error: LoadError) -> StreamEnd {
    match error {
        LoadError::Shutdown => StreamEnd::Restart,
        LoadError::Lost => StreamEnd::EventsLost,
        LoadError::Store(_) | LoadError::Log(_) | LoadError::Waiting => StreamEnd::Unavailable,
    }
}

#[cfg(test)]
mod tests;
