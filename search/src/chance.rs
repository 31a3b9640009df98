//! Payoffs: what an outcome is worth to each seat, who comes first in it, and what an evaluation says of that.

use thicket_rules::{BySeat, Outcome, Seats};

/// What the places behind the first are worth together, at a table for more than two.
const REST: f32 = 0.2;

/// What an outcome is worth to each seat. All payoffs together are 1, seats that share a rank share the payoffs of its
/// places, and at a table for two the winner has all.
pub fn payoffs(outcome: &Outcome) -> BySeat<f32> {
    let ranks = outcome.ranks;
    let seats = ranks.seats();
    BySeat::from_fn(seats, |seat| {
        let rank = ranks[seat];
        let sharing = ranks.iter().filter(|&(_, other)| other == rank).count() as u8;
        let places = rank..rank.saturating_add(sharing);
        let sum: f32 = places.map(|place| payoff(place, seats)).sum();
        sum / f32::from(sharing)
    })
}

/// How much of the first place each seat has got: all of it for a winner, equal parts for seats that share it.
pub fn first_places(outcome: &Outcome) -> BySeat<f32> {
    let ranks = outcome.ranks;
    let first = ranks.iter().filter(|&(_, rank)| rank == 1).count().max(1);
    let part = |seat| if ranks[seat] == 1 { 1.0 / first as f32 } else { 0.0 };
    BySeat::from_fn(ranks.seats(), part)
}

/// What a place is worth: the better of the others are worth more, and the last nothing.
fn payoff(place: u8, seats: u8) -> f32 {
    let rest = if seats > 2 { REST } else { 0.0 };
    if place == 1 {
        return 1.0 - rest;
    }
    let behind = f32::from(seats.saturating_sub(place));
    let all: f32 = (0..seats.saturating_sub(1)).map(f32::from).sum();
    if all > 0.0 { rest * behind / all } else { 0.0 }
}

/// The chances that an evaluation stands for: one unit more is worth odds of e to 1. Seats that dropped have none.
pub(crate) fn chances(evaluation: BySeat<f32>, in_play: Seats) -> BySeat<f32> {
    let best = in_play
        .iter()
        .map(|seat| evaluation[seat])
        .fold(f32::MIN, f32::max);
    let odds = BySeat::from_fn(evaluation.seats(), |seat| match in_play.contains(seat) {
        true => (evaluation[seat] - best).exp(),
        false => 0.0,
    });
    let sum: f32 = odds.as_slice().iter().sum();
    BySeat::from_fn(
        evaluation.seats(),
        |seat| if sum > 0.0 { odds[seat] / sum } else { 0.0 },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use thicket_rules::{Score, Seat};

    fn payoffs_of(ranks: &[u8]) -> Vec<f32> {
        let seats = ranks.len() as u8;
        let outcome = Outcome {
            ranks: BySeat::from_fn(seats, |seat| ranks[seat.index()]),
            scores: BySeat::all(seats, Score::default()),
        };
        payoffs(&outcome).as_slice().to_vec()
    }

    #[test]
    fn payoffs_are_one_together_and_fall_with_the_rank() {
        assert_eq!(payoffs_of(&[1, 2]), [1.0, 0.0]);
        assert_eq!(payoffs_of(&[1, 1]), [0.5, 0.5]);
        for ranks in [
            &[1, 2, 3, 4][..],
            &[1, 1, 3, 4],
            &[1, 2, 2, 2],
            &[3, 1, 2],
            &[1, 2, 3, 4, 5, 6],
        ] {
            let payoffs = payoffs_of(ranks);
            assert!((payoffs.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{ranks:?}");
            for (a, b) in ranks
                .iter()
                .zip(&payoffs)
                .flat_map(|a| ranks.iter().zip(&payoffs).map(move |b| (a, b)))
            {
                assert_eq!(a.0 < b.0, a.1 > b.1, "{ranks:?}");
            }
        }
    }

    #[test]
    fn the_first_place_is_the_winners_and_is_shared_by_those_who_share_it() {
        let first = |ranks: &[u8]| {
            let outcome = Outcome {
                ranks: BySeat::from_fn(ranks.len() as u8, |seat| ranks[seat.index()]),
                scores: BySeat::all(ranks.len() as u8, Score::default()),
            };
            first_places(&outcome).as_slice().to_vec()
        };
        assert_eq!(first(&[2, 1, 3, 4]), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(first(&[1, 1, 3, 4]), [0.5, 0.5, 0.0, 0.0]);
        assert_eq!(first(&[1, 1]), [0.5, 0.5]);
    }

    #[test]
    fn equal_evaluations_are_equal_chances_and_who_dropped_has_none() {
        let mut in_play = Seats::first(3);
        in_play.remove(Seat::FIRST);
        let chances = chances(BySeat::all(3, 1e30), in_play);
        assert_eq!(chances.as_slice(), [0.0, 0.5, 0.5]);
    }
}
