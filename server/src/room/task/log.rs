//! Following the log of a table: what other nodes have written is read and applied.

use tokio::time::sleep;
use tracing::{error, warn};

use super::{End, RETRY, Task};
use crate::room::load::{LoadError, events_after};

impl Task {
    /// Another node has written to the log, or says so.
    pub(super) async fn on_heard(&mut self) -> Result<(), End> {
        if self.heard.seq() > self.read(|state| state.seq) {
            self.behind = true;
            self.catch_up().await?;
        }
        Ok(())
    }

    /// Reads and applies what the log has beyond this table. False if the store does not answer.
    pub(super) async fn catch_up(&mut self) -> Result<bool, End> {
        let (id, seq) = self.read(|state| (state.id, state.seq));
        let missed = match events_after(&self.environment.store, id, seq).await {
            Ok(missed) => missed,
            Err(LoadError::Store(error)) => {
                warn!(table = %id, %error, "the log could not be read");
                return Ok(false);
            }
            Err(error) => {
                error!(table = %id, %error, "the log cannot be followed");
                return Err(End::Broken);
            }
        };
        self.learn_before(&missed).await;
        for logged in &missed {
            self.apply_committed(logged)?;
        }
        self.behind = false;
        self.publish();
        Ok(true)
    }
}

/// Waits until a log that could not be read is tried again, for ever if none is.
pub(super) async fn wait_if(behind: bool) {
    match behind {
        true => sleep(RETRY).await,
        false => std::future::pending().await,
    }
}
