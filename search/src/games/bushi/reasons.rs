//! How far a turn brings the pieces on.

use thicket_rules::Seat;
use thicket_rules::bushi::Bushi;

use super::to_go;
use crate::reasons::Reason;

/// A piece off the board has gone a row further than the last one.
const OFF: f32 = 1.0;

pub(super) fn reasons(before: &Bushi, after: &Bushi, seat: Seat) -> Vec<Reason> {
    let rows = way(before, seat) - way(after, seat);
    match rows >= 1.0 {
        true => vec![Reason::Advances(rows as u16)],
        false => Vec::new(),
    }
}

/// Rows that all pieces together still have to go.
fn way(position: &Bushi, seat: Seat) -> f32 {
    let way = |rank| OFF + to_go(position, seat, rank);
    position.army(seat).iter().map(|square| way(square.rank())).sum()
}
