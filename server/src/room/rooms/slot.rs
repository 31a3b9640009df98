//! The place of a table among the rooms: whether its room is open, and how soon it may be opened after a failure.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parking_lot::{Mutex as StdMutex, MutexGuard};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until};

use crate::room::Room;
use crate::room::load::LoadError;

/// After a failure a table is loaded again at once, then after a wait that doubles up to the longest.
const SHORTEST_WAIT: Duration = Duration::from_millis(50);
/// A visitor waits this long for the next try; if it is further away, loading fails at once.
const PATIENCE: Duration = Duration::from_secs(1);

/// The place of one table, so that it is loaded once however many request it.
#[derive(Debug, Default)]
pub(super) struct Slot {
    pub(super) state: Mutex<SlotState>,
    /// The room again, for readers who must not wait.
    open: StdMutex<Option<Room>>,
    /// What other nodes announced of the log, perhaps while it was being read.
    pub(super) remote_seq: AtomicU64,
}

#[derive(Debug, Default)]
pub(super) struct SlotState {
    pub(super) room: Option<Room>,
    /// How often in a row loading failed or the room broke, and when it may be loaded again.
    failures: u32,
    pub(super) not_before: Option<Instant>,
}

impl Slot {
    pub(super) fn open(&self) -> MutexGuard<'_, Option<Room>> {
        self.open.lock()
    }
}

impl SlotState {
    /// Waits until the table may be loaded, if that is soon.
    pub(super) async fn wait(&self) -> Result<(), LoadError> {
        match self.not_before {
            Some(at) if at > Instant::now() + PATIENCE => Err(LoadError::Waiting),
            Some(at) => {
                sleep_until(at).await;
                Ok(())
            }
            None => Ok(()),
        }
    }

    pub(super) fn failed(&mut self, longest: Duration) {
        let wait = SHORTEST_WAIT
            .saturating_mul(1 << self.failures.min(8))
            .min(longest);
        // Failures that are far apart do not add up.
        let recent = self.not_before.is_some_and(|at| at.elapsed() < 2 * longest);
        self.failures = if recent { self.failures + 1 } else { 1 };
        self.not_before = Some(Instant::now() + wait);
    }
}
