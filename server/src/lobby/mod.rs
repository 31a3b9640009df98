//! The lists that pages follow: public tables, and the tables where it is a player's turn.
//!
//! One task of each node reads them when something has changed, at this node or another, and at most every
//! [`GATHER`]. All followers share the result: there is one query for all pages, however many are open.
//! Of a player's tables only those are read that have changed.

mod players;
mod row;

use std::collections::{HashMap, HashSet};
use std::future::pending;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::watch;
use tokio::task::yield_now;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until};
use tracing::warn;

use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::log::projection::TablePhase;
use crate::protocol::LobbyView;
use crate::room::rooms::Rooms;
use crate::store::{DirtyTables, ListedTable, Store, StoreError};
use crate::time::now_ms;
use players::Players;
use players::tables::Tables;
pub use players::{Changes, Following, OwnSeat, Turns};
pub use row::{ListRow, TimeLeft};

/// Changes are gathered for this long.
const GATHER: Duration = Duration::from_millis(300);
/// How often they are read in any case: tables leave the lobby as time passes, and a message may have been lost.
const REPEAT: Duration = Duration::from_secs(5);
const RETRY: Duration = Duration::from_secs(1);
/// How often the presence at waiting tables is written.
const WRITE_EVERY: Duration = Duration::from_secs(30);
/// After so many tables whose turns are told, others get the CPU.
const TABLES_PER_YIELD: usize = 16;
/// Tables that wait for players.
const MAX_WAITING: usize = 50;
/// Games being played.
const MAX_PLAYING: usize = 30;

#[derive(Clone, Debug)]
pub struct Lobby {
    store: Store,
    rooms: Rooms,
    /// After this time without anybody a table is no longer listed (milliseconds).
    away: Duration,
    /// `None` while nobody follows.
    list: Arc<watch::Sender<Option<Arc<Listed>>>>,
    players: Arc<Players>,
}

#[derive(Debug)]
pub struct Listed {
    /// Equal for equal lists, at all nodes of one version of Thicket.
    pub version: String,
    /// How many tables wait for players.
    pub waiting: usize,
    pub html: String,
    /// The [`LobbyView`] as JSON.
    pub json: Arc<RawValue>,
}

#[derive(Template)]
#[template(path = "lobby.html")]
struct LobbyTemplate<'a> {
    version: &'a str,
    waiting: &'a [ListRow],
    playing: &'a [ListRow],
}

impl Lobby {
    pub fn new(store: Store, rooms: Rooms, away: Duration) -> Lobby {
        Lobby {
            store,
            rooms,
            away,
            list: Arc::new(watch::Sender::new(None)),
            players: Arc::default(),
        }
    }

    pub async fn read(&self) -> Result<Listed, StoreError> {
        let (now, attended) = (now_ms(), self.rooms.public_tables());
        let most = MAX_WAITING as i64;
        let waiting = self
            .store
            .waiting_tables(now - self.away, now, None, most)
            .await?;
        let begun = attended.iter().rev().filter(|(_, begun)| **begun);
        let begun: Vec<TableId> = begun.map(|(id, _)| *id).take(MAX_PLAYING).collect();
        let mut playing = self.store.listed_tables(&begun).await?;
        playing.retain(|listed| listed.state.phase == TablePhase::Playing && listed.state.public);
        let is_attended = |listed: &ListedTable| attended.contains_key(&listed.table.id);
        let waiting = by_presence(waiting, is_attended);
        let view = LobbyView {
            waiting: row::views(&waiting, is_attended),
            playing: row::views(&playing, is_attended),
        };
        let waiting = waiting
            .iter()
            .filter_map(|listed| row::waiting(listed, is_attended(listed)));
        let waiting: Vec<ListRow> = waiting.collect();
        let playing: Vec<ListRow> = playing.iter().filter_map(row::playing).collect();
        Ok(Listed::new(&waiting, &playing, &view))
    }

    /// The last result, shared by all callers.
    pub async fn listed(&self) -> Option<Arc<Listed>> {
        let known = self.list.borrow().clone();
        if known.is_some() {
            return known;
        }
        self.follow().wait_for(Option::is_some).await.ok()?.clone()
    }

    /// Where it is a player's turn now.
    pub async fn turns(&self, player: PlayerId) -> Result<Turns, StoreError> {
        let mut tables = Tables::default();
        let own = self.store.own_tables(&[player]).await?;
        own.into_iter().for_each(|own| tables.put(own));
        Ok(tables.turns())
    }

    /// The other tables where it is a player's turn.
    pub async fn turns_elsewhere(
        &self,
        player: PlayerId,
        here: &TableCode,
    ) -> Result<Vec<TableCode>, StoreError> {
        let turns = self.turns(player).await?.tables.into_iter();
        Ok(turns.filter(|code| code != here).collect())
    }

    /// Those of the players who have a page open: one of any kind that follows their tables at this node, or a table at another.
    pub fn online(&self, players: HashSet<PlayerId>) -> HashSet<PlayerId> {
        let mut online = self.rooms.connected_elsewhere(&players);
        online.extend(players.into_iter().filter(|player| self.players.is_here(*player)));
        online
    }

    /// A table as a list shows it to the players of one device, of whom somebody sits there; `None` for a game that
    /// this version does not know.
    pub fn own_row(&self, listed: &ListedTable, players: &[PlayerId]) -> Option<ListRow> {
        row::own(listed, players, self.has_left(listed), now_ms())
    }

