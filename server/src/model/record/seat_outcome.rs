//! What the seats of a finished table reached, as a tournament counts it.

use serde::{Deserialize, Serialize};
use thicket_pairings::{Mark, SeatResult};
use utoipa::ToSchema;

/// What a seat reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatOutcome {
    /// 1 plus the number of seats that did better; who shares a place has the same number.
    pub place: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<SeatMark>,
    /// Capture stones, where the game counts them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub captures: u32,
}

/// Why a seat gets no points: see [`Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatMark {
    Left,
    DidNotCome,
    Replaced,
}

/// The name that a game gives to what counts as a tie-break.
pub(in crate::model) const CAPTURES: &str = "capture stones";

impl SeatOutcome {
    /// A place without a mark, of a game that counts nothing.
    pub fn place(place: u8) -> SeatOutcome {
        SeatOutcome {
            place,
            mark: None,
            captures: 0,
        }
    }

    pub(in crate::model) fn result(self, player: u32) -> SeatResult {
        SeatResult {
            player,
            place: self.place,
            mark: self.mark.map(Mark::from),
            captures: self.captures,
        }
    }
}

impl From<SeatMark> for Mark {
    fn from(mark: SeatMark) -> Mark {
        match mark {
            SeatMark::Left => Mark::Left,
            SeatMark::DidNotCome => Mark::DidNotCome,
            SeatMark::Replaced => Mark::Replaced,
        }
    }
}

/// Whether these are places of a table: each is 1 plus the number of those before it.
pub(in crate::model) fn are_places(seats: &[SeatOutcome]) -> bool {
    let before = |place: u8| seats.iter().filter(|seat| seat.place < place).count();
    seats
        .iter()
        .all(|seat| usize::from(seat.place) == before(seat.place) + 1)
}

fn is_zero(captures: &u32) -> bool {
    *captures == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_from_those_before() {
        let are = |places: &[u8]| {
            let seats: Vec<SeatOutcome> = places.iter().map(|&place| SeatOutcome::place(place)).collect();
            are_places(&seats)
        };
        for places in [&[1, 2][..], &[1, 1], &[3, 1, 1, 4], &[2, 1, 2, 4]] {
            assert!(are(places), "{places:?}");
        }
        for places in [&[1, 3][..], &[2, 2], &[0, 1], &[1, 2, 2, 3], &[1, 1, 2]] {
            assert!(!are(places), "{places:?}");
        }
    }
}
