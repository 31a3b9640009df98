//! An entry of a log as a row.

use crate::model::log::entry::{StoredEntry, StoredEvent};
use crate::store::engine::from_row::{from_row, json};

/// The table of the log with its columns, and their number.
pub(in crate::store) const EVENT_COLUMNS: (&str, usize) = (
    "events (id, table_id, seq, player_id, command_id, at, format, body)",
    8,
);

from_row!(StoredEntry, row => StoredEntry {
    id: row.try_get("id")?,
    table: row.try_get("table_id")?,
    seq: row.try_get("seq")?,
    at: row.try_get("at")?,
    player: row.try_get("player_id")?,
    command: row.try_get("command_id")?,
    event: StoredEvent { format: row.try_get("format")?, body: json(row, "body")? },
    name: None,
});
