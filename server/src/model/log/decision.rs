//! What a command leads to: an event, and everything that is written with it.

use std::collections::HashMap;
use std::sync::Arc;

use super::entry::LogEntry;
use super::event::Event;
use super::outage::{Outage, lost};
use super::projection::Projection;
use crate::ids::{EventId, PlayerId};
use crate::model::player::holiday::Holidays;
use crate::time::UnixMs;

/// The inputs of a decision besides the table: time, chance and presence come in from outside.
#[derive(Clone, Debug)]
pub struct Context {
    /// When the command was received, or now for what happens by itself.
    pub now: UnixMs,
    pub event_id: EventId,
    pub dice: u64,
    pub present: Vec<PlayerId>,
    /// Since when seated players who are not connected have been away.
    pub away: HashMap<PlayerId, UnixMs>,
    pub patience: Patience,
    /// How many games of this kind players have finished; 0 for missing ones.
    pub finished: HashMap<PlayerId, i64>,
    /// Who has an account, of those who ask for a seat at a rated table.
    pub members: Vec<PlayerId>,
    /// The latest outages of all servers, which count for nobody.
    pub outages: Arc<[Outage]>,
    /// The holidays of all players, of whom few are at this table.
    pub holidays: Arc<Holidays>,
}

/// How long players wait for each other where there is no clock, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patience {
    /// How long the seat to move has to be away before the others may go on without it.
    pub away: i64,
    /// For games where only two are in play.
    pub away_of_two: i64,
    /// How long a turn may take before they may, even if its player is there now and then.
    pub turn: i64,
    /// How long a player has to be away before they can be nudged, or a watcher can ask for their seat.
    pub nudge: i64,
    /// A player who was not there for so long need not be asked.
    pub asked: i64,
}

impl Context {
    /// How long servers have been running since then, in milliseconds: the time that people could use.
    pub(in crate::model) fn served_for(&self, since: UnixMs) -> i64 {
        self.now - since - lost(&self.outages, since, self.now)
    }
}

/// Everything that a command writes, in one transaction.
#[derive(Clone, Debug)]
pub struct Decision {
    pub entry: LogEntry,
    pub projections: Vec<Projection>,
}

/// An event on its way to a decision, without a place in the log.
pub(in crate::model) struct Draft {
    pub(in crate::model) event: Event,
    /// The name of the player whom the event seats.
    pub(in crate::model) name: Option<String>,
    pub(in crate::model) projections: Vec<Projection>,
    pub(in crate::model) to_move: Option<PlayerId>,
}

impl Draft {
    /// An event after which nobody is to move, such as all before the start.
    pub(in crate::model) fn new(event: Event) -> Draft {
        Draft {
            event,
            name: None,
            projections: Vec::new(),
            to_move: None,
        }
    }
}
