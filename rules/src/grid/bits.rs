//! The integers that sets of spaces are stored in: `u64`, `u128`, and a wider one for the largest board.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// An unsigned integer, as a row of bits that are numbered from the lowest.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// No bit.
    const ZERO: Self;
    /// The integer with this one bit.
    fn one(bit: u32) -> Self;
    /// Whether no bit is set.
    fn is_zero(self) -> bool;
    /// Whether this bit is set.
    fn has(&self, bit: u32) -> bool;
    /// Sets a bit.
    fn insert(&mut self, bit: u32);
    /// Clears a bit.
    fn remove(&mut self, bit: u32);
    /// How many bits are set.
    fn count(self) -> u16;
    /// The numbers of the bits that are set, from the lowest.
    fn iter(self) -> impl Iterator<Item = u32>;
    /// All bits moved up by so many, or down by a negative number; fewer than 64 either way.
    fn shifted(self, by: i32) -> Self;
}

macro_rules! implement_bits {
    ($integer:ty) => {
        impl Bits for $integer {
            const ZERO: $integer = 0;

            #[inline]
            fn one(bit: u32) -> $integer {
                1 << bit
            }

            #[inline]
            fn is_zero(self) -> bool {
                self == 0
            }

            #[inline]
            fn has(&self, bit: u32) -> bool {
                self & (1 << bit) != 0
            }

            #[inline]
            fn insert(&mut self, bit: u32) {
                *self |= 1 << bit;
            }

            #[inline]
            fn remove(&mut self, bit: u32) {
                *self &= !(1 << bit);
            }

            #[inline]
            fn count(self) -> u16 {
                self.count_ones() as u16
            }

            #[inline]
            fn iter(self) -> impl Iterator<Item = u32> {
                let mut rest = self;
                std::iter::from_fn(move || {
                    let lowest = (rest != 0).then(|| rest.trailing_zeros())?;
                    rest &= rest - 1;
                    Some(lowest)
                })
            }

            #[inline]
            fn shifted(self, by: i32) -> $integer {
                if by > 0 {
                    self << by
                } else {
                    self >> by.unsigned_abs()
                }
            }
        }
    };
}

implement_bits! { u64 }
implement_bits! { u128 }

/// How many words a [`Wide`] has.
const WORDS: usize = 5;

/// An integer of 320 bits, the lowest word first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide([u64; WORDS]);

impl Wide {
    /// This integer with a bit set.
    pub(crate) const fn with(mut self, bit: usize) -> Wide {
        self.0[bit / 64] |= 1 << (bit % 64);
        self
    }

    #[inline]
    fn up(self, by: u32) -> Wide {
        let Wide([a, b, c, d, e]) = self;
        let carry = |low: u64, high: u64| high << by | low >> (64 - by);
        Wide([a << by, carry(a, b), carry(b, c), carry(c, d), carry(d, e)])
    }

    #[inline]
    fn down(self, by: u32) -> Wide {
        let Wide([a, b, c, d, e]) = self;
        let carry = |low: u64, high: u64| low >> by | high << (64 - by);
        Wide([carry(a, b), carry(b, c), carry(c, d), carry(d, e), e >> by])
    }

    // Written out, since `array::from_fn` is not always inlined, and a call for each word takes three times as long.
    #[inline]
    fn zip(self, other: Wide, join: impl Fn(u64, u64) -> u64) -> Wide {
        let (Wide([a, b, c, d, e]), Wide([v, w, x, y, z])) = (self, other);
        Wide([join(a, v), join(b, w), join(c, x), join(d, y), join(e, z)])
    }
}

impl Bits for Wide {
    const ZERO: Wide = Wide([0; WORDS]);

    #[inline]
    fn one(bit: u32) -> Wide {
        Wide::ZERO.with(bit as usize)
    }

    #[inline]
    fn is_zero(self) -> bool {
        let Wide([a, b, c, d, e]) = self;
        a | b | c | d | e == 0
    }

    #[inline]
    fn has(&self, bit: u32) -> bool {
        self.0[bit as usize / 64].has(bit % 64)
    }

    #[inline]
    fn insert(&mut self, bit: u32) {
        self.0[bit as usize / 64].insert(bit % 64);
    }

    #[inline]
    fn remove(&mut self, bit: u32) {
        self.0[bit as usize / 64].remove(bit % 64);
    }

    #[inline]
    fn count(self) -> u16 {
        self.0.iter().map(|word| word.count()).sum()
    }

    #[inline]
    fn iter(self) -> impl Iterator<Item = u32> {
        let words = (0..).step_by(64).zip(self.0);
        words.flat_map(|(first, word)| word.iter().map(move |bit| first + bit))
    }

    #[inline]
    fn shifted(self, by: i32) -> Wide {
        if by > 0 {
            self.up(by.unsigned_abs())
        } else {
            self.down(by.unsigned_abs())
        }
    }
}

impl BitAnd for Wide {
    type Output = Wide;

    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;

    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;

    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        let Wide([a, b, c, d, e]) = self;
        Wide([!a, !b, !c, !d, !e])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_carried_from_word_to_word() {
        for bit in 0..300 {
            for by in [1, 17, 18, 19] {
                assert_eq!(Wide::one(bit).shifted(by), Wide::one(bit + by.unsigned_abs()));
                assert_eq!(Wide::one(bit + by.unsigned_abs()).shifted(-by), Wide::one(bit));
            }
            let two = Wide::one(bit) | Wide::one(319);
            assert!(two.iter().eq([bit, 319]) && two.count() == 2);
        }
        assert_eq!(Wide::one(319).shifted(1), Wide::ZERO);
        assert_eq!(Wide::one(0).shifted(-1), Wide::ZERO);
    }
}
