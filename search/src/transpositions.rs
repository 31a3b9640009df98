//! What alpha-beta learnt of positions that it may reach again on another way.

/// Entries of the table; a power of two.
const ENTRIES: usize = 1 << 17;
/// Values beyond this are those of wins and losses, and depend on the way to them.
const DECIDED: i32 = 900_000;

/// What a value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Bound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// What was learnt of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    /// Counted from the position, if it is that of a win or a loss.
    value: i32,
    depth: i16,
    bound: Bound,
    /// The number of the best step among the legal ones.
    pub(crate) step: u16,
}

impl Entry {
    /// An entry for a position so many steps from the root, looked at to a depth.
    pub(crate) fn new(value: i32, depth: i32, ply: usize, bound: Bound, step: u16) -> Entry {
        Entry {
            value: from_here(value, ply as i32),
            depth: depth.clamp(-1000, 1000) as i16,
            bound,
            step,
        }
    }

    /// The value, if it is known as deep and as exactly as it is needed so many steps from the root.
    pub(crate) fn value(&self, depth: i32, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let value = from_here(self.value, -(ply as i32));
        let enough = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        (i32::from(self.depth) >= depth && enough).then_some(value)
    }
}

/// Values of wins and losses count the steps from the root; this takes some of them away.
fn from_here(value: i32, steps: i32) -> i32 {
    match value {
        value if value >= DECIDED => value + steps,
        value if value <= -DECIDED => value - steps,
        _ => value,
    }
}

/// A table of a fixed size: what is new replaces what is old.
#[derive(Debug)]
pub(crate) struct Transpositions(Vec<(u64, Entry)>);

impl Transpositions {
    pub(crate) fn new() -> Transpositions {
        // No position has this key, or one in as many as there are keys.
        Transpositions(vec![(0, Entry::default()); ENTRIES])
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let (found, entry) = self.0[key as usize % ENTRIES];
        (found == key && key != 0).then_some(entry)
    }

    pub(crate) fn put(&mut self, key: u64, entry: Entry) {
        self.0[key as usize % ENTRIES] = (key, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_given_only_where_they_are_deep_and_exact_enough() {
        let mut known = Transpositions::new();
        known.put(7, Entry::new(50, 3, 2, Bound::AtLeast, 4));
        let entry = known.get(7).unwrap_or_default();
        assert_eq!(entry.value(3, 0, 10, 40), Some(50));
        assert_eq!(entry.value(4, 0, 10, 40), None, "not deep enough");
        assert_eq!(entry.value(3, 0, 10, 60), None, "it may be more");
        assert!(known.get(7 + ENTRIES as u64).is_none());
    }

    #[test]
    fn a_win_is_as_far_from_a_position_on_every_way_to_it() {
        let entry = Entry::new(999_990, 3, 4, Bound::Exact, 0);
        assert_eq!(entry.value(3, 4, 0, 1), Some(999_990));
        assert_eq!(entry.value(3, 0, 0, 1), Some(999_994));
    }
}
