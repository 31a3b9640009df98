//! When the database last answered.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use super::read::read;
use crate::store::{Store, StoreError};

#[derive(Debug)]
pub(in crate::store) struct Answers {
    opened: Instant,
    last: AtomicU64,
}

impl Default for Answers {
    fn default() -> Answers {
        Answers {
            opened: Instant::now(),
            last: AtomicU64::new(0),
        }
    }
}

impl Answers {
    pub(in crate::store) fn record(&self) {
        self.last
            .fetch_max(self.opened.elapsed().as_nanos() as u64, Ordering::AcqRel);
    }
}

impl Store {
    /// At first, when it was opened.
    #[must_use]
    pub fn answered_at(&self) -> Instant {
        self.answers.opened + Duration::from_nanos(self.answers.last.load(Ordering::Acquire))
    }

    /// An empty query, to find out whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        const PING: &str = "SELECT CAST(1 AS BIGINT)";
        let _: i64 = read!(self, conn => sqlx::query_scalar(PING).fetch_one(conn))?;
        Ok(())
    }
}
