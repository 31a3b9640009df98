//! Telling other nodes of a group's events.

use std::collections::BTreeMap;

use super::change::Change;
use crate::ids::TableId;

/// How far a group brings the logs of its tables. Nobody waits for the first event of a table.
pub(super) fn events(group: &[&Change]) -> Vec<(TableId, u64)> {
    let mut tables: BTreeMap<TableId, u64> = BTreeMap::new();
    for change in group {
        if let Change::Event(event) = change {
            let seq = tables.entry(event.table).or_default();
            *seq = (*seq).max(event.seq.unsigned_abs());
        }
    }
    tables.retain(|_, seq| *seq > 1);
    tables.into_iter().collect()
}
