//! Which servers run, and outages of all.

use std::time::Duration;

use uuid::Uuid;

use crate::model::log::outage::Outage;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Engine, Tx, execute};
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// A server that has said for this long that it is running may be gone. A longer silence of all servers is an outage.
pub const ALIVE_FOR: Duration = Duration::from_secs(10);
/// How long the rows of servers that are gone are kept, in milliseconds.
const RETENTION_MS: i64 = 24 * 60 * 60 * 1000;

from_row!(Outage { since, until });

impl Store {
    /// Records that a server is running now, and the outage that ends by that, if there was one. A
    /// server that is `starting` knows that its predecessor on the same SQLite file is gone, however short a time ago.
    pub async fn record_alive(&self, node: Uuid, now: UnixMs, starting: bool) -> Result<(), StoreError> {
        let alone = starting && matches!(self.pools, Engine::Sqlite(_));
        let alive_since = match alone {
            true => UnixMs::MAX,
            false => now - ALIVE_FOR,
        };
        let job = RecordAlive {
            node,
            now,
            alive_since,
        };
        self.writer.write(job).await.map(drop)
    }

    /// Records that a server stops now.
    pub async fn record_stopped(&self, node: Uuid, now: UnixMs) -> Result<(), StoreError> {
        self.writer.write(RecordStopped { node, now }).await.map(drop)
    }

    /// Whether a server has said lately, as of now, that it is running.
    pub async fn is_served(&self, now: UnixMs) -> Result<bool, StoreError> {
        const COUNT: &str = "SELECT COUNT(*) FROM alive WHERE at >= $1 AND NOT stopped";
        let since = now - ALIVE_FOR;
        let count: i64 = read!(self, conn => sqlx::query_scalar(COUNT).bind(since).fetch_one(conn))?;
        Ok(count > 0)
    }

    pub async fn outages(&self) -> Result<Vec<Outage>, StoreError> {
        const FIND: &str = "SELECT since, until FROM outages ORDER BY since DESC LIMIT 1000";
        read!(self, conn => sqlx::query_as(FIND).fetch_all(conn))
    }
}

#[derive(Debug)]
struct RecordAlive {
    node: Uuid,
    now: UnixMs,
    alive_since: UnixMs,
}

impl WriteJob for RecordAlive {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const OUTAGE: &str = "INSERT INTO outages (since, until)
            SELECT last, until FROM (SELECT MAX(at) AS last, CAST($1 AS BIGINT) AS until FROM alive) AS silence
            WHERE last < until AND NOT EXISTS (SELECT 1 FROM alive WHERE at >= $2 AND NOT stopped)
            ON CONFLICT (since) DO NOTHING";
        const ALIVE: &str = "INSERT INTO alive (node, at, stopped) VALUES ($1, $2, FALSE)
            ON CONFLICT (node) DO UPDATE SET at = excluded.at, stopped = FALSE";
        const DELETE: &str = "DELETE FROM alive WHERE at < $1";
        execute!(tx, OUTAGE; self.now, self.alive_since)?;
        execute!(tx, ALIVE; self.node, self.now)?;
        execute!(tx, DELETE; self.now - RETENTION_MS)?;
        Ok(true)
    }
}

#[derive(Debug)]
struct RecordStopped {
    node: Uuid,
    now: UnixMs,
}

impl WriteJob for RecordStopped {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const STOP: &str = "UPDATE alive SET at = $2, stopped = TRUE WHERE node = $1";
        execute!(tx, STOP; self.node, self.now)?;
        Ok(true)
    }
}
