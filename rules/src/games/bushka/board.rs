//! Sets of dark squares, and the four directions along the lines.

use super::spot::{HEIGHT, Spot, WIDTH};
use crate::grid::bitset::{BitSet, Geometry};

/// Twice the bits from one row to the next, as only every other square is dark, with a gap behind each row.
const STRIDE: u8 = WIDTH + 2;

/// Up to the right along a letter line to the next square, as [`Spots::to`] takes it.
pub const UP_RIGHT: i32 = STRIDE as i32 / 2 + 1;
/// Up to the left along a number line.
pub const UP_LEFT: i32 = STRIDE as i32 / 2;
pub(super) const DOWN_RIGHT: i32 = -UP_LEFT;
pub(super) const DOWN_LEFT: i32 = -UP_RIGHT;

/// The four directions. The opposite of each is its negative.
pub(super) const DIRECTIONS: [i32; 4] = [UP_RIGHT, UP_LEFT, DOWN_RIGHT, DOWN_LEFT];

/// The direction from one square to another on the same line.
pub(super) fn direction_between(from: Spot, to: Spot) -> Option<i32> {
    let line = from.shares_letter(to) || from.shares_number(to);
    match (line && from != to, to.y() > from.y(), to.x() > from.x()) {
        (false, _, _) => None,
        (_, true, true) => Some(UP_RIGHT),
        (_, true, false) => Some(UP_LEFT),
        (_, false, true) => Some(DOWN_RIGHT),
        (_, false, false) => Some(DOWN_LEFT),
    }
}

/// How the dark squares are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dark;

/// A set of dark squares.
pub type Spots = BitSet<Dark>;

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

    const DIRECTIONS: &'static [i32] = &DIRECTIONS;

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
                    UP_RIGHT => beside(1, 1),
                    UP_LEFT => beside(-1, 1),
                    DOWN_RIGHT => beside(1, -1),
                    _ => beside(-1, -1),
                };
                let wanted = to.and_then(|(x, y)| Spot::at(x, y));
                let found = Spots::one(spot).to(direction);
                assert_eq!(found.first(), wanted, "{spot} {direction}");
                let both = wanted.map(|to| (direction_between(spot, to), direction_between(to, spot)));
                assert!(both.is_none_or(|both| both == (Some(direction), Some(-direction))));
            }
        }
    }
}
