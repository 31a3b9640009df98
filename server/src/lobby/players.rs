//! The tables where it is somebody's turn, for the players who have a page open.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::ids::{PlayerId, TableCode, TableId};
use crate::store::{Changed, Store, StoreError, TurnRow};

/// How many tables or players one query is about.
const AT_ONCE: usize = 500;
/// How many tables of one player are named.
const MOST: usize = 50;

/// Where it is a player's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The codes of the tables, where it has been for longest first.
    pub tables: Arc<[TableCode]>,
    /// Those of them where the others have nudged the player, who has not been there since.
    pub nudged: Arc<[TableCode]>,
    /// Counts the changes of the player's tables.
    changes: u64,
}

/// The players who have a page open here.
#[derive(Debug, Default)]
pub(super) struct Players(Mutex<HashMap<PlayerId, watch::Sender<Option<Turns>>>>);

impl Players {
    pub(super) fn follow(&self, player: PlayerId) -> watch::Receiver<Option<Turns>> {
        let mut players = self.lock();
        let turns = players.entry(player).or_insert_with(|| watch::Sender::new(None));
        turns.subscribe()
    }

    /// Looks again for those whose tables have changed, and for those who are new.
    pub(super) async fn refresh(&self, store: &Store, changed: Changed) -> Result<(), StoreError> {
        let (all, mut concerned) = self.followed();
        if all.is_empty() {
            return Ok(());
        }
        let tables: Vec<TableId> = changed.tables.into_iter().collect();
        let mut moved = HashSet::new();
        for tables in tables.chunks(AT_ONCE) {
            moved.extend(store.players_at(tables).await?);
        }
        moved.retain(|player| all.contains(player));
        match changed.any {
            true => concerned = all,
            false => concerned.extend(&moved),
        }
        let concerned: Vec<PlayerId> = concerned.into_iter().collect();
        for players in concerned.chunks(AT_ONCE) {
            let turns = store.turns_of(players).await?;
            self.tell(players, &moved, turns);
        }
        Ok(())
    }

    /// Everybody who follows, and those of them who have not been told anything yet. Forgets the others.
    fn followed(&self) -> (HashSet<PlayerId>, HashSet<PlayerId>) {
        let mut players = self.lock();
        players.retain(|_, turns| turns.receiver_count() > 0);
        let new = players.iter().filter(|(_, turns)| turns.borrow().is_none());
        (
            players.keys().copied().collect(),
            new.map(|(&player, _)| player).collect(),
        )
    }

    fn tell(&self, players: &[PlayerId], moved: &HashSet<PlayerId>, turns: Vec<TurnRow>) {
        let mut found: HashMap<PlayerId, Vec<TurnRow>> = HashMap::new();
        for turn in turns {
            found.entry(turn.player).or_default().push(turn);
        }
        let senders = self.lock();
        for player in players {
            let mut tables = found.remove(player).unwrap_or_default();
            tables.truncate(MOST);
            if let Some(sender) = senders.get(player) {
                sender.send_if_modified(|turns| replace(turns, &tables, moved.contains(player)));
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, watch::Sender<Option<Turns>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts what is known now in place of what was known. Tells whether that is news.
fn replace(turns: &mut Option<Turns>, found: &[TurnRow], moved: bool) -> bool {
    let changes = turns.as_ref().map_or(0, |turns| turns.changes);
    let code = |turn: &TurnRow| turn.code.clone();
    let tables: Arc<[TableCode]> = found.iter().map(code).collect();
    let nudged: Arc<[TableCode]> = found.iter().filter(|turn| turn.nudged).map(code).collect();
    let is_same = |turns: &Turns| turns.tables == tables && turns.nudged == nudged;
    if turns.as_ref().is_some_and(is_same) && !moved {
        return false;
    }
    *turns = Some(Turns {
        tables,
        nudged,
        changes: changes + u64::from(moved),
    });
    true
}
