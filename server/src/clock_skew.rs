//! The difference between this machine's clock and the database's: deadlines are times that one node sets and another
//! acts on.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use metrics::gauge;
use tokio::time::{MissedTickBehavior, interval};
use tracing::{debug, warn};

use crate::store::Store;

const EVERY: Duration = Duration::from_secs(30);
/// From this difference on the log warns (milliseconds).
const WARN: i64 = 500;
/// With a larger difference the server is not ready (milliseconds).
const MAX_OFFSET_MS: i64 = 5_000;

#[derive(Clone, Debug, Default)]
pub struct ClockSkew {
    /// How far the database is ahead of us, in milliseconds.
    offset: Arc<AtomicI64>,
}

impl ClockSkew {
    /// Compares the clocks at intervals, until the future is dropped. A SQLite file has none.
    pub(crate) async fn watch(self, store: Store) {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            match store.clock_offset().await {
                Ok(Some(offset)) => self.record(offset),
                Ok(None) => return,
                Err(error) => debug!(%error, "the clocks could not be compared"),
            }
        }
    }

    fn record(&self, offset: i64) {
        self.offset.store(offset, Ordering::Relaxed);
        gauge!("thicket_clock_offset_seconds").set(offset as f64 / 1000.0);
        if offset.abs() > WARN {
            warn!(
                offset_ms = offset,
                "this machine's clock is not that of the database"
            );
        }
    }

    /// Whether the clocks agree well enough to serve.
    pub(crate) fn agrees(&self) -> bool {
        self.offset.load(Ordering::Relaxed).abs() <= MAX_OFFSET_MS
    }
}
