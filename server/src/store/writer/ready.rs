//! Whether the store can be read and written now.

use std::time::Duration;

use rand::RngExt;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use super::job::WriteJob;
use super::queue::Queued;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::{Store, StoreError};
use crate::time::{UnixMs, now_ms};

/// How long an answer holds: however often somebody asks, no more is written.
const FRESH: Duration = Duration::from_secs(1);
const TIMEOUT: Duration = Duration::from_secs(2);
/// How long to wait for another caller's check.
const WAIT: Duration = Duration::from_secs(6);

/// How long the heartbeats of servers that are gone are kept, in milliseconds.
const RETENTION_MS: i64 = 24 * 60 * 60 * 1000;

/// When the store was last checked, and what was wrong then.
#[derive(Debug)]
pub(in crate::store) struct Readiness {
    /// The row that this server writes to: with one row for all, each server would wait for every other one that
    /// stands still.
    row: i64,
    last: Mutex<Option<(Instant, Result<(), String>)>>,
}

impl Default for Readiness {
    fn default() -> Readiness {
        Readiness {
            row: rand::rng().random(),
            last: Mutex::default(),
        }
    }
}

impl Store {
    /// Checks whether the store can be read and written, at most once a second.
    pub async fn ready(&self) -> Result<(), StoreError> {
        if self.writer.is_closed() {
            return Err(StoreError::Closed);
        }
        let Ok(mut last) = timeout(WAIT, self.readiness.last.lock()).await else {
            return Err(StoreError::Timeout);
        };
        match &*last {
            Some((at, outcome)) if at.elapsed() < FRESH => outcome.clone().map_err(StoreError::NotWritten),
            _ => {
                let outcome = self.check().await;
                *last = Some((
                    Instant::now(),
                    outcome.as_ref().map_err(ToString::to_string).copied(),
                ));
                outcome
            }
        }
    }

    async fn check(&self) -> Result<(), StoreError> {
        let (row, now) = (self.readiness.row, now_ms());
        let write = Queued::job(Heartbeat { row, now });
        self.writer.submit(write, Instant::now() + TIMEOUT).await?;
        let _: i64 =
            read!(self, conn => sqlx::query_scalar("SELECT COUNT(*) FROM heartbeat").fetch_one(conn))?;
        Ok(())
    }
}

#[derive(Debug)]
struct Heartbeat {
    row: i64,
    now: UnixMs,
}

impl WriteJob for Heartbeat {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const BEAT: &str =
            "INSERT INTO heartbeat (id, at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET at = excluded.at";
        const DELETE: &str = "DELETE FROM heartbeat WHERE at < $1";
        execute!(tx, BEAT; self.row, self.now)?;
        execute!(tx, DELETE; self.now - RETENTION_MS)?;
        Ok(true)
    }
}
