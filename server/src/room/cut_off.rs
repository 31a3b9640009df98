//! A node that alone has lost its database turns its visitors away, so that they go on at the other nodes.
//!
//! No node can tell whether the database is gone for all or only for itself. If it has received messages of others
//! lately, it assumes that they still have theirs: where they do not, their visitors are turned away, too, and come
//! back when the database does. A node that is alone keeps its visitors, since nobody could serve them better.

use std::time::Duration;

use metrics::gauge;
use parking_lot::{Mutex, MutexGuard};
use tokio_util::sync::CancellationToken;

/// How long the database has to be away.
pub(crate) const AFTER: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub struct CutOff {
    shutdown: CancellationToken,
    serving: Mutex<CancellationToken>,
}

impl CutOff {
    pub(super) fn new(shutdown: CancellationToken) -> CutOff {
        CutOff {
            serving: Mutex::new(shutdown.child_token()),
            shutdown,
        }
    }

    /// Cancelled when those who are connected now have to leave: the server stops, or has lost its database.
    pub fn serving(&self) -> CancellationToken {
        self.lock().clone()
    }

    /// Whether visitors have to go to other nodes.
    pub fn is_now(&self) -> bool {
        self.lock().is_cancelled() && !self.shutdown.is_cancelled()
    }

    pub(super) fn begin(&self) {
        self.lock().cancel();
        gauge!("thicket_cut_off").set(1.0);
    }

    pub(super) fn end(&self) {
        *self.lock() = self.shutdown.child_token();
        gauge!("thicket_cut_off").set(0.0);
    }

    fn lock(&self) -> MutexGuard<'_, CancellationToken> {
        self.serving.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_go_when_the_node_is_cut_off_or_stops() {
        let shutdown = CancellationToken::new();
        let cut_off = CutOff::new(shutdown.clone());
        let first = cut_off.serving();
        assert!(!first.is_cancelled() && !cut_off.is_now());
        cut_off.begin();
        assert!(first.is_cancelled() && cut_off.serving().is_cancelled() && cut_off.is_now());
        cut_off.end();
        let second = cut_off.serving();
        assert!(first.is_cancelled() && !second.is_cancelled() && !cut_off.is_now());
        shutdown.cancel();
        assert!(second.is_cancelled());
        assert!(!cut_off.is_now(), "that is no trouble with the database");
    }
}
