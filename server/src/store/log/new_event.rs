//! An event to be written.

use serde_json::value::RawValue;

use crate::ids::{CommandId, EventId, PlayerId, TableId};
use crate::model::log::projection::{Projection, TablePhase, TableState};
use crate::store::EventRow;

/// An event to be written, with whatever must be written in the same transaction.
#[derive(Clone, Debug)]
pub struct NewEvent {
    /// An id of its own, which tells whether this very row was written.
    pub id: EventId,
    /// The table where it happens.
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
    /// What else is written in the same transaction.
    pub projections: Vec<Projection>,
    /// How often the store [had reconnected](crate::store::Reconnects) when the log was last known to be as this event takes it for;
    /// none if it takes nothing for granted.
    pub reconnects: Option<u64>,
}

impl NewEvent {
    /// Whether it brings along how its table stands, as all events do that rooms write. Then the log has to have the one before
    /// it.
    pub(super) fn has_state(&self) -> bool {
        let is_state = |projection: &Projection| matches!(projection, Projection::TableState(_));
        self.projections.iter().any(is_state)
    }

    /// How the table stands after it, if it changes nothing else while the game is on. A turn does; the end of a game
    /// changes more, and so does whatever changes who sits where.
    pub(super) fn turn(&self) -> Option<&TableState> {
        match self.projections.as_slice() {
            [Projection::TableState(state)] if state.phase == TablePhase::Playing => Some(state),
            _ => None,
        }
    }

    /// The row that this becomes.
    #[must_use]
    pub fn row(&self) -> EventRow {
        EventRow {
            id: self.id,
            table: self.table,
            seq: self.seq,
            player: self.player,
            command: self.command,
            at: self.at,
            format: self.format,
            body: self.body.clone(),
        }
    }
}
