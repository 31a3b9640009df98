//! The history heuristic (Schaeffer, 1989): a step that refuted other positions may refute this one.

use std::hash::{Hash, Hasher};

use thicket_rules::Seat;

/// Counts of so many steps are kept apart.
const COUNTS: usize = 1 << 12;
/// How much each bit of a count adds to the weight of a step.
const WEIGHT: f32 = 0.15;
/// With each search, older refutations count so many times less.
const AGEING: u32 = 8;

/// How often each step of each seat refuted a position, those looked at more deeply counting more.
#[derive(Debug)]
pub(crate) struct History(Vec<u32>);

impl History {
    pub(crate) fn new() -> History {
        History(vec![0; COUNTS])
    }

    /// A new search begins.
    pub(crate) fn age(&mut self) {
        self.0.iter_mut().for_each(|count| *count /= AGEING);
    }

    /// Counts a step that refuted a position, which was looked at so many turns deep.
    pub(crate) fn add(&mut self, seat: Seat, step: &impl Hash, depth: i32) {
        let depth = depth.clamp(0, 1000) as u32;
        let count = &mut self.0[place(seat, step)];
        *count = count.saturating_add(depth * depth + 1);
    }

    /// What the history adds to the weight of a step.
    #[inline]
    pub(crate) fn weight(&self, seat: Seat, step: &impl Hash) -> f32 {
        let count = self.0[place(seat, step)];
        WEIGHT * (u32::BITS - count.leading_zeros()) as f32
    }
}

fn place(seat: Seat, step: &impl Hash) -> usize {
    let mut hasher = Folded(seat.index() as u64);
    step.hash(&mut hasher);
    hasher.finish() as usize % COUNTS
}

/// A hash of the few bytes of a step. Two steps may share a count, so it need only be quick.
struct Folded(u64);

impl Hasher for Folded {
    fn finish(&self) -> u64 {
        // Knuth's multiplicative hashing: the highest bits depend on all others.
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(u64::from(byte));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.rotate_left(7) ^ word;
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_refuted_more_weighs_more_for_its_own_seat_and_ages() {
        let mut history = History::new();
        let other = Seat::FIRST.other();
        history.add(Seat::FIRST, &"e1-f2", 3);
        let weight = history.weight(Seat::FIRST, &"e1-f2");
        assert!(weight > 0.0);
        assert_eq!(history.weight(other, &"e1-f2"), 0.0);
        assert_eq!(history.weight(Seat::FIRST, &"f2-e1"), 0.0);
        history.add(Seat::FIRST, &"e1-f2", i32::MAX);
        assert!(history.weight(Seat::FIRST, &"e1-f2") > weight);
        (0..10).for_each(|_| history.age());
        assert_eq!(history.weight(Seat::FIRST, &"e1-f2"), 0.0);
    }
}
