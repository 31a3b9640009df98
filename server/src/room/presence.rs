//! Who is connected to a table: sockets are counted per player, since the connection is not the player.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::ids::PlayerId;

/// The sockets at one table.
#[derive(Debug, Default)]
pub struct Presence {
    sockets: Mutex<HashMap<Visitor, u32>>,
    /// Counts the sockets that came and went.
    version: AtomicU64,
    changed: Notify,
}

/// The player of a socket; none while the browser has given no name.
type Visitor = Option<PlayerId>;

/// One socket is connected for as long as this lives.
#[derive(Debug)]
pub struct Visit {
    presence: Arc<Presence>,
    visitor: Visitor,
}

impl Presence {
    /// Counts a socket until the visit is dropped.
    pub fn visit(self: &Arc<Presence>, visitor: Visitor) -> Visit {
        *self.lock().entry(visitor).or_default() += 1;
        self.note_change();
        Visit {
            presence: Arc::clone(self),
            visitor,
        }
    }

    /// Whether a player has a socket here.
    pub fn has(&self, player: PlayerId) -> bool {
        self.lock().contains_key(&Some(player))
    }

    /// Whether anybody at all is connected.
    pub fn any(&self) -> bool {
        !self.lock().is_empty()
    }

    /// How many watch: each player who is not seated once, and each socket without a player.
    pub fn watchers(&self, seated: &[PlayerId]) -> u32 {
        let sockets = self.lock();
        let watches = |(visitor, sockets): (&Visitor, &u32)| match visitor {
            None => *sockets,
            Some(player) => u32::from(!seated.contains(player)),
        };
        sockets.iter().map(watches).sum()
    }

    /// A number that is another one after each socket that comes or goes.
    pub fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    fn note_change(&self) {
        self.version.fetch_add(1, Ordering::AcqRel);
        self.changed.notify_one();
    }

    /// Waits until a socket comes or goes.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Visitor, u32>> {
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
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
        self.presence.note_change();
    }
}
