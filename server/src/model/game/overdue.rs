//! What time leads to in a game, and when.

use thicket_rules::{Seat, Seats, Status};

use super::clock::{Clocks, OUTAGE_CREDIT};
use super::playing::{Playing, PlyFacts};
use crate::ids::PlayerId;
use crate::model::log::decision::{Context, Draft};
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::log::outage::{Outage, lost};
use crate::model::log::projection::Projection;
use crate::model::log::proposal::Proposal;
use crate::model::player::bot::is_bot;
use crate::model::player::holiday::{Holiday, Holidays};
use crate::model::record::ending::{DropReason, Reason};
use crate::time::UnixMs;

/// At the next full hour after 30 days without a turn everybody in a game without clocks is asked whether it goes on (milliseconds).
pub const ASKED_AFTER: i64 = 30 * 24 * HOUR;
/// If nobody says that it does, it ends at the next full hour after 14 days (milliseconds).
pub const ABANDONED_AFTER: i64 = 14 * 24 * HOUR;
/// In milliseconds.
pub const HOUR: i64 = 60 * 60 * 1000;
/// A bot that has not played for so long is asked again (milliseconds): the node that asked it may be gone.
pub const BOT_RETRY: i64 = 10_000;

/// The deadline, or the time when a bot that is to move since then is asked again, if that is earlier.
pub(in crate::model) fn or_bot_retry(
    deadline: Option<UnixMs>,
    to_move: Option<PlayerId>,
    since: UnixMs,
) -> Option<UnixMs> {
    let asked = since + BOT_RETRY;
    match to_move.is_some_and(is_bot) {
        true => Some(deadline.map_or(asked, |deadline| deadline.min(asked))),
        false => deadline,
    }
}

/// When players are asked whether a game without clocks goes on in which nobody has played since then.
pub(in crate::model) fn asked_at(idle_since: UnixMs, outages: &[Outage]) -> UnixMs {
    hour_after(ASKED_AFTER, idle_since, outages)
}

/// When such a game is abandoned whose players were asked then.
fn abandoned_at(asked_at: UnixMs, outages: &[Outage]) -> UnixMs {
    hour_after(ABANDONED_AFTER, asked_at, outages)
}

/// The full hour after this time since then; outages do not count. By full
/// hours, so that most turns leave this as it is, and the store does not have to move their tables in its index of
/// deadlines.
fn hour_after(time: i64, since: UnixMs, outages: &[Outage]) -> UnixMs {
    let waits = time.saturating_add(lost(outages, since, UnixMs::MAX));
    let hours = (since + waits).0.div_euclid(HOUR);
    UnixMs(hours.saturating_add(1).saturating_mul(HOUR))
}

impl Playing {
    pub(in crate::model) fn deadline(&self, outages: &[Outage]) -> Option<UnixMs> {
        match &self.clocks {
            Some(clocks) => clocks.deadline(),
            None => Some(self.idle_until(outages)),
        }
    }

    /// When players are asked whether a game without clocks goes on, or it is abandoned since nobody has answered.
    fn idle_until(&self, outages: &[Outage]) -> UnixMs {
        match self.offers.asked_to_go_on() {
            Some(asked) => abandoned_at(asked, outages),
            None => asked_at(self.idle_since, outages),
        }
    }

    pub(in crate::model) fn deadline_after(
        &self,
        event: &LogEntry,
        to_move: Option<PlayerId>,
        outages: &[Outage],
    ) -> Option<UnixMs> {
        if let Some(clocks) = self.clocks_after(event, to_move) {
            return clocks.deadline();
        }
        let was_asked = self.offers.asked_to_go_on().is_some();
        Some(match event.event {
            Event::Played { .. }
            | Event::Dropped { .. }
            | Event::TakenBack { .. }
            | Event::SidesSwapped { .. } => asked_at(event.at, outages),
            Event::Declined { .. } if was_asked => asked_at(event.at, outages),
            Event::Offered {
                proposal: Proposal::Abandon,
                ..
            } => abandoned_at(event.at, outages),
            _ => self.idle_until(outages),
        })
    }

