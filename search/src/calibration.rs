//! Chances that are true: what the search believes is corrected by what became of such positions in games of the search against
//! itself, for each game and number of seats.
//!
//! A chance is taken as odds. They are raised to a power, since a search may believe too much or too little, and multiplied by
//! what the seat and the turn are worth, which the search does not know. All three change with the progress of the game.

mod fit;
mod sample;
mod table;

use thicket_rules::{BySeat, GameKind, Seat};

use crate::knowledge::Knowledge;

pub use fit::fit;
pub use sample::Sample;

/// A chance that is thought to be smaller counts as this.
const LEAST: f32 = 0.002;

/// How the chances of a game are corrected, at a table with so many seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    /// The power of the odds, what the turn is worth, and what each seat but the first is worth against the first, as logarithms
    /// of odds: each at the start of the game, and how much more at its end.
    numbers: Vec<f32>,
}

/// What is believed of a position, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Belief {
    /// From 0 at the start of a game to 1 at the end.
    pub(crate) progress: f32,
    pub(crate) to_move: Seat,
    pub(crate) chances: BySeat<f32>,
}

impl Belief {
    /// None where there is nothing to correct: the game is over, or known to be drawn.
    pub(crate) fn new<P: Knowledge>(position: &P, chances: BySeat<f32>) -> Option<Belief> {
        Some(Belief {
            progress: position.progress(),
            to_move: position.to_move().filter(|_| !position.is_drawn())?,
            chances,
        })
    }
}

impl Calibration {
    /// None for tables whose games were not looked at.
    pub fn of(kind: GameKind, seats: u8) -> Option<Calibration> {
        let numbers = table::numbers(kind, seats)?.to_vec();
        Some(Calibration { numbers })
    }

    /// Changes nothing.
    fn none(seats: u8) -> Calibration {
        let mut numbers = vec![0.0; 2 + 2 * usize::from(seats)];
        numbers[0] = 1.0;
        Calibration { numbers }
    }

    /// The numbers in the order of [`Calibration::features`].
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// The corrected chances. Whoever has won or lost for certain, or dropped, keeps the chance of 1 or 0.
    pub(crate) fn apply(&self, belief: &Belief) -> BySeat<f32> {
        if belief.chances.iter().any(|(_, chance)| chance >= 1.0) {
            return belief.chances;
        }
        let odds = BySeat::from_fn(belief.chances.seats(), |seat| match belief.chances[seat] > 0.0 {
            true => self.logarithm(belief, seat).exp(),
            false => 0.0,
        });
        let sum: f32 = odds.as_slice().iter().sum();
        BySeat::from_fn(odds.seats(), |seat| odds[seat] / sum)
    }

    /// The logarithm of a seat's odds.
    fn logarithm(&self, belief: &Belief, seat: Seat) -> f32 {
        let features = features(belief, seat);
        features
            .map(|(index, feature)| feature * self.numbers.get(index).copied().unwrap_or(0.0))
            .sum()
    }
}

