//! What has changed at the tables of a player since a program looked last.

use std::collections::BTreeMap;

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::ids::{PlayerId, TableId};
use crate::store::OwnTable;

/// A table of a player, as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSeat {
    pub own: OwnTable,
    /// Whether it is among their unfinished tables, or they are invited.
    pub is_listed: bool,
}

impl OwnSeat {
    pub(super) fn listed(own: OwnTable) -> OwnSeat {
        OwnSeat { own, is_listed: true }
    }

    pub(super) fn left(own: OwnTable) -> OwnSeat {
        OwnSeat {
            own,
            is_listed: false,
        }
    }
}

/// The tables that have changed. Of each there is only what it is now, so a program that reads slowly takes no more memory than its
/// player has tables.
#[derive(Debug, Default)]
pub struct Changes {
    changed: Mutex<BTreeMap<(TableId, PlayerId), OwnSeat>>,
    notify: Notify,
}

impl Changes {
    pub(super) fn put(&self, seats: impl IntoIterator<Item = OwnSeat>) {
        let mut changed = self.changed.lock();
        for seat in seats {
            changed.insert((seat.own.table, seat.own.sitter), seat);
        }
        drop(changed);
        self.notify.notify_one();
    }

    /// Waits for changes, and takes them.
    pub async fn taken(&self) -> Vec<OwnSeat> {
        loop {
            let changed = std::mem::take(&mut *self.changed.lock());
            if !changed.is_empty() {
                return changed.into_values().collect();
            }
            self.notify.notified().await;
        }
    }
}
