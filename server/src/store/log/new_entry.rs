//! Entries of a log to be written.

use crate::ids::PlayerId;
use crate::model::log::decision::Decision;
use crate::model::log::entry::StoredEntry;
use crate::model::log::notice::{Notice, NoticeKind};
use crate::model::log::projection::{Projection, TablePhase, TableState};
use crate::model::record::Record;
use crate::model::record::chain::Chain;

/// An entry to be written, with its projections in the same transaction.
#[derive(Clone, Debug)]
pub struct NewEntry {
    pub entry: StoredEntry,
    pub projections: Vec<Projection>,
    /// How often the store [had reconnected](crate::store::Reconnects) when the log was last known to be as this
    /// entry assumes; `None` if it assumes nothing.
    pub reconnects: Option<u64>,
}

impl NewEntry {
    /// Takes the projections out of the decision.
    pub fn of(decision: &mut Decision) -> NewEntry {
        NewEntry {
            entry: decision.entry.encoded(),
            projections: std::mem::take(&mut decision.projections),
            reconnects: None,
        }
    }

    /// Whether it contains the state of its table, as all events of rooms do. Then the log has to have the one before
    /// it.
    pub(super) fn has_state(&self) -> bool {
        let is_state = |projection: &Projection| matches!(projection, Projection::TableState(_));
        self.projections.iter().any(is_state)
    }

    /// The state of the table after it, if nothing else changes while the game is on. That is so for turns; the end
    /// of a game changes more, and so do changes of seats.
    pub(super) fn turn(&self) -> Option<&TableState> {
        match self.projections.as_slice() {
            [Projection::TableState(state)] if state.phase == TablePhase::Playing => Some(state),
            [Projection::Notice(notice), Projection::TableState(state)]
                if state.phase == TablePhase::Playing && notice.kind == NoticeKind::YourTurn =>
            {
                Some(state)
            }
            _ => None,
        }
    }

    /// The record of the game that it ends.
    pub(super) fn record(&self) -> Option<&Record> {
        self.projections.iter().find_map(|projection| match projection {
            Projection::Record(record) => Some(record.as_ref()),
            _ => None,
        })
    }

    /// The checksum of that game.
    pub(super) fn checksum(&self) -> Option<&Chain> {
        self.projections.iter().find_map(|projection| match projection {
            Projection::Checksum(chain) => Some(chain.as_ref()),
            _ => None,
        })
    }

    pub(in crate::store) fn notices(&self) -> impl Iterator<Item = Notice> {
        self.projections.iter().filter_map(|projection| match projection {
            Projection::Notice(notice) => Some(*notice),
            _ => None,
        })
    }

    /// Who is to move after it, and was not before.
    pub(super) fn your_turn(&self) -> Option<PlayerId> {
        let mut notices = self.notices();
        Some(notices.find(|notice| notice.kind == NoticeKind::YourTurn)?.player)
    }
}