/// What the logarithm of a seat's odds is made of: the index of a number, and what that is multiplied by.
fn features(belief: &Belief, seat: Seat) -> impl Iterator<Item = (usize, f32)> {
    let progress = belief.progress;
    let believed = belief.chances[seat].max(LEAST).ln();
    let turn = f32::from(u8::from(belief.to_move == seat));
    let power = [(0, believed), (1, believed * progress)];
    let turn = [(2, turn), (3, turn * progress)];
    let index = 2 + 2 * seat.index();
    let own = [(index, 1.0), (index + 1, progress)];
    let own = own.into_iter().filter(move |_| seat != Seat::FIRST);
    power.into_iter().chain(turn).chain(own)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::self_play::SelfPlay;

    /// Games of the search against itself, for each game and number of seats. Those with an even number were not used to find the
    /// numbers.
    const LISTS: [(GameKind, u8, &str); 11] = [
        (
            GameKind::Antipode,
            2,
            include_str!("../tests/calibration/antipode-2.txt"),
        ),
        (GameKind::Btt, 2, include_str!("../tests/calibration/btt-2.txt")),
        (GameKind::Btt, 3, include_str!("../tests/calibration/btt-3.txt")),
        (GameKind::Btt, 4, include_str!("../tests/calibration/btt-4.txt")),
        (GameKind::Btt, 5, include_str!("../tests/calibration/btt-5.txt")),
        (GameKind::Btt, 6, include_str!("../tests/calibration/btt-6.txt")),
        (
            GameKind::Bushi,
            2,
            include_str!("../tests/calibration/bushi-2.txt"),
        ),
        (
            GameKind::Bushka,
            2,
            include_str!("../tests/calibration/bushka-2.txt"),
        ),
        (
            GameKind::Bushwhacked,
            2,
            include_str!("../tests/calibration/bushwhacked-2.txt"),
        ),
        (
            GameKind::Bushwhacked,
            3,
            include_str!("../tests/calibration/bushwhacked-3.txt"),
        ),
        (
            GameKind::Bushwhacked,
            4,
            include_str!("../tests/calibration/bushwhacked-4.txt"),
        ),
    ];

    fn samples(list: &str, remainder: u32) -> Vec<Sample> {
        let samples = list.lines().map(|line| line.parse::<Sample>().unwrap());
        samples.filter(|sample| sample.game % 2 == remainder).collect()
    }

    /// The mean square of the difference to what each seat got of the first place: the Brier score.
    fn brier(samples: &[Sample], chances: impl Fn(&Sample) -> BySeat<f32>) -> f32 {
        let squares = samples.iter().map(|sample| {
            let chances = chances(sample);
            let errors = sample
                .first
                .iter()
                .map(|(seat, first)| (first - chances[seat]).powi(2));
            errors.sum::<f32>() / f32::from(chances.seats())
        });
        squares.sum::<f32>() / samples.len() as f32
    }

    /// What each seat gets of the first place on average.
    fn means(samples: &[Sample]) -> BySeat<f32> {
        let mean = |seat| samples.iter().map(|sample| sample.first[seat]).sum::<f32>() / samples.len() as f32;
        BySeat::from_fn(samples[0].first.seats(), mean)
    }

    #[test]
    fn chances_say_more_than_the_mean_of_each_seat_about_games_that_were_not_used() {
        for (kind, seats, list) in LISTS {
            let tested = samples(list, 0);
            let calibration = Calibration::of(kind, seats).unwrap();
            let means = means(&samples(list, 1));
            let corrected = brier(&tested, |sample| calibration.apply(&sample.belief));
            let constant = brier(&tested, |_| means);
            assert!(corrected < constant, "{kind} {seats}: {corrected} {constant}");
        }
    }

    /// In classes of ten hundredths, over all games.
    #[test]
    fn so_many_of_a_hundred_come_first_as_chances_say() {
        let mut classes = [(0.0, 0.0, 0); 10];
        for (kind, seats, list) in LISTS {
            let calibration = Calibration::of(kind, seats).unwrap();
            for sample in samples(list, 0) {
                for (seat, chance) in calibration.apply(&sample.belief).iter() {
                    let class = &mut classes[((chance * 10.0) as usize).min(9)];
                    *class = (class.0 + chance, class.1 + sample.first[seat], class.2 + 1);
                }
            }
        }
        for (chances, first, count) in classes {
            let (said, came) = (chances / count as f32, first / count as f32);
            assert!((said - came).abs() < 0.05, "{said} {came} {count}");
        }
    }

    #[test]
    fn what_the_search_believes_better_is_shown_as_better() {
        for (kind, seats, _) in LISTS {
            let numbers = Calibration::of(kind, seats).unwrap().numbers;
            assert!(
                numbers[0] > 0.0 && numbers[0] + numbers[1] > 0.0,
                "{kind} {seats}"
            );
        }
    }

    #[test]
    fn samples_are_read_as_they_are_written() {
        let terms = SelfPlay {
            kind: GameKind::Btt,
            seats: 3,
            nodes: 30,
        };
        let samples = terms.samples(1);
        assert!(!samples.is_empty() && samples == terms.samples(1));
        for sample in samples {
            let text = sample.to_string();
            assert_eq!(text.parse::<Sample>().unwrap().to_string(), text);
        }
        assert!("1 2 3".parse::<Sample>().is_err());
    }

    #[test]
    fn what_is_certain_stays_so_and_who_dropped_has_no_chance() {
        let mut calibration = Calibration::none(3);
        calibration.numbers = vec![0.7, 0.0, 0.2, 0.1, 0.3, 0.0, -0.4, 0.0];
        let belief = |chances: [f32; 3]| Belief {
            progress: 0.5,
            to_move: Seat::FIRST,
            chances: BySeat::from_fn(3, |seat| chances[seat.index()]),
        };
        assert_eq!(
            calibration.apply(&belief([0.0, 1.0, 0.0])).as_slice(),
            [0.0, 1.0, 0.0]
        );
        let corrected = calibration.apply(&belief([0.6, 0.4, 0.0]));
        assert!(
            corrected.as_slice()[2] == 0.0 && (corrected.as_slice().iter().sum::<f32>() - 1.0).abs() < 1e-5
        );
    }
}
