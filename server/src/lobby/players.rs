//! The tables of the players who have a page open, and where it is their turn.

use std::collections::{BTreeMap, HashMap, HashSet};

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;

use super::version_of;
use crate::ids::{PlayerId, TableCode, TableId};
use crate::store::{OwnTable, Store, StoreError};

/// The most tables or players of one query.
pub(super) const AT_ONCE: usize = 500;
/// The most tables named to one player.
const MAX_TURNS: usize = 50;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The one where it has been for longest comes first.
    pub tables: Vec<TableCode>,
    /// The ones where others have nudged the player, who has not been there since.
    pub nudged: Vec<TableCode>,
    /// The version of all of the player's tables; empty for the page of a table, which does not show them.
    pub version: String,
}

/// The open pages of players at this node: of one table, or with all of their tables. There may be several of each.
type Pages = BTreeMap<(PlayerId, Option<TableId>), watch::Sender<Option<Turns>>>;

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

    /// Whether anybody follows. Removes the pages that are closed.
    pub(super) fn are_followed(&self) -> bool {
        let mut pages = self.lock();
        pages.retain(|_, turns| turns.receiver_count() > 0);
        !pages.is_empty()
    }

    /// Reads again for new followers, for those with a page that shows a table of theirs that has changed elsewhere,
    /// and for everybody if `any` table may have changed.
    pub(super) async fn refresh(
        &self,
        store: &Store,
        changed: &[(TableId, PlayerId)],
        any: bool,
    ) -> Result<(), StoreError> {
        let concerned: Vec<PlayerId> = self.concerned(changed, any).into_iter().collect();
        for players in concerned.chunks(AT_ONCE) {
            let tables = store.own_tables(players).await?;
            self.publish(players, tables);
        }
        Ok(())
    }

    /// The players to read for.
    fn concerned(&self, changed: &[(TableId, PlayerId)], any: bool) -> HashSet<PlayerId> {
        let pages = self.lock();
        let elsewhere = |&&(table, player): &&(TableId, PlayerId)| {
            pages_of(&pages, player).any(|(here, _)| here != Some(table))
        };
        let changed = changed.iter().filter(elsewhere).map(|(_, player)| *player);
        let new = pages.iter().filter(|(_, turns)| any || turns.borrow().is_none());
        new.map(|((player, _), _)| *player).chain(changed).collect()
    }

    fn publish(&self, players: &[PlayerId], tables: Vec<OwnTable>) {
        let mut found: HashMap<PlayerId, Vec<OwnTable>> = HashMap::new();
        for table in tables {
            found.entry(table.player).or_default().push(table);
        }
        let pages = self.lock();
        for player in players {
            let tables = found.remove(player).unwrap_or_default();
            for (here, turns) in pages_of(&pages, *player) {
                let now = Turns::of(&tables, here);
                turns.send_if_modified(|turns| turns.replace(now.clone()) != Some(now));
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Pages> {
        self.0.lock()
    }
}

fn pages_of(
    pages: &Pages,
    player: PlayerId,
) -> impl Iterator<Item = (Option<TableId>, &watch::Sender<Option<Turns>>)> {
    let pages = pages.range((player, None)..);
    pages
        .take_while(move |((of, _), _)| *of == player)
        .map(|((_, here), turns)| (*here, turns))
}

impl Turns {
    fn of(tables: &[OwnTable], here: Option<TableId>) -> Turns {
        let turns: Vec<&OwnTable> = tables
            .iter()
            .filter(|table| table.to_move)
            .take(MAX_TURNS)
            .collect();
        let code = |table: &&OwnTable| table.code.clone();
        Turns {
            tables: turns.iter().map(code).collect(),
            nudged: turns.iter().filter(|table| table.nudged).map(code).collect(),
            version: match here {
                Some(_) => String::new(),
                None => version_of(&tables),
            },
        }
    }
}
