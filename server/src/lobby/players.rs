//! The tables where it is somebody's turn, for the players who have a page open.

use std::collections::{BTreeMap, HashMap, HashSet};

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;

use crate::ids::{PlayerId, TableCode, TableId};
use crate::store::{Store, StoreError, TurnRow};

/// How many tables or players one query is about.
pub(super) const AT_ONCE: usize = 500;
/// How many tables of one player are named.
const MOST: usize = 50;

/// Where it is a player's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The codes of the tables, where it has been for longest first.
    pub tables: Vec<TableCode>,
    /// Those of them where the others have nudged the player, who has not been there since.
    pub nudged: Vec<TableCode>,
    changes: u64,
}

/// The pages that players have open here: of one table, or with all of their tables. Of each kind there may be several.
type Pages = BTreeMap<(PlayerId, Option<TableId>), watch::Sender<Option<Turns>>>;

/// The players who have a page open here.
#[derive(Debug, Default)]
pub(super) struct Players(Mutex<Pages>);

impl Players {
    pub(super) fn follow(&self, player: PlayerId, here: Option<TableId>) -> watch::Receiver<Option<Turns>> {
        let mut pages = self.lock();
        let turns = pages
            .entry((player, here))
            .or_insert_with(|| watch::Sender::new(None));
        turns.subscribe()
    }

    /// Whether anybody follows. Forgets the pages that are closed.
    pub(super) fn are_followed(&self) -> bool {
        let mut pages = self.lock();
        pages.retain(|_, turns| turns.receiver_count() > 0);
        !pages.is_empty()
    }

    /// Looks again for those who are new, for those with a page that shows a table of theirs that has changed elsewhere, and for
    /// everybody if `any` table may have changed.
    pub(super) async fn refresh(
        &self,
        store: &Store,
        changed: &[(TableId, PlayerId)],
        any: bool,
    ) -> Result<(), StoreError> {
        let (concerned, moved) = self.concerned(changed, any);
        let concerned: Vec<PlayerId> = concerned.into_iter().collect();
        for players in concerned.chunks(AT_ONCE) {
            let turns = store.turns_of(players).await?;
            self.tell(players, &moved, turns);
        }
        Ok(())
    }

    /// For whom to look, and those of them whose tables have changed.
    fn concerned(
        &self,
        changed: &[(TableId, PlayerId)],
        any: bool,
    ) -> (HashSet<PlayerId>, HashSet<PlayerId>) {
        let pages = self.lock();
        let is_moved = |&&(table, player): &&(TableId, PlayerId)| {
            pages_of(&pages, player).any(|(here, _)| here != Some(table))
        };
        let moved: HashSet<PlayerId> = changed
            .iter()
            .filter(is_moved)
            .map(|(_, player)| *player)
            .collect();
        let concerned = pages.iter().filter(|(_, turns)| any || turns.borrow().is_none());
        let mut concerned: HashSet<PlayerId> = concerned.map(|((player, _), _)| *player).collect();
        concerned.extend(&moved);
        (concerned, moved)
    }

    fn tell(&self, players: &[PlayerId], moved: &HashSet<PlayerId>, turns: Vec<TurnRow>) {
        let mut found: HashMap<PlayerId, Vec<TurnRow>> = HashMap::new();
        for turn in turns {
            found.entry(turn.player).or_default().push(turn);
        }
        let pages = self.lock();
        for player in players {
            let mut tables = found.remove(player).unwrap_or_default();
            tables.truncate(MOST);
            for (here, turns) in pages_of(&pages, *player) {
                // Only a page with all tables shows more of them than whose turn it is.
                let moved = here.is_none() && moved.contains(player);
                turns.send_if_modified(|turns| replace(turns, &tables, moved));
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Pages> {
        self.0.lock()
    }
}

/// The pages that a player has open.
fn pages_of(
    pages: &Pages,
    player: PlayerId,
) -> impl Iterator<Item = (Option<TableId>, &watch::Sender<Option<Turns>>)> {
    let pages = pages.range((player, None)..);
    pages
        .take_while(move |((of, _), _)| *of == player)
        .map(|((_, here), turns)| (*here, turns))
}

/// Puts what is known now in place of what was known. Tells whether that is news.
fn replace(turns: &mut Option<Turns>, found: &[TurnRow], moved: bool) -> bool {
    let changes = turns.as_ref().map_or(0, |turns| turns.changes);
    let code = |turn: &TurnRow| turn.code.clone();
    let tables: Vec<TableCode> = found.iter().map(code).collect();
    let nudged: Vec<TableCode> = found.iter().filter(|turn| turn.nudged).map(code).collect();
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
