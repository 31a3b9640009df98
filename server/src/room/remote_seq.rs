//! How far the log of a table has come, according to other nodes.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Notify;

use crate::seq::Seq;

/// The highest number that was announced, for the task of a room.
#[derive(Debug, Default)]
pub(super) struct RemoteSeq {
    seq: AtomicU64,
    changed: Notify,
}

impl RemoteSeq {
    pub(super) fn record(&self, seq: Seq) {
        if self.seq.fetch_max(seq.0, Ordering::AcqRel) < seq.0 {
            self.changed.notify_one();
        }
    }

    pub(super) fn seq(&self) -> Seq {
        Seq(self.seq.load(Ordering::Acquire))
    }

    /// The log was read after `heard` was announced, and has come to `seq`: an announced event beyond that does not
    /// exist.
    pub(super) fn settle(&self, heard: Seq, seq: Seq) {
        if heard > seq {
            // If yet another number was announced meanwhile, it stands.
            let _ = self
                .seq
                .compare_exchange(heard.0, seq.0, Ordering::AcqRel, Ordering::Acquire);
        }
    }

    /// Waits until a higher number is announced.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }
}
