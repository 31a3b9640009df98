//! All rooms of this server: opened from the log when somebody comes, closed when nobody is there.

mod slot;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use metrics::gauge;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};
use uuid::Uuid;

use super::Room;
use super::away::Away;
use super::chat::Chats;
use super::cut_off::CutOff;
use super::live_table::LiveTable;
use super::load::{LoadError, load_with_chain};
use super::nodes::Nodes;
use super::outages::Outages;
use super::plans::Plans;
use super::task::{End, Environment, ResumedState, Task};
use crate::bus::Bus;
use crate::config::Timings;
use crate::ids::{EventId, PlayerId, TableId};
use crate::model::player::bot::is_bot;
use crate::model::table::state::Phase;
use crate::seq::Seq;
use crate::store::{Store, TableRow};
use crate::time::{UnixMs, monotonic_unix_ms};
use slot::Slot;

#[derive(Clone, Debug)]
pub struct Rooms {
    environment: Environment,
    slots: Arc<Mutex<HashMap<TableId, Arc<Slot>>>>,
    tracker: TaskTracker,
}

/// A caller that waits for a room. If it gives up while the room is loading, its slot is not left behind.
struct SlotClaim {
    rooms: Rooms,
    id: TableId,
    slot: Arc<Slot>,
}

impl Rooms {
    /// An empty registry. Its rooms end when `shutdown` is cancelled; [`Rooms::ended`] waits for that. They send to
    /// `bots` at which table it is a bot's turn.
    pub fn new(
        store: Store,
        timings: Timings,
        bots: mpsc::UnboundedSender<TableId>,
        shutdown: CancellationToken,
    ) -> Rooms {
        let nodes = Arc::new(Nodes::new(store.bus().clone()));
        Rooms {
            environment: Environment {
                nodes,
                chats: Arc::new(Chats::new(store.clone())),
                store,
                timings,
                cut_off: Arc::new(CutOff::new(shutdown.clone())),
                shutdown,
                outages: Outages::new(),
                bots,
            },
            slots: Arc::default(),
            tracker: TaskTracker::new(),
        }
    }

    /// The open room of a table, or one opened from the log.
    pub async fn room(&self, row: &TableRow) -> Result<Room, LoadError> {
        let claim = self.claim_slot(row.id);
        let slot = &claim.slot;
        let mut state = slot.state.lock().await;
        if let Some(room) = state.room.clone().filter(|room| !room.is_over()) {
            drop(state);
            self.until_caught_up().await;
            return Ok(room);
        }
        if self.environment.shutdown.is_cancelled() {
            return Err(LoadError::Shutdown);
        }
        state.wait().await?;
        match self.load(row).await {
            Ok((table, resumed)) => {
                let room = self.open(table, resumed, Arc::clone(slot));
                state.room = Some(room.clone());
                *slot.open() = Some(room.clone());
                // Later announcements go to the room itself.
                room.remote_seq
                    .record(Seq(slot.remote_seq.load(Ordering::SeqCst)));
                room.chat.read();
                Ok(room)
            }
            Err(error) => {
                warn!(table = %row.id, %error, "a table could not be loaded");
                state.failed(self.environment.timings.retry_wait);
                self.remove_later(row.id, Arc::clone(slot));
                Err(error)
            }
        }
    }

    /// A table, and what was stored when it was last open.
    async fn load(&self, row: &TableRow) -> Result<(LiveTable, ResumedState), LoadError> {
        let store = &self.environment.store;
        let reconnects = store.changes().reconnects().count();
        let (mut table, chain) = load_with_chain(store, row.id, &row.code).await?;
        let due = match table.state.phase {
            Phase::Waiting(_) if !self.bus().is_none() => store.deadline(row.id).await?,
            _ => None,
        };
        let left = |due: UnixMs| due.duration_since(monotonic_unix_ms());
        let away = match table.state.phase {
            Phase::Playing(_) => store.away_at(row.id).await?,
            Phase::Waiting(_) | Phase::Over(_) => Vec::new(),
        };
        if table.state.is_playing() {
            table.plans = Plans::of(store.plans_at(row.id).await?);
        }
        let resumed = ResumedState {
            deadline: due.and_then(|due| Instant::now().checked_add(left(due))),
            away: Away::stored(away),
            chain,
            reconnects,
        };
        Ok((table, resumed))
    }

