//! An entry of a table's log: an event with its place there.

use serde_json::value::RawValue;

use super::event::Event;
use super::stored::{self, UnreadableEvent};
use crate::ids::{CommandId, EventId, PlayerId, TableId};
use crate::seq::Seq;

/// An event with its place in the log of its table.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry<E = Event> {
    /// Tells whether this very entry was written.
    pub id: EventId,
    pub table: TableId,
    pub seq: Seq,
    /// When it was decided, in unix milliseconds.
    pub at: i64,
    /// Who caused it; none for what happened by itself.
    pub player: Option<PlayerId>,
    pub command: Option<CommandId>,
    pub event: E,
    /// The name of the player whom the event seats. The log itself holds ids only, so that names can be changed later.
    pub name: Option<String>,
}

/// An event as the log holds it.
#[derive(Clone, Debug)]
pub struct StoredEvent {
    pub format: i64,
    pub body: Box<RawValue>,
}

/// An entry as the log holds it.
pub type StoredEntry = LogEntry<StoredEvent>;

impl<E> LogEntry<E> {
    /// The entry with its event in another form.
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
    /// The entry with the event that it holds.
    ///
    /// # Errors
    /// When the format of its body is not known, or the body does not have its shape.
    pub fn decoded(&self) -> Result<LogEntry, UnreadableEvent> {
        Ok(self.with_event(stored::decode(self.event.format, &self.event.body)?))
    }
}
