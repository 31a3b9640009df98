//! The checksums of records: see [`Chain`].

use std::collections::HashMap;

use sqlx::QueryBuilder;
use tracing::warn;

use crate::ids::TableId;
use crate::model::chained_record::ChainedRecord;
use crate::model::log::entry::StoredEntry;
use crate::model::record::chain::{Chain, ChainedEvent, Link};
use crate::model::record::{Record, RecordHead, RecordTurn};
use crate::store::backfills;
use crate::store::engine::from_row::{from_row, json};
use crate::store::engine::read::{read, read_in};
use crate::store::engine::script::{Script, add};
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::writer::job::{Lane, WriteJob};
use crate::store::{RecordStore, Step, Store, StoreError};

/// How many records get their checksums in one transaction, where they have none.
const GROUP: usize = 50;
/// How many records are checked for that at once.
const WALK: i64 = 500;

/// Finds the events of a list of tables, which follows.
pub(in crate::store) const EVENTS_OF: &str =
    "SELECT id, table_id, seq, player_id, command_id, at, format, body FROM events WHERE table_id IN (";

struct TurnsRow {
    table: TableId,
    turns: Vec<RecordTurn>,
}

from_row!(TurnsRow, row => TurnsRow {
    table: row.try_get("table_id")?,
    turns: json(row, "turns")?,
});

struct ChainRow {
    table: TableId,
    chain: Chain,
}

from_row!(ChainRow, row => ChainRow {
    table: row.try_get("table_id")?,
    chain: chain(row.try_get("sha256")?, row.try_get("links")?)?,
});

fn chain(sha256: Vec<u8>, links: Vec<u8>) -> sqlx::Result<Chain> {
    let unreadable = || sqlx::Error::Decode("this is no checksum".into());
    let (links, []) = links.as_chunks::<{ size_of::<Link>() }>() else {
        return Err(unreadable());
    };
    Ok(Chain {
        sha256: sha256.try_into().map_err(|_| unreadable())?,
        links: links.to_vec(),
    })
}

impl RecordStore {
    /// The record of a table with its events and its checksum, if the game is over.
    pub async fn chained_record(&self, table: TableId) -> Result<Option<ChainedRecord>, StoreError> {
        let Some(record) = self.record(table).await? else {
            return Ok(None);
        };
        Ok(self.chained(vec![record]).await?.pop())
    }

    /// In the same order.
    pub async fn chained(&self, records: Vec<Record>) -> Result<Vec<ChainedRecord>, StoreError> {
        let tables: Vec<TableId> = records.iter().map(|record| record.head.table).collect();
        let mut chains = self.chains(&tables).await?;
        let mut events = self.events_of(&tables).await?;
        let chained = |record: Record| ChainedRecord {
            chain: chains.remove(&record.head.table),
            events: events.remove(&record.head.table).unwrap_or_default(),
            record,
        };
        Ok(records.into_iter().map(chained).collect())
    }

    /// In the same order.
    pub async fn chained_heads(&self, heads: Vec<RecordHead>) -> Result<Vec<ChainedRecord>, StoreError> {
        let tables: Vec<TableId> = heads.iter().map(|head| head.table).collect();
        let rows: Vec<TurnsRow> = read_in!(
            self,
            "SELECT table_id, turns FROM records WHERE table_id IN (",
            &tables[..]
        )?;
        let mut turns: HashMap<TableId, Vec<RecordTurn>> =
            rows.into_iter().map(|row| (row.table, row.turns)).collect();
        let record = |head: RecordHead| Record {
            turns: turns.remove(&head.table).unwrap_or_default(),
            head,
        };
        self.chained(heads.into_iter().map(record).collect()).await
    }

    async fn chains(&self, tables: &[TableId]) -> Result<HashMap<TableId, Chain>, StoreError> {
        let rows: Vec<ChainRow> = read_in!(
            self,
            "SELECT table_id, sha256, links FROM record_chains WHERE table_id IN (",
            tables
        )?;
        Ok(rows.into_iter().map(|row| (row.table, row.chain)).collect())
    }

