//! How much a search may spend, and how it is stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The clock is read once in so many nodes, as reading it takes as long as a node of the quicker games.
const NODES_PER_CLOCK_READ: u64 = 32;

/// What a search may spend before it answers. Without a time, the answer depends on nothing but the position and the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The most positions that are looked at.
    pub nodes: u64,
    /// The longest time that it takes.
    pub time: Option<Duration>,
}

impl Budget {
    /// So many nodes, however long they take.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes, time: None }
    }

    /// So much time, however many nodes it is enough for.
    pub fn time(time: Duration) -> Budget {
        Budget {
            nodes: u64::MAX,
            time: Some(time),
        }
    }
}

/// Stops a search from another thread: it answers with the best that it has found so far.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A search that is given this answers as soon as it can.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts what a search spends.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    stop: &'a Stop,
    limit: u64,
    clock: Option<Clock>,
    spent: u64,
    over: bool,
}

/// When a search has to end, and how long it may stand still before that.
#[derive(Clone, Copy, Debug)]
struct Clock {
    /// The end of the whole budget, and of this part.
    end: Instant,
    until: Instant,
    /// When the clock was read last, and the longest time between two looks at it. On a busy machine, that is how long others run
    /// before the search goes on.
    read: Instant,
    longest: Duration,
}

impl Clock {
    /// Whether it is time to end: also if others may run past the end now.
    fn is_late(&mut self, now: Instant) -> bool {
        self.longest = self.longest.max(now.saturating_duration_since(self.read));
        self.read = now;
        now >= self.until || now + self.longest >= self.end
    }

    /// So many hundredths of what is left.
    fn part(self, hundredths: u32) -> Clock {
        let now = Instant::now();
        let left = self.end.saturating_duration_since(now);
        Clock {
            until: now + left.mul_f64(f64::from(hundredths) / 100.0),
            ..self
        }
    }
}

impl<'a> Meter<'a> {
    pub(crate) fn new(budget: &Budget, stop: &'a Stop) -> Meter<'a> {
        Meter {
            stop,
            limit: budget.nodes,
            clock: budget.time.and_then(clock),
            spent: 0,
            over: stop.is_stopped(),
        }
    }

    /// A meter for a part of the same budget: so many hundredths of what is left.
    pub(crate) fn part(&self, hundredths: u32) -> Meter<'a> {
        let left = self.limit.saturating_sub(self.spent);
        Meter {
            limit: if left > u64::MAX / 100 {
                left
            } else {
                left * u64::from(hundredths) / 100
            },
            clock: self.clock.map(|clock| clock.part(hundredths)),
            spent: 0,
            over: self.stop.is_stopped(),
            ..*self
        }
    }

    /// Counts the nodes of a part.
    pub(crate) fn add(&mut self, part: &Meter) {
        self.spent += part.spent;
        if let (Some(clock), Some(part)) = (&mut self.clock, part.clock) {
            (clock.read, clock.longest) = (part.read, part.longest);
        }
    }

    /// Counts a node. False once the budget is used up or the search was stopped, and ever after.
    pub(crate) fn spend(&mut self) -> bool {
        self.spent += 1;
        self.over = self.over || self.spent > self.limit || self.stop.is_stopped() || self.is_late();
        !self.over
    }

    fn is_late(&mut self) -> bool {
        let reads_clock = self.spent.is_multiple_of(NODES_PER_CLOCK_READ);
        let clock = self.clock.as_mut().filter(|_| reads_clock);
        clock.is_some_and(|clock| clock.is_late(Instant::now()))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }
}

/// None for a time that never ends.
fn clock(time: Duration) -> Option<Clock> {
    let now = Instant::now();
    let end = now.checked_add(time)?;
    Some(Clock {
        end,
        until: end,
        read: now,
        longest: Duration::ZERO,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn whoever_may_stand_still_past_the_end_ends_before() {
        let mut clock = clock(Duration::from_millis(1000)).unwrap();
        let start = clock.read;
        let mut is_late = |ms| clock.is_late(start + Duration::from_millis(ms));
        assert!(!is_late(1) && !is_late(2), "nothing else runs");
        assert!(!is_late(302), "for 300 ms others ran");
        assert!(!is_late(303) && !is_late(603) && !is_late(699));
        assert!(is_late(701), "that may happen again");
    }

    #[test]
    fn a_part_ends_at_its_own_time_and_knows_how_long_others_ran() {
        let stop = Stop::default();
        let mut meter = Meter::new(&Budget::time(Duration::from_secs(1000)), &stop);
        let start = meter.clock.unwrap().read;
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut part = meter.part(50);
        assert!(!part.clock.as_mut().unwrap().is_late(at(400)));
        assert!(part.clock.as_mut().unwrap().is_late(at(510)), "it has a half");
        meter.add(&part);
        assert!(!meter.clock.as_mut().unwrap().is_late(at(520)));
        assert!(meter.clock.as_mut().unwrap().is_late(at(610)));
    }
}
