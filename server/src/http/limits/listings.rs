//! Which public tables were opened from where, as long as they may be in the lobby.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use crate::http::address::ClientAddress;
use crate::ids::TableId;

/// The public tables opened by each address, by their ids. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Listings(Arc<Mutex<HashMap<ClientAddress, Vec<TableId>>>>);

impl Listings {
    /// The tables opened from there that may still be listed. This machine itself is not limited.
    pub(super) fn of(&self, from: ClientAddress) -> Vec<TableId> {
        self.lock().get(&from).cloned().unwrap_or_default()
    }

    pub(super) fn record(&self, from: ClientAddress, mut listed: Vec<TableId>, opened: TableId) {
        if from.is_local() {
            return;
        }
        listed.push(opened);
        self.lock().insert(from, listed);
    }

    /// Forgets the tables that were opened before this one.
    pub(super) fn sweep(&self, earliest: TableId) {
        let mut tables = self.lock();
        tables.retain(|_, ids| {
            ids.retain(|id| *id >= earliest);
            !ids.is_empty()
        });
        tables.shrink_to_fit();
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ClientAddress, Vec<TableId>>> {
        self.0.lock()
    }
}
