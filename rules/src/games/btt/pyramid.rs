//! Pyramids: their sizes, where they point, and how many of them are in a stash.

use std::ops::{Index, IndexMut};

use crate::seat::Seat;

/// Pyramids of each size that a seat begins with.
pub(super) const OF_EACH: u8 = 5;

/// How large a pyramid is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    /// Worth one token.
    Small,
    /// Worth two tokens.
    Medium,
    /// Worth three tokens.
    Large,
}

impl Size {
    /// All of them.
    pub const ALL: [Size; 3] = [Size::Small, Size::Medium, Size::Large];

    /// What a seat pays to point at a pyramid of this size, and gains when one of this size points at its own.
    pub fn points(self) -> u16 {
        self as u16 + 1
    }

    /// Its letter in the notation.
    pub fn letter(self) -> char {
        ['S', 'M', 'L'][self as usize]
    }

    pub(super) fn of(letter: char) -> Option<Size> {
        Size::ALL.into_iter().find(|size| size.letter() == letter)
    }
}

/// Where a pyramid points, as seat 1 sees the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Towards the top rank.
    Up,
    /// Towards the bottom rank.
    Down,
    /// Towards the first file.
    Left,
    /// Towards the last file.
    Right,
}

impl Direction {
    pub(super) const ALL: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The step in this direction, in files and ranks.
    pub(super) fn way(self) -> (i8, i8) {
        match self {
            Direction::Up => (0, 1),
            Direction::Down => (0, -1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
        }
    }

    pub(super) fn letter(self) -> char {
        match self {
            Direction::Up => '^',
            Direction::Down => 'v',
            Direction::Left => '<',
            Direction::Right => '>',
        }
    }

    pub(super) fn of(letter: char) -> Option<Direction> {
        Direction::ALL
            .into_iter()
            .find(|direction| direction.letter() == letter)
    }

    /// In degrees clockwise from the top.
    pub(super) fn degrees(self) -> u16 {
        match self {
            Direction::Up => 0,
            Direction::Right => 90,
            Direction::Down => 180,
            Direction::Left => 270,
        }
    }
}

/// A pyramid that lies on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pyramid {
    /// Whose it is.
    pub owner: Seat,
    /// How large it is.
    pub size: Size,
    /// Where it points.
    pub pointing: Direction,
}

/// The pyramids of a seat that are not on the board, by size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Stash([u8; 3]);

impl Stash {
    pub(super) const FULL: Stash = Stash([OF_EACH; 3]);

    pub(super) fn count(self) -> u8 {
        self.0.iter().sum()
    }

    /// The sizes that are left.
    pub(super) fn sizes(self) -> impl Iterator<Item = Size> {
        Size::ALL.into_iter().filter(move |&size| self[size] > 0)
    }
}

impl From<[u8; 3]> for Stash {
    fn from(counts: [u8; 3]) -> Stash {
        Stash(counts)
    }
}

impl Index<Size> for Stash {
    type Output = u8;

    fn index(&self, size: Size) -> &u8 {
        &self.0[size as usize]
    }
}

impl IndexMut<Size> for Stash {
    fn index_mut(&mut self, size: Size) -> &mut u8 {
        &mut self.0[size as usize]
    }
}
