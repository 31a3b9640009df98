//! Where one stone more captures.

use thicket_rules::Geometry;
use thicket_rules::bushwhacked::{Board, Seventeen};

/// The stones that one more stone of a seat captures, and where it would stand.
pub(super) struct Threats {
    pub(super) victims: Board,
    pub(super) squares: Board,
}

impl Threats {
    fn add(&mut self, victims: Board, squares: Board) {
        self.victims |= victims;
        self.squares |= squares;
    }
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
    let sides: [Side; 4] = std::array::from_fn(|index| Side::new(Seventeen::DIRECTIONS[index], own, empty));
    for (index, side) in sides.iter().enumerate() {
        add_surrounds(side, &sides, index, targets, &mut threats);
        // The directions come in pairs of opposites; the next pair runs across.
        let across = Seventeen::DIRECTIONS[(index + 2) % 4];
        add_pierces(side, across, [own, empty], targets, &mut threats);
    }
    threats
}

/// What stands next to every square in one direction.
struct Side {
    direction: i32,
    own: Board,
    empty: Board,
}

impl Side {
    fn new(direction: i32, own: Board, empty: Board) -> Side {
        Side {
            direction,
            own: own.to(-direction),
            empty: empty.to(-direction),
        }
    }
}

/// Stones with own stones on two sides, and nothing on this one.
fn add_surrounds(side: &Side, sides: &[Side; 4], index: usize, targets: Board, threats: &mut Threats) {
    let [a, b, c] = std::array::from_fn(|other| sides[(index + 1 + other) % 4].own);
    let victims = targets & side.empty & (a & b | a & c | b & c);
    if !victims.is_empty() {
        threats.add(victims, victims.to(side.direction));
    }
}

/// Stones with two of three stones of a triangle on this side, the third missing.
fn add_pierces(side: &Side, across: i32, [own, empty]: [Board; 2], targets: Board, threats: &mut Threats) {
    let back = -side.direction;
    let targets = targets & leap(empty, back, 0);
    if targets.is_empty() {
        return;
    }
    let (left, right) = (leap(own, back, across), leap(own, back, -across));
    let heads = targets & left & right & side.empty;
    if !heads.is_empty() {
        threats.add(heads, heads.to(side.direction));
    }
    let lefts = targets & side.own & right;
    if !lefts.is_empty() {
        let lefts = lefts & leap(empty, back, across);
        threats.add(lefts, leap(lefts, side.direction, -across));
    }
    let rights = targets & side.own & left;
    if !rights.is_empty() {
        let rights = rights & leap(empty, back, -across);
        threats.add(rights, leap(rights, side.direction, across));
    }
}

/// All squares moved two squares in a direction, and one across it if that is not 0. What leaves the board is gone only if it moves at
/// most one square along a rank at a time.
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
