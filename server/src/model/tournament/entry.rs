//! An entry of a tournament's log: an event with its place there.

use super::event::TournamentEvent;
use super::stored::{self, UnreadableEvent};
use crate::ids::{EventId, PlayerId, TournamentId};
use crate::model::log::entry::StoredEvent;
use crate::seq::Seq;
use crate::time::UnixMs;

/// An event with its place in the log of its tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentEntry<E = TournamentEvent> {
    /// Tells this entry from another writer's with its number.
    pub id: EventId,
    pub tournament: TournamentId,
    pub seq: Seq,
    /// When it was decided.
    pub at: UnixMs,
    /// `None` for what happened by itself.
    pub player: Option<PlayerId>,
    pub event: E,
}

pub type StoredTournamentEntry = TournamentEntry<StoredEvent>;

impl<E> TournamentEntry<E> {
    fn with_event<T>(&self, event: T) -> TournamentEntry<T> {
        TournamentEntry {
            id: self.id,
            tournament: self.tournament,
            seq: self.seq,
            at: self.at,
            player: self.player,
            event,
        }
    }
}

impl TournamentEntry {
    /// The entry as it is stored, in the newest format.
    pub fn encoded(&self) -> StoredTournamentEntry {
        self.with_event(StoredEvent {
            format: stored::FORMAT,
            body: stored::encode(&self.event),
        })
    }
}

impl StoredTournamentEntry {
    /// An error if its format is not known, or its body does not fit it.
    pub fn decoded(&self) -> Result<TournamentEntry, UnreadableEvent> {
        Ok(self.with_event(stored::decode(self.event.format, &self.event.body)?))
    }
}
