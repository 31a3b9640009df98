//! The two boards, and sets of their spaces.

use crate::grid::bitset::{BitSet, Geometry};
use crate::grid::square::{Grid, Square};
use crate::picture::Cell;

/// Bits from one rank to the next: one more than the larger board has files.
const STRIDE: u32 = 11;

/// The eight directions.
pub(super) const DIRECTIONS: [i32; 8] = {
    let rank = STRIDE as i32;
    [1, -1, rank, -rank, rank + 1, rank - 1, -rank + 1, -rank - 1]
};

/// How the squares of the larger board are numbered, its corners included. The smaller board is its lower left part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ten;

/// A set of spaces.
pub type Spaces = BitSet<Ten>;

impl Geometry for Ten {
    type Bits = u128;
    type Space = Square;

    const ALL: u128 = {
        let (grid, mut bits, mut rank) = (Board::Ten.grid(), 0, 0);
        while rank < grid.ranks {
            bits |= row(0, grid.files) << (rank as u32 * STRIDE);
            rank += 1;
        }
        bits
    };

    const DIRECTIONS: &'static [i32] = &DIRECTIONS;

    #[inline]
    fn bit(square: Square) -> u32 {
        square.bit(STRIDE)
    }

    #[inline]
    fn space(bit: u32) -> Square {
        Square::of_bit(bit, STRIDE).expect("a square of the board")
    }
}

/// The bits of the files from `first` up to, but without, `end`.
const fn row(first: u8, end: u8) -> u128 {
    (1 << end) - (1 << first)
}

/// The square that lies so many squares on in a direction. Beyond the board it is one that no board has, or none.
pub(super) fn beyond(from: Square, direction: i32, squares: i32) -> Option<Square> {
    let to = from.bit(STRIDE).checked_add_signed(direction * squares)?;
    Square::of_bit(to, STRIDE)
}

/// In which direction one square lies from another along a file, a rank or a diagonal, and how far.
pub(super) fn line(from: Square, to: Square) -> Option<(i32, u8)> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let far = files.unsigned_abs().max(ranks.unsigned_abs());
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let direction = i32::from(ranks.signum()) * STRIDE as i32 + i32::from(files.signum());
    (far > 0 && straight).then_some((direction, far))
}

/// A board without its corners.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Board {
    /// Nine spaces wide and deep.
    Nine,
    /// Ten spaces wide and deep.
    Ten,
}

impl Board {
    /// The squares, corners included.
    pub(super) const fn grid(self) -> Grid {
        let side = match self {
            Board::Nine => 9,
            Board::Ten => 10,
        };
        Grid {
            files: side,
            ranks: side,
        }
    }

    pub(super) const fn is_corner(self, square: Square) -> bool {
        let last = self.grid().files - 1;
        (square.file() == 0 || square.file() == last) && (square.rank() == 0 || square.rank() == last)
    }

    /// The spaces that are played on.
    pub(super) const fn spaces(self) -> Spaces {
        match self {
            Board::Nine => NINE,
            Board::Ten => TEN,
        }
    }

    /// The spaces of a rank, counted from 0.
    pub(super) fn rank(self, rank: u8) -> Spaces {
        Spaces::of_bits(row(0, self.grid().files) << (u32::from(rank) * STRIDE)) & self.spaces()
    }

    /// The number of a space in the layout, which leaves the corners out.
    pub(super) fn cell(self, square: Square) -> Cell {
        let grid = self.grid();
        let Cell(number) = grid.cell(square);
        let top = u16::from(grid.files) * u16::from(grid.ranks - 1);
        Cell(number - 1 - u16::from(number >= u16::from(grid.files)) - u16::from(number > top))
    }
}

const NINE: Spaces = without_corners(Board::Nine);
const TEN: Spaces = without_corners(Board::Ten);

const fn without_corners(board: Board) -> Spaces {
    let (grid, mut bits, mut rank) = (board.grid(), 0, 0);
    while rank < grid.ranks {
        let edge = rank == 0 || rank == grid.ranks - 1;
        let files = if edge {
            row(1, grid.files - 1)
        } else {
            row(0, grid.files)
        };
        bits |= files << (rank as u32 * STRIDE);
        rank += 1;
    }
    Spaces::of_bits(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::bitset::keeps_the_laws;

    #[test]
    fn sets_of_spaces() {
        let all: Vec<Square> = Board::Ten.grid().squares().collect();
        keeps_the_laws::<Ten>(&all, |square| {
            let far = |other: &Square| {
                let files = square.file().abs_diff(other.file());
                files.max(square.rank().abs_diff(other.rank()))
            };
            all.iter().copied().filter(|other| far(other) == 1).collect()
        });
    }

    #[test]
    fn boards_have_no_corners() {
        for (board, spaces) in [(Board::Ten, 96), (Board::Nine, 77)] {
            assert_eq!(board.spaces().count(), spaces);
            let played = |square: &Square| !board.is_corner(*square);
            let squares: Vec<Square> = board.grid().squares().filter(played).collect();
            assert!(board.spaces().iter().eq(squares.iter().copied()));
            let cells = squares.iter().map(|&square| board.cell(square).index());
            assert!(cells.eq(0..squares.len()));
        }
    }

    #[test]
    fn lines_lead_where_sets_are_shifted() {
        for board in [Board::Ten, Board::Nine] {
            for from in board.spaces().iter() {
                for direction in DIRECTIONS {
                    for to in (Spaces::one(from).to(direction) & board.spaces()).iter() {
                        assert_eq!(line(from, to), Some((direction, 1)), "{from} {to}");
                        assert_eq!(beyond(from, direction, 1), Some(to));
                    }
                }
            }
        }
    }
}
