//! What was found in a position, so that a search of the same one goes on from there.

use super::{DECIDED, DEEPEST};
use crate::transpositions::Entry;

/// What was found in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Last {
    pub(super) key: u64,
    /// Turns and drops of the game so far: the same position may come up again.
    pub(super) plies: usize,
    /// The number of the best step, and its value.
    pub(super) best: (u16, i32),
    /// The depth that was not searched to its end.
    pub(super) depth: i32,
}

impl Last {
    /// What an entry says of its position, if that is not only a bound.
    pub(super) fn of_entry(key: u64, plies: usize, entry: &Entry) -> Option<Last> {
        let (value, depth) = entry.exact()?;
        Some(Last {
            key,
            plies,
            best: (entry.step, value),
            depth: next_depth(value, depth),
        })
    }
}

/// The depth to look at after one at which a value was found.
pub(super) fn next_depth(value: i32, depth: i32) -> i32 {
    if value.abs() >= DECIDED {
        DEEPEST + 1
    } else {
        depth + 1
    }
}
