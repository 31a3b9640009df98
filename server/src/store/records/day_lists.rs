//! The lists of records, day by day: see [`DayList`].
//!
//! A record is added to the open list in the transaction that writes it. Once a day the list is closed and a new one
//! begun; its sum is made afterwards. Every node does so: a list is closed once, and its sum is the same whoever
//! makes it.

use std::time::Duration;

use sqlx::QueryBuilder;
use tokio::time::{Instant, sleep};
use tracing::{info, warn};

use super::chains;
use crate::ids::TableId;
use crate::model::record::chain::{Chain, Sum};
use crate::model::record::day_list::DayList;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::{read, read_in};
use crate::store::engine::script::{Script, add};
use crate::store::engine::sql::{Engine, Tx, execute, on, push_list};
use crate::store::writer::job::{Lane, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::{UnixMs, list_day};

/// How many records are added in one transaction, where an older version did not.
const GROUP: i64 = 100;
/// The shortest pause between two such transactions.
const PAUSE: Duration = Duration::from_millis(2);
/// How many records a list has before it is closed early, so that it can be summed up at once.
const FULL: i64 = 10_000;

struct ListRow {
    list: DayList,
    is_closed: bool,
}

from_row!(ListRow, row => ListRow {
    list: DayList {
        list: row.try_get("list")?,
        day: row.try_get("day")?,
        records: row.try_get("records")?,
        sha256: row.try_get::<Option<Vec<u8>>, _>("sha256")?.map(sum).transpose()?,
    },
    is_closed: row.try_get("is_closed")?,
});

fn sum(bytes: Vec<u8>) -> sqlx::Result<Sum> {
    bytes
        .try_into()
        .map_err(|_| sqlx::Error::Decode("this is no checksum".into()))
}

#[derive(Debug)]
enum ListChange {
    Add(Vec<TableId>),
    /// Dates a list that is empty or has no date.
    Date {
        list: i64,
        day: String,
    },
    /// Closes a list, and begins the next one.
    Close {
        list: i64,
        day: String,
        now: UnixMs,
    },
    Sum {
        list: i64,
        sum: Sum,
    },
}

/// The columns of a [`ListRow`].
macro_rules! columns {
    () => {
        "list, day, records, sha256, closed_at IS NOT NULL AS is_closed"
    };
}

impl Store {
    pub async fn day_lists(&self) -> Result<Vec<DayList>, StoreError> {
        const FIND: &str = concat!("SELECT ", columns!(), " FROM day_lists ORDER BY list");
        let rows: Vec<ListRow> = read!(self, conn => sqlx::query_as(FIND).fetch_all(conn))?;
        Ok(rows.into_iter().map(|row| row.list).collect())
    }

    /// In order, with their places.
    pub async fn listed_sums(&self, list: i64) -> Result<Vec<(i64, Sum)>, StoreError> {
        const FIND: &str = "SELECT place, sha256 FROM record_chains WHERE list = $1 ORDER BY place";
        let rows: Vec<(i64, Vec<u8>)> = read!(self, conn => sqlx::query_as(FIND).bind(list).fetch_all(conn))?;
        let listed = |(place, bytes)| Ok((place, sum(bytes)?));
        rows.into_iter().map(listed).collect()
    }

    /// The lists of these records and their places there; unlisted ones are left out.
    pub async fn list_places(&self, tables: &[TableId]) -> Result<Vec<(TableId, i64, i64)>, StoreError> {
        const FIND: &str =
            "SELECT table_id, list, place FROM record_chains WHERE list IS NOT NULL AND table_id IN (";
        read_in!(self, FIND, tables)
    }

    /// Brings the lists up to date: closes the open list if its day is over, adds the records that are in none, and makes sums
    /// that are missing. It may be stopped at any point, and goes on from there the next time.
    pub async fn update_day_lists(&self, now: UnixMs) -> Result<(), StoreError> {
        loop {
            if self.close_list(now).await? {
                self.sum_lists().await?;
            }
            let begun = Instant::now();
            if !self.list_more().await? {
                return self.sum_lists().await;
            }
            // As much time is left to others.
            sleep(begun.elapsed().max(PAUSE)).await;
        }
    }

    /// Adds some of the unlisted records. False if there are none.
    async fn list_more(&self) -> Result<bool, StoreError> {
        const FIND: &str = "SELECT table_id FROM record_chains WHERE list IS NULL ORDER BY table_id LIMIT $1";
        let tables: Vec<TableId> = read!(self, conn => sqlx::query_scalar(FIND).bind(GROUP).fetch_all(conn))?;
        if tables.is_empty() {
            return Ok(false);
        }
        self.writer.write(ListChange::Add(tables)).await
    }

    /// Tells whether it closed one.
    async fn close_list(&self, now: UnixMs) -> Result<bool, StoreError> {
        const FIND: &str = concat!("SELECT ", columns!(), " FROM day_lists WHERE closed_at IS NULL");
        let open: Option<ListRow> = read!(self, conn => sqlx::query_as(FIND).fetch_optional(conn))?;
        let Some(ListRow { list: open, .. }) = open else {
            warn!("no list of records is open");
            return Ok(false);
        };
        let (list, day) = (open.list, list_day(now));
        let change = match open.records {
            _ if open.day.is_empty() => ListChange::Date { list, day },
            0 if open.day != day => ListChange::Date { list, day },
            records if records >= FULL || (records > 0 && open.day < day) => {
                ListChange::Close { list, day, now }
            }
            _ => return Ok(false),
        };
        let closes = matches!(change, ListChange::Close { .. });
        Ok(self.writer.write(change).await? && closes)
    }

    async fn sum_lists(&self) -> Result<(), StoreError> {
        const LAST: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM day_lists WHERE sha256 IS NOT NULL ORDER BY list DESC LIMIT 1"
        );
        const NEXT: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM day_lists WHERE list > $1 ORDER BY list LIMIT 1"
        );
        let last: Option<ListRow> = read!(self, conn => sqlx::query_as(LAST).fetch_optional(conn))?;
        let mut before = last.map_or((0, [0; 32]), |row| {
            (row.list.list, row.list.sha256.unwrap_or_default())
        });
        loop {
            let next: Option<ListRow> =
                read!(self, conn => sqlx::query_as(NEXT).bind(before.0).fetch_optional(conn))?;
            let Some(ListRow { mut list, .. }) = next.filter(|next| next.is_closed) else {
                return Ok(());
            };
            let records = self.listed_sums(list.list).await?;
            if records.len() as i64 != list.records {
                warn!(list = list.list, %list.day, "records of this list are missing: see `thicket verify`");
            }
            let sum = list.sum(before.1, records.into_iter().map(|(_, sum)| sum));
            before = (list.list, sum);
            list.sha256 = Some(sum);
            let change = ListChange::Sum { list: list.list, sum };
            if self.writer.write(change).await? {
                info!("records: {list}");
            }
        }
    }
}

