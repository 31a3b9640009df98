//! Following the log of a table: reads and applies what other nodes have written.

use tokio::time::sleep;
use tracing::{error, warn};

use super::{End, RETRY, Task};
use crate::model::log::entry::{LogEntry, StoredEntry};
use crate::room::load::{LoadError, rows_after};

impl Task {
    /// Another node has written to the log, or announces so.
    pub(super) async fn on_remote_seq(&mut self) -> Result<(), End> {
        if self.remote_seq.seq() > self.read(|state| state.seq) {
            self.behind = true;
            self.catch_up().await?;
        }
        Ok(())
    }

    /// Whether the log has to be checked before anything is decided: it may not be what this table was made from.
    pub(super) fn must_check_log(&self) -> bool {
        let now = self.environment.store.changes().reconnects().count();
        self.behind || self.lost.is_some() || self.reconnects < now
    }

    /// Checks the log, and writes into it what it has lost. False if the store does not answer.
    pub(super) async fn check_log(&mut self) -> Result<bool, End> {
        Ok(self.catch_up().await? && self.record_loss().await?)
    }

    /// Reads and applies what the log has beyond this table, or goes back to it where it has less. False if the store
    /// does not answer.
    pub(super) async fn catch_up(&mut self) -> Result<bool, End> {
        let store = &self.environment.store;
        let (reconnects, heard) = (store.changes().reconnects().count(), self.remote_seq.seq());
        let (id, seq, last) = self.read_table(|table| (table.state.id, table.state.seq, table.last()));
        let (rows, log) = match rows_after(store, id, seq.previous()).await {
            Ok(read) => read,
            Err(LoadError::Store(error)) => {
                warn!(table = %id, %error, "the log could not be read");
                return Ok(false);
            }
            Err(error) => {
                error!(table = %id, %error, "the log cannot be followed");
                return Err(End::Broken);
            }
        };
        match log.split_first() {
            Some((own, missed)) if own.id == last => self.apply_missed(&rows[1..], missed).await?,
            _ => {
                if !self.reload().await? {
                    return Ok(false);
                }
            }
        }
        self.remote_seq.settle(heard, self.read(|state| state.seq));
        (self.behind, self.reconnects) = (false, reconnects);
        self.publish();
        Ok(true)
    }

    /// Applies entries that are stored as these rows.
    async fn apply_missed(&mut self, rows: &[StoredEntry], missed: &[LogEntry]) -> Result<(), End> {
        self.refresh_people_before(missed).await;
        for (row, entry) in rows.iter().zip(missed) {
            let sum = self.sum_after(row)?;
            self.apply_committed(entry, sum)?;
            // Another node has gone on from what was left.
            self.lost = None;
        }
        Ok(())
    }
}

/// Waits before the next try to read the log; for ever if there is nothing to try.
pub(super) async fn wait_if(behind: bool) {
    match behind {
        true => sleep(RETRY).await,
        false => std::future::pending().await,
    }
}
