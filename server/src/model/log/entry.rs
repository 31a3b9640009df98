//! An entry of a table's log: an event with its place there.

use serde_json::value::RawValue;

use super::event::Event;
use super::stored::{self, UnreadableEvent};
use crate::ids::{CommandId, EventId, PlayerId, TableId};
use crate::model::record::chain::ChainedEvent;
use crate::seq::Seq;
use crate::time::UnixMs;

/// An event with its place in the log of its table.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry<E = Event> {
    /// Tells this entry from another writer's with its number.
    pub id: EventId,
    pub table: TableId,
    pub seq: Seq,
    /// When it was decided.
    pub at: UnixMs,
    /// `None` for what happened by itself.
    pub player: Option<PlayerId>,
    pub command: Option<CommandId>,
    pub event: E,
    /// The name of the player whom the event seats. The log itself has only ids, so that names can be changed later.
    pub name: Option<String>,
}

#[derive(Clone, Debug)]
pub struct StoredEvent {
    pub format: i64,
    pub body: Box<RawValue>,
}

pub type StoredEntry = LogEntry<StoredEvent>;

impl<E> LogEntry<E> {
    pub fn with_event<T>(&self, event: T) -> LogEntry<T> {
        LogEntry {
            id: self.id,
            table: self.table,
            seq: self.seq,
            at: self.at,
            player: self.player,
            command: self.command,
            event,
            name: None,
        }
    }
}

impl LogEntry {
    /// The command that led to it, which only this player can have given.
    pub(in crate::model) fn answers(&self) -> Option<(PlayerId, CommandId)> {
        self.player.zip(self.command)
    }

    /// The entry as it is stored, in the newest format.
    pub fn encoded(&self) -> StoredEntry {
        self.with_event(StoredEvent {
            format: stored::FORMAT,
            body: stored::encode(&self.event),
        })
    }
}

impl StoredEntry {
    /// An error if its format is not known, or its body does not fit it.
    pub fn decoded(&self) -> Result<LogEntry, UnreadableEvent> {
        Ok(self.with_event(stored::decode(self.event.format, &self.event.body)?))
    }
}

impl TryFrom<&StoredEntry> for ChainedEvent {
    type Error = serde_json::Error;

    fn try_from(row: &StoredEntry) -> Result<ChainedEvent, serde_json::Error> {
        Ok(ChainedEvent {
            at: row.at,
            by: row.player,
            event: serde_json::from_str(row.event.body.get())?,
            format: row.event.format,
            seq: row.seq,
        })
    }
}
