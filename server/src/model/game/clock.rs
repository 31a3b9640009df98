//! The clocks of a game: one for each seat, of which at most one runs.

use thicket_rules::{Seat, Seats};

use crate::model::clock_terms::Pace;
use crate::model::log::outage::Outage;
use crate::model::player::holiday::Holiday;
use crate::model::record::ending::DropReason;
use crate::time::UnixMs;

/// What the seat to move is given for an outage, in milliseconds: people have to come back first.
pub const OUTAGE_CREDIT: i64 = 20_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    pace: Pace,
    /// What each seat had left when its clock last stopped.
    banks: Vec<i64>,
    running: Option<Running>,
    /// Until when the player of each seat is on holiday, or was last; zero if they never were.
    holidays: Vec<UnixMs>,
    /// Outages up to this time are accounted for.
    credited_until: UnixMs,
    flagged: Seats,
}

/// The clock of the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    pub seat: Seat,
    began: UnixMs,
    /// When it started or will start: later than the turn began where there is a grace period, or was an outage.
    pub from: UnixMs,
    /// What this turn had used before a holiday, which is no longer in the bank (milliseconds).
    used: i64,
}

impl Clocks {
    /// The clocks of a game that begins now.
    pub fn new(pace: Pace, seats: u8, to_move: Option<Seat>, now: UnixMs) -> Clocks {
        let mut clocks = Clocks {
            pace,
            banks: vec![pace.bank; usize::from(seats)],
            running: None,
            holidays: vec![UnixMs(0); usize::from(seats)],
            credited_until: now,
            flagged: Seats::NONE,
        };
        clocks.start(to_move, now);
        clocks
    }

    /// The clock that runs, or will run when the grace period is over.
    pub fn running(&self) -> Option<Running> {
        self.running
    }

    pub fn deadline(&self) -> Option<UnixMs> {
        let running = self.running?;
        Some(running.from + self.bank(running.seat))
    }

    /// What a seat had left when its clock last stopped.
    pub fn bank(&self, seat: Seat) -> i64 {
        self.banks.get(seat.index()).copied().unwrap_or(0)
    }

    pub fn banks(&self) -> &[i64] {
        &self.banks
    }

    pub fn left(&self, seat: Seat, now: UnixMs) -> i64 {
        match self.running {
            Some(running) if running.seat == seat => self.bank(seat) - self.elapsed(now),
            _ => self.bank(seat),
        }
    }

    /// How much time the seat to move has used for this turn.
    pub fn spent(&self, now: UnixMs) -> i64 {
        self.elapsed(now) + self.running.map_or(0, |running| running.used)
    }

    /// How long the clock has been running since it last began to.
    fn elapsed(&self, now: UnixMs) -> i64 {
        match self.running {
            Some(running) => (now - running.from).min(self.bank(running.seat)).max(0),
            None => 0,
        }
    }

    /// The seat that has run out of time.
    pub fn overdue(&self, now: UnixMs) -> Option<Seat> {
        let deadline = self.deadline()?;
        self.running
            .map(|running| running.seat)
            .filter(|_| now >= deadline)
    }

    /// Whether a turn may take days.
    pub fn is_correspondence(&self) -> bool {
        self.pace.grace > 0
    }

    /// Until when the player of a seat is on holiday, or was last; zero if they never were.
    pub fn holiday_until(&self, seat: Seat) -> UnixMs {
        self.holidays.get(seat.index()).copied().unwrap_or_default()
    }

    pub fn holidays(&self) -> &[UnixMs] {
        &self.holidays
    }

    /// Whether the turn of the seat to move began before a time.
    pub fn began_before(&self, seat: Seat, time: UnixMs) -> bool {
        self.running
            .is_some_and(|running| running.seat == seat && running.began < time)
    }

    /// Whether a seat dropped because its time ran out.
    pub fn has_flagged(&self, seat: Seat) -> bool {
        self.flagged.contains(seat)
    }

