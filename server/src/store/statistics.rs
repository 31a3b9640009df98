//! What is counted of all finished games: how they ended, how long they were, and which seats won.

use super::change::{Change, Write};
use super::from_row::from_row;
use super::read::read;
use super::sql::{Tx, on};
use super::{NewEvent, Store, StoreError};
use crate::ids::TableId;
use crate::model::projection::Projection;
use crate::model::record::Record;
use crate::model::record_filter::Facets;

/// How many games are counted in one transaction.
const GROUP: i64 = 100;

/// Games that are counted together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameTally {
    /// The game's name.
    pub kind: String,
    /// The number of seats.
    pub seats: i64,
    /// Whether any seat was a bot's.
    pub bots: bool,
    /// Why they ended, as [`Facets`] has it.
    pub reason: String,
    /// The class of their length, as [`Facets`] has it.
    pub length: i64,
    /// The seat that won, as [`Facets`] has it.
    pub winner: i64,
    /// How many games.
    pub games: i64,
    /// How many turns they have together.
    pub plies: i64,
}

from_row!(GameTally, row => GameTally {
    kind: row.try_get("kind")?,
    seats: row.try_get("seats")?,
    bots: row.try_get("bots")?,
    reason: row.try_get("reason")?,
    length: row.try_get("length")?,
    winner: row.try_get("winner")?,
    games: row.try_get("games")?,
    plies: row.try_get("plies")?,
});

impl GameTally {
    /// A single game.
    fn of(record: &Record) -> GameTally {
        let head = &record.head;
        let facets = Facets::of(head);
        GameTally {
            kind: head.kind.clone(),
            seats: facets.seats,
            bots: facets.bots,
            reason: facets.reason,
            length: facets.length,
            winner: facets.winner,
            games: 1,
            plies: head.plies,
        }
    }
}

impl Store {
    /// The tallies of a game.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn tallies(&self, kind: &str) -> Result<Vec<GameTally>, StoreError> {
        const FIND: &str = "SELECT kind, seats, bots, reason, length, winner, games, plies FROM game_tallies
            WHERE kind = $1 ORDER BY seats, bots, reason, length, winner";
        read!(self, conn => sqlx::query_as(FIND).bind(kind).fetch_all(conn))
    }

    /// Counts the games of versions that did not count them. Tells how many it were.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn count_games(&self) -> Result<usize, StoreError> {
        let mut counted = 0;
        let mut after = TableId(uuid::Uuid::nil());
        loop {
            let records = self.uncounted_records(after, GROUP).await?;
            let Some(last) = records.last() else {
                return Ok(counted);
            };
            after = last.head.table;
            counted += records.len();
            self.change(Change::Other(Write::CountGames(records))).await?;
        }
    }
}

/// Counts the games that these events end.
pub(super) async fn count_ended(tx: &mut Tx<'_>, events: &[&NewEvent]) -> sqlx::Result<()> {
    let projections = events.iter().flat_map(|event| &event.projections);
    let records = projections.filter_map(|projection| match projection {
        Projection::Record(record) => Some(record.as_ref()),
        _ => None,
    });
    add(
        tx,
        records
            .filter(|record| counts(record))
            .map(GameTally::of)
            .collect(),
    )
    .await
}

/// A game that went on from another one says nothing about its beginning.
fn counts(record: &Record) -> bool {
    record.head.from.is_none()
}

/// Counts those of these games that are not counted yet.
pub(super) async fn count(tx: &mut Tx<'_>, records: &[Record]) -> sqlx::Result<bool> {
    const MARK: &str = "UPDATE records SET counted = TRUE WHERE table_id = $1 AND NOT counted";
    const STAYED: &str = "UPDATE record_seats SET stayed = $3 WHERE table_id = $1 AND seat = $2";
    let mut tallies = Vec::new();
    for record in records {
        let table = record.head.table;
        let marked =
            on!(tx, tx => sqlx::query(MARK).bind(table).execute(&mut **tx).await?.rows_affected() > 0);
        if !marked {
            continue;
        }
        for seat in &record.head.seats {
            let stayed = record.stayed(seat.seat);
            on!(tx, tx => sqlx::query(STAYED).bind(table).bind(seat.seat).bind(stayed)
                .execute(&mut **tx).await.map(drop))?;
        }
        if counts(record) {
            tallies.push(GameTally::of(record));
        }
    }
    add(tx, tallies).await?;
    Ok(true)
}

/// Adds to the tallies. Rows come in their order: so nodes do not wait for each other in a circle.
async fn add(tx: &mut Tx<'_>, mut tallies: Vec<GameTally>) -> sqlx::Result<()> {
    const ADD: &str = "INSERT INTO game_tallies (kind, seats, bots, reason, length, winner, games, plies)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (kind, seats, bots, reason, length, winner) DO UPDATE
            SET games = game_tallies.games + excluded.games, plies = game_tallies.plies + excluded.plies";
    tallies.sort();
    for tally in tallies {
        on!(tx, tx => sqlx::query(ADD).bind(tally.kind).bind(tally.seats).bind(tally.bots).bind(tally.reason)
            .bind(tally.length).bind(tally.winner).bind(tally.games).bind(tally.plies)
            .execute(&mut **tx).await.map(drop))?;
    }
    Ok(())
}
