//! The board: what is on each square, and which squares are connected.

use std::hash::{Hash, Hasher};
use std::ops::Index;

use super::pyramid::{Direction, Pyramid};
use crate::grid::bitset::{BitSet, Geometry};
use crate::grid::square::{Grid, Square};

const FILES: u8 = 8;
/// Ranks of the longest board.
const MAX_RANKS: u8 = 12;
const MAX_SQUARES: usize = FILES as usize * MAX_RANKS as usize;

/// What is on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A hole, where nobody plays.
    Null,
    /// A root.
    Root,
    /// A pyramid.
    Pyramid(Pyramid),
}

impl Content {
    /// Whether a pyramid can point at it.
    pub fn can_be_pointed_at(self) -> bool {
        matches!(self, Content::Root | Content::Pyramid(_))
    }

    /// The pyramid on it, if there is one.
    pub fn pyramid(self) -> Option<Pyramid> {
        match self {
            Content::Pyramid(pyramid) => Some(pyramid),
            _ => None,
        }
    }

    /// A number for each content.
    fn number(self) -> u8 {
        match self {
            Content::Empty => 0,
            Content::Null => 1,
            Content::Root => 2,
            Content::Pyramid(Pyramid {
                owner,
                size,
                pointing,
            }) => 3 + (owner.index() as u8 * 3 + size as u8) * 4 + pointing as u8,
        }
    }
}

/// A board of eight files and as many ranks as the number of seats wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    ranks: u8,
    // Squares beyond the last rank stay empty, so that derived equality is right.
    contents: [Content; MAX_SQUARES],
    // How many squares are empty, hold a null, hold a root.
    empty: u8,
    nulls: u8,
    roots: u8,
}

fn place(square: Square) -> usize {
    usize::from(square.rank()) * usize::from(FILES) + usize::from(square.file())
}

/// The square with this place among all squares of any board.
fn square(place: usize) -> Square {
    let (file, rank) = (place % usize::from(FILES), place / usize::from(FILES));
    Square::new(file as u8, rank as u8).expect("a square of the board")
}

/// By a byte for each square: searches hash each position that they look at, and the parts of each content would be several words.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.contents.map(Content::number));
    }
}

impl Board {
    pub(super) fn empty(grid: Grid) -> Board {
        Board {
            ranks: grid.ranks,
            contents: [Content::Empty; MAX_SQUARES],
            empty: FILES * grid.ranks,
            nulls: 0,
            roots: 0,
        }
    }

    pub(super) fn has(&self, square: Square) -> bool {
        square.file() < FILES && square.rank() < self.ranks
    }

    /// Puts something on an empty square.
    pub(super) fn put(&mut self, square: Square, content: Content) {
        self.contents[place(square)] = content;
        self.empty -= u8::from(content != Content::Empty);
        self.nulls += u8::from(content == Content::Null);
        self.roots += u8::from(content == Content::Root);
    }

    /// How many squares are empty.
    pub(super) fn empty_count(&self) -> u8 {
        self.empty
    }

    pub(super) fn null_count(&self) -> u8 {
        self.nulls
    }

    pub(super) fn root_count(&self) -> u8 {
        self.roots
    }

    /// How many squares are not empty.
    pub(super) fn filled_count(&self) -> u8 {
        FILES * self.ranks - self.empty
    }

    pub(super) fn empty_squares(&self) -> impl Iterator<Item = Square> + '_ {
        let empty = self.iter().filter(|&(_, content)| content == Content::Empty);
        empty.map(|(square, _)| square)
    }

    /// All squares with what is on them, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Square, Content)> + '_ {
        let squares = usize::from(FILES) * usize::from(self.ranks);
        let contents = self.contents[..squares].iter().enumerate();
        contents.map(|(place, &content)| (square(place), content))
    }

    /// The pyramids with their squares, in order.
    pub(super) fn pyramids(&self) -> impl Iterator<Item = (Square, Pyramid)> + '_ {
        self.iter()
            .filter_map(|(square, content)| Some((square, content.pyramid()?)))
    }

    /// The square next to one in a direction.
    pub(super) fn next(&self, square: Square, direction: Direction) -> Option<Square> {
        let (files, ranks) = direction.way();
        let file = square.file().checked_add_signed(files)?;
        let next = Square::new(file, square.rank().checked_add_signed(ranks)?)?;
        self.has(next).then_some(next)
    }

    /// The squares beside one, each with the direction that leads there.
    pub(super) fn beside(&self, square: Square) -> impl Iterator<Item = (Direction, Square)> + '_ {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| Some((direction, self.next(square, direction)?)))
    }

    /// The direction from a square to one beside it.
    pub(super) fn direction(&self, from: Square, to: Square) -> Option<Direction> {
        self.beside(from)
            .find(|&(_, beside)| beside == to)
            .map(|(direction, _)| direction)
    }

    /// The squares that are not nulls.
    pub(super) fn open(&self) -> Squares {
        let open = self.iter().filter(|&(_, content)| content != Content::Null);
        open.map(|(square, _)| square).collect()
    }
}

