//! A row of the log.

use serde_json::value::RawValue;

use crate::ids::{CommandId, EventId, PlayerId, TableId};
use crate::store::engine::from_row::{from_row, json};

/// The table of the log with its columns, and how many they are.
pub(in crate::store) const EVENT_COLUMNS: (&str, usize) = (
    "events (id, table_id, seq, player_id, command_id, at, format, body)",
    8,
);

/// One row of the log.
#[derive(Clone, Debug)]
pub struct EventRow {
    pub id: EventId,
    /// The table where it happened.
    pub table: TableId,
    /// Its number at its table, from 1.
    pub seq: i64,
    /// Who caused it, if anybody did.
    pub player: Option<PlayerId>,
    /// The command that caused it, if one did.
    pub command: Option<CommandId>,
    /// Unix milliseconds.
    pub at: i64,
    pub format: i64,
    pub body: Box<RawValue>,
}

from_row!(EventRow, row => EventRow {
    id: row.try_get("id")?,
    table: row.try_get("table_id")?,
    seq: row.try_get("seq")?,
    player: row.try_get("player_id")?,
    command: row.try_get("command_id")?,
    at: row.try_get("at")?,
    format: row.try_get("format")?,
    body: json(row, "body")?,
});