    /// What is overdue: a seat that is owed time gets it; otherwise one whose time has run out drops. Without clocks
    /// everybody is asked whether the game goes on, or it is abandoned.
    pub(in crate::model) fn overdue(&self, context: &Context) -> Option<Draft> {
        let Some(clocks) = &self.clocks else {
            return self.idle(context);
        };
        if let Some((seat, holiday)) = self.new_holiday(&context.holidays, context.now) {
            let event = Event::OnHoliday {
                seat: seat.number(),
                since: holiday.since,
                until: holiday.until,
            };
            return Some(self.draft(event, self.game.status()));
        }
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

    /// The holiday of a seat in play that its clock does not know: one that has begun, or has ended sooner than it was to, or was missed
    /// during this turn.
    pub(in crate::model) fn new_holiday(&self, holidays: &Holidays, now: UnixMs) -> Option<(Seat, Holiday)> {
        let clocks = self.clocks.as_ref().filter(|clocks| clocks.is_correspondence())?;
        self.game.in_play().iter().find_map(|seat| {
            let known = clocks.holiday_until(seat);
            let player = self.seats.get(seat.index());
            let holiday = player.and_then(|player| holidays.get(player));
            let Some(&holiday) = holiday.filter(|holiday| holiday.since <= now) else {
                let (since, until) = (now, now);
                return (known > now).then_some((seat, Holiday { since, until }));
            };
            // Who had run out of time before it has run out of time.
            if clocks.overdue(holiday.since) == Some(seat) {
                return None;
            }
            let is_missed = known < holiday.until && clocks.began_before(seat, holiday.until);
            let is_new = known != holiday.until && (known > now || holiday.is_now(now) || is_missed);
            is_new.then_some((seat, holiday))
        })
    }

    fn idle(&self, context: &Context) -> Option<Draft> {
        // Usually so without regard to outages.
        let goes_on = |outages| context.now < self.idle_until(outages);
        if goes_on(&[]) || goes_on(&context.outages) {
            return None;
        }
        let (status, asked) = (self.game.status(), self.people_in_play());
        if let Some(to_move) = status.to_move()
            && self.offers.asked_to_go_on().is_none()
            && asked != Seats::NONE
        {
            let event = Event::Offered {
                seat: to_move.number(),
                proposal: Proposal::Abandon,
                asked: asked.iter().map(Seat::number).collect(),
            };
            let until = abandoned_at(context.now, &context.outages);
            return Some(Draft {
                projections: vec![Projection::AskedToGoOn { until }],
                ..self.draft(event, status)
            });
        }
        let over = Status::Over(self.game.standing());
        let ending = self.ending(over, Reason::Abandoned)?;
        Some(self.draft(Event::Abandoned { ending }, over))
    }

    pub(in crate::model) fn has_flagged(&self, seat: Seat) -> bool {
        let clocks = self.clocks.as_ref();
        clocks.is_some_and(|clocks| clocks.has_flagged(seat))
    }

    pub(in crate::model) fn stop_clocks(&mut self, at: UnixMs) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(at);
        }
    }

    pub(in crate::model) fn apply_credit(&mut self, since: UnixMs, until: UnixMs, credit: i64) {
        if let Some(clocks) = &mut self.clocks {
            clocks.credit(Outage { since, until }, credit);
        }
    }

    pub(in crate::model) fn apply_holiday(
        &mut self,
        seat: u8,
        holiday: Holiday,
        at: UnixMs,
    ) -> Result<(), String> {
        let seat = Seat::new(seat).ok_or("there is no such seat")?;
        let clocks = self.clocks.as_mut().ok_or("there are no clocks")?;
        clocks.rest(seat, holiday, at);
        Ok(())
    }

    /// The facts to record with the turn or drop of an event that is not yet applied.
    pub(in crate::model) fn facts_of(&self, event: &LogEntry) -> PlyFacts {
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
    fn clocks_after(&self, event: &LogEntry, to_move: Option<PlayerId>) -> Option<Clocks> {
        let mut clocks = self.clocks.clone()?;
        let place = self.seats.iter().position(|&seated| Some(seated) == to_move);
        let to_move = place.and_then(Seat::from_index);
        match event.event {
            // The position stays, so the same seat is to move, which has another player then.
            Event::SidesSwapped { .. } => clocks.swapped(self.game.status().to_move(), event.at),
            Event::Played { .. } => drop(clocks.turn_played(to_move, event.at)),
            Event::Dropped { seat, reason, .. } => {
                clocks.dropped(Seat::new(seat)?, reason, to_move, event.at);
            }
            Event::TakenBack { .. } => clocks.taken_back(to_move, event.at),
            Event::OutageCredited {
                since, until, credit, ..
            } => clocks.credit(Outage { since, until }, credit),
            Event::OnHoliday { seat, since, until } => {
                clocks.rest(Seat::new(seat)?, Holiday { since, until }, event.at);
            }
            Event::EventsLost { since, credit, .. } => {
                let until = event.at;
                clocks.credit(Outage { since, until }, credit);
            }
            _ => {}
        }
        Some(clocks)
    }
}
