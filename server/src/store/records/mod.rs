//! Records: finished games, with everything that their pages show.

pub(super) mod chains;
pub(super) mod columns;
pub(super) mod day_lists;
pub(super) mod finished_games;
pub(super) mod game_rows;
pub(super) mod head_to_head;
pub(super) mod ladder;
pub(super) mod list;
pub(super) mod page;
pub(super) mod pairs;
pub(super) mod practice;
pub(super) mod rated_games;
pub(super) mod rated_pairs;
pub(super) mod ratings;
pub(super) mod reviews;
pub(super) mod statistics;
pub(super) mod tallies;
pub(super) mod walks;

use std::collections::HashMap;
use std::sync::Arc;

use sqlx::AssertSqlSafe;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Store, StoreError};
use crate::ids::{PlayerId, TableId};
use crate::model::record::filter::Facets;
use crate::model::record::{Record, RecordHead, RecordSeat};
use crate::names::folded;
use crate::store::engine::answers::Answers;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::{read, read_in};
use crate::store::engine::script::{Script, add};
use crate::store::engine::sql::Pools;

struct SeatOf {
    table_id: TableId,
    seat: RecordSeat,
}

from_row!(SeatOf, row => SeatOf {
    table_id: row.try_get("table_id")?,
    seat: RecordSeat::from_row(row)?,
});

macro_rules! head {
    () => {
        "table_id, code, kind, setup, rules_version, format, public, started_at, finished_at, plies, ending, clock, rated,
        from_code, from_turn"
    };
}

/// The columns that are read: also what is computed after a record was written.
macro_rules! read_head {
    () => {
        concat!(head!(), ", rating_weights")
    };
}

/// Finds the records of a list of tables, which follows.
pub(super) const HEADS_IN: &str = concat!("SELECT ", read_head!(), " FROM records WHERE table_id IN (");

/// What is read of finished games and ratings by pages. Cheap to clone.
#[derive(Clone, Debug)]
pub struct RecordStore {
    pub(in crate::store) pools: Pools,
    pub(in crate::store) answers: Arc<Answers>,
}

impl Store {
    /// What is read of finished games and ratings.
    #[must_use]
    pub fn records(&self) -> RecordStore {
        RecordStore {
            pools: self.pools.clone(),
            answers: Arc::clone(&self.answers),
        }
    }
}

impl RecordStore {
    /// The record of a table, if its game is over.
    pub async fn record(&self, table: TableId) -> Result<Option<Record>, StoreError> {
        const FIND: &str = concat!(
            "SELECT ",
            read_head!(),
            ", turns FROM records WHERE table_id = $1"
        );
        let found: Option<Record> =
            read!(self, conn => sqlx::query_as(FIND).bind(table).fetch_optional(conn))?;
        let Some(mut record) = found else { return Ok(None) };
        self.fill_seats(std::iter::once(&mut record.head)).await?;
        Ok(Some(record))
    }

    /// Fetches the seats of these records, in one query, and the owners of bots in another one.
    pub(super) async fn fill_seats<'r>(
        &self,
        heads: impl Iterator<Item = &'r mut RecordHead>,
    ) -> Result<(), StoreError> {
        const FIND: &str =
            "SELECT table_id, seat, player_id, name, rank, guest, device, bot, rating_before, uncertainty_before,
                rating_after, uncertainty_after FROM record_seats WHERE table_id IN (";
        let mut heads: HashMap<TableId, &mut RecordHead> = heads.map(|head| (head.table, head)).collect();
        let tables: Vec<TableId> = heads.keys().copied().collect();
        let seats: Vec<SeatOf> = read_in!(self, FIND, &tables[..], " ORDER BY table_id, seat")?;
        let owners = self.bot_owners(seats.iter().map(|row| row.seat.player)).await?;
        for mut row in seats {
            row.seat.owner = owners.get(&row.seat.player).cloned();
            if let Some(head) = heads.get_mut(&row.table_id) {
                head.seats.push(row.seat);
            }
        }
        Ok(())
    }
}

impl Store {
    /// All records, turns included, in order of their tables, starting after `after`.
    pub async fn all_records(&self, after: Option<TableId>, limit: i64) -> Result<Vec<Record>, StoreError> {
        const FIND: &str = concat!(
            "SELECT ",
            read_head!(),
            ", turns FROM records WHERE table_id > $1 ORDER BY table_id LIMIT $2"
        );
        let after = after.unwrap_or(TableId(Uuid::nil()));
        let mut records: Vec<Record> =
            read!(self, conn => sqlx::query_as(FIND).bind(after).bind(limit).fetch_all(conn))?;
        self.records()
            .fill_seats(records.iter_mut().map(|record| &mut record.head))
            .await?;
        Ok(records)
    }

