//! Ways across the board that a turn makes shorter or longer.

use thicket_rules::antipode::Antipode;
use thicket_rules::{Seat, Seats};

use super::way;
use crate::reasons::Reason;

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
