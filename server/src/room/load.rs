//! Loading a table from its log.

use std::collections::HashMap;

use super::live_table::LiveTable;
use crate::ids::{PlayerId, TableId};
use crate::model::event::{Event, Logged};
use crate::model::state::BrokenLog;
use crate::model::stored;
use crate::store::{EventRow, Store, StoreError, TableRow};

/// A table cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What the store has is not a log.
    #[error(transparent)]
    Log(#[from] BrokenLog),
    /// Loading failed a moment ago, and is not tried again yet.
    #[error("the table failed to load a moment ago")]
    Waiting,
    /// The server is stopping.
    #[error("the server is stopping")]
    Shutdown,
}

/// Reads a table's log and replays it.
///
/// # Errors
/// When the store does not answer, or has no log that can be replayed.
pub async fn load(store: &Store, row: &TableRow) -> Result<LiveTable, LoadError> {
    let log = events_after(store, row.id, 0).await?;
    let mut table = LiveTable::replay(row.id, row.code.clone(), &log)?;
    table.learn(&store.people_at(row.id).await?);
    Ok(table)
}

/// The events of a table after this number, with the names of those whom they seat.
pub(crate) async fn events_after(store: &Store, table: TableId, seq: u64) -> Result<Vec<Logged>, LoadError> {
    let rows = store.events_after(table, seq as i64).await?;
    let mut log = rows.into_iter().map(logged).collect::<Result<Vec<_>, _>>()?;
    if log.iter().any(|logged| logged.event.named().is_some()) {
        name_seated(store, table, &mut log).await?;
    }
    Ok(log)
}

async fn name_seated(store: &Store, table: TableId, log: &mut [Logged]) -> Result<(), StoreError> {
    let mut names: HashMap<PlayerId, String> = store.names_at(table).await?.into_iter().collect();
    let seated = log.iter().filter_map(|logged| logged.event.named());
    let kept = log.iter().filter_map(|logged| logged.event.kept());
    let all = seated.chain(kept.flat_map(|kept| kept.players.iter().copied()));
    let missing: Vec<PlayerId> = all.filter(|player| !names.contains_key(player)).collect();
    if !missing.is_empty() {
        names.extend(store.player_names(&missing).await?);
    }
    for logged in log {
        let seated = logged.event.named();
        logged.name = seated.and_then(|player| names.get(&player).cloned());
        if let Event::Created { kept: Some(kept), .. } = &mut logged.event {
            let name = |player| names.get(player).cloned().unwrap_or_default();
            kept.names = kept.players.iter().map(name).collect();
        }
    }
    Ok(())
}

fn logged(row: EventRow) -> Result<Logged, BrokenLog> {
    let seq = row.seq as u64;
    let event = stored::decode(row.format, &row.body).map_err(|error| BrokenLog {
        seq,
        why: error.to_string(),
    })?;
    Ok(Logged {
        id: row.id,
        seq,
        at: row.at,
        command: row.player.zip(row.command),
        event,
        name: None,
    })
}
