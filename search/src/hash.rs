//! A quick hash of positions, the same in every run.

use std::hash::{Hash, Hasher};

/// An odd number whose bits look random: that of Knuth's multiplicative hashing.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Multiplies and rotates word by word. Positions are not chosen to collide, so it need not resist those who would.
struct Quick(u64);

impl Quick {
    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(MULTIPLIER).rotate_left(29);
    }
}

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        let hash = (self.0 ^ (self.0 >> 32)).wrapping_mul(MULTIPLIER);
        hash ^ (hash >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.word(u64::from_be_bytes(*word));
        }
        self.word(rest.iter().fold(1, |word, &byte| word << 8 | u64::from(byte)));
    }

    fn write_u8(&mut self, byte: u8) {
        self.word(u64::from(byte));
    }

    fn write_u64(&mut self, word: u64) {
        self.word(word);
    }

    fn write_u128(&mut self, number: u128) {
        self.word(number as u64);
        self.word((number >> 64) as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.word(number as u64);
    }
}

/// The hash of a value, different for each seed.
pub(crate) fn hash(value: &impl Hash, seed: u64) -> u64 {
    let mut hasher = Quick(seed ^ MULTIPLIER);
    value.hash(&mut hasher);
    hasher.finish()
}
