//! Ways across the board that a turn makes shorter or longer.

use thicket_rules::antipode::{Antipode, Board};
use thicket_rules::{Seat, Seats};

use crate::reasons::Reason;

/// More than any way across the board.
const FARTHEST: u16 = 12;

pub(super) fn reasons(before: &Antipode, after: &Antipode, seat: Seat) -> Vec<Reason> {
    let reason = |other: Seat| {
        let (old, new) = (shortest(before, other), shortest(after, other));
        match other == seat {
            true => (new < old).then_some(Reason::Nearer),
            false => (new > old).then_some(Reason::Hinders(other)),
        }
    };
    Seats::first(2).iter().filter_map(reason).collect()
}

/// The shortest way of a seat from a corner to the opposite one.
fn shortest(position: &Antipode, seat: Seat) -> u16 {
    let ways = Antipode::CORNERS.map(|corners| way(corners, position.tokens_of(seat), position.empty()));
    ways.into_iter().min().unwrap_or_default()
}

/// How many spaces a seat has to win on the shortest way between two corners: a space without a token counts one, one with
/// a token of the other seat two.
fn way([from, to]: [Board; 2], own: Board, empty: Board) -> u16 {
    let others = !(own | empty);
    // What is reached at the present cost, and at one less.
    let (mut reached, mut before) = (from & own, Board::EMPTY);
    for cost in 0..FARTHEST {
        if reached.meets(to) {
            return cost;
        }
        let start = match cost {
            0 => from & empty,
            1 => from & others,
            _ => Board::EMPTY,
        };
        let next = start | (reached.neighbours() & empty) | (before.neighbours() & others);
        before = reached;
        reached = (reached | next).flood(own);
    }
    FARTHEST
}