    /// Public tables that are not over and have a seated player connected, at whatever node, each with whether its
    /// game has begun; in order of their ids.
    pub fn public_tables(&self) -> BTreeMap<TableId, bool> {
        let elsewhere = self.nodes().listed().into_iter();
        let elsewhere = elsewhere.map(|(begun, id)| (id, begun));
        elsewhere.chain(self.public_tables_here()).collect()
    }

    /// Public tables with a seated player at this node.
    pub fn public_tables_here(&self) -> BTreeMap<TableId, bool> {
        self.all_open().iter().filter_map(listed).collect()
    }

    /// Whether a player has a table in sight, at whatever node.
    pub(crate) fn is_in_sight(&self, table: TableId, player: PlayerId) -> bool {
        self.if_open(table)
            .is_some_and(|room| room.presence.is_in_sight(player))
            || self.nodes().is_in_sight(table, player)
    }

    /// Those of the players who are connected to some table at another node.
    pub(crate) fn connected_elsewhere(&self, players: &HashSet<PlayerId>) -> HashSet<PlayerId> {
        self.nodes().connected(players)
    }

    pub(super) fn all_open(&self) -> Vec<Room> {
        let slots = self.lock();
        slots.values().filter_map(|slot| slot.open().clone()).collect()
    }

    pub(crate) fn if_open(&self, table: TableId) -> Option<Room> {
        let slots = self.lock();
        slots.get(&table)?.open().clone()
    }

    /// The log of a table has come to this number: its room reads it, if it is open or about to be.
    pub(super) fn record_remote_seq(&self, table: TableId, seq: Seq) {
        let Some(slot) = self.lock().get(&table).cloned() else {
            return;
        };
        slot.remote_seq.fetch_max(seq.0, Ordering::SeqCst);
        if let Some(room) = slot.open().as_ref() {
            room.remote_seq.record(seq);
        }
        self.remove(table, slot);
    }

    /// The log of an open table was found to end with this event, or to be missing. Its room reads it, if that is
    /// new.
    pub(super) fn saw(&self, table: TableId, last: Option<(Seq, EventId)>) {
        let seq = last.map_or(Seq::ZERO, |(seq, _)| seq);
        let differs = |room: &Room| {
            let table = room.table();
            table.state.seq > seq || table.state.seq == seq && last.is_some_and(|(_, id)| id != table.last())
        };
        match self.if_open(table) {
            Some(room) if differs(&room) => room.resync(),
            _ => self.record_remote_seq(table, seq),
        }
    }

    /// The chat of an open table was found to end with this number, or to be empty.
    pub(super) fn saw_chat(&self, table: TableId, n: Option<u64>) {
        if let Some(room) = self.if_open(table) {
            room.chat.saw(n.unwrap_or_default());
        }
    }

    /// The chat of a table has come to this number: its room reads it, if it is open.
    pub(super) fn record_remote_chat(&self, table: TableId, n: u64) {
        if let Some(room) = self.if_open(table) {
            room.chat.record_remote(n);
        }
    }

    /// Somebody has changed their plan at another node: the room reads the plans, if it is open.
    pub(super) fn record_remote_plans(&self, table: TableId) {
        if let Some(room) = self.if_open(table) {
            room.read_plans();
        }
    }

    /// An open table was found to have these plans. Its room reads them, if they are others than it has.
    pub(super) fn saw_plans(&self, table: TableId, ids: &BTreeSet<Uuid>) {
        if let Some(room) = self.if_open(table)
            && room.table().plans.ids() != *ids
        {
            room.read_plans();
        }
    }

    /// Has the rooms of a table, or those that a player has been to, read names and chats again.
    pub fn refresh(&self, subject: Uuid) {
        let concerns =
            |room: &Room| room.id.0 == subject || room.table().state.name(PlayerId(subject)).is_some();
        for room in self.all_open().into_iter().filter(concerns) {
            room.refresh();
        }
    }

