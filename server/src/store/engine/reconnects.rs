//! How often the writer has lost its Postgres and found one again. It may be another server with less data: a standby
//! may not have received the last commits.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

#[derive(Debug, Default)]
pub struct Reconnects {
    count: AtomicU64,
    last: Mutex<Option<Instant>>,
    changed: Notify,
}

impl Reconnects {
    pub(in crate::store) fn record(&self) {
        *self.last.lock() = Some(Instant::now());
        self.count.fetch_add(1, Ordering::Release);
        self.changed.notify_one();
    }

    /// Data read before the last reconnect may be missing from the database now.
    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Acquire)
    }

    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Whether a connection of this age is older than the writer's: it may lead to another server.
    pub(in crate::store) fn came_after(&self, age: Duration) -> bool {
        let last = *self.last.lock();
        last.is_some_and(|last| last.elapsed() < age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn connections_that_are_older_than_the_writers_are_known() {
        let reconnects = Reconnects::default();
        assert!(!reconnects.came_after(Duration::MAX));
        tokio::time::advance(Duration::from_secs(5)).await;
        reconnects.record();
        tokio::time::advance(Duration::from_secs(5)).await;
        assert!(reconnects.came_after(Duration::from_secs(6)));
        assert!(!reconnects.came_after(Duration::from_secs(4)));
        assert_eq!(reconnects.count(), 1);
    }
}
