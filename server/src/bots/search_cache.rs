//! The searches of the last turns of bots, which their next turns continue.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use thicket_rules::GameKind;
use thicket_search as search;

use crate::ids::{PlayerId, TableId};

/// How many searches are cached, the most recent, and how much memory they take together, in bytes. One takes up to 70 MB at the
/// strongest level; a bot whose search is gone begins anew.
const CACHE_CAPACITY: usize = 12;
const CACHE_MEMORY: usize = 192 << 20;

/// A rematch is another table, and a bot of another level another player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchKey {
    pub(super) table: TableId,
    pub(super) bot: PlayerId,
    pub(super) kind: GameKind,
    pub(super) seats: u8,
}

/// The cached searches, the oldest first, and the most memory that they take. Cheap to clone.
#[derive(Clone)]
pub(super) struct SearchCache {
    kept: Arc<Mutex<VecDeque<(SearchKey, search::Bot)>>>,
    memory: usize,
}

impl Default for SearchCache {
    fn default() -> SearchCache {
        SearchCache::of(CACHE_MEMORY)
    }
}

impl fmt::Debug for SearchCache {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("SearchCache")
    }
}

impl SearchCache {
    fn of(memory: usize) -> SearchCache {
        SearchCache {
            kept: Arc::default(),
            memory,
        }
    }

    /// Takes a search out of the cache to continue it. If it panics, it is gone.
    pub(super) fn take(&self, key: SearchKey) -> Option<search::Bot> {
        let mut kept = self.kept();
        let place = kept.iter().position(|&(other, _)| other == key)?;
        kept.remove(place).map(|(_, bot)| bot)
    }

    pub(super) fn put(&self, key: SearchKey, bot: search::Bot) {
        let mut kept = self.kept();
        kept.push_back((key, bot));
        let mut memory: usize = kept.iter().map(|(_, bot)| bot.memory()).sum();
        let mut forgotten = Vec::new();
        while kept.len() > CACHE_CAPACITY || memory > self.memory {
            let Some((_, oldest)) = kept.pop_front() else {
                break;
            };
            memory -= oldest.memory();
            forgotten.push(oldest);
        }
        // Its memory is freed after the lock is released.
        drop(kept);
        drop(forgotten);
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<(SearchKey, search::Bot)>> {
        self.kept.lock()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use uuid::Uuid;

    use super::*;

    fn key(table: u128) -> SearchKey {
        SearchKey {
            table: TableId(Uuid::from_u128(table)),
            bot: PlayerId(Uuid::from_u128(1)),
            kind: GameKind::Bushka,
            seats: 2,
        }
    }

    #[test]
    fn the_last_ones_are_kept_and_each_is_taken_once() {
        let searches = SearchCache::default();
        for table in 0..=CACHE_CAPACITY as u128 {
            let bot = search::Bot::new(GameKind::Bushka, 2, search::Skill::Random, 1);
            searches.put(key(table), bot);
        }
        assert!(searches.take(key(0)).is_none(), "the oldest one is forgotten");
        let other = SearchKey { seats: 3, ..key(1) };
        assert!(searches.take(other).is_none());
        assert!(searches.take(key(1)).is_some());
        assert!(searches.take(key(1)).is_none(), "it was taken");
    }

    #[test]
    fn searches_take_no_more_memory_than_allowed() {
        let bot = || {
            let skill: search::Skill = "500~0".parse().unwrap();
            let mut bot = search::Bot::new(GameKind::Bushi, 2, skill, 1);
            let game = GameKind::Bushi.start(2, "").unwrap();
            let budget = skill.budget(GameKind::Bushi);
            bot.think(game.as_ref(), &budget, &search::Stop::default())
                .unwrap();
            bot
        };
        let searches = SearchCache::of(bot().memory() * 5 / 2);
        for table in 0..3 {
            searches.put(key(table), bot());
        }
        assert!(searches.take(key(0)).is_none());
        assert!(searches.take(key(1)).is_some() && searches.take(key(2)).is_some());
    }
}
