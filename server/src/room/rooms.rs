//! All rooms of this server: loaded from the log when somebody comes, forgotten when nobody is there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex as StdMutex, MutexGuard, PoisonError};
use std::time::Duration;

use metrics::gauge;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use super::Room;
use super::event::EVENT_FORMAT;
use super::event::Event;
use super::state::{BrokenLog, Phase};
use super::table::{Logged, Table};
use super::task::{End, Task};
use crate::ids::TableId;
use crate::store::{EventRow, Store, StoreError, TableRow};

/// After a failure a room is brought back at once, then after a wait that doubles up to the longest.
const SHORTEST_WAIT: Duration = Duration::from_millis(50);
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// The registry. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Rooms {
    store: Store,
    slots: Arc<StdMutex<HashMap<TableId, Arc<Slot>>>>,
    tracker: TaskTracker,
    shutdown: CancellationToken,
}

/// The place of one table, so that it is loaded once however many ask for it.
#[derive(Debug, Default)]
struct Slot {
    state: Mutex<SlotState>,
    /// The room again, for those who only look and must not wait.
    open: StdMutex<Option<Room>>,
}

#[derive(Debug, Default)]
struct SlotState {
    room: Option<Room>,
    /// How often in a row the room broke, and when it may be brought back.
    failures: u32,
    not_before: Option<Instant>,
}

/// A table cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What the store has is not a log.
    #[error(transparent)]
    Log(#[from] BrokenLog),
    /// The server stops.
    #[error("the server is stopping")]
    Shutdown,
}

/// A table that is served, as lists show it.
#[derive(Clone, Debug)]
pub struct OpenTable {
    /// Its code.
    pub code: crate::ids::TableCode,
    /// The title of its game.
    pub title: &'static str,
    /// The variant; empty where the game has none.
    pub variant: String,
    /// How many chairs it has.
    pub chairs: usize,
    /// The names of those who sit there.
    pub names: Vec<String>,
    /// Whether the game has begun.
    pub playing: bool,
}

impl Rooms {
    /// No rooms yet. They end when `shutdown` is cancelled; [`Rooms::ended`] waits for that.
    pub fn new(store: Store, shutdown: CancellationToken) -> Rooms {
        Rooms {
            store,
            slots: Arc::default(),
            tracker: TaskTracker::new(),
            shutdown,
        }
    }

    /// The room of a table: the one that is there, or one brought back from the log.
    pub async fn room(&self, row: &TableRow) -> Result<Room, LoadError> {
        let slot = Arc::clone(self.lock().entry(row.id).or_default());
        let mut state = slot.state.lock().await;
        if let Some(room) = state.room.as_ref().filter(|room| !room.is_over()) {
            return Ok(room.clone());
        }
        if self.shutdown.is_cancelled() {
            return Err(LoadError::Shutdown);
        }
        if let Some(at) = state.not_before {
            sleep_until(at).await;
        }
        let loaded = load(&self.store, row).await;
        let table = loaded.inspect_err(|error| {
            warn!(table = %row.id, %error, "a table could not be loaded");
            state.failed();
        })?;
        let room = self.open(row.id, table, Arc::clone(&slot));
        state.room = Some(room.clone());
        *slot.open() = Some(room.clone());
        Ok(room)
    }

    /// The public tables with a seated player present, those that wait first.
    pub fn public_tables(&self) -> Vec<OpenTable> {
        let rooms: Vec<Room> = self
            .lock()
            .values()
            .filter_map(|slot| slot.open().clone())
            .collect();
        let mut tables: Vec<OpenTable> = rooms.iter().filter_map(open_table).collect();
        tables.sort_by(|a, b| a.playing.cmp(&b.playing).then_with(|| a.code.cmp(&b.code)));
        tables
    }

    /// Waits until all rooms have ended, after the shutdown was asked for.
    pub async fn ended(&self) {
        self.tracker.close();
        self.tracker.wait().await;
    }

    fn open(&self, id: TableId, table: Table, slot: Arc<Slot>) -> Room {
        let (task, room) = Task::new(id, table, self.store.clone(), self.shutdown.child_token());
        let rooms = self.clone();
        self.tracker.spawn(async move {
            gauge!("thicket_rooms").increment(1);
            debug!(table = %id, "room opened");
            let _count = OnDrop(|| gauge!("thicket_rooms").decrement(1));
            let end = task.run().await;
            debug!(table = %id, ?end, "room closed");
            rooms.closed(id, end, slot).await;
        });
        room
    }

    async fn closed(&self, id: TableId, end: End, slot: Arc<Slot>) {
        slot.open().take();
        let mut state = slot.state.lock().await;
        if state.room.as_ref().is_some_and(Room::is_over) {
            state.room = None;
        }
        match end {
            End::Broken => state.failed(),
            End::Idle | End::Shutdown => state.not_before = None,
        }
        drop(state);
        if end == End::Broken {
            // The wait is remembered for as long as it can matter.
            sleep(LONGEST_WAIT).await;
        }
        let mut slots = self.lock();
        // Two hands on the slot: the map's and this one. A third is somebody who is just asking for the room.
        if Arc::strong_count(&slot) == 2 && slot.open().is_none() {
            slots.remove(&id);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, Arc<Slot>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    fn open(&self) -> MutexGuard<'_, Option<Room>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SlotState {
    fn failed(&mut self) {
        let wait = SHORTEST_WAIT
            .saturating_mul(1 << self.failures.min(8))
            .min(LONGEST_WAIT);
        // Failures far apart are not a row of failures.
        let recent = self.not_before.is_some_and(|at| at.elapsed() < 2 * LONGEST_WAIT);
        self.failures = if recent { self.failures + 1 } else { 1 };
        self.not_before = Some(Instant::now() + wait);
    }
}

struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

fn open_table(room: &Room) -> Option<OpenTable> {
    let table = room.table();
    let seated = table.state.seated();
    let playing = match table.state.phase {
        Phase::Waiting { .. } => false,
        Phase::Playing { .. } => true,
        Phase::Over { .. } => return None,
    };
    if !table.state.terms.public || !seated.iter().any(|&player| room.presence.has(player)) {
        return None;
    }
    let names = seated.iter().map(|&player| table.player(player).name).collect();
    let info = table.state.terms.kind.info();
    let chairs = usize::from(table.state.terms.seats);
    Some(OpenTable {
        code: table.code().clone(),
        title: info.title,
        variant: table.state.terms.variant.clone(),
        chairs,
        names,
        playing,
    })
}

/// Reads a table's log and makes the table of it.
pub async fn load(store: &Store, row: &TableRow) -> Result<Table, LoadError> {
    let events = store.events(row.id).await?;
    let names = store.names_at(row.id).await?.into_iter().collect();
    let log = events.into_iter().map(logged).collect::<Result<Vec<_>, _>>()?;
    Ok(Table::replay(row.code.clone(), names, log)?)
}

fn logged(row: EventRow) -> Result<Logged, BrokenLog> {
    let broken = |why: String| BrokenLog {
        seq: row.seq as u64,
        why,
    };
    if row.format != EVENT_FORMAT {
        return Err(broken(format!(
            "format {} is not known to this version",
            row.format
        )));
    }
    let event: Event = serde_json::from_str(row.body.get()).map_err(|error| broken(error.to_string()))?;
    Ok(Logged {
        at: row.at,
        command: row.player.zip(row.command),
        event,
    })
}
