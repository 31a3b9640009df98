//! Boards of squares: names, cells and the drawing of a board.

use std::fmt;
use std::str::FromStr;

use crate::picture::{Cell, Label, Layout, Outline, Place};
use crate::seat::BySeat;

/// The most files and ranks that any board of squares has.
const MAX_SIZE: u8 = 17;

/// A square, named by its file's letter and its rank's number: `a1` is the lower left as seat 1 sees it.
///
/// Squares are ordered as they are counted: a1, b1, … then a2, b2, …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    rank: u8,
    file: u8,
}

impl Square {
    /// The square on this file and rank, both counted from 0; none beyond `q17`.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < MAX_SIZE && rank < MAX_SIZE {
            Some(Square { rank, file })
        } else {
            None
        }
    }

    /// The file, counted from 0.
    pub const fn file(self) -> u8 {
        self.file
    }

    /// The rank, counted from 0.
    pub const fn rank(self) -> u8 {
        self.rank
    }

    /// The bit of the square in a set that has `stride` bits from one rank to the next.
    pub(crate) const fn bit(self, stride: u32) -> u32 {
        self.rank as u32 * stride + self.file as u32
    }

    /// The square of a bit, in a set like that.
    pub(crate) const fn of_bit(bit: u32, stride: u32) -> Option<Square> {
        Square::new((bit % stride) as u8, (bit / stride) as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", file_letter(self.file), self.rank + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn file_letter(file: u8) -> char {
    char::from(b'a' + file)
}

/// The text is not the name of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquare;

impl fmt::Display for ParseSquare {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "a square is a letter from a to q and a number from 1 to {MAX_SIZE}"
        )
    }
}

impl std::error::Error for ParseSquare {}

impl FromStr for Square {
    type Err = ParseSquare;

    fn from_str(name: &str) -> Result<Square, ParseSquare> {
        let (file, number) = match *name.as_bytes() {
            [file @ b'a'..=b'q', ones @ b'1'..=b'9'] => (file, ones - b'0'),
            [file @ b'a'..=b'q', b'1', ones @ b'0'..=b'7'] => (file, 10 + ones - b'0'),
            _ => return Err(ParseSquare),
        };
        Square::new(file - b'a', number - 1).ok_or(ParseSquare)
    }
}

/// The size of a board of squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
}

impl Grid {
    /// All squares, in their order.
    pub(crate) fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| Square { rank, file }))
    }

    /// The rows of squares, the top one first.
    pub(crate) fn rows(self) -> Vec<Vec<Square>> {
        let row = |rank| (0..self.files).map(move |file| Square { rank, file }).collect();
        (0..self.ranks).rev().map(row).collect()
    }

    /// The number of a square in the layout.
    pub(crate) fn cell(self, square: Square) -> Cell {
        Cell(u16::from(square.rank) * u16::from(self.files) + u16::from(square.file))
    }

    /// The square of a cell; none beyond the board.
    pub(crate) fn square(self, Cell(number): Cell) -> Option<Square> {
        let (rank, file) = (number / u16::from(self.files), number % u16::from(self.files));
        (rank < u16::from(self.ranks)).then_some(Square {
            rank: rank as u8,
            file: file as u8,
        })
    }

    /// The drawing: the board in a rim one unit wide, with the letters of files and the numbers of ranks on all four sides,
    /// so that every seat can read them.
    pub(crate) fn layout(self, rotations: BySeat<u16>) -> Layout {
        let (width, height) = (f32::from(self.files) + 2.0, f32::from(self.ranks) + 2.0);
        let cells = self.squares().map(|square| Place {
            name: square.to_string(),
            x: self.x(square.file),
            y: self.y(square.rank),
            outline: Outline::Square,
        });
        Layout {
            width,
            height,
            cells: cells.collect(),
            lines: Vec::new(),
            labels: self.labels(),
            rotations,
        }
    }

    fn labels(self) -> Vec<Label> {
        let (right, bottom) = (f32::from(self.files) + 1.5, f32::from(self.ranks) + 1.5);
        let files = (0..self.files).flat_map(|file| {
            [bottom, 0.5].map(|y| Label {
                x: self.x(file),
                y,
                text: file_letter(file).to_string(),
            })
        });
        let ranks = (0..self.ranks).flat_map(|rank| {
            [0.5, right].map(|x| Label {
                x,
                y: self.y(rank),
                text: (rank + 1).to_string(),
            })
        });
        files.chain(ranks).collect()
    }

    fn x(self, file: u8) -> f32 {
        f32::from(file) + 1.5
    }

    fn y(self, rank: u8) -> f32 {
        f32::from(self.ranks - rank) + 0.5
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn every_square_has_one_spelling() {
        for square in (Grid {
            files: MAX_SIZE,
            ranks: MAX_SIZE,
        })
        .squares()
        {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        for name in [
            "", "a", "1", "a0", "a01", "a18", "a20", "r1", "A1", "a1 ", " a1", "a+1", "ä1", "a1a", "q17x",
        ] {
            assert_eq!(name.parse::<Square>(), Err(ParseSquare), "{name:?}");
        }
    }

    #[test]
    fn cells_lie_where_their_names_say() {
        let grid = Grid { files: 8, ranks: 12 };
        let layout = grid.layout(BySeat::all(1, 0));
        for square in grid.squares() {
            assert_eq!(layout.cells[grid.cell(square).index()].name, square.to_string());
            assert_eq!(grid.square(grid.cell(square)), Some(square));
        }
        assert_eq!(grid.square(Cell(96)), None);
        let corner = &layout.cells[grid.cell("a12".parse().unwrap()).index()];
        assert_eq!((corner.x, corner.y), (1.5, 1.5));
        assert_eq!((layout.width, layout.height), (10.0, 14.0));
        assert_eq!(layout.labels.len(), 2 * (8 + 12));
    }
}
