//! Loading a table from its log.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;

use super::live_table::LiveTable;
use super::people::{People, named};
use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::chained_record::chain_start_at;
use crate::model::log::entry::{LogEntry, StoredEntry};
use crate::model::log::event::Event;
use crate::model::record::chain::{Chain, ChainStart, ChainedEvent};
use crate::model::table::state::{BrokenLog, Phase};
use crate::seq::Seq;
use crate::store::{Store, StoreError, TableRow};

/// A table cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored events are not a valid log.
    #[error(transparent)]
    Log(#[from] BrokenLog),
    /// The store has no log of the table: a database that failed has lost it.
    #[error("the table has no log")]
    Lost,
    /// Loading failed a moment ago, and is not tried again yet.
    #[error("the table failed to load a moment ago")]
    Waiting,
    /// The server is stopping.
    #[error("the server is stopping")]
    Shutdown,
}

pub async fn load(store: &Store, row: &TableRow) -> Result<LiveTable, LoadError> {
    let (table, _) = load_with_chain(store, row.id, &row.code).await?;
    Ok(table)
}

/// A table, and the chain over its log unless the game is over.
pub(super) async fn load_with_chain(
    store: &Store,
    id: TableId,
    code: &TableCode,
) -> Result<(LiveTable, Option<Chain>), LoadError> {
    let log = Log::read(store, id, code).await?;
    let mut table = log.replay(&log.entries)?;
    table.set_people(&log.people);
    let chain = match table.state.phase {
        Phase::Waiting(_) | Phase::Playing(_) => Some(log.chain(chain_start_at(&table.state))?),
        Phase::Over(_) => None,
    };
    Ok((table, chain))
}

/// The log of a table, and who is named there.
#[derive(Debug)]
pub struct Log {
    id: TableId,
    code: TableCode,
    /// At least one.
    entries: Vec<LogEntry>,
    /// The same as they are stored.
    rows: Vec<StoredEntry>,
    people: People,
}

impl Log {
    pub async fn read(store: &Store, id: TableId, code: &TableCode) -> Result<Log, LoadError> {
        let (rows, entries) = rows_after(store, id, Seq::ZERO).await?;
        if entries.is_empty() {
            return Err(LoadError::Lost);
        }
        // Read before the log is replayed, since the messages of its events tell who has an account.
        let people = People::read(store, id, named(&entries)).await?;
        let code = code.clone();
        Ok(Log {
            id,
            code,
            entries,
            rows,
            people,
        })
    }

    pub fn entries(&self) -> &[LogEntry] {
        &self.entries
    }

    fn chain(&self, start: ChainStart) -> Result<Chain, BrokenLog> {
        let mut chain = Chain::begin(start);
        for row in &self.rows {
            chain.push(chain.sum_after(&chained(row)?));
        }
        Ok(chain)
    }

    fn replay(&self, entries: &[LogEntry]) -> Result<LiveTable, BrokenLog> {
        LiveTable::replay(self.id, self.code.clone(), entries, self.people.members.clone())
    }

    /// The messages of the events after a number, at most so many. All events before them are replayed.
    pub fn messages(&self, after: Seq, most: usize) -> Result<Vec<Utf8Bytes>, BrokenLog> {
        let mut table = self.replay(&self.entries[..1])?;
        let mut messages = Vec::new();
        for (index, entry) in self.entries.iter().enumerate() {
            if index > 0 {
                table.apply(entry)?;
            }
            if entry.seq > after {
                messages.extend(table.feed.message(entry.seq).cloned());
            }
            if messages.len() >= most {
                break;
            }
        }
        Ok(messages)
    }
}

/// The events of a table after this number, with the names of the players whom they seat.
pub(crate) async fn events_after(
    store: &Store,
    table: TableId,
    seq: Seq,
) -> Result<Vec<LogEntry>, LoadError> {
    let (_, log) = rows_after(store, table, seq).await?;
    Ok(log)
}

/// The same, with the entries as they are stored.
pub(super) async fn rows_after(
    store: &Store,
    table: TableId,
    seq: Seq,
) -> Result<(Vec<StoredEntry>, Vec<LogEntry>), LoadError> {
    let rows = store.events_after(table, seq).await?;
    let mut log = rows.iter().map(decoded).collect::<Result<Vec<_>, _>>()?;
    if log.iter().any(|entry| entry.event.named().is_some()) {
        name_seated(store, table, &mut log).await?;
    }
    Ok((rows, log))
}

async fn name_seated(store: &Store, table: TableId, log: &mut [LogEntry]) -> Result<(), StoreError> {
    let mut names: HashMap<PlayerId, String> = store.names_at(table).await?.into_iter().collect();
    let missing: Vec<PlayerId> = named(log).filter(|player| !names.contains_key(player)).collect();
    if !missing.is_empty() {
        names.extend(store.player_names(&missing).await?);
    }
    for entry in log {
        let seated = entry.event.named();
        entry.name = seated.and_then(|player| names.get(&player).cloned());
        if let Event::Created { kept: Some(kept), .. } = &mut entry.event {
            let name = |player| names.get(player).cloned().unwrap_or_default();
            kept.names = kept.players.iter().map(name).collect();
        }
    }
    Ok(())
}

fn decoded(entry: &StoredEntry) -> Result<LogEntry, BrokenLog> {
    entry.decoded().map_err(|error| broken(entry, &error))
}

/// The entry as the chain of its game has it.
pub(super) fn chained(entry: &StoredEntry) -> Result<ChainedEvent, BrokenLog> {
    ChainedEvent::try_from(entry).map_err(|error| broken(entry, &error))
}

fn broken(entry: &StoredEntry, why: &impl ToString) -> BrokenLog {
    BrokenLog {
        seq: entry.seq,
        why: why.to_string(),
    }
}
