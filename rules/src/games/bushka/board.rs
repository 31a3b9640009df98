//! Sets of dark squares, and the four directions along the lines.

use super::spot::{HEIGHT, Spot, WIDTH};
use crate::grid::bitset::{BitSet, Geometry};

/// Twice the bits from one row to the next, as only every other square is dark, with a gap behind each row.
const STRIDE: u8 = WIDTH + 2;

/// Along a line to the next square: up or down, to the right or to the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    UpRight,
    UpLeft,
    DownRight,
    DownLeft,
}

pub(super) const DIRECTIONS: [Direction; 4] = [
    Direction::UpRight,
    Direction::UpLeft,
    Direction::DownRight,
    Direction::DownLeft,
];

impl Direction {
    pub(super) fn back(self) -> Direction {
        match self {
            Direction::UpRight => Direction::DownLeft,
            Direction::UpLeft => Direction::DownRight,
            Direction::DownRight => Direction::UpLeft,
            Direction::DownLeft => Direction::UpRight,
        }
    }

    /// By how many bits a square is shifted to the next one.
    pub(super) const fn shift(self) -> i32 {
        let (left, right) = (STRIDE as i32 / 2, STRIDE as i32 / 2 + 1);
        match self {
            Direction::UpRight => right,
            Direction::UpLeft => left,
            Direction::DownRight => -left,
            Direction::DownLeft => -right,
        }
    }

    /// The direction from one square to another on the same line.
    pub(super) fn between(from: Spot, to: Spot) -> Option<Direction> {
        let line = from.shares_letter(to) || from.shares_number(to);
        match (line && from != to, to.y() > from.y(), to.x() > from.x()) {
            (false, _, _) => None,
            (_, true, true) => Some(Direction::UpRight),
            (_, true, false) => Some(Direction::UpLeft),
            (_, false, true) => Some(Direction::DownRight),
            (_, false, false) => Some(Direction::DownLeft),
        }
    }
}

/// How the dark squares are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Dark;

/// A set of dark squares.
pub(super) type Spots = BitSet<Dark>;

impl Geometry for Dark {
    type Bits = u64;
    type Space = Spot;

    const ALL: u64 = {
        let (mut bits, mut y) = (0, 0);
        while y < HEIGHT {
            let mut x = y % 2;
            while x < WIDTH {
                bits |= 1 << ((y * STRIDE + x) / 2);
                x += 2;
            }
            y += 1;
        }
        bits
    };

    const DIRECTIONS: &'static [i32] = &[
        Direction::UpRight.shift(),
        Direction::UpLeft.shift(),
        Direction::DownRight.shift(),
        Direction::DownLeft.shift(),
    ];

    #[inline]
    fn bit(spot: Spot) -> u32 {
        u32::from((spot.y() * STRIDE + spot.x()) / 2)
    }

    #[inline]
    fn space(bit: u32) -> Spot {
        let twice = 2 * bit as u8;
        Spot::at(twice % STRIDE, twice / STRIDE).expect("a dark square")
    }
}

/// The squares of a row.
pub(super) fn row(y: u8) -> Spots {
    Spot::row(y).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::bitset::keeps_the_laws;

    #[test]
    fn sets_of_squares() {
        let all: Vec<Spot> = Spot::all().collect();
        keeps_the_laws::<Dark>(&all, |spot| {
            let touches =
                |other: &Spot| spot.x().abs_diff(other.x()) == 1 && spot.y().abs_diff(other.y()) == 1;
            all.iter().copied().filter(touches).collect()
        });
    }

    #[test]
    fn shifts_follow_the_lines() {
        for spot in Spot::all() {
            let beside =
                |dx: i8, dy: i8| Some((spot.x().checked_add_signed(dx)?, spot.y().checked_add_signed(dy)?));
            for direction in DIRECTIONS {
                let to = match direction {
                    Direction::UpRight => beside(1, 1),
                    Direction::UpLeft => beside(-1, 1),
                    Direction::DownRight => beside(1, -1),
                    Direction::DownLeft => beside(-1, -1),
                };
                let wanted = to.and_then(|(x, y)| Spot::at(x, y));
                let found = Spots::one(spot).to(direction.shift());
                assert_eq!(found.first(), wanted, "{spot} {direction:?}");
                let to = wanted.map(|to| (Direction::between(spot, to), Direction::between(to, spot)));
                assert!(to.is_none_or(|way| way == (Some(direction), Some(direction.back()))));
            }
        }
    }
}
