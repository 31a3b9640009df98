//! What is to be done in tournaments: by any node, from what the database says.

use crate::ids::{TableId, TournamentId};
use crate::model::record::seat_outcome::SeatOutcome;
use crate::store::engine::from_row::{from_row, json};
use crate::store::engine::read::read;
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// A game that is over, and whose result the log of its tournament does not have yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedGame {
    pub table: TableId,
    pub seats: Vec<SeatOutcome>,
}

from_row!(EndedGame, row => EndedGame {
    table: row.try_get("table_id")?,
    seats: json(row, "result")?,
});

impl Store {
    /// At most so many tournaments with something to be done, in the order of their ids, after one.
    pub async fn due_tournaments(
        &self,
        now: UnixMs,
        after: TournamentId,
        limit: i64,
    ) -> Result<Vec<TournamentId>, StoreError> {
        const FIND: &str =
            "SELECT id FROM (SELECT id FROM tournaments WHERE due_at IS NOT NULL AND due_at <= $1
            UNION SELECT tournament_id FROM tournament_tables WHERE phase IN ('paired', 'ended')
            UNION SELECT tournament_id FROM tournament_players WHERE leaving) AS due
            WHERE id > $2 ORDER BY id LIMIT $3";
        read!(self, conn => sqlx::query_scalar(FIND).bind(now).bind(after).bind(limit).fetch_all(conn))
    }

    /// At most so many games whose tables are not made yet.
    pub async fn unmade_tables(
        &self,
        tournament: TournamentId,
        limit: i64,
    ) -> Result<Vec<TableId>, StoreError> {
        const FIND: &str = "SELECT table_id FROM tournament_tables
            WHERE tournament_id = $1 AND phase = 'paired' ORDER BY round, place LIMIT $2";
        read!(self, conn => sqlx::query_scalar(FIND).bind(tournament).bind(limit).fetch_all(conn))
    }

    /// At most so many games that are over, and not in the log yet.
    pub async fn ended_games(
        &self,
        tournament: TournamentId,
        limit: i64,
    ) -> Result<Vec<EndedGame>, StoreError> {
        const FIND: &str = "SELECT table_id, result FROM tournament_tables
            WHERE tournament_id = $1 AND phase = 'ended' ORDER BY round, place LIMIT $2";
        read!(self, conn => sqlx::query_as(FIND).bind(tournament).bind(limit).fetch_all(conn))
    }
}