    /// Whether a public table waits and is no longer listed, since nobody was there.
    pub fn has_left(&self, listed: &ListedTable) -> bool {
        let waits = listed.state.phase == TablePhase::Waiting;
        let since = now_ms() - self.away;
        waits && listed.present_at.is_some_and(|at| at <= since)
    }

    /// The lobby's lists, to be followed. `None` until they are read.
    pub fn follow(&self) -> watch::Receiver<Option<Arc<Listed>>> {
        let mut following = self.list.subscribe();
        // What is known already is new to this receiver.
        following.mark_changed();
        self.store.changes().notify_presence();
        following
    }

    /// The tables where it is a player's turn, to be followed; `None` until they are read. The page of a table knows
    /// what happens `here`, so that table is left out.
    pub fn follow_turns(&self, player: PlayerId, here: Option<TableId>) -> Following {
        let mut following = self.players.follow(player, here);
        following.mark_changed();
        self.store.changes().notify_presence();
        following
    }

    /// All tables of a player, each as it is now, and again whenever it has changed.
    pub fn follow_changes(&self, player: PlayerId) -> Arc<Changes> {
        let changes = self.players.follow_changes(player);
        self.store.changes().notify_presence();
        changes
    }

    /// Reads the lists whenever something has changed, until the future is dropped.
    pub(crate) async fn watch(self) {
        let mut ticks = interval(REPEAT);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut written = HashMap::new();
        loop {
            tokio::select! {
                () = self.store.changes().changed() => sleep(GATHER).await,
                () = until(self.players.due()) => {
                    self.players.publish();
                    continue;
                }
                _ = ticks.tick() => self.players.read_some_again(),
            }
            self.write_presence(&mut written);
            if let Err(error) = self.refresh().await {
                warn!(%error, "lists could not be brought up to date");
                sleep(RETRY).await;
                self.store.changes().notify_presence();
            }
        }
    }

    async fn refresh(&self) -> Result<(), StoreError> {
        let changed = self.store.changes().take();
        let mut refreshed = self.refresh_list().await;
        if self.players.are_followed() {
            refreshed = refreshed.and(self.refresh_players(&changed).await);
        }
        if refreshed.is_err() {
            self.store.changes().put_back(changed);
        }
        refreshed
    }

    /// Tells of the tables that have changed what open rooms know. Those with anything but turns of this node are also read.
    async fn refresh_players(&self, changed: &DirtyTables) -> Result<(), StoreError> {
        if changed.any {
            self.players.read_all_again();
        }
        let mut unknown = Vec::new();
        for (number, (&table, &turn)) in (1..).zip(&changed.tables) {
            if number % TABLES_PER_YIELD == 0 {
                yield_now().await;
            }
            let seq = self.rooms.if_open(table).map(|room| {
                let open = room.table();
                self.players.update_turn(table, &open.state);
                open.state.seq
            });
            if turn.is_none_or(|turn| seq < Some(turn)) {
                unknown.push(table);
            }
        }
        let read = self.players.read(&self.store, &unknown).await;
        self.players.publish();
        read
    }

    async fn refresh_list(&self) -> Result<(), StoreError> {
        if self.list.receiver_count() == 0 {
            self.list.send_replace(None);
            return Ok(());
        }
        let now = self.read().await?;
        self.list.send_if_modified(|listed| {
            let changed = listed.as_ref().is_none_or(|listed| listed.version != now.version);
            if changed {
                *listed = Some(Arc::new(now));
            }
            changed
        });
        Ok(())
    }

    /// Writes at which tables somebody waits for players: repeatedly while they are there, and when they have left.
    fn write_presence(&self, written: &mut HashMap<TableId, Instant>) {
        let now = Instant::now();
        let waiting = self.rooms.public_tables_here().into_iter();
        let attended: Vec<TableId> = waiting.filter(|(_, begun)| !begun).map(|(id, _)| id).collect();
        let is_due = |id: &TableId| written.get(id).is_none_or(|&at| now - at >= WRITE_EVERY);
        let mut due: Vec<TableId> = attended.iter().copied().filter(is_due).collect();
        let left = |id: &&TableId| !attended.contains(id);
        due.extend(written.keys().filter(left).copied());
        written.retain(|id, _| attended.contains(id));
        written.extend(due.iter().filter(|id| attended.contains(id)).map(|&id| (id, now)));
        due.sort_unstable();
        for tables in due.chunks(MAX_WAITING) {
            self.store.record_present(tables.to_vec(), now_ms());
        }
    }
}

impl Listed {
    pub fn new(waiting: &[ListRow], playing: &[ListRow], view: &LobbyView) -> Listed {
        let version = version_of(&(waiting, playing));
        let list = LobbyTemplate {
            version: &version,
            waiting,
            playing,
        };
        Listed {
            html: list.render().expect("list"),
            waiting: waiting.len(),
            version,
            json: to_raw_value(view).expect("lobby").into(),
        }
    }
}

fn version_of(list: &impl Hash) -> String {
    version_text(hash_of(list))
}

fn hash_of(list: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    list.hash(&mut hasher);
    hasher.finish()
}

fn version_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Waits until then, or for ever.
async fn until(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => pending().await,
    }
}

/// First those where somebody is there; of these the newest first.
fn by_presence(
    mut waiting: Vec<ListedTable>,
    is_attended: impl Fn(&ListedTable) -> bool,
) -> Vec<ListedTable> {
    waiting.sort_by_key(|listed| std::cmp::Reverse((is_attended(listed), listed.table.id)));
    waiting
}
