//! What the clocks of a game lead to by themselves, and when.

use thicket_rules::Seat;

use super::clock::{Clocks, OUTAGE_CREDIT, Outage};
use super::decision::{Context, Draft};
use super::event::{DropReason, Event, Logged};
use super::playing::{Playing, PlyFacts};
use super::state::{Phase, State};
use crate::ids::PlayerId;

impl State {
    /// When the seat to move runs out of time, in unix milliseconds.
    pub fn deadline(&self) -> Option<i64> {
        match &self.phase {
            Phase::Playing(playing) => playing.clocks.as_ref()?.deadline(),
            Phase::Waiting(_) | Phase::Over(_) => None,
        }
    }

    /// The clocks of a game that begins now.
    pub(super) fn new_clocks(&self, now: i64) -> Option<Clocks> {
        let pace = self.terms.clock.pace()?;
        Some(Clocks::new(pace, self.terms.seats, Some(Seat::FIRST), now))
    }

    /// When the seat to move runs out of time, once this event is applied.
    pub(super) fn deadline_after(&self, event: &Logged, to_move: Option<PlayerId>) -> Option<i64> {
        if event.event.ending().is_some() {
            return None;
        }
        match (&event.event, &self.phase) {
            (Event::Started { .. }, _) => self.new_clocks(event.at)?.deadline(),
            (_, Phase::Playing(playing)) => playing.clocks_after(event, to_move)?.deadline(),
            _ => None,
        }
    }
}

impl Playing {
    /// What is overdue: a seat that is owed time gets it, and else one whose time has run out drops.
    pub(super) fn overdue(&self, context: &Context) -> Option<Draft> {
        let clocks = self.clocks.as_ref()?;
        let seat = clocks.running()?.seat;
        if let Some(Outage { since, until }) = clocks.owed(&context.outages) {
            let event = Event::OutageCredited {
                seat: seat.number(),
                since,
                until,
                credit: OUTAGE_CREDIT,
            };
            return Some(self.draft(event, self.game.status()));
        }
        let flagged = clocks.overdue(context.now)?;
        self.drop_out(flagged, DropReason::Time).ok()
    }

    /// Whether a seat left the game because its time ran out.
    pub(super) fn has_flagged(&self, seat: Seat) -> bool {
        let clocks = self.clocks.as_ref();
        clocks.is_some_and(|clocks| clocks.has_flagged(seat))
    }

    /// The game is over.
    pub(super) fn stop_clocks(&mut self, at: i64) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(at);
        }
    }

    pub(super) fn apply_credit(&mut self, since: i64, until: i64, credit: i64) {
        if let Some(clocks) = &mut self.clocks {
            clocks.credit(Outage { since, until }, credit);
        }
    }

    /// What the turn or drop in an event that is not yet applied will be noted with.
    pub(super) fn facts_of(&self, event: &Logged) -> PlyFacts {
        let running = self.clocks.as_ref().and_then(Clocks::running);
        let is_theirs = match event.event {
            Event::Dropped { seat, .. } => running.is_some_and(|running| running.seat.number() == seat),
            _ => running.is_some(),
        };
        let clocks = self.clocks.as_ref().filter(|_| is_theirs);
        PlyFacts {
            at: event.at,
            spent: clocks.map(|clocks| clocks.spent(event.at)),
            reason: match event.event {
                Event::Dropped { reason, .. } => reason.unless_resigned(),
                _ => None,
            },
        }
    }

    /// The clocks once this event is applied, which leaves this player to move.
    fn clocks_after(&self, event: &Logged, to_move: Option<PlayerId>) -> Option<Clocks> {
        let mut clocks = self.clocks.clone()?;
        let place = self.seats.iter().position(|&seated| Some(seated) == to_move);
        let to_move = place.and_then(Seat::from_index);
        match event.event {
            Event::Played { .. } => drop(clocks.turn_played(to_move, event.at)),
            Event::Dropped { seat, reason, .. } => {
                clocks.dropped(Seat::new(seat)?, reason, to_move, event.at);
            }
            Event::TakenBack { .. } => clocks.taken_back(to_move, event.at),
            Event::OutageCredited {
                since, until, credit, ..
            } => clocks.credit(Outage { since, until }, credit),
            _ => {}
        }
        Some(clocks)
    }
}
