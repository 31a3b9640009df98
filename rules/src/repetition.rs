//! Counting the positions that turns began with: the third time is a draw.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

use crate::position::Position;

/// How often a position begins a turn before the game is a draw.
const OCCURRENCES: u8 = 3;

/// How often each position has begun a turn, in games that are drawn by repetition; elsewhere empty.
///
/// The hasher has fixed keys, so that the same game is the same value in every run.
#[derive(Clone, Debug)]
pub(crate) struct Repetitions<P> {
    counts: HashMap<P, u8, BuildHasherDefault<DefaultHasher>>,
    /// Whether there is a position that would be a draw. Searches ask about most that they look at, and in most games there is none.
    any_draws: bool,
}

impl<P> Default for Repetitions<P> {
    fn default() -> Repetitions<P> {
        Repetitions {
            counts: HashMap::default(),
            any_draws: false,
        }
    }
}

impl<P: Position> Repetitions<P> {
    /// Whether the game is a draw if a turn begins with this position, which is not recorded yet.
    pub(crate) fn make_draw(&self, position: &P) -> bool {
        self.any_draws && position.to_move().is_some() && self.count(position) + 1 >= OCCURRENCES
    }

    /// How often the position has begun a turn.
    pub(crate) fn count(&self, position: &P) -> u8 {
        let earlier = |key: P| self.counts.get(&key).copied().unwrap_or_default();
        position.repeatable().map_or(0, earlier)
    }

    /// Records the position that a turn begins with.
    pub(crate) fn record(&mut self, position: &P) {
        if let Some(key) = position.repeatable() {
            let count = self.counts.entry(key).or_default();
            *count += 1;
            self.any_draws |= *count + 1 >= OCCURRENCES;
        }
    }
}
