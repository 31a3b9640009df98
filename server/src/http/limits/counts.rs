//! Counts of what is open, by key.

use std::collections::HashMap;
use std::hash::Hash;

/// A key with a count of 0 takes no memory.
#[derive(Debug)]
pub(super) struct Counts<K>(HashMap<K, u32>);

impl<K> Default for Counts<K> {
    fn default() -> Counts<K> {
        Counts(HashMap::new())
    }
}

impl<K: Hash + Eq + Copy> Counts<K> {
    pub(super) fn of(&self, what: K) -> u32 {
        self.0.get(&what).copied().unwrap_or(0)
    }

    pub(super) fn add(&mut self, all: &[K]) {
        for &what in all {
            *self.0.entry(what).or_default() += 1;
        }
    }

    pub(super) fn remove(&mut self, all: &[K]) {
        for what in all {
            let left = self.0.get_mut(what).map(|count| {
                *count -= 1;
                *count
            });
            if left == Some(0) {
                self.0.remove(what);
            }
        }
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
