//! Where one stone more captures.

use thicket_rules::Geometry;
use thicket_rules::bushwhacked::{Board, Seventeen};

/// The stones that one more stone of a seat captures, and where it would stand.
pub(super) struct Threats {
    pub(super) victims: Board,
    pub(super) squares: Board,
}

/// What play stones of a seat threaten. Chains are left out.
pub(super) fn threats(own: Board, targets: Board, empty: Board) -> Threats {
    let mut threats = Threats {
        victims: Board::EMPTY,
        squares: Board::EMPTY,
    };
    if targets.is_empty() {
        return threats;
    }
    // Each direction has its own code, in which sets are moved by a constant: that takes half the time.
    let sides = [
        Side::to::<0>(own, empty),
        Side::to::<1>(own, empty),
        Side::to::<2>(own, empty),
        Side::to::<3>(own, empty),
    ];
    threats.add_on::<0>(&sides, own, empty, targets);
    threats.add_on::<1>(&sides, own, empty, targets);
    threats.add_on::<2>(&sides, own, empty, targets);
    threats.add_on::<3>(&sides, own, empty, targets);
    threats
}

/// What stands next to every square in one direction.
struct Side {
    own: Board,
    empty: Board,
}

impl Side {
    /// On the side with this number among the directions.
    #[inline]
    fn to<const SIDE: usize>(own: Board, empty: Board) -> Side {
        let back = const { -Seventeen::DIRECTIONS[SIDE] };
        Side {
            own: own.to(back),
            empty: empty.to(back),
        }
    }
}

impl Threats {
    #[inline]
    fn add(&mut self, victims: Board, squares: Board) {
        self.victims |= victims;
        self.squares |= squares;
    }

    /// Adds the threats where the missing stone, or the triangle, lies on the side with this number.
    #[inline]
    fn add_on<const SIDE: usize>(&mut self, sides: &[Side; 4], own: Board, empty: Board, targets: Board) {
        let direction = const { Seventeen::DIRECTIONS[SIDE] };
        // The directions come in pairs of opposites; the next pair runs across.
        let across = const { Seventeen::DIRECTIONS[(SIDE + 2) % 4] };
        let side = &sides[SIDE];
        // Stones with own stones on two sides, and nothing on this one.
        let [a, b, c] = std::array::from_fn(|other| sides[(SIDE + 1 + other) % 4].own);
        let victims = targets & side.empty & (a & b | a & c | b & c);
        if !victims.is_empty() {
            self.add(victims, victims.to(direction));
        }
        // Stones with two of three stones of a triangle on this side, the third missing.
        let back = -direction;
        let targets = targets & leap(empty, back, 0);
        if targets.is_empty() {
            return;
        }
        let (left, right) = (leap(own, back, across), leap(own, back, -across));
        let heads = targets & left & right & side.empty;
        if !heads.is_empty() {
            self.add(heads, heads.to(direction));
        }
        let lefts = targets & side.own & right;
        if !lefts.is_empty() {
            let lefts = lefts & leap(empty, back, across);
            self.add(lefts, leap(lefts, direction, -across));
        }
        let rights = targets & side.own & left;
        if !rights.is_empty() {
            let rights = rights & leap(empty, back, -across);
            self.add(rights, leap(rights, direction, across));
        }
    }
}

/// All squares moved two squares in a direction, and one across it if that is not 0. What leaves the board is gone only if it moves at
/// most one square along a rank at a time.
#[inline(always)]
fn leap(squares: Board, direction: i32, across: i32) -> Board {
    if direction.abs() == 1 {
        squares.to(direction).to(direction + across)
    } else {
        squares.to(2 * direction + across)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leap_is_three_steps() {
        let step = |board: Board, way: i32| if way == 0 { board } else { board.to(way) };
        for square in Board::ALL.singles() {
            for (index, &direction) in Seventeen::DIRECTIONS.iter().enumerate() {
                let across = Seventeen::DIRECTIONS[(index + 2) % 4];
                for across in [across, 0, -across] {
                    let steps = step(square.to(direction).to(direction), across);
                    assert_eq!(
                        leap(square, direction, across),
                        steps,
                        "{square:?} {direction} {across}"
                    );
                }
            }
        }
    }
}
