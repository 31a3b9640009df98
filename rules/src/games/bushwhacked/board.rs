//! The board, and sets of its squares.

use crate::grid::bits::{Bits, Wide};
use crate::grid::bitset::{BitSet, Geometry};
use crate::grid::square::{Grid, Square};

/// The board of the game.
pub(super) const GRID: Grid = Grid { files: 17, ranks: 17 };

/// Bits from one rank to the next: one more than there are files.
const STRIDE: u32 = 18;

pub(super) const UP: i32 = STRIDE as i32;
pub(super) const DOWN: i32 = -UP;
pub(super) const RIGHT: i32 = 1;
pub(super) const LEFT: i32 = -1;

/// How the squares are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seventeen;

/// A set of squares.
pub type Board = BitSet<Seventeen>;

impl Geometry for Seventeen {
    type Bits = Wide;
    type Space = Square;

    const ALL: Wide = {
        let (mut bits, mut rank) = (Wide::ZERO, 0);
        while rank < GRID.ranks {
            let mut file = 0;
            while file < GRID.files {
                bits = bits.with(bit(file, rank) as usize);
                file += 1;
            }
            rank += 1;
        }
        bits
    };

    const DIRECTIONS: &'static [i32] = &[UP, DOWN, LEFT, RIGHT];

    #[inline]
    fn bit(square: Square) -> u32 {
        square.bit(STRIDE)
    }

    #[inline]
    fn space(bit: u32) -> Square {
        Square::of_bit(bit, STRIDE).expect("a square of the board")
    }
}

const fn bit(file: u8, rank: u8) -> u32 {
    rank as u32 * STRIDE + file as u32
}

/// The set of the squares on these files and ranks, both counted from 0.
pub(super) const fn squares(squares: &[(u8, u8)]) -> Board {
    let (mut bits, mut next) = (Wide::ZERO, 0);
    while next < squares.len() {
        let (file, rank) = squares[next];
        bits = bits.with(bit(file, rank) as usize);
        next += 1;
    }
    Board::of_bits(bits)
}

/// The squares whose neighbour below, above, on the right and on the left is in the set.
#[inline]
pub(super) fn beside(set: Board) -> [Board; 4] {
    [set.to(UP), set.to(DOWN), set.to(LEFT), set.to(RIGHT)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::bitset::keeps_the_laws;

    #[test]
    fn sets_of_squares() {
        let all: Vec<Square> = GRID.squares().collect();
        keeps_the_laws::<Seventeen>(&all, |square| {
            let apart =
                |other: &Square| square.file().abs_diff(other.file()) + square.rank().abs_diff(other.rank());
            all.iter().copied().filter(|other| apart(other) == 1).collect()
        });
    }
}
