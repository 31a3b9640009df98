//! Squares where a seat lays pyramids for nothing.

use thicket_rules::btt::{Btt, Content};
use thicket_rules::{Position, Seat, Square};

use crate::reasons::Reason;

pub(super) fn reasons(before: &Btt, after: &Btt, seat: Seat) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let opened = free(after, seat).len().saturating_sub(free(before, seat).len());
    if opened > 0 {
        reasons.push(Reason::Opens(opened as u16));
    }
    let is_empty = |position: &Btt, at: Square| {
        position
            .contents()
            .any(|(square, content)| square == at && content == Content::Empty)
    };
    for other in before.in_play().iter().filter(|&other| other != seat) {
        let taken = free(before, other)
            .into_iter()
            .filter(|&square| !is_empty(after, square));
        reasons.extend(taken.map(|square| Reason::Blocks {
            seat: other,
            cell: square.to_string(),
        }));
    }
    reasons
}

/// The empty squares beside a pyramid of the seat.
fn free(position: &Btt, seat: Seat) -> Vec<Square> {
    let is_own = |content: Content| content.pyramid().is_some_and(|pyramid| pyramid.owner == seat);
    let empty = position
        .contents()
        .filter(|&(_, content)| content == Content::Empty);
    empty
        .filter(|&(square, _)| position.beside(square).any(|(_, content)| is_own(content)))
        .map(|(square, _)| square)
        .collect()
}