    async fn events_of(&self, tables: &[TableId]) -> Result<HashMap<TableId, Vec<ChainedEvent>>, StoreError> {
        let rows: Vec<StoredEntry> = read_in!(self, EVENTS_OF, tables, " ORDER BY table_id, seq")?;
        let mut events: HashMap<TableId, Vec<ChainedEvent>> = HashMap::new();
        for row in &rows {
            // A body that is not JSON cannot be part of a chain, so its event counts as missing.
            if let Ok(event) = ChainedEvent::try_from(row) {
                events.entry(row.table).or_default().push(event);
            }
        }
        Ok(events)
    }
}

impl Store {
    /// How many records there are after a table, if that can be told in time.
    pub async fn records_after(&self, after: TableId) -> Option<i64> {
        const COUNT: &str = "SELECT COUNT(*) FROM records WHERE table_id > $1";
        self.count_left(COUNT, after).await
    }

    /// Makes the missing checksums of some of the records after a table, written by an older version; `None` if there
    /// are no more records.
    pub async fn fill_record_chains(&self, after: TableId) -> Result<Option<Step>, StoreError> {
        const FIND: &str = "SELECT r.table_id, EXISTS (SELECT 1 FROM record_chains c WHERE c.table_id = r.table_id)
            FROM (SELECT table_id FROM records WHERE table_id > $1 ORDER BY table_id LIMIT $2) AS r ORDER BY r.table_id";
        let tables: Vec<(TableId, bool)> =
            read!(self, conn => sqlx::query_as(FIND).bind(after).bind(WALK).fetch_all(conn))?;
        let Some((step, missing)) = backfills::missing(&tables, GROUP) else {
            return Ok(None);
        };
        let mut records = Vec::with_capacity(missing.len());
        for table in missing {
            records.extend(self.records().record(table).await?);
        }
        let chains = self.records().chained(records).await?;
        let chains: Vec<_> = chains.iter().filter_map(missing_chain).collect();
        let filled = chains.len();
        if filled > 0 {
            self.writer.write(FillRecordChains(chains)).await?;
        }
        Ok(Some(Step { filled, ..step }))
    }
}

/// The checksum of a record that has none; `None` if it is not known which event ended the game.
fn missing_chain(record: &ChainedRecord) -> Option<(TableId, Chain)> {
    let head = &record.record.head;
    let chain = record.made();
    if chain.is_none() {
        warn!(table = %head.table, "no event ends this game, so its record gets no checksum");
    }
    Some((head.table, chain?))
}

#[derive(Debug)]
struct FillRecordChains(Vec<(TableId, Chain)>);

impl WriteJob for FillRecordChains {
    const LANE: Lane = Lane::Backfills;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        on!(tx, tx => {
            let mut sql = QueryBuilder::new("INSERT INTO record_chains (table_id, sha256, links) ");
            sql.push_values(&self.0, |mut row, (table, chain)| {
                row.push_bind(*table).push_bind(chain.sha256.to_vec()).push_bind(chain.links.concat());
            });
            sql.push(" ON CONFLICT (table_id) DO NOTHING");
            Ok(sql.build().persistent(false).execute(&mut **tx).await?.rows_affected() > 0)
        })
    }
}

/// Writes a checksum, with its list and its place there if that is known.
pub(super) async fn insert(
    tx: &mut Tx<'_>,
    (table, chain): &(TableId, &Chain),
    listed: Option<(i64, i64)>,
) -> sqlx::Result<()> {
    const INSERT: &str =
        "INSERT INTO record_chains (table_id, sha256, links, list, place) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (table_id) DO NOTHING";
    let (list, place) = listed.unzip();
    execute!(tx, INSERT; table, &chain.sha256[..], chain.links.concat(), list, place).map(drop)
}

/// Writes a checksum in the last place of the open list.
pub(super) async fn insert_last(
    script: &mut Script<'_, '_>,
    (table, chain): &(TableId, &Chain),
) -> sqlx::Result<()> {
    const INSERT: &str = "INSERT INTO record_chains (table_id, sha256, links, list, place)
        VALUES ($1, $2, $3, (SELECT list FROM day_lists WHERE closed_at IS NULL),
            (SELECT records FROM day_lists WHERE closed_at IS NULL))
        ON CONFLICT (table_id) DO NOTHING";
    add!(script, INSERT, query => query.bind(table).bind(&chain.sha256[..]).bind(chain.links.concat()))
}