    /// The first outage of this turn that is not credited yet.
    pub fn owed(&self, outages: &[Outage]) -> Option<Outage> {
        let after = self.running?.began.max(self.credited_until);
        let owed = outages.iter().filter(|outage| outage.until > after);
        owed.min_by_key(|outage| outage.until).copied()
    }

    /// The seat to move played a turn. Returns how much time it used.
    pub(in crate::model) fn turn_played(&mut self, to_move: Option<Seat>, at: UnixMs) -> i64 {
        let Some(running) = self.running else { return 0 };
        let spent = self.stop(at);
        let (increment, cap) = (self.pace.increment, self.pace.cap);
        if let Some(bank) = self.banks.get_mut(running.seat.index()) {
            // A bank over the cap, which only an outage can lead to, stays as it is.
            *bank = (*bank).max((*bank).saturating_add(increment).min(cap));
        }
        self.start(to_move, at.max(running.began));
        spent
    }

    /// A seat dropped. Returns how much time it used, if it was to move.
    pub(in crate::model) fn dropped(
        &mut self,
        seat: Seat,
        reason: DropReason,
        to_move: Option<Seat>,
        at: UnixMs,
    ) -> Option<i64> {
        if reason == DropReason::Time {
            self.flagged.insert(seat);
        }
        let running = self.running.filter(|running| running.seat == seat)?;
        let spent = self.stop(at);
        self.start(to_move, at.max(running.began));
        Some(spent)
    }

    /// Turns were taken back. Nobody gets time back: the seat to move goes on with what it has.
    pub(in crate::model) fn taken_back(&mut self, to_move: Option<Seat>, at: UnixMs) {
        let Some(running) = self.running else { return };
        self.stop(at);
        self.start(to_move, at.max(running.began));
    }

    /// Two players exchanged seats instead of a turn. What a player has left, and their holiday, goes with them: it is the player who
    /// thinks, not the side. Who swapped has used time and earned no increment, since no turn was played.
    pub(in crate::model) fn swapped(&mut self, to_move: Option<Seat>, at: UnixMs) {
        let began = self.running.map_or(at, |running| running.began);
        self.stop(at);
        self.banks.reverse();
        self.holidays.reverse();
        self.start(to_move, at.max(began));
    }

    /// After an outage, the seat to move gets back its time, and some more.
    pub(in crate::model) fn credit(&mut self, outage: Outage, credit: i64) {
        let Some(running) = &mut self.running else { return };
        let since = outage.since.max(running.began).max(self.credited_until);
        let stood_still = (outage.until - since).max(0);
        running.from += stood_still;
        self.credited_until = outage.until;
        if let Some(bank) = self.banks.get_mut(running.seat.index()) {
            *bank = bank.saturating_add(credit);
        }
    }

    /// The player of a seat is on holiday, or was, or is back: its clock rests until then.
    pub(in crate::model) fn rest(&mut self, seat: Seat, holiday: Holiday, at: UnixMs) {
        if let Some(known) = self.holidays.get_mut(seat.index()) {
            *known = holiday.until;
        }
        let used = self.elapsed(holiday.since.min(at));
        let Some(running) = self.running.as_mut().filter(|running| running.seat == seat) else {
            return;
        };
        running.used += used;
        running.from = holiday.until.max(running.began + self.pace.grace);
        if let Some(bank) = self.banks.get_mut(seat.index()) {
            *bank -= used;
        }
    }

    pub(in crate::model) fn stop(&mut self, at: UnixMs) -> i64 {
        let (elapsed, spent) = (self.elapsed(at), self.spent(at));
        let stopped = self.running.take();
        if let Some(bank) = stopped.and_then(|running| self.banks.get_mut(running.seat.index())) {
            *bank -= elapsed;
        }
        spent
    }

    fn start(&mut self, to_move: Option<Seat>, at: UnixMs) {
        self.running = to_move.map(|seat| Running {
            seat,
            began: at,
            from: self.holiday_until(seat).max(at + self.pace.grace),
            used: 0,
        });
    }
}
