//! When something is due at a table by itself.

use super::state::{Phase, State};
use crate::ids::PlayerId;
use crate::model::game::clock::Clocks;
use crate::model::game::overdue::{asked_at, or_bot_retry};
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::log::outage::Outage;
use crate::model::player::holiday::Holidays;
use crate::time::UnixMs;

impl State {
    /// When the seat to move runs out of time or, without clocks, everybody is asked whether the game goes on, or it is abandoned.
    /// Outages postpone the latter; clocks are given the time by an event.
    pub fn deadline(&self, outages: &[Outage]) -> Option<UnixMs> {
        match &self.phase {
            Phase::Playing(playing) => playing.deadline(outages),
            Phase::Waiting(_) | Phase::Over(_) => None,
        }
    }

    pub fn has_running_clock(&self) -> bool {
        match &self.phase {
            Phase::Playing(playing) => playing.clocks.is_some(),
            Phase::Waiting(_) | Phase::Over(_) => false,
        }
    }

    /// Whether a clock does not know of a holiday yet.
    pub fn has_new_holiday(&self, holidays: &Holidays, now: UnixMs) -> bool {
        match &self.phase {
            Phase::Playing(playing) => playing.new_holiday(holidays, now).is_some(),
            Phase::Waiting(_) | Phase::Over(_) => false,
        }
    }

    /// Whether outages matter for what is due now: with clocks always, and without them if something would be
    /// due had there been none.
    pub fn asks_for_outages(&self, now: UnixMs) -> bool {
        self.has_running_clock() || self.deadline(&[]).is_some_and(|deadline| now >= deadline)
    }

    pub(in crate::model) fn new_clocks(&self, now: UnixMs) -> Option<Clocks> {
        let pace = self.terms.clock.pace()?;
        let to_move = self.terms.start().ok()?.status().to_move();
        Some(Clocks::new(pace, self.terms.seats, to_move, now))
    }

    /// The deadline once this event is applied.
    pub(in crate::model) fn deadline_after(
        &self,
        event: &LogEntry,
        to_move: Option<PlayerId>,
        outages: &[Outage],
    ) -> Option<UnixMs> {
        if event.event.ending().is_some() {
            return None;
        }
        let deadline = match (&event.event, &self.phase) {
            (Event::Started { .. }, _) => match self.new_clocks(event.at) {
                Some(clocks) => clocks.deadline(),
                None => Some(asked_at(event.at, outages)),
            },
            (_, Phase::Playing(playing)) => playing.deadline_after(event, to_move, outages),
            _ => None,
        };
        or_bot_retry(deadline, to_move, event.at)
    }
}
