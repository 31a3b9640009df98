//! Reading tournaments: the log of each, and the list of all.

use crate::ids::{PlayerId, TournamentId};
use crate::model::log::entry::StoredEvent;
use crate::model::tournament::entry::StoredTournamentEntry;
use crate::model::tournament::state::Status;
use crate::seq::Seq;
use crate::store::engine::from_row::{from_row, json, parse, small};
use crate::store::engine::read::read;
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

from_row!(StoredTournamentEntry, row => StoredTournamentEntry {
    id: row.try_get("id")?,
    tournament: row.try_get("tournament_id")?,
    seq: row.try_get("seq")?,
    player: row.try_get("player_id")?,
    at: row.try_get("at")?,
    event: StoredEvent { format: row.try_get("format")?, body: json(row, "body")? },
});

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTournament {
    pub id: TournamentId,
    pub status: Status,
    pub name: String,
    pub kind: String,
    pub seats: u8,
    /// As [`ClockTerms`](crate::model::terms::ClockTerms) writes it.
    pub clock: String,
    pub rated: bool,
    pub starts_at: UnixMs,
    /// How many take part.
    pub players: i64,
    /// How many may.
    pub most: i64,
    /// How many rounds there were.
    pub rounds: i64,
    /// How many there are going to be; 0 before the start.
    pub all_rounds: i64,
}

from_row!(ListedTournament, row => ListedTournament {
    id: row.try_get("id")?,
    status: parse(row, "status")?,
    name: row.try_get("name")?,
    kind: row.try_get("kind")?,
    seats: small(row, "seats")?,
    clock: row.try_get("clock")?,
    rated: row.try_get("rated")?,
    starts_at: row.try_get("starts_at")?,
    players: row.try_get("players")?,
    most: row.try_get("most")?,
    rounds: row.try_get("rounds")?,
    all_rounds: row.try_get("all_rounds")?,
});

impl Store {
    /// The log of a tournament after a number, in order; empty if there is none.
    pub async fn tournament_log(
        &self,
        tournament: TournamentId,
        after: Seq,
    ) -> Result<Vec<StoredTournamentEntry>, StoreError> {
        const FIND: &str = "SELECT id, tournament_id, seq, player_id, at, format, body FROM tournament_log
            WHERE tournament_id = $1 AND seq > $2 ORDER BY seq";
        read!(self, conn => sqlx::query_as(FIND).bind(tournament).bind(after).fetch_all(conn))
    }

    /// At most so many tournaments that stand like this, the earliest first.
    pub async fn tournaments(&self, status: Status, limit: i64) -> Result<Vec<ListedTournament>, StoreError> {
        const FIND: &str =
            "SELECT id, status, name, kind, seats, clock, rated, starts_at, players, most, rounds, all_rounds
            FROM tournaments WHERE status = $1 ORDER BY starts_at, id LIMIT $2";
        read!(self, conn => sqlx::query_as(FIND).bind(status.name()).bind(limit).fetch_all(conn))
    }

    /// How many tournaments of a director are not over.
    pub async fn tournaments_directed_by(&self, director: PlayerId) -> Result<i64, StoreError> {
        const COUNT: &str =
            "SELECT COUNT(*) FROM tournaments WHERE director_id = $1 AND status IN ('open', 'running')";
        read!(self, conn => sqlx::query_scalar(COUNT).bind(director).fetch_one(conn))
    }
}
