//! Sets of dark squares as bits, and moving along lines by shifts.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use super::spot::{HEIGHT, Spot, WIDTH};

/// Twice the bits from one row to the next, as only every other square is dark. The gap behind each row stays empty: what
/// is shifted off one side of the board falls there instead of on the other side.
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

/// A set of dark squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Spots(u64);

impl Spots {
    pub(super) const EMPTY: Spots = Spots(0);

    pub(super) const ALL: Spots = {
        let (mut bits, mut y) = (0, 0);
        while y < HEIGHT {
            let mut x = y % 2;
            while x < WIDTH {
                bits |= 1 << ((y * STRIDE + x) / 2);
                x += 2;
            }
            y += 1;
        }
        Spots(bits)
    };

    pub(super) fn one(spot: Spot) -> Spots {
        Spots(1 << ((spot.y() * STRIDE + spot.x()) / 2))
    }

    /// The squares of a row.
    pub(super) fn row(y: u8) -> Spots {
        Spot::row(y).fold(Spots::EMPTY, |row, spot| row | Spots::one(spot))
    }

    pub(super) fn has(self, spot: Spot) -> bool {
        self.meets(Spots::one(spot))
    }

    pub(super) fn meets(self, other: Spots) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The squares, row by row from the bottom.
    pub(super) fn iter(self) -> impl Iterator<Item = Spot> {
        self.each().filter_map(Spots::spot)
    }

    /// Sets of one square each.
    pub(super) fn each(self) -> impl Iterator<Item = Spots> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = rest & rest.wrapping_neg();
            rest &= !lowest;
            (lowest != 0).then_some(Spots(lowest))
        })
    }

    /// The first square.
    pub(super) fn spot(self) -> Option<Spot> {
        let twice = 2 * self.0.trailing_zeros() as u8;
        Spot::at(twice % STRIDE, twice / STRIDE)
    }

    /// All of them one square on. What leaves the board may lie in the gaps.
    pub(super) fn to(self, direction: Direction) -> Spots {
        match direction {
            Direction::UpRight => Spots(self.0 << (STRIDE / 2 + 1)),
            Direction::UpLeft => Spots(self.0 << (STRIDE / 2)),
            Direction::DownRight => Spots(self.0 >> (STRIDE / 2)),
            Direction::DownLeft => Spots(self.0 >> (STRIDE / 2 + 1)),
        }
    }

    /// From the squares of the set, exclusive, the unbroken run of squares in `through`.
    pub(super) fn run(self, direction: Direction, through: Spots) -> Spots {
        let (mut run, mut next) = (Spots::EMPTY, self.to(direction) & through);
        while !next.is_empty() {
            run |= next;
            next = next.to(direction) & through;
        }
        run
    }
}

impl BitAnd for Spots {
    type Output = Spots;

    fn bitand(self, other: Spots) -> Spots {
        Spots(self.0 & other.0)
    }
}

impl BitOr for Spots {
    type Output = Spots;

    fn bitor(self, other: Spots) -> Spots {
        Spots(self.0 | other.0)
    }
}

impl BitOrAssign for Spots {
    fn bitor_assign(&mut self, other: Spots) {
        *self = *self | other;
    }
}

/// Every other dark square.
impl Not for Spots {
    type Output = Spots;

    fn not(self) -> Spots {
        Spots(!self.0 & Spots::ALL.0)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn all_squares_are_there_in_order() {
        assert!(Spots::ALL.iter().eq(Spot::all()));
        assert!((!Spots::EMPTY).iter().eq(Spot::all()));
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
                let found = Spots::one(spot).to(direction) & Spots::ALL;
                assert_eq!(found.spot(), wanted, "{spot} {direction:?}");
                let to = wanted.map(|to| (Direction::between(spot, to), Direction::between(to, spot)));
                assert!(to.is_none_or(|way| way == (Some(direction), Some(direction.back()))));
            }
        }
    }
}