    /// Whether other nodes may have written to the logs of open rooms while this process was paused.
    pub fn may_have_missed(&self) -> bool {
        self.nodes().may_have_missed()
    }

    /// Waits until open rooms have what others have written while this process was paused.
    pub async fn until_caught_up(&self) {
        if self.may_have_missed() {
            Box::pin(self.nodes().until_caught_up()).await;
        }
    }

    pub fn cut_off(&self) -> &CutOff {
        &self.environment.cut_off
    }

    pub(super) fn nodes(&self) -> &Nodes {
        &self.environment.nodes
    }

    pub(super) fn bus(&self) -> &Bus {
        &self.environment.nodes.bus
    }

    pub(super) fn environment(&self) -> &Environment {
        &self.environment
    }

    pub(super) fn store(&self) -> &Store {
        &self.environment.store
    }

    /// Waits until all rooms have ended after the shutdown.
    pub async fn ended(&self) {
        self.tracker.close();
        self.tracker.wait().await;
    }

    fn open(&self, table: LiveTable, resumed: ResumedState, slot: Arc<Slot>) -> Room {
        let id = table.state.id;
        let (task, room) = Task::new(self.environment.clone(), table, resumed);
        let rooms = self.clone();
        // Boxed: a future reserves space twice for another one that it holds.
        let running = Box::pin(Box::new(task).run());
        self.tracker.spawn(async move {
            gauge!("thicket_rooms").increment(1);
            debug!(table = %id, "room opened");
            let _count = OnDrop(|| gauge!("thicket_rooms").decrement(1));
            let end = running.await;
            debug!(table = %id, ?end, "room closed");
            Box::pin(rooms.closed(id, end, slot)).await;
        });
        room
    }

    fn claim_slot(&self, id: TableId) -> SlotClaim {
        let slot = Arc::clone(self.lock().entry(id).or_default());
        let rooms = self.clone();
        SlotClaim { rooms, id, slot }
    }

    async fn closed(&self, id: TableId, end: End, slot: Arc<Slot>) {
        slot.open().take();
        let mut state = slot.state.lock().await;
        if state.room.as_ref().is_some_and(Room::is_over) {
            state.room = None;
        }
        if end == End::Broken {
            state.failed(self.environment.timings.retry_wait);
            self.remove_later(id, Arc::clone(&slot));
            return;
        }
        state.not_before = None;
        drop(state);
        self.remove(id, slot);
    }

    /// Keeps the slot of a table that failed for as long as the wait before the next try matters.
    fn remove_later(&self, id: TableId, slot: Arc<Slot>) {
        let (rooms, wait) = (self.clone(), self.environment.timings.retry_wait);
        tokio::spawn(async move {
            sleep(wait).await;
            rooms.remove(id, slot);
        });
    }

    /// Removes a slot that holds no room, unless others still hold the slot.
    fn remove(&self, id: TableId, slot: Arc<Slot>) {
        let mut slots = self.lock();
        let is_listed = slots.get(&id).is_some_and(|listed| Arc::ptr_eq(listed, &slot));
        // One is the map's and one is ours. Ours is dropped while the map is locked, so that of several callers the
        // last one sees it.
        let is_last = Arc::strong_count(&slot) == 2 && slot.open().is_none();
        drop(slot);
        if is_listed && is_last {
            slots.remove(&id);
        }
    }

    /// How many tables have a slot: for tests of leaks.
    pub fn slots(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, Arc<Slot>>> {
        self.slots.lock()
    }
}

impl Drop for SlotClaim {
    fn drop(&mut self) {
        let slot = std::mem::take(&mut self.slot);
        self.rooms.remove(self.id, slot);
    }
}

fn listed(room: &Room) -> Option<(TableId, bool)> {
    let begun = {
        let state = &room.table().state;
        state.begun().filter(|_| state.terms.public)?
    };
    let somebody = room
        .status
        .borrow()
        .presence
        .present
        .iter()
        .any(|&player| !is_bot(player));
    somebody.then_some((room.id, begun))
}

struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
