//! What alpha-beta learnt of positions that it may reach again on another way.

/// Entries of a table at first, and at most; powers of two.
const FEWEST: usize = 1 << 12;
const MOST: usize = 1 << 20;
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
    depth: i8,
    bound: Bound,
    /// The number of the best step among the legal ones.
    pub(crate) step: u16,
}

impl Entry {
    /// An entry for a position so many steps from the root, looked at to a depth.
    pub(crate) fn new(value: i32, depth: i32, ply: usize, bound: Bound, step: u16) -> Entry {
        Entry {
            value: from_here(value, ply as i32),
            depth: depth.clamp(-100, 100) as i8,
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

    /// The value counted from the position, and the depth to which it was looked at, if it is not a bound.
    pub(crate) fn exact(&self) -> Option<(i32, i32)> {
        (self.bound == Bound::Exact).then_some((self.value, i32::from(self.depth)))
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

/// A table that grows with what is learnt, up to 16 MB; then what is new replaces what is old.
#[derive(Debug)]
pub(crate) struct Transpositions {
    /// By the lowest bits of the key. No position has the key 0, or one in as many as there are keys.
    entries: Vec<(u64, Entry)>,
    taken: usize,
}

impl Transpositions {
    pub(crate) fn new() -> Transpositions {
        Transpositions::of(FEWEST)
    }

    fn of(entries: usize) -> Transpositions {
        Transpositions {
            entries: vec![(0, Entry::default()); entries],
            taken: 0,
        }
    }

    /// The memory that it takes, in bytes.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&self.entries[..])
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let (found, entry) = self.entries[key as usize % self.entries.len()];
        (found == key && key != 0).then_some(entry)
    }

    pub(crate) fn put(&mut self, key: u64, entry: Entry) {
        if self.taken > self.entries.len() / 2 && self.entries.len() < MOST {
            self.grow();
        }
        let place = key as usize % self.entries.len();
        self.taken += usize::from(self.entries[place].0 == 0);
        self.entries[place] = (key, entry);
    }

    fn grow(&mut self) {
        let mut larger = Transpositions::of(2 * self.entries.len());
        let known = self.entries.iter().filter(|&&(key, _)| key != 0);
        known.for_each(|&(key, entry)| larger.put(key, entry));
        *self = larger;
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
        assert!(known.get(7 + FEWEST as u64).is_none());
    }

    #[test]
    fn a_bound_is_not_exact() {
        let exact = |bound| Entry::new(50, 3, 2, bound, 4).exact();
        assert_eq!(exact(Bound::Exact), Some((50, 3)));
        assert_eq!([exact(Bound::AtLeast), exact(Bound::AtMost)], [None; 2]);
    }

    #[test]
    fn a_win_is_as_far_from_a_position_on_every_way_to_it() {
        let entry = Entry::new(999_990, 3, 4, Bound::Exact, 0);
        assert_eq!(entry.value(3, 4, 0, 1), Some(999_990));
        assert_eq!(entry.value(3, 0, 0, 1), Some(999_994));
    }

    #[test]
    fn a_table_keeps_what_it_knows_when_it_grows_and_stops_growing() {
        let mut known = Transpositions::new();
        // Keys that differ in their lowest bits.
        for key in 1..=FEWEST as u64 {
            known.put(key, Entry::new(1, 1, 0, Bound::Exact, key as u16));
        }
        assert!(known.entries.len() > FEWEST);
        for key in 1..=FEWEST as u64 {
            assert_eq!(known.get(key).map(|entry| entry.step), Some(key as u16));
        }
        for key in 1..=3 * MOST as u64 {
            known.put(key, Entry::default());
        }
        assert_eq!(known.entries.len(), MOST);
    }
}
