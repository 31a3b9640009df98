//! The tables of the players who have a page open, and where it is their turn.
//!
//! They are read when a player's first page opens. After that each event changes the table where it happened, and no other: how many
//! tables a player has makes no difference.

mod changes;
pub(super) mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;
use tokio::time::Instant;

pub use self::changes::{Changes, OwnSeat};
pub use self::tables::Turns;
use self::tables::{Tables, reserve_first};
use crate::ids::{PlayerId, TableId};
use crate::model::log::projection::TablePhase;
use crate::model::table::state::State;
use crate::store::{OwnTable, Store, StoreError, TableSeat};

/// The most tables or players of one query: turns wait while its rows are read, a millisecond at most.
const AT_ONCE: usize = 50;
/// The pages of a player are told of changes at most once in this time for each of them: many pages make no more messages than few.
const GAP_PER_PAGE: Duration = Duration::from_millis(200);
/// In so many rounds the tables of all players are read again, in case that a message was lost.
const ROUNDS: usize = 4;

/// What a page follows; `None` until they are read.
pub type Following = watch::Receiver<Option<Arc<Turns>>>;
type Page = watch::Sender<Option<Arc<Turns>>>;

/// The players who have a page open here.
#[derive(Debug, Default)]
pub(super) struct Players(Mutex<Followed>);

#[derive(Debug, Default)]
struct Followed {
    players: BTreeMap<PlayerId, Player>,
    /// Whose tables are to be read.
    unread: BTreeSet<PlayerId>,
    /// Whose pages are to be told.
    unpublished: BTreeSet<PlayerId>,
    /// The last player whose tables were read again.
    again: Option<PlayerId>,
}

#[derive(Debug)]
struct Player {
    /// The pages of one table each, or with all tables. Of each kind there may be several, which follow the same.
    pages: Vec<(Option<TableId>, Page)>,
    /// Programs that follow what changes at which table.
    programs: Vec<Weak<Changes>>,
    tables: Tables,
    turns: Option<Arc<Turns>>,
    /// What has changed since they were told.
    changed: Vec<TableId>,
    published_at: Option<Instant>,
}

impl Players {
    pub(super) fn follow(&self, player: PlayerId, here: Option<TableId>) -> Following {
        let mut followed = self.lock();
        let Followed { players, unread, .. } = &mut *followed;
        let player = players.entry(player).or_insert_with(|| {
            unread.insert(player);
            Player::new()
        });
        let is_read = player.turns.is_some();
        let now = is_read.then(|| Arc::new(player.tables.turns()));
        if let Some((_, page)) = player.pages.iter().find(|(known, _)| *known == here) {
            return page.subscribe();
        }
        let page = Page::new(now);
        let following = page.subscribe();
        reserve_first(&mut player.pages);
        player.pages.push((here, page));
        following
    }

    /// Follows all tables of a player, each as it is now, and whenever it changes.
    pub(super) fn follow_changes(&self, player: PlayerId) -> Arc<Changes> {
        let mut followed = self.lock();
        let Followed { players, unread, .. } = &mut *followed;
        let player = players.entry(player).or_insert_with(|| {
            unread.insert(player);
            Player::new()
        });
        let changes = Arc::new(Changes::default());
        changes.put(player.tables.seats().iter().cloned().map(OwnSeat::listed));
        player.programs.push(Arc::downgrade(&changes));
        changes
    }

    pub(super) fn is_here(&self, player: PlayerId) -> bool {
        let mut followed = self.lock();
        followed.players.get_mut(&player).is_some_and(Player::is_followed)
    }

    /// Whether anybody follows. Removes the pages that are closed.
    pub(super) fn are_followed(&self) -> bool {
        let mut followed = self.lock();
        followed.players.retain(|_, player| player.is_followed());
        !followed.players.is_empty()
    }

    /// Has the tables of some players read again.
    pub(super) fn read_some_again(&self) {
        let mut followed = self.lock();
        let share = followed.players.len().div_ceil(ROUNDS);
        let after = |player: &&PlayerId| followed.again.is_none_or(|again| again < **player);
        let next: Vec<PlayerId> = followed
            .players
            .keys()
            .filter(after)
            .take(share)
            .copied()
            .collect();
        followed.again = next.last().copied().filter(|_| next.len() == share);
        followed.unread.extend(next);
    }

    pub(super) fn read_all_again(&self) {
        let mut followed = self.lock();
        let Followed { players, unread, .. } = &mut *followed;
        unread.extend(players.keys());
    }

    /// At an open table somebody has played, and the same people sit there.
    pub(super) fn update_turn(&self, table: TableId, state: &State) {
        let mut followed = self.lock();
        for device in state.devices().collect::<BTreeSet<_>>() {
            followed.change(device, table, |tables| tables.update_turn(table, state));
        }
    }

    /// Reads these tables of players who follow, and all of those players whose tables are to be read.
    ///
    /// # Errors
    /// When the store does not answer. What was to be read still is.
    pub(super) async fn read(&self, store: &Store, tables: &[TableId]) -> Result<(), StoreError> {
        for tables in tables.chunks(AT_ONCE) {
            self.update_seats(store.seats_at(tables).await?);
        }
        loop {
            let unread: Vec<PlayerId> = self.lock().unread.iter().take(AT_ONCE).copied().collect();
            if unread.is_empty() {
                return Ok(());
            }
            let tables = store.own_tables(&unread).await?;
            self.replace_tables(&unread, tables);
        }
    }

