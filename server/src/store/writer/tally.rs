//! Counts of what the writer has written.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::event::Event;
use super::outcome::{Fault, Outcome};
use super::queue::Queued;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    pub appends: u64,
    pub commits: u64,
}

#[derive(Debug, Default)]
pub(in crate::store) struct Tally {
    appends: AtomicU64,
    commits: AtomicU64,
    failing: AtomicBool,
}

impl Tally {
    pub(in crate::store) fn groups(&self) -> Groups {
        Groups {
            appends: self.appends.load(Relaxed),
            commits: self.commits.load(Relaxed),
        }
    }

    /// Whether the last transaction failed because of the database.
    pub(in crate::store) fn is_failing(&self) -> bool {
        self.failing.load(Relaxed)
    }

    pub(in crate::store) fn count<E: Event>(
        &self,
        group: &[&Queued<E>],
        outcome: &Result<Vec<Outcome>, Fault>,
    ) {
        match outcome {
            Ok(outcomes) => self.count_commit(group, outcomes),
            Err(Fault::Row(_)) => {}
            Err(_) => self.failing.store(true, Relaxed),
        }
    }

    fn count_commit<E: Event>(&self, group: &[&Queued<E>], outcomes: &[Outcome]) {
        let is_event = |(write, outcome): &(&&Queued<E>, &Outcome)| {
            write.event().is_some() && **outcome == Outcome::Written
        };
        let appends = group.iter().zip(outcomes).filter(is_event).count() as u64;
        self.failing.store(false, Relaxed);
        self.appends.fetch_add(appends, Relaxed);
        self.commits.fetch_add(1, Relaxed);
        metrics::counter!("thicket_appends_total").increment(appends);
        metrics::counter!("thicket_commits_total").increment(1);
    }
}
