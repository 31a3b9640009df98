//! Events that the database has lost: the table goes on from those that it still has.

use super::state::{Phase, State};
use crate::model::game::clock::OUTAGE_CREDIT;
use crate::model::log::decision::{Context, Decision, Draft};
use crate::model::log::event::Event;

/// What a database has lost of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    pub events: u64,
    /// How many of the events were turns or drops.
    pub turns: u32,
}

impl State {
    /// The event that records the loss. The seat to move does not lose the time since the last remaining event, and
    /// is given some more, to find out where the game stands. `None` once the game is over, which changes nothing any
    /// more.
    pub fn decide_lost(&self, lost: Lost, context: &Context) -> Option<Decision> {
        let Lost { events, turns } = lost;
        let draft = match &self.phase {
            Phase::Over(_) => return None,
            Phase::Waiting(_) => Draft::new(self.events_lost(events, turns, 0)),
            Phase::Playing(playing) => {
                let credit = playing.clocks.as_ref().map_or(0, |_| OUTAGE_CREDIT);
                playing.draft(self.events_lost(events, turns, credit), playing.game.status())
            }
        };
        Some(self.decision(draft, None, context))
    }

    fn events_lost(&self, events: u64, turns: u32, credit: i64) -> Event {
        Event::EventsLost {
            events,
            turns,
            since: self.changed_at,
            credit,
        }
    }
}