    fn update_seats(&self, seats: Vec<TableSeat>) {
        let mut followed = self.lock();
        for TableSeat { own, is_listed } in seats {
            let player = own.player;
            let gone = (!is_listed).then(|| own.clone());
            followed.change(player, own.table, |tables| match is_listed {
                true => tables.put(own),
                false => tables.remove((own.table, own.sitter)),
            });
            // What happens after the end concerns those who played: somebody may propose a rematch.
            if let (Some(own), Some(player)) = (gone, followed.players.get(&player))
                && own.phase == TablePhase::Over
            {
                player.tell([OwnSeat::left(own)]);
            }
        }
    }

    fn replace_tables(&self, players: &[PlayerId], found: Vec<OwnTable>) {
        let mut tables: BTreeMap<PlayerId, Tables> = BTreeMap::new();
        for own in found {
            tables.entry(own.player).or_default().put(own);
        }
        let mut followed = self.lock();
        for id in players {
            followed.unread.remove(id);
            let Some(player) = followed.players.get_mut(id) else {
                continue;
            };
            let before = std::mem::replace(&mut player.tables, tables.remove(id).unwrap_or_default());
            player.tell_difference(&before);
            player.publish();
            followed.unpublished.remove(id);
        }
    }

    /// Tells the pages of those whose tables have changed, except those that were told just now.
    pub(super) fn publish(&self) {
        let now = Instant::now();
        let mut followed = self.lock();
        let Followed {
            players, unpublished, ..
        } = &mut *followed;
        unpublished.retain(|id| match players.get_mut(id) {
            Some(player) if player.due() <= Some(now) => {
                player.published_at = Some(now);
                player.publish();
                false
            }
            player => player.is_some(),
        });
    }

    /// When somebody is to be told.
    pub(super) fn due(&self) -> Option<Instant> {
        let followed = self.lock();
        let unpublished = followed
            .unpublished
            .iter()
            .filter_map(|id| followed.players.get(id));
        unpublished
            .map(|player| player.due().unwrap_or_else(Instant::now))
            .min()
    }

    fn lock(&self) -> MutexGuard<'_, Followed> {
        self.0.lock()
    }
}

impl Followed {
    /// Changes what is known of a table of a player, if they follow and it is not to be read anyway.
    fn change(&mut self, id: PlayerId, table: TableId, change: impl FnOnce(&mut Tables)) {
        let Some(player) = self.players.get_mut(&id) else {
            return;
        };
        let (before, seats) = (player.tables.version(), player.seats_at(table));
        change(&mut player.tables);
        if player.tables.version() == before {
            return;
        }
        let now = player.tables.at(table).iter().cloned().map(OwnSeat::listed);
        let gone = seats.into_iter().filter(|own| !player.tables.has(own));
        player.tell(gone.map(OwnSeat::left).chain(now));
        if !player.changed.contains(&table) {
            reserve_first(&mut player.changed);
            player.changed.push(table);
        }
        // The page of a table knows by itself what happens there.
        if player.pages.iter().any(|(here, _)| *here != Some(table)) {
            self.unpublished.insert(id);
        }
    }
}

impl Player {
    fn new() -> Player {
        Player {
            pages: Vec::new(),
            programs: Vec::new(),
            tables: Tables::default(),
            turns: None,
            changed: Vec::new(),
            published_at: None,
        }
    }

    /// Removes the pages and programs that have left. False if there are no more.
    fn is_followed(&mut self) -> bool {
        self.pages.retain(|(_, turns)| turns.receiver_count() > 0);
        self.programs.retain(|changes| changes.strong_count() > 0);
        !self.pages.is_empty() || !self.programs.is_empty()
    }

    /// Their seats at a table, for programs.
    fn seats_at(&self, table: TableId) -> Vec<OwnTable> {
        match self.programs.is_empty() {
            true => Vec::new(),
            false => self.tables.at(table).to_vec(),
        }
    }

    /// Tells the programs that follow.
    fn tell(&self, seats: impl IntoIterator<Item = OwnSeat>) {
        if self.programs.is_empty() {
            return;
        }
        let seats: Vec<OwnSeat> = seats.into_iter().collect();
        let open = self.programs.iter().filter_map(Weak::upgrade);
        open.for_each(|changes| changes.put(seats.iter().cloned()));
    }

    /// Tells them what has changed since `before`.
    fn tell_difference(&self, before: &Tables) {
        if self.programs.is_empty() {
            return;
        }
        let gone = before.seats().iter().filter(|own| !self.tables.has(own));
        let changed = self
            .tables
            .seats()
            .iter()
            .filter(|own| before.get(own) != Some(*own));
        let gone = gone.cloned().map(OwnSeat::left);
        self.tell(gone.chain(changed.cloned().map(OwnSeat::listed)));
    }

    /// When they are to be told of a change; none if they never were.
    fn due(&self) -> Option<Instant> {
        self.published_at
            .map(|at| at + GAP_PER_PAGE * self.pages.len() as u32)
    }

    fn publish(&mut self) {
        let now = Arc::new(self.tables.turns());
        if self
            .turns
            .as_ref()
            .is_none_or(|turns| turns.version != now.version)
        {
            for (here, page) in &self.pages {
                let only_here = self.changed.iter().all(|table| Some(*table) == *here);
                if self.changed.is_empty() || !only_here {
                    page.send_replace(Some(Arc::clone(&now)));
                }
            }
            self.turns = Some(now);
        }
        self.changed.clear();
    }
}