/// Whether one can go from each of these squares to each other one, side by side.
pub(super) fn is_connected(squares: Squares) -> bool {
    let first: Squares = squares.first().into_iter().collect();
    first.flood(squares) == squares
}

impl Index<Square> for Board {
    type Output = Content;

    fn index(&self, square: Square) -> &Content {
        &self.contents[place(square)]
    }
}

/// How the squares of the longest board are numbered; the other boards are its lower part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Longest;

/// A set of squares.
pub(super) type Squares = BitSet<Longest>;

/// Bits from one rank to the next: one more than there are files.
const STRIDE: u32 = FILES as u32 + 1;

impl Geometry for Longest {
    type Bits = u128;
    type Space = Square;

    const ALL: u128 = {
        let (mut bits, mut rank) = (0, 0);
        while rank < MAX_RANKS {
            bits |= ((1 << FILES) - 1) << (rank as u32 * STRIDE);
            rank += 1;
        }
        bits
    };

    const DIRECTIONS: &'static [i32] = &[1, -1, STRIDE as i32, -(STRIDE as i32)];

    #[inline]
    fn bit(square: Square) -> u32 {
        square.bit(STRIDE)
    }

    #[inline]
    fn space(bit: u32) -> Square {
        Square::of_bit(bit, STRIDE).expect("a square of the board")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::BTreeSet;

    use super::super::pyramid::Size;
    use super::*;
    use crate::grid::bitset::keeps_the_laws;
    use crate::seat::Seats;

    #[test]
    fn sets_of_squares() {
        let board = Board::empty(Grid {
            files: FILES,
            ranks: MAX_RANKS,
        });
        let all: Vec<Square> = board.iter().map(|(square, _)| square).collect();
        keeps_the_laws::<Longest>(&all, |square| {
            board.beside(square).map(|(_, beside)| beside).collect()
        });
    }

    fn named(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn with_nulls(names: &str) -> Board {
        let mut board = Board::empty(Grid { files: 8, ranks: 4 });
        names
            .split_whitespace()
            .for_each(|name| board.put(named(name), Content::Null));
        board
    }

    #[test]
    fn squares_are_side_by_side_only_within_the_board() {
        let board = with_nulls("");
        let beside = |name| {
            let mut squares: Vec<String> = board
                .beside(named(name))
                .map(|(_, square)| square.to_string())
                .collect();
            squares.sort_unstable();
            squares.join(" ")
        };
        assert_eq!(beside("a1"), "a2 b1");
        assert_eq!(beside("h4"), "g4 h3");
        assert_eq!(beside("d2"), "c2 d1 d3 e2");
        assert_eq!(board.direction(named("d2"), named("c2")), Some(Direction::Left));
        assert_eq!(board.direction(named("d2"), named("e3")), None);
        assert!(!board.has(named("i1")) && !board.has(named("a5")));
    }

    #[test]
    fn each_content_has_a_number_of_its_own() {
        let mut contents = vec![Content::Empty, Content::Null, Content::Root];
        for owner in Seats::first(6).iter() {
            for size in Size::ALL {
                contents.extend(Direction::ALL.map(|pointing| {
                    Content::Pyramid(Pyramid {
                        owner,
                        size,
                        pointing,
                    })
                }));
            }
        }
        let numbers: BTreeSet<u8> = contents.iter().map(|content| content.number()).collect();
        assert_eq!((contents.len(), numbers.len()), (75, 75));
    }

    #[test]
    fn what_is_connected() {
        let connected = |nulls: &str| is_connected(with_nulls(nulls).open());
        assert!(connected(""));
        assert!(connected("b1"));
        assert!(!connected("b1 a2"), "a corner");
        assert!(!connected("d1 d2 d3 d4"), "two halves");
        assert!(connected("d1 d2 d3 c3"), "round the end");
        assert!(
            !connected("h1 h3 g2"),
            "h2 is alone, for a2 and a3 are not beside it"
        );
    }
}
