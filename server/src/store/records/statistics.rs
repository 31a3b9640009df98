//! Statistics of all finished games: how they ended, how long they were, and which seats won.

use std::collections::HashSet;

use sqlx::QueryBuilder;

use crate::ids::TableId;
use crate::model::record::Record;
use crate::model::record::filter::Facets;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::script::{Script, add};
use crate::store::engine::sql::{Tx, on, push_list};
use crate::store::writer::job::{Lane, WriteJob};
use crate::store::{RecordStore, Step, Store, StoreError};

/// How many games are counted in one transaction.
const GROUP: i64 = 50;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameTally {
    pub kind: String,
    pub seats: i64,
    pub bots: bool,
    pub reason: String,
    pub length: i64,
    pub winner: i64,
    pub games: i64,
    pub plies: i64,
}

from_row!(GameTally {
    kind,
    seats,
    bots,
    reason,
    length,
    winner,
    games,
    plies
});

impl GameTally {
    pub fn of(record: &Record) -> GameTally {
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

    /// Adds games with the same key; false if the key differs.
    fn takes(&mut self, others: &GameTally) -> bool {
        let (games, plies) = (self.games + others.games, self.plies + others.plies);
        let sum = |tally: &GameTally| GameTally {
            games,
            plies,
            ..tally.clone()
        };
        let together = sum(self) == sum(others);
        if together {
            *self = sum(self);
        }
        together
    }
}

impl RecordStore {
    pub async fn tallies(&self, kind: &str) -> Result<Vec<GameTally>, StoreError> {
        const FIND: &str = "SELECT kind, seats, bots, reason, length, winner, games, plies FROM game_tallies
            WHERE kind = $1 ORDER BY seats, bots, reason, length, winner";
        read!(self, conn => sqlx::query_as(FIND).bind(kind).fetch_all(conn))
    }
}

impl Store {
    /// Whether there are games of versions that did not count them.
    pub async fn has_uncounted_records(&self) -> Result<bool, StoreError> {
        const FIND: &str = "SELECT 1 FROM records WHERE NOT counted LIMIT 1";
        let found: Option<i32> = read!(self, conn => sqlx::query_scalar(FIND).fetch_optional(conn))?;
        Ok(found.is_some())
    }

    /// How many of them there are after a table, if they can be counted in time.
    pub async fn uncounted_after(&self, after: TableId) -> Option<i64> {
        const COUNT: &str = "SELECT COUNT(*) FROM records WHERE NOT counted AND table_id > $1";
        self.count_left(COUNT, after).await
    }

    /// Counts some of these games after a table; `None` if there are no more.
    pub async fn count_games(&self, after: TableId) -> Result<Option<Step>, StoreError> {
        let records = self.uncounted_records(after, GROUP).await?;
        let Some(last) = records.last().map(|record| record.head.table) else {
            return Ok(None);
        };
        let filled = records.len();
        self.writer.write(CountGames(records)).await?;
        Ok(Some(Step::of(last, filled)))
    }
}

/// Counts games that have ended just now.
pub(in crate::store) async fn count_ended(
    script: &mut Script<'_, '_>,
    records: &[&Record],
) -> sqlx::Result<()> {
    let counted = records.iter().filter(|record| record.is_in_statistics());
    count(script, counted.map(|record| GameTally::of(record)).collect()).await
}

/// Counts games that are not counted yet.
#[derive(Debug)]
struct CountGames(Vec<Record>);

impl WriteJob for CountGames {
    const LANE: Lane = Lane::Backfills;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        let tables: Vec<TableId> = self.0.iter().map(|record| record.head.table).collect();
        let marked: Vec<TableId> = on!(&mut *tx, tx => {
            let mut sql = QueryBuilder::new("UPDATE records SET counted = TRUE WHERE NOT counted AND table_id IN (");
            push_list(&mut sql, &tables).push(" RETURNING table_id");
            sql.build_query_scalar().persistent(false).fetch_all(&mut **tx).await
        })?;
        let marked: HashSet<TableId> = marked.into_iter().collect();
        let records = self.0.iter().filter(|record| marked.contains(&record.head.table));
        let records: Vec<&Record> = records.collect();
        record_stays(tx, &records).await?;
        let tallies = records.into_iter().filter(|record| record.is_in_statistics());
        let mut script = Script::new(tx);
        count(&mut script, tallies.map(GameTally::of).collect()).await?;
        script.run().await?;
        Ok(!marked.is_empty())
    }
}

/// Records who stayed to the end.
async fn record_stays(tx: &mut Tx<'_>, records: &[&Record]) -> sqlx::Result<()> {
    let seats = |record: &&Record| {
        let table = record.head.table;
        let stayed = record
            .head
            .seats
            .iter()
            .map(|seat| (seat.seat, record.stayed(seat.seat)));
        stayed
            .map(|(seat, stayed)| (table, seat, stayed))
            .collect::<Vec<_>>()
    };
    let seats: Vec<(TableId, i64, bool)> = records.iter().flat_map(seats).collect();
    if seats.is_empty() {
        return Ok(());
    }
    on!(tx, tx => {
        let mut sql = QueryBuilder::new("UPDATE record_seats SET stayed = v.column3 FROM (");
        sql.push_values(seats, |mut row, (table, seat, stayed)| {
            row.push_bind(table).push_bind(seat).push_bind(stayed);
        });
        sql.push(") AS v WHERE record_seats.table_id = v.column1 AND record_seats.seat = v.column2");
        sql.build().persistent(false).execute(&mut **tx).await.map(drop)
    })
}

/// Adds to the tallies, to each row once. Rows come in their order, so that nodes never wait for each other in a
/// circle.
async fn count(script: &mut Script<'_, '_>, mut tallies: Vec<GameTally>) -> sqlx::Result<()> {
    const ADD: &str = "INSERT INTO game_tallies (kind, seats, bots, reason, length, winner, games, plies)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (kind, seats, bots, reason, length, winner) DO UPDATE
            SET games = game_tallies.games + excluded.games, plies = game_tallies.plies + excluded.plies";
    tallies.sort();
    tallies.dedup_by(|next, sum| sum.takes(next));
    for tally in tallies {
        add!(script, ADD, query => query.bind(tally.kind).bind(tally.seats).bind(tally.bots).bind(tally.reason)
            .bind(tally.length).bind(tally.winner).bind(tally.games).bind(tally.plies))?;
    }
    Ok(())
}
