//! The games of a tournament's rounds, on their way from the pairing to the log.

use sqlx::types::Json;

use crate::ids::{PlayerId, TableCode, TableId, TournamentId};
use crate::model::record::seat_outcome::SeatOutcome;
use crate::store::engine::from_row::{from_row, parse};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};

/// A game of a round.
#[derive(Debug)]
pub(super) struct GameRow {
    pub(super) table: TableId,
    pub(super) round: i64,
    pub(super) place: i64,
}

impl Store {
    /// The code of the table of a tournament where a player plays now; `None` until it is made.
    pub async fn tournament_table_of(
        &self,
        tournament: TournamentId,
        player: PlayerId,
    ) -> Result<Option<TableCode>, StoreError> {
        const FIND: &str = "SELECT t.code FROM table_players p JOIN tournament_tables g ON g.table_id = p.table_id
            JOIN tables t ON t.id = p.table_id
            WHERE p.player_id = $1 AND p.seated AND NOT p.finished AND g.tournament_id = $2 AND g.phase = 'playing'
            ORDER BY p.table_id DESC LIMIT 1";
        let found: Option<CodeRow> =
            read!(self, conn => sqlx::query_as(FIND).bind(player).bind(tournament).fetch_optional(conn))?;
        Ok(found.map(|row| row.0))
    }

    /// Nothing is to be done for this game any more: its tournament is over, or knows of its end.
    pub async fn settle_tournament_table(&self, table: TableId) -> Result<(), StoreError> {
        self.writer.write(Settle(table)).await.map(drop)
    }
}

struct CodeRow(TableCode);

from_row!(CodeRow, row => CodeRow(parse(row, "code")?));

#[derive(Debug)]
struct Settle(TableId);

impl WriteJob for Settle {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        settle(tx, self.0).await
    }
}

pub(super) async fn settle(tx: &mut Tx<'_>, table: TableId) -> sqlx::Result<bool> {
    const SETTLE: &str = "UPDATE tournament_tables SET phase = 'entered' WHERE table_id = $1";
    execute!(tx, SETTLE; table)
}

pub(super) async fn insert(tx: &mut Tx<'_>, tournament: TournamentId, game: &GameRow) -> sqlx::Result<()> {
    const INSERT: &str = "INSERT INTO tournament_tables (table_id, tournament_id, round, place, phase)
        VALUES ($1, $2, $3, $4, 'paired') ON CONFLICT DO NOTHING";
    execute!(tx, INSERT; game.table, tournament, game.round, game.place).map(drop)
}

/// Written in the transaction of the event that begins the game.
pub(in crate::store) async fn begin(tx: &mut Tx<'_>, table: TableId) -> sqlx::Result<()> {
    const BEGIN: &str =
        "UPDATE tournament_tables SET phase = 'playing' WHERE table_id = $1 AND phase = 'paired'";
    execute!(tx, BEGIN; table).map(drop)
}

/// Written in the transaction of the event that ends the game.
pub(in crate::store) async fn end(
    tx: &mut Tx<'_>,
    table: TableId,
    seats: &[SeatOutcome],
) -> sqlx::Result<()> {
    const END: &str = "UPDATE tournament_tables SET phase = 'ended', result = $2 WHERE table_id = $1 AND phase <> 'entered'";
    execute!(tx, END; table, Json(seats)).map(drop)
}