impl WriteJob for ListChange {
    const LANE: Lane = Lane::Backfills;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const DATE: &str = "UPDATE day_lists SET day = $2 WHERE list = $1 AND closed_at IS NULL AND (records = 0 OR day = '')";
        const SUM: &str =
            "UPDATE day_lists SET sha256 = $2 WHERE list = $1 AND closed_at IS NOT NULL AND sha256 IS NULL";
        match self {
            Self::Add(tables) => add_unlisted(tx, tables).await,
            Self::Date { list, day } => {
                execute!(tx, DATE; list, day)
            }
            Self::Close { list, day, now } => close(tx, *list, day, *now).await,
            Self::Sum { list, sum } => {
                execute!(tx, SUM; list, &sum[..])
            }
        }
    }
}

/// Adds the checksums of games that have ended just now. The row of the open list is locked after all others of a
/// transaction, so that nodes never wait for each other in a circle.
pub(in crate::store) async fn add_ended(
    script: &mut Script<'_, '_>,
    ended: &[(TableId, &Chain)],
) -> sqlx::Result<()> {
    const ADD: &str = "UPDATE day_lists SET records = records + 1 WHERE closed_at IS NULL";
    if let Engine::Sqlite(_) = script.transaction() {
        // Nobody else can close the list meanwhile.
        for chain in ended {
            add!(script, ADD, query => query)?;
            chains::insert_last(script, chain).await?;
        }
        return Ok(());
    }
    let tx = script.run().await?;
    let open = open_list(tx, ended.len()).await?;
    for (chain, place) in ended.iter().zip(1..) {
        let listed = open.map(|(list, records)| (list, records - ended.len() as i64 + place));
        chains::insert(tx, chain, listed).await?;
    }
    Ok(())
}

/// Adds these records, unless another node has added them meanwhile.
async fn add_unlisted(tx: &mut Tx<'_>, tables: &[TableId]) -> sqlx::Result<bool> {
    const FIND: &str = "SELECT table_id FROM record_chains WHERE list IS NULL AND table_id IN (";
    // This locks the row, so that the next statement sees what other nodes have done.
    if open_list(tx, 0).await?.is_none() {
        return Ok(false);
    }
    let tables: Vec<TableId> = on!(&mut *tx, tx => {
        let mut sql = QueryBuilder::new(FIND);
        push_list(&mut sql, tables).push(" ORDER BY table_id");
        sql.build_query_scalar().persistent(false).fetch_all(&mut **tx).await?
    });
    if let Some((list, records)) = open_list(tx, tables.len()).await? {
        place(tx, &tables, list, records).await?;
    }
    Ok(true)
}

/// The open list, with so many records more than before. `None` if another node has closed it just now.
async fn open_list(tx: &mut Tx<'_>, more: usize) -> sqlx::Result<Option<(i64, i64)>> {
    const ADD: &str =
        "UPDATE day_lists SET records = records + $1 WHERE closed_at IS NULL RETURNING list, records";
    let more = more as i64;
    for _ in 0..2 {
        let open = on!(&mut *tx, tx => sqlx::query_as(ADD).bind(more).fetch_optional(&mut **tx).await)?;
        if open.is_some() {
            return Ok(open);
        }
    }
    Ok(None)
}

/// Gives these records the last places of a list.
async fn place(tx: &mut Tx<'_>, tables: &[TableId], list: i64, records: i64) -> sqlx::Result<()> {
    const PLACE: &str = "UPDATE record_chains SET list = $2, place = $3 WHERE table_id = $1";
    for (table, place) in tables.iter().zip(records - tables.len() as i64 + 1..) {
        execute!(tx, PLACE; table, list, place)?;
    }
    Ok(())
}

async fn close(tx: &mut Tx<'_>, list: i64, day: &str, now: UnixMs) -> sqlx::Result<bool> {
    const CLOSE: &str = "UPDATE day_lists SET closed_at = $2 WHERE list = $1 AND closed_at IS NULL";
    const NEXT: &str = "INSERT INTO day_lists (list, day, records) VALUES ($1, $2, 0)";
    on!(tx, tx => {
        let closed = sqlx::query(CLOSE).bind(list).bind(now).execute(&mut **tx).await?.rows_affected() > 0;
        if closed {
            sqlx::query(NEXT).bind(list + 1).bind(day).execute(&mut **tx).await?;
        }
        Ok(closed)
    })
}
