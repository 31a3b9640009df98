//! Sets of spaces as bits, so that all neighbours of a set are found by six shifts.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not};

use crate::grid::hex::{Hex, SPAN};

/// The six directions. What leaves the board at the end of a row comes to a place of the next row that is not on the
/// board, so it is masked away with the rest.
pub(super) const DIRECTIONS: [i8; 6] = [
    1,
    -1,
    SPAN as i8,
    -(SPAN as i8),
    SPAN as i8 + 1,
    -(SPAN as i8) - 1,
];

/// The pairs of opposite corners, by row and number from 0.
const CORNERS: [[Board; 2]; 3] = {
    const LAST: u8 = SPAN - 1;
    const MIDDLE: u8 = LAST / 2;
    [
        [Board::at(0, 0), Board::at(LAST, LAST)],
        [Board::at(0, MIDDLE), Board::at(LAST, MIDDLE)],
        [Board::at(MIDDLE, 0), Board::at(MIDDLE, LAST)],
    ]
};

/// A set of spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board(u128);

impl Board {
    pub(super) const EMPTY: Board = Board(0);

    /// All spaces.
    pub(super) const FULL: Board = {
        let (mut bits, mut place) = (0, 0);
        while place < SPAN * SPAN {
            if Hex::new(place / SPAN, place % SPAN).is_some() {
                bits |= 1 << place;
            }
            place += 1;
        }
        Board(bits)
    };

    const fn at(row: u8, number: u8) -> Board {
        Board(1 << (row * SPAN + number))
    }

    pub(super) const fn one(hex: Hex) -> Board {
        Board::at(hex.row(), hex.number())
    }

    pub(super) fn has(self, hex: Hex) -> bool {
        self.meets(Board::one(hex))
    }

    pub(super) fn meets(self, other: Board) -> bool {
        self & other != Board::EMPTY
    }

    pub(super) fn count(self) -> u16 {
        self.0.count_ones() as u16
    }

    /// The spaces, in order.
    pub(super) fn iter(self) -> impl Iterator<Item = Hex> {
        std::iter::successors(Some(self.0), |bits| Some(bits & bits.wrapping_sub(1)))
            .take_while(|&bits| bits != 0)
            .map(|bits| bits.trailing_zeros() as u8)
            .map(|place| Hex::new(place / SPAN, place % SPAN).expect("a space of the board"))
    }

    /// All of them one space further.
    pub(super) fn step(self, direction: i8) -> Board {
        let moved = if direction > 0 {
            self.0 << direction
        } else {
            self.0 >> -direction
        };
        Board(moved) & Board::FULL
    }

    /// The neighbours of the spaces.
    pub(super) fn neighbours(self) -> Board {
        DIRECTIONS
            .iter()
            .fold(Board::EMPTY, |all, &direction| all | self.step(direction))
    }

    /// The spaces that a pawn comes to from `start` in a direction, up to `wall`.
    pub(super) fn ray(start: Hex, direction: i8, wall: Board) -> impl Iterator<Item = Board> {
        std::iter::successors(Some(Board::one(start)), move |at| Some(at.step(direction)))
            .skip(1)
            .take_while(move |&at| at != Board::EMPTY && !at.meets(wall))
    }

    /// Whether a chain of these spaces joins two opposite corners.
    pub(super) fn connects(self) -> bool {
        CORNERS.iter().any(|&[from, to]| {
            let ends = from | to;
            ends & self == ends && self.joined_to(from).meets(to)
        })
    }

    /// Those of the spaces that can be reached from `start` by way of the others.
    fn joined_to(self, start: Board) -> Board {
        let mut joined = start;
        loop {
            let more = (joined | joined.neighbours()) & self;
            if more == joined {
                return joined;
            }
            joined = more;
        }
    }
}

/// All corners of the board.
pub(super) fn corners() -> Board {
    CORNERS
        .iter()
        .flatten()
        .fold(Board::EMPTY, |all, &corner| all | corner)
}

impl BitAnd for Board {
    type Output = Board;

    fn bitand(self, other: Board) -> Board {
        Board(self.0 & other.0)
    }
}

impl BitAndAssign for Board {
    fn bitand_assign(&mut self, other: Board) {
        self.0 &= other.0;
    }
}

impl BitOr for Board {
    type Output = Board;

    fn bitor(self, other: Board) -> Board {
        Board(self.0 | other.0)
    }
}

impl BitOrAssign for Board {
    fn bitor_assign(&mut self, other: Board) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Board {
    fn bitxor_assign(&mut self, other: Board) {
        self.0 ^= other.0;
    }
}

/// Every other space of the board.
impl Not for Board {
    type Output = Board;

    fn not(self) -> Board {
        Board(!self.0 & Board::FULL.0)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::grid::hex::hexes;

    fn named(names: &str) -> Board {
        let spaces = names.split_whitespace().map(|name| name.parse().unwrap());
        spaces.fold(Board::EMPTY, |board, hex| board | Board::one(hex))
    }

    #[test]
    fn spaces_come_back_in_order() {
        assert!(Board::FULL.iter().eq(hexes()));
        assert!((!Board::EMPTY).iter().eq(hexes()));
        assert_eq!(Board::FULL.count(), 61);
        assert_eq!(corners(), named("a1 a5 e1 e9 i5 i9"));
    }

    #[test]
    fn neighbours_are_those_of_the_rules() {
        for hex in hexes() {
            let (row, number) = (hex.row(), hex.number());
            let neighbour = |(up, along): (i8, i8)| {
                Hex::new(row.wrapping_add_signed(up), number.wrapping_add_signed(along))
            };
            let around = [(0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1)];
            let expected = around.into_iter().filter_map(neighbour).map(Board::one);
            assert_eq!(
                Board::one(hex).neighbours(),
                expected.fold(Board::EMPTY, BitOr::bitor),
                "{hex}"
            );
        }
    }

    #[test]
    fn rays_end_at_the_edge_and_before_a_wall() {
        let ray = |from: &str, direction, wall| {
            let spaces = Board::ray(from.parse().unwrap(), direction, named(wall));
            spaces.fold(Board::EMPTY, BitOr::bitor)
        };
        assert_eq!(ray("e7", DIRECTIONS[0], ""), named("e8 e9"));
        assert_eq!(ray("e3", DIRECTIONS[1], ""), named("e2 e1"));
        assert_eq!(ray("c7", DIRECTIONS[2], ""), named("d7 e7 f7 g7 h7 i7"));
        assert_eq!(ray("a1", DIRECTIONS[4], "e5"), named("b2 c3 d4"));
        assert_eq!(ray("e1", DIRECTIONS[5], ""), Board::EMPTY);
    }

    #[test]
    fn a_chain_joins_opposite_corners_however_it_winds() {
        assert!(named("a1 b2 c3 d4 e5 f6 g7 h8 i9").connects());
        assert!(named("a5 b5 c5 d5 e5 f5 g5 h5 i5").connects());
        assert!(named("e1 e2 f3 f4 e4 d4 d5 d6 e7 e8 e9").connects());
        assert!(!named("a1 b2 c3 d4 f6 g7 h8 i9").connects(), "a gap");
        assert!(!named("a1 a2 a3 a4 a5 b6 c7 d8 e9").connects(), "not opposite");
        assert!(
            !(Board::FULL & !(named("a1 a5 e1"))).connects(),
            "every pair lacks a corner"
        );
    }
}
