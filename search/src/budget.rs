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
    until: Option<Instant>,
    spent: u64,
    over: bool,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(budget: &Budget, stop: &'a Stop) -> Meter<'a> {
        Meter {
            stop,
            limit: budget.nodes,
            until: budget.time.and_then(|time| Instant::now().checked_add(time)),
            spent: 0,
            over: stop.is_stopped(),
        }
    }

    /// A meter for a part of the same budget: so many hundredths of what is left.
    pub(crate) fn part(&self, hundredths: u32) -> Meter<'a> {
        let left = self.limit.saturating_sub(self.spent);
        let now = Instant::now();
        let time = |until: Instant| {
            now + until
                .saturating_duration_since(now)
                .mul_f64(f64::from(hundredths) / 100.0)
        };
        Meter {
            limit: if left > u64::MAX / 100 {
                left
            } else {
                left * u64::from(hundredths) / 100
            },
            until: self.until.map(time),
            spent: 0,
            over: self.stop.is_stopped(),
            ..*self
        }
    }

    /// Counts the nodes of another meter.
    pub(crate) fn add(&mut self, part: &Meter) {
        self.spent += part.spent;
    }

    /// Counts a node. False once the budget is used up or the search was stopped, and ever after.
    pub(crate) fn spend(&mut self) -> bool {
        self.spent += 1;
        self.over = self.over || self.spent > self.limit || self.stop.is_stopped() || self.is_late();
        !self.over
    }

    fn is_late(&self) -> bool {
        let reads_clock = self.spent.is_multiple_of(NODES_PER_CLOCK_READ);
        reads_clock && self.until.is_some_and(|until| Instant::now() >= until)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }
}
