//! Sets of spaces as bits: where all pieces of a size can go to is seen in a few shifts.

use std::ops::{BitAnd, BitOr, Not};

use crate::grid::square::{Grid, Square};
use crate::picture::Cell;

/// Bits from one rank to the next: at least one more than there are files. A piece that is shifted off one side of the
/// board falls into the gap instead of on the other side.
const STRIDE: u8 = 11;

/// The eight directions, as steps from bit to bit.
pub(super) const DIRECTIONS: [i8; 8] = {
    let rank = STRIDE as i8;
    [1, -1, rank, -rank, rank + 1, rank - 1, -rank + 1, -rank - 1]
};

/// A set of spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Spaces(u128);

impl Spaces {
    pub(super) const EMPTY: Spaces = Spaces(0);

    pub(super) fn one(square: Square) -> Spaces {
        Spaces(1 << bit(square))
    }

    pub(super) fn has(self, square: Square) -> bool {
        self.0 & (1 << bit(square)) != 0
    }

    pub(super) fn insert(&mut self, square: Square) {
        self.0 |= 1 << bit(square);
    }

    pub(super) fn remove(&mut self, square: Square) {
        self.0 &= !(1 << bit(square));
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The spaces, in order.
    pub(super) fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = (rest != 0).then_some(rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(square(lowest as u8))
        })
    }

    /// All of them one space on. What leaves the board lies in a gap.
    pub(super) fn to(self, direction: i8) -> Spaces {
        let by = direction.unsigned_abs();
        if direction > 0 {
            Spaces(self.0 << by)
        } else {
            Spaces(self.0 >> by)
        }
    }
}

impl BitAnd for Spaces {
    type Output = Spaces;

    fn bitand(self, other: Spaces) -> Spaces {
        Spaces(self.0 & other.0)
    }
}

impl BitOr for Spaces {
    type Output = Spaces;

    fn bitor(self, other: Spaces) -> Spaces {
        Spaces(self.0 | other.0)
    }
}

/// Everything else, the gaps too.
impl Not for Spaces {
    type Output = Spaces;

    fn not(self) -> Spaces {
        Spaces(!self.0)
    }
}

fn bit(square: Square) -> u8 {
    square.rank() * STRIDE + square.file()
}

fn square(bit: u8) -> Square {
    Square::new(bit % STRIDE, bit / STRIDE).expect("a square of the board")
}

/// The space that lies so many spaces on in a direction. Off the board it is one that no board has, or none.
pub(super) fn beyond(from: Square, direction: i8, spaces: i8) -> Option<Square> {
    let to = bit(from) as i16 + i16::from(direction) * i16::from(spaces);
    u8::try_from(to)
        .ok()
        .and_then(|to| Square::new(to % STRIDE, to / STRIDE))
}

/// How far it is from one space to another along a file, a rank or a diagonal, and in which direction.
pub(super) fn line(from: Square, to: Square) -> Option<(i8, u8)> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let far = files.unsigned_abs().max(ranks.unsigned_abs());
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (far > 0 && straight).then(|| (ranks.signum() * STRIDE as i8 + files.signum(), far))
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
    /// The spaces, corners and all.
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

    /// All spaces that are played on.
    pub(super) const fn spaces(self) -> Spaces {
        match self {
            Board::Nine => NINE,
            Board::Ten => TEN,
        }
    }

    /// The spaces of a rank, counted from 0.
    pub(super) fn rank(self, rank: u8) -> Spaces {
        let files = (1 << self.grid().files) - 1;
        Spaces(files << (rank * STRIDE)) & self.spaces()
    }

    /// The number of a space in the layout, which leaves the corners out.
    pub(super) fn cell(self, square: Square) -> Cell {
        let grid = self.grid();
        let Cell(number) = grid.cell(square);
        let top = u16::from(grid.files) * u16::from(grid.ranks - 1);
        Cell(number - 1 - u16::from(number >= u16::from(grid.files)) - u16::from(number > top))
    }
}

const NINE: Spaces = all(Board::Nine);
const TEN: Spaces = all(Board::Ten);

const fn all(board: Board) -> Spaces {
    let (grid, mut bits, mut rank) = (board.grid(), 0, 0);
    while rank < grid.ranks {
        let edge = rank == 0 || rank == grid.ranks - 1;
        let files = (1u128 << grid.files) - 1;
        let row = if edge { files & (files >> 1) & !1 } else { files };
        bits |= row << (rank * STRIDE);
        rank += 1;
    }
    Spaces(bits)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

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
    fn nothing_moves_round_the_edge() {
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
