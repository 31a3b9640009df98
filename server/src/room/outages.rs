//! Outages and holidays: times that do not count. Each server writes every few seconds that it is running, a time without any such
//! entry is an outage, and with that it reads who is on holiday.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tracing::warn;
use uuid::Uuid;

use crate::ids::PlayerId;
use crate::model::log::outage::Outage;
use crate::model::player::holiday::Holidays;
use crate::model::table::state::State;
use crate::store::{ALIVE_FOR, Store, StoreError};
use crate::time::{UnixMs, monotonic_unix_ms};

/// How often a server writes that it is running.
const EVERY: Duration = Duration::from_secs(5);
/// How soon it tries again after a failure.
const RETRY: Duration = Duration::from_secs(1);
/// How long writing that it stops may take.
const LAST_WORD: Duration = Duration::from_millis(500);

/// This server among those that share a database. Clones are the same server.
#[derive(Clone, Debug)]
pub(super) struct Outages {
    node: Uuid,
    known: Arc<watch::Sender<Known>>,
}

#[derive(Debug, Default)]
struct Known {
    /// When this was read; `None` before the first time.
    as_of: Option<UnixMs>,
    outages: Arc<[Outage]>,
    holidays: Arc<Holidays>,
}

#[derive(Debug)]
pub(super) struct Following(watch::Receiver<Known>);

impl Outages {
    pub(super) fn new() -> Outages {
        Outages {
            node: Uuid::now_v7(),
            known: Arc::default(),
        }
    }

    /// Follows the known outages. The first [`Following::changed`] is there at once.
    pub(super) fn follow(&self) -> Following {
        let mut known = self.known.subscribe();
        known.mark_changed();
        Following(known)
    }

    /// Writes that this server is running, and reads what outages there were, and who is on holiday. Returns those whose holiday has
    /// begun or ended since it was last read.
    pub(super) async fn record_alive(&self, store: &Store) -> Result<Vec<PlayerId>, StoreError> {
        let now = monotonic_unix_ms();
        let starting = self.known.borrow().as_of.is_none();
        store.record_alive(self.node, now, starting).await?;
        let outages = store.outages().await?;
        let holidays = store.holidays(now).await?;
        let mut changed = Vec::new();
        self.known.send_if_modified(|known| {
            changed = match starting {
                true => Vec::new(),
                false => differing(&known.holidays, &holidays),
            };
            let is_new = known.as_of.is_none() || *known.outages != *outages || *known.holidays != holidays;
            known.as_of = Some(now);
            if is_new {
                (known.outages, known.holidays) = (outages.into(), Arc::new(holidays));
            }
            is_new
        });
        Ok(changed)
    }

    /// Reads who is on holiday. What another node has written into a log may follow from what this one has not read yet.
    pub(super) async fn read_holidays(&self, store: &Store) -> Result<(), StoreError> {
        let holidays = store.holidays(monotonic_unix_ms()).await?;
        self.known.send_if_modified(|known| {
            let is_new = *known.holidays != holidays;
            if is_new {
                known.holidays = Arc::new(holidays);
            }
            is_new
        });
        Ok(())
    }

    /// Writes repeatedly that this server is running, until it is dropped, and says whose holidays have begun or ended.
    pub(super) async fn keep_alive(&self, store: &Store, changed: impl Fn(Vec<PlayerId>)) {
        loop {
            let wait = match self.record_alive(store).await {
                Ok(players) => {
                    changed(players);
                    EVERY
                }
                Err(error) => {
                    warn!(%error, "the database does not know that this server is running");
                    RETRY
                }
            };
            sleep(wait).await;
        }
    }

    /// Writes that this server stops, if the database answers soon.
    pub(super) async fn record_stopped(&self, store: &Store) {
        if !matches!(
            timeout(LAST_WORD, store.record_stopped(self.node, monotonic_unix_ms())).await,
            Ok(Ok(()))
        ) {
            warn!("the database does not know that this server stopped");
        }
    }
}

impl Following {
    /// Waits until more is known. Never ends once the server is gone.
    pub(super) async fn changed(&mut self) {
        if self.0.changed().await.is_err() {
            std::future::pending().await
        }
    }

    pub(super) fn outages(&self) -> Arc<[Outage]> {
        Arc::clone(&self.0.borrow().outages)
    }

    /// When something is due in a game: at once if a clock does not know of a holiday yet.
    pub(super) fn due(&self, state: &State) -> Option<UnixMs> {
        let known = self.0.borrow();
        let now = monotonic_unix_ms();
        match state.has_new_holiday(&known.holidays, now) {
            true => Some(now),
            false => state.deadline(&known.outages),
        }
    }

    /// Whether a clock does not know of a holiday yet, as far as this node has read of it.
    pub(super) fn has_new_holiday(&self, state: &State) -> bool {
        state.has_new_holiday(&self.0.borrow().holidays, monotonic_unix_ms())
    }

    pub(super) fn holidays(&self) -> Arc<Holidays> {
        Arc::clone(&self.0.borrow().holidays)
    }

    /// Whether every outage and holiday up to now is known: clocks are decided on only then.
    pub(super) fn is_complete(&self) -> bool {
        let age = |as_of| monotonic_unix_ms().duration_since(as_of);
        let as_of = self.0.borrow().as_of;
        as_of.is_some_and(|as_of| age(as_of) < ALIVE_FOR)
    }
}

/// The players whose holidays are not the same.
fn differing(before: &Holidays, after: &Holidays) -> Vec<PlayerId> {
    let players = before.keys().chain(after.keys()).copied();
    let mut players: Vec<PlayerId> = players.filter(|id| before.get(id) != after.get(id)).collect();
    players.sort_unstable();
    players.dedup();
    players
}
