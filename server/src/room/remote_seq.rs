//! How far the log of a table has come, as other nodes say.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Notify;

use crate::seq::Seq;

/// The highest number that was heard of, for the task of a room.
#[derive(Debug, Default)]
pub(super) struct RemoteSeq {
    seq: AtomicU64,
    changed: Notify,
}

impl RemoteSeq {
    /// Records that the log has come to this number.
    pub(super) fn record(&self, seq: Seq) {
        if self.seq.fetch_max(seq.0, Ordering::AcqRel) < seq.0 {
            self.changed.notify_one();
        }
    }

    /// The highest number that was heard of.
    pub(super) fn seq(&self) -> Seq {
        Seq(self.seq.load(Ordering::Acquire))
    }

    /// The log was read since this number was heard of, and has come to that one: whatever was heard of beyond that is not there.
    pub(super) fn settle(&self, heard: Seq, seq: Seq) {
        if heard > seq {
            // If yet another number was heard of meanwhile, it stands.
            let _ = self
                .seq
                .compare_exchange(heard.0, seq.0, Ordering::AcqRel, Ordering::Acquire);
        }
    }

    /// Waits until a higher number is heard of.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }
}
