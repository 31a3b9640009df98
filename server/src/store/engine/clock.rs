//! The clock of the database.

use super::read::read;
use super::sql::Engine;
use crate::store::{Store, StoreError};
use crate::time::{UnixMs, monotonic_unix_ms};

/// A slow query says little about the clock, so the quickest of some counts.
const TRIES: usize = 3;

impl Store {
    /// How many milliseconds the database's clock is ahead of this machine's; `None` for a SQLite file.
    pub async fn clock_offset(&self) -> Result<Option<i64>, StoreError> {
        if matches!(self.pools, Engine::Sqlite(_)) {
            return Ok(None);
        }
        let mut quickest: Option<(i64, i64)> = None;
        for _ in 0..TRIES {
            let measured = self.measure_clock().await?;
            quickest = Some(quickest.map_or(measured, |best| best.min(measured)));
        }
        Ok(quickest.map(|(_, offset)| offset))
    }

    async fn measure_clock(&self) -> Result<(i64, i64), StoreError> {
        const NOW: &str = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
        let before = monotonic_unix_ms();
        let theirs: UnixMs = read!(self, conn => sqlx::query_scalar(NOW).fetch_one(conn))?;
        let took = monotonic_unix_ms() - before;
        Ok((took, theirs - (before + took / 2)))
    }
}
