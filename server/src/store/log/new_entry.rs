//! An entry of a log that is to be written.

use crate::model::log::decision::Decision;
use crate::model::log::entry::StoredEntry;
use crate::model::log::projection::{Projection, TablePhase, TableState};

/// An entry to be written, with whatever must be written in the same transaction.
#[derive(Clone, Debug)]
pub struct NewEntry {
    pub entry: StoredEntry,
    /// What else is written in the same transaction.
    pub projections: Vec<Projection>,
    /// How often the store [had reconnected](crate::store::Reconnects) when the log was last known to be as this entry takes it for;
    /// none if it takes nothing for granted.
    pub reconnects: Option<u64>,
}

impl NewEntry {
    /// What a decision writes. The decision gives up its projections.
    pub fn of(decision: &mut Decision) -> NewEntry {
        NewEntry {
            entry: decision.entry.encoded(),
            projections: std::mem::take(&mut decision.projections),
            reconnects: None,
        }
    }

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
}