    /// Records that are not counted yet, turns included, in order of their tables, starting after `after`.
    pub(super) async fn uncounted_records(
        &self,
        after: TableId,
        limit: i64,
    ) -> Result<Vec<Record>, StoreError> {
        const FIND: &str = concat!(
            "SELECT ",
            read_head!(),
            ", turns FROM records WHERE NOT counted AND table_id > $1 ORDER BY table_id LIMIT $2"
        );
        let mut records: Vec<Record> =
            read!(self, conn => sqlx::query_as(FIND).bind(after).bind(limit).fetch_all(conn))?;
        self.records()
            .fill_seats(records.iter_mut().map(|record| &mut record.head))
            .await?;
        Ok(records)
    }
}

/// Writes a record into the transaction of the event that ended its game, with the names of its players by now. A room does not know
/// whether a player has an account by now, or was renamed or deleted since it was opened, nor whether the game is to be hidden.
pub(super) async fn insert(
    script: &mut Script<'_, '_>,
    record: &Record,
    names: &HashMap<PlayerId, String>,
) -> sqlx::Result<()> {
    const RECORD: &str = concat!(
        "INSERT INTO records (",
        head!(),
        ", turns, seats, variant, reason, clock_kind, length, bots, winner, counted, tallied) VALUES ($1, $2, $3, $4, $5, $6,
            $7 AND COALESCE((SELECT t.public FROM tables t WHERE t.id = $1), TRUE), $8, $9, $10, $11, $12, $13,
            $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, TRUE, TRUE)"
    );
    let Record { head, turns } = record;
    let facets = Facets::of(head);
    add!(script, RECORD, query => {
        let row = query.bind(head.table).bind(head.code.as_str()).bind(&head.kind)
            .bind(&head.setup).bind(head.rules_version).bind(head.format).bind(head.public)
            .bind(head.started_at).bind(head.finished_at).bind(head.plies).bind(Json(&head.ending)).bind(&head.clock)
            .bind(head.rated).bind(head.from.as_ref().map(|from| from.code.as_str()))
            .bind(head.from.as_ref().map(|from| from.turn)).bind(Json(turns));
        row.bind(facets.seats).bind(&facets.variant).bind(&facets.reason).bind(facets.clock_kind.name())
            .bind(facets.length).bind(facets.bots).bind(facets.winner)
    })?;
    insert_seats(script, record, &facets, names).await
}

/// How many cells all seats of a record have in common, and how many each has of its own.
const SEAT_CELLS: (usize, usize) = (12, 9);

/// The seats of a record are written by one statement.
async fn insert_seats(
    script: &mut Script<'_, '_>,
    record: &Record,
    facets: &Facets,
    names: &HashMap<PlayerId, String>,
) -> sqlx::Result<()> {
    let head = &record.head;
    if head.seats.is_empty() {
        return Ok(());
    }
    let rows: Vec<String> = (0..head.seats.len()).map(seat_row).collect();
    let sql = format!(
        "INSERT INTO record_seats (table_id, seats, variant, reason, clock_kind, length, bots, finished_at, kind, plies, rated,
            winner, public, seat, player_id, name, rank, guest, device, bot, name_key, stayed) VALUES {}",
        rows.join(", ")
    );
    add!(script, AssertSqlSafe(sql), query => {
        let mut query = query.bind(head.table).bind(facets.seats).bind(&facets.variant)
            .bind(&facets.reason).bind(facets.clock_kind.name()).bind(facets.length).bind(facets.bots)
            .bind(head.finished_at).bind(&head.kind).bind(head.plies).bind(facets.rated).bind(facets.winner);
        for seat in &head.seats {
            let name = names.get(&seat.player).unwrap_or(&seat.name);
            query = query.bind(seat.seat).bind(seat.player).bind(name).bind(seat.rank).bind(seat.guest)
                .bind(seat.device).bind(seat.bot.map(|level| i64::from(level.number()))).bind(folded(name))
                .bind(record.stayed(seat.seat));
        }
        query
    })
}

/// The cells of a seat, the first being 0. A player with an account is no guest.
fn seat_row(seat: usize) -> String {
    let (common, own) = SEAT_CELLS;
    let list = |cells: std::ops::Range<usize>| {
        let cells: Vec<String> = cells.map(|cell| format!("${}", cell + 1)).collect();
        cells.join(", ")
    };
    let first = common + seat * own;
    let (player, guest) = (first + 1, first + 4);
    format!(
        "({}, (SELECT r.public FROM records r WHERE r.table_id = $1), {}, ${} AND NOT EXISTS (SELECT 1 FROM accounts a
            WHERE a.player_id = ${}), {})",
        list(0..common),
        list(first..guest),
        guest + 1,
        player + 1,
        list(guest + 1..first + own),
    )
}
