//! Men that come forward, and pieces that stand together.

use thicket_rules::Seat;
use thicket_rules::bushka::Bushka;

use super::forward;
use crate::reasons::Reason;

pub(super) fn reasons(before: &Bushka, after: &Bushka, seat: Seat) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let (old, new) = (before.men_of(seat), after.men_of(seat));
    let (left, come) = (old & !new, new & !old);
    // Men that were crowned have come as far as they can.
    if left.count() == 1 && come.count() == 1 {
        let was_alone = (left.neighbours() & old).is_empty();
        let joined = (come.neighbours() & new).count() > 0;
        let cell = come
            .iter()
            .next()
            .map(|spot| spot.to_string())
            .unwrap_or_default();
        if was_alone && joined {
            reasons.push(Reason::Joins(cell));
        }
        let row = |spots: thicket_rules::bushka::Spots| -> u16 {
            spots.iter().map(|spot| u16::from(forward(seat, spot.y()))).sum()
        };
        let rows = row(come).saturating_sub(row(left));
        if rows > 0 {
            reasons.push(Reason::Advances(rows));
        }
    }
    reasons
}
