//! Who is connected to a table. Sockets are counted per player, since the connection is not the player.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;

use super::nodes::Elsewhere;
use crate::ids::PlayerId;

#[derive(Debug, Default)]
pub struct Presence {
    sockets: Mutex<HashMap<Visitor, u32>>,
    /// Counts the sockets that came and went, here and elsewhere.
    version: AtomicU64,
    /// Counts the sockets of this node only.
    own_version: AtomicU64,
    changed: Notify,
}

/// The player of a socket; `None` while the browser has given no name.
type Visitor = Option<PlayerId>;

/// A connected socket, until it is dropped.
#[derive(Debug)]
pub struct Visit {
    presence: Arc<Presence>,
    visitor: Visitor,
}

impl Presence {
    /// Counts a socket until the visit is dropped.
    pub fn visit(self: &Arc<Presence>, visitor: Visitor) -> Visit {
        *self.lock().entry(visitor).or_default() += 1;
        self.notify_own_change();
        Visit {
            presence: Arc::clone(self),
            visitor,
        }
    }

    pub fn has(&self, player: PlayerId) -> bool {
        self.lock().contains_key(&Some(player))
    }

    pub fn any(&self) -> bool {
        !self.lock().is_empty()
    }

    /// How many watch, here and elsewhere: each player who is not seated once, and each socket without a player.
    pub(super) fn watchers(&self, seated: &[PlayerId], elsewhere: &Elsewhere) -> u32 {
        let sockets = self.lock();
        let watches = |player: &PlayerId| !seated.contains(player);
        let here = |(visitor, sockets): (&Visitor, &u32)| match visitor {
            None => *sockets,
            Some(player) => u32::from(watches(player)),
        };
        let only_there = |player: &&PlayerId| watches(player) && !sockets.contains_key(&Some(**player));
        let there = elsewhere.players.iter().filter(only_there).count();
        sockets.iter().map(here).sum::<u32>() + elsewhere.anonymous + u32::try_from(there).unwrap_or(u32::MAX)
    }

    /// The players who have a socket here, and how many sockets have no player.
    pub(super) fn visitors(&self) -> (Vec<PlayerId>, u32) {
        let sockets = self.lock();
        let players = sockets.keys().flatten().copied().collect();
        (players, sockets.get(&None).copied().unwrap_or_default())
    }

    /// A number that changes with each socket that comes or goes, at whatever node.
    pub fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    /// The number for the sockets of this node; 0 before the first.
    pub(super) fn own_version(&self) -> u64 {
        self.own_version.load(Ordering::Acquire)
    }

    fn notify_own_change(&self) {
        self.own_version.fetch_add(1, Ordering::AcqRel);
        self.notify_change();
    }

    pub(super) fn notify_change(&self) {
        self.version.fetch_add(1, Ordering::AcqRel);
        self.changed.notify_one();
    }

    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Visitor, u32>> {
        self.sockets.lock()
    }
}

impl Visit {
    pub fn visitor(&self) -> Option<PlayerId> {
        self.visitor
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut sockets = self.presence.lock();
        if let Some(count) = sockets.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.visitor);
            }
        }
        drop(sockets);
        self.presence.notify_own_change();
    }
}
