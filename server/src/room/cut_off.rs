//! A node that alone has lost its database turns its visitors away, so that they go on at the other nodes.
//!
//! No node can tell whether the database is gone for all or only for itself. If it has heard of others lately, it takes it that they
//! still have theirs: where they do not, their visitors are turned away, too, and come back when the database does. A node that is
//! alone keeps its visitors, since nobody could serve them better.

use std::time::Duration;

use metrics::gauge;
use parking_lot::{Mutex, MutexGuard};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use super::pause::catch_up_all;
use super::rooms::Rooms;
use crate::pauses;
use crate::store::Store;

/// For how long the database has to be away.
pub(crate) const AFTER: Duration = Duration::from_secs(2);
/// How often it is asked, and how soon it has to answer.
const EVERY: Duration = Duration::from_millis(500);
/// The pause before it is asked again after a failure.
const RETRY: Duration = Duration::from_millis(100);

/// Whether this node is cut off from its database while others work.
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

    /// Cancelled when those who are connected now have to go: the server stops, or is cut off.
    pub fn serving(&self) -> CancellationToken {
        self.lock().clone()
    }

    /// Whether visitors have to go to other nodes.
    pub fn is_now(&self) -> bool {
        self.lock().is_cancelled() && !self.shutdown.is_cancelled()
    }

    fn begin(&self) {
        self.lock().cancel();
        gauge!("thicket_cut_off").set(1.0);
    }

    fn end(&self) {
        *self.lock() = self.shutdown.child_token();
        gauge!("thicket_cut_off").set(0.0);
    }

    fn lock(&self) -> MutexGuard<'_, CancellationToken> {
        self.serving.lock()
    }
}

/// Looks after the connection to the database until the future is dropped.
pub(super) async fn watch(rooms: &Rooms) {
    let store = rooms.store();
    gauge!("thicket_cut_off").set(0.0);
    loop {
        sleep(EVERY).await;
        if !is_lost(store).await || !rooms.nodes().has_others(Instant::now()) {
            continue;
        }
        warn!("the database cannot be reached: until it is back, visitors are sent to other nodes");
        rooms.cut_off().begin();
        // Those who were here have gone on elsewhere meanwhile.
        while !answers(store).await || catch_up_all(rooms).await.is_err() {
            sleep(RETRY).await;
        }
        info!("the database is back");
        rooms.cut_off().end();
    }
}

/// Whether the database has answered nobody here for so long. Returns at once if it answers.
async fn is_lost(store: &Store) -> bool {
    let pauses = pauses::count();
    while !answers(store).await {
        if pauses::count() != pauses {
            // The time in which this process stood still says nothing about the database.
            return false;
        }
        if store.answered_at().elapsed() >= AFTER {
            return true;
        }
        sleep(RETRY).await;
    }
    false
}

/// Whether the database answers, this question or another one: under load there may be no connection left for this one.
async fn answers(store: &Store) -> bool {
    let asked = Instant::now();
    let answer = timeout(EVERY, store.ask()).await;
    matches!(answer, Ok(Ok(()))) || store.answered_at() >= asked
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
