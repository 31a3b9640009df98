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

/// The four sides of each of these squares, none of which is at the edge of the board.
pub(super) const fn sides<const N: usize>(squares: [(u8, u8); N]) -> [[Square; 4]; N] {
    let (mut sides, mut next) = ([sides_of(squares[0]); N], 1);
    while next < N {
        sides[next] = sides_of(squares[next]);
        next += 1;
    }
    sides
}

const fn sides_of((file, rank): (u8, u8)) -> [Square; 4] {
    [
        square(file, rank + 1),
        square(file, rank - 1),
        square(file - 1, rank),
        square(file + 1, rank),
    ]
}

const fn square(file: u8, rank: u8) -> Square {
    Square::new(file, rank).expect("a square of the board")
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
    fn sides_are_neighbours() {
        let squares = [(3, 13), (8, 8)];
        for (sides, (file, rank)) in sides(squares).into_iter().zip(squares) {
            let sides = sides
                .iter()
                .fold(Board::EMPTY, |all, &side| all | Board::one(side));
            assert_eq!(sides, Board::one(square(file, rank)).neighbours());
        }
    }

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
