//! Sets of squares as bits, so that looking at all squares at once takes a few shifts.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::grid::square::{Grid, Square};

/// The board of the game.
pub(super) const GRID: Grid = Grid { files: 17, ranks: 17 };

/// Bits from one rank to the next. The one bit more than there are files stays empty: a stone that is shifted off
/// one side of the board falls there instead of on the other side.
const STRIDE: usize = 18;
const WORDS: usize = 5;

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board([u64; WORDS]);

impl Board {
    pub(super) const EMPTY: Board = Board([0; WORDS]);

    /// All squares.
    pub(super) const FULL: Board = {
        let mut board = Board::EMPTY;
        let mut rank = 0;
        while rank < GRID.ranks {
            let mut file = 0;
            while file < GRID.files {
                board = board.with_bit(rank as usize * STRIDE + file as usize);
                file += 1;
            }
            rank += 1;
        }
        board
    };

    const fn with_bit(mut self, bit: usize) -> Board {
        self.0[bit / 64] |= 1 << (bit % 64);
        self
    }

    /// The set of these files (from 0) and ranks (from 0).
    pub(super) const fn of(squares: &[(u8, u8)]) -> Board {
        let mut board = Board::EMPTY;
        let mut next = 0;
        while next < squares.len() {
            let (file, rank) = squares[next];
            board = board.with_bit(rank as usize * STRIDE + file as usize);
            next += 1;
        }
        board
    }

    pub(super) fn one(square: Square) -> Board {
        Board::EMPTY.with_bit(bit(square))
    }

    pub(super) fn has(self, square: Square) -> bool {
        let bit = bit(square);
        self.0[bit / 64] & (1 << (bit % 64)) != 0
    }

    pub(super) fn insert(&mut self, square: Square) {
        *self = self.with_bit(bit(square));
    }

    pub(super) fn remove(&mut self, square: Square) {
        let bit = bit(square);
        self.0[bit / 64] &= !(1 << (bit % 64));
    }

    pub(super) fn is_empty(self) -> bool {
        self == Board::EMPTY
    }

    pub(super) fn count(self) -> u16 {
        self.0.iter().map(|word| word.count_ones() as u16).sum()
    }

    /// The squares, in order.
    pub(super) fn iter(self) -> impl Iterator<Item = Square> {
        self.0
            .into_iter()
            .enumerate()
            .flat_map(|(index, word)| Bits(word).map(move |bit| square(index * 64 + bit)))
    }

    /// All of them one square up, down, left and right. What leaves the board may lie in the gaps between the ranks.
    pub(super) fn shifted(self) -> [Board; 4] {
        [
            self.forth::<STRIDE>(),
            self.back::<STRIDE>(),
            self.back::<1>(),
            self.forth::<1>(),
        ]
    }

    /// One square up.
    pub(super) fn up(self) -> Board {
        self.forth::<STRIDE>()
    }

    /// One square down.
    pub(super) fn down(self) -> Board {
        self.back::<STRIDE>()
    }

    /// One square to the left.
    pub(super) fn left(self) -> Board {
        self.back::<1>()
    }

    /// One square to the right.
    pub(super) fn right(self) -> Board {
        self.forth::<1>()
    }

    fn forth<const N: usize>(self) -> Board {
        let Board([a, b, c, d, e]) = self;
        let carry = |low: u64, high: u64| high << N | low >> (64 - N);
        Board([a << N, carry(a, b), carry(b, c), carry(c, d), carry(d, e)])
    }

    fn back<const N: usize>(self) -> Board {
        let Board([a, b, c, d, e]) = self;
        let carry = |low: u64, high: u64| low >> N | high << (64 - N);
        Board([carry(a, b), carry(b, c), carry(c, d), carry(d, e), e >> N])
    }
}

fn bit(square: Square) -> usize {
    usize::from(square.rank()) * STRIDE + usize::from(square.file())
}

fn square(bit: usize) -> Square {
    Square::new((bit % STRIDE) as u8, (bit / STRIDE) as u8).expect("a square of the board")
}

/// The places of the bits of a word, from the lowest.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    }
}

impl BitAnd for Board {
    type Output = Board;

    fn bitand(self, other: Board) -> Board {
        Board(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for Board {
    type Output = Board;

    fn bitor(self, other: Board) -> Board {
        Board(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl BitOrAssign for Board {
    fn bitor_assign(&mut self, other: Board) {
        *self = *self | other;
    }
}

/// Every other square of the board.
impl Not for Board {
    type Output = Board;

    fn not(self) -> Board {
        Board(std::array::from_fn(|word| !self.0[word] & Board::FULL.0[word]))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn named(names: &str) -> Board {
        let squares = names.split_whitespace().map(|name| name.parse().unwrap());
        squares.fold(Board::EMPTY, |board, square| board | Board::one(square))
    }

    #[test]
    fn squares_come_back_in_order() {
        assert!(Board::FULL.iter().eq(GRID.squares()));
        assert!((!Board::EMPTY).iter().eq(GRID.squares()));
        assert_eq!(
            named("q17 a2 q1 a1")
                .iter()
                .map(|square| square.to_string())
                .collect::<String>(),
            "a1q1a2q17"
        );
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        let cases = [
            ("a1", "a2 b1"),
            ("q1", "q2 p1"),
            ("a17", "a16 b17"),
            ("q17", "q16 p17"),
            ("a9", "a10 a8 b9"),
            ("q9", "q10 q8 p9"),
            ("i9", "i10 i8 h9 j9"),
        ];
        for (middle, sides) in cases {
            let shifted = named(middle)
                .shifted()
                .into_iter()
                .fold(Board::EMPTY, BitOr::bitor);
            assert_eq!(shifted & Board::FULL, named(sides), "{middle}");
        }
    }
}
