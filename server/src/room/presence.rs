//! Who is connected to a table. Sockets are counted per player, since the connection is not the player.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;

use super::nodes::Elsewhere;
use crate::ids::PlayerId;

#[derive(Debug, Default)]
pub struct Presence {
    sockets: Mutex<HashMap<Visitor, u32>>,
    /// Sockets whose page is in sight.
    in_sight: Mutex<HashMap<PlayerId, u32>>,
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

/// A page of a player that is in sight, until this is dropped.
#[derive(Debug)]
pub struct Sight {
    presence: Arc<Presence>,
    player: PlayerId,
}

impl Presence {
    /// Counts a page that is in sight.
    pub fn see(self: &Arc<Presence>, player: PlayerId) -> Sight {
        *self.in_sight.lock().entry(player).or_default() += 1;
        self.notify_own_change();
        Sight {
            presence: Arc::clone(self),
            player,
        }
    }

    /// Whether a player has the table in sight, here.
    pub(super) fn is_in_sight(&self, player: PlayerId) -> bool {
        self.in_sight.lock().contains_key(&player)
    }

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

impl Sight {
    pub fn player(&self) -> PlayerId {
        self.player
    }
}

impl Drop for Sight {
    fn drop(&mut self) {
        leave(&mut self.presence.in_sight.lock(), &self.player);
        self.presence.notify_own_change();
    }
}

/// One less.
fn leave<K: Eq + Hash>(counts: &mut HashMap<K, u32>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        leave(&mut self.presence.lock(), &self.visitor);
        self.presence.notify_own_change();
    }
}
