//! Telling other nodes of events, within the transaction that writes them.

use std::collections::BTreeMap;

use super::change::Change;
use super::sql::{Engine, Tx};
use super::writer::Outcome;
use crate::bus::NOTIFY;
use crate::ids::TableId;

/// How far the logs of tables have come with the events that were written. Nobody waits for the first event of a table.
pub(super) fn written(group: &[&Change], outcomes: &[Outcome]) -> Vec<(TableId, u64)> {
    let mut tables: BTreeMap<TableId, u64> = BTreeMap::new();
    for (change, outcome) in group.iter().zip(outcomes) {
        if let (Change::Event(event), Outcome::Written) = (change, outcome) {
            let seq = tables.entry(event.table).or_default();
            *seq = (*seq).max(event.seq.unsigned_abs());
        }
    }
    tables.retain(|_, seq| *seq > 1);
    tables.into_iter().collect()
}

/// Notifies those who listen to the database, as soon as the transaction is committed.
pub(super) async fn notify(tx: &mut Tx<'_>, messages: Vec<String>) -> sqlx::Result<()> {
    match tx {
        Engine::Postgres(tx) if !messages.is_empty() => sqlx::query(NOTIFY)
            .bind(messages)
            .execute(&mut **tx)
            .await
            .map(drop),
        _ => Ok(()),
    }
}
