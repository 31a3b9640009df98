//! Sets of a board's spaces as bits, so that what concerns many spaces takes a few shifts.

use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::grid::bits::Bits;

/// How the spaces of a board are numbered: space by space along a row, row after row, with the same number of bits from
/// each row to the next.
///
/// Shifting by a direction must lead from every space to its neighbour there, or else to a bit that is not a space. Rows
/// need a gap of one bit between them for that, unless the board's shape leaves one.
pub trait Geometry: Copy + Eq + Hash + std::fmt::Debug {
    /// An integer with a bit for each space.
    type Bits: Bits;
    /// What names a space.
    type Space: Copy;
    /// The bits that are spaces.
    const ALL: Self::Bits;
    /// By how many bits a space is shifted to each of its neighbours.
    const DIRECTIONS: &'static [i32];
    /// The bit of a space.
    fn bit(space: Self::Space) -> u32;
    /// The space of a bit.
    fn space(bit: u32) -> Self::Space;
}

/// A set of spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitSet<G: Geometry> {
    bits: G::Bits,
    geometry: PhantomData<G>,
}

impl<G: Geometry> BitSet<G> {
    /// No space.
    pub const EMPTY: BitSet<G> = BitSet::of_bits(<G::Bits as Bits>::ZERO);

    /// All spaces of the board.
    pub const ALL: BitSet<G> = BitSet::of_bits(G::ALL);

    /// The spaces of these bits, none of which lies beyond the board.
    pub(crate) const fn of_bits(bits: G::Bits) -> BitSet<G> {
        BitSet {
            bits,
            geometry: PhantomData,
        }
    }

    /// The set of one space.
    #[inline]
    pub fn one(space: G::Space) -> BitSet<G> {
        BitSet::of_bits(Bits::one(G::bit(space)))
    }

    /// Whether a space of the board is in the set.
    #[inline]
    pub fn has(&self, space: G::Space) -> bool {
        self.bits.has(G::bit(space))
    }

    /// Adds a space of the board.
    #[inline]
    pub fn insert(&mut self, space: G::Space) {
        self.bits.insert(G::bit(space));
    }

    /// Removes a space of the board.
    #[inline]
    pub fn remove(&mut self, space: G::Space) {
        self.bits.remove(G::bit(space));
    }

    /// Whether it has no space.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bits.is_zero()
    }

    /// Whether the sets have a space in common.
    #[inline]
    pub fn meets(self, other: BitSet<G>) -> bool {
        !(self & other).is_empty()
    }

    /// How many spaces it has.
    #[inline]
    pub fn count(self) -> u16 {
        self.bits.count()
    }

    /// The spaces, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = G::Space> {
        self.bits.iter().map(G::space)
    }

    /// The numbers of the spaces, in order: quicker than the spaces themselves.
    #[inline]
    pub fn numbers(self) -> impl Iterator<Item = u32> {
        self.bits.iter()
    }

    /// The first space.
    #[inline]
    pub fn first(self) -> Option<G::Space> {
        self.iter().next()
    }

    /// Each space as a set of its own, in order.
    #[inline]
    pub fn singles(self) -> impl Iterator<Item = BitSet<G>> {
        self.bits.iter().map(|bit| BitSet::of_bits(Bits::one(bit)))
    }

    /// All spaces moved one space in a direction; those that leave the board are gone.
    #[inline]
    pub fn to(self, direction: i32) -> BitSet<G> {
        BitSet::of_bits(self.bits.shifted(direction) & G::ALL)
    }

    /// The neighbours of the spaces.
    #[inline]
    pub fn neighbours(self) -> BitSet<G> {
        let directions = G::DIRECTIONS.iter();
        directions.fold(BitSet::EMPTY, |all, &direction| all | self.to(direction))
    }

    /// What is reached from the spaces by going on and on in a direction, through spaces of `open` only.
    #[inline]
    pub fn run(self, direction: i32, open: BitSet<G>) -> BitSet<G> {
        let (mut run, mut next) = (BitSet::EMPTY, self.to(direction) & open);
        while !next.is_empty() {
            run |= next;
            next = next.to(direction) & open;
        }
        run
    }

    /// The spaces, and what is reached from them from neighbour to neighbour, through spaces of `open` only.
    pub fn flood(self, open: BitSet<G>) -> BitSet<G> {
        let mut flooded = self;
        loop {
            let more = flooded | (flooded.neighbours() & open);
            if more == flooded {
                return flooded;
            }
            flooded = more;
        }
    }
}

impl<G: Geometry> FromIterator<G::Space> for BitSet<G> {
    fn from_iter<I: IntoIterator<Item = G::Space>>(spaces: I) -> BitSet<G> {
        let mut set = BitSet::EMPTY;
        spaces.into_iter().for_each(|space| set.insert(space));
        set
    }
}

impl<G: Geometry> BitAnd for BitSet<G> {
    type Output = BitSet<G>;

    #[inline]
    fn bitand(self, other: BitSet<G>) -> BitSet<G> {
        BitSet::of_bits(self.bits & other.bits)
    }
}

impl<G: Geometry> BitOr for BitSet<G> {
    type Output = BitSet<G>;

    #[inline]
    fn bitor(self, other: BitSet<G>) -> BitSet<G> {
        BitSet::of_bits(self.bits | other.bits)
    }
}

impl<G: Geometry> BitXor for BitSet<G> {
    type Output = BitSet<G>;

    #[inline]
    fn bitxor(self, other: BitSet<G>) -> BitSet<G> {
        BitSet::of_bits(self.bits ^ other.bits)
    }
}

/// The other spaces of the board.
impl<G: Geometry> Not for BitSet<G> {
    type Output = BitSet<G>;

    #[inline]
    fn not(self) -> BitSet<G> {
        BitSet::of_bits(!self.bits & G::ALL)
    }
}

impl<G: Geometry> BitAndAssign for BitSet<G> {
    #[inline]
    fn bitand_assign(&mut self, other: BitSet<G>) {
        *self = *self & other;
    }
}

impl<G: Geometry> BitOrAssign for BitSet<G> {
    #[inline]
    fn bitor_assign(&mut self, other: BitSet<G>) {
        *self = *self | other;
    }
}

impl<G: Geometry> BitXorAssign for BitSet<G> {
    #[inline]
    fn bitxor_assign(&mut self, other: BitSet<G>) {
        *self = *self ^ other;
    }
}

/// What holds for the sets of every board. Each board's tests call this with its spaces in order, and with the neighbours
/// that the rules give a space.
#[cfg(test)]
pub(crate) fn keeps_the_laws<G: Geometry>(spaces: &[G::Space], neighbours: impl Fn(G::Space) -> Vec<G::Space>)
where
    G::Space: PartialEq + std::fmt::Debug,
{
    assert!(BitSet::<G>::ALL.iter().eq(spaces.iter().copied()), "in order");
    assert_eq!(!BitSet::<G>::EMPTY, BitSet::ALL);
    assert_eq!(usize::from(BitSet::<G>::ALL.count()), spaces.len());
    for &space in spaces {
        let one = BitSet::<G>::one(space);
        assert!(one.has(space) && one.first() == Some(space) && one.count() == 1);
        let expected: BitSet<G> = neighbours(space).into_iter().collect();
        assert_eq!(one.neighbours(), expected, "{space:?}");
        assert_eq!(one.flood(BitSet::ALL), BitSet::ALL, "{space:?}");
        let mut others = BitSet::ALL;
        others.remove(space);
        assert_eq!((others ^ one, others & one), (BitSet::ALL, BitSet::EMPTY));
        assert_eq!(!one, others);
    }
}
