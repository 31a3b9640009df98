//! Sets of spaces, and connections between opposite corners.

use crate::grid::bitset::{BitSet, Geometry};
use crate::grid::hex::{Hex, SPAN};

/// The six directions.
pub(super) const DIRECTIONS: [i32; 6] = {
    let row = SPAN as i32;
    [1, -1, row, -row, row + 1, -row - 1]
};

/// How the spaces are numbered. Beside the ends of every row but the longest there are bits that are not spaces, and the
/// longest row lies between two of them: no gap is needed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hexagon;

/// A set of spaces.
pub type Board = BitSet<Hexagon>;

impl Geometry for Hexagon {
    type Bits = u128;
    type Space = Hex;

    const ALL: u128 = {
        let (mut bits, mut place) = (0, 0);
        while place < SPAN * SPAN {
            if Hex::new(place / SPAN, place % SPAN).is_some() {
                bits |= 1 << place;
            }
            place += 1;
        }
        bits
    };

    const DIRECTIONS: &'static [i32] = &DIRECTIONS;

    #[inline]
    fn bit(hex: Hex) -> u32 {
        bit(hex.row(), hex.number())
    }

    #[inline]
    fn space(bit: u32) -> Hex {
        let place = bit as u8;
        Hex::new(place / SPAN, place % SPAN).expect("a space of the board")
    }
}

const fn bit(row: u8, number: u8) -> u32 {
    (row * SPAN + number) as u32
}

/// The pairs of opposite corners.
pub(super) const CORNERS: [[Board; 2]; 3] = {
    const LAST: u8 = SPAN - 1;
    const MIDDLE: u8 = LAST / 2;
    [
        [corner(0, 0), corner(LAST, LAST)],
        [corner(0, MIDDLE), corner(LAST, MIDDLE)],
        [corner(MIDDLE, 0), corner(MIDDLE, LAST)],
    ]
};

const fn corner(row: u8, number: u8) -> Board {
    Board::of_bits(1 << bit(row, number))
}

/// All corners of the board.
pub(super) fn corners() -> Board {
    let corners = CORNERS.iter().flatten();
    corners.fold(Board::EMPTY, |all, &corner| all | corner)
}

/// Whether a chain of these spaces joins two opposite corners.
pub(super) fn connects(spaces: Board) -> bool {
    CORNERS.iter().any(|&[from, to]| {
        let ends = from | to;
        ends & spaces == ends && from.flood(spaces).meets(to)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::grid::bitset::keeps_the_laws;
    use crate::grid::hex::hexes;

    fn named(names: &str) -> Board {
        names
            .split_whitespace()
            .map(|name| name.parse::<Hex>().unwrap())
            .collect()
    }

    #[test]
    fn sets_of_spaces() {
        let all: Vec<Hex> = hexes().collect();
        keeps_the_laws::<Hexagon>(&all, |hex| {
            let neighbour = |(up, along): (i8, i8)| {
                Hex::new(
                    hex.row().wrapping_add_signed(up),
                    hex.number().wrapping_add_signed(along),
                )
            };
            let around = [(0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1)];
            around.into_iter().filter_map(neighbour).collect()
        });
        assert_eq!(corners(), named("a1 a5 e1 e9 i5 i9"));
    }

    #[test]
    fn runs_end_at_the_edge_and_before_what_is_not_open() {
        let run = |from: &str, direction, wall| named(from).run(direction, !named(wall));
        assert_eq!(run("e7", DIRECTIONS[0], ""), named("e8 e9"));
        assert_eq!(run("e3", DIRECTIONS[1], ""), named("e2 e1"));
        assert_eq!(run("c7", DIRECTIONS[2], ""), named("d7 e7 f7 g7 h7 i7"));
        assert_eq!(run("a1", DIRECTIONS[4], "e5"), named("b2 c3 d4"));
        assert_eq!(run("e1", DIRECTIONS[5], ""), Board::EMPTY);
    }

    #[test]
    fn a_chain_joins_opposite_corners_however_it_winds() {
        assert!(connects(named("a1 b2 c3 d4 e5 f6 g7 h8 i9")));
        assert!(connects(named("a5 b5 c5 d5 e5 f5 g5 h5 i5")));
        assert!(connects(named("e1 e2 f3 f4 e4 d4 d5 d6 e7 e8 e9")));
        assert!(!connects(named("a1 b2 c3 d4 f6 g7 h8 i9")), "a gap");
        assert!(!connects(named("a1 a2 a3 a4 a5 b6 c7 d8 e9")), "not opposite");
        assert!(!connects(!named("a1 a5 e1")), "every pair lacks a corner");
    }
}
