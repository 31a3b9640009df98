//! Weights from self-play: those whose evaluations say best how games end, or by which the steps that a search finds are likely.
//!
//! For an evaluation bots play each other, and each position that begins a turn is kept with what its game paid each seat in the end. Then
//! one weight after the other is changed by a little for as long as the chances that the evaluation gives come closer
//! to the payoffs. Games that are not used for this say whether the new weights are better at all.

mod steps;

use thicket_rules::{BySeat, GameKind, SetupError};

use crate::chance::{chances, payoffs};
use crate::knowledge::{Knowledge, KnowledgeVisitor, with_knowledge};
use crate::self_play::{Played, SelfPlay};
use crate::weights::Weights;

/// One game in so many is kept to test the weights.
const TESTED: u32 = 5;
/// How often all weights are tried.
const ROUNDS: u32 = 40;
/// The first change of a weight, as a part of it, and at least so much.
const CHANGE: f32 = 0.2;
const LEAST_CHANGE: f32 = 0.01;
/// A chance that is thought to be smaller counts as this, so that one game cannot decide everything.
const LEAST_CHANCE: f32 = 1e-3;

/// Which weights are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought {
    /// Those of the evaluation.
    Evaluation,
    /// Those of the steps. Where steps are weighed by what was not learnt there are none, and no games are played.
    Steps,
}

/// How weights are looked for.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The game whose weights are looked for.
    pub kind: GameKind,
    /// Which of them.
    pub sought: Sought,
    /// Seats of the tables, one after the other.
    pub seats: Vec<u8>,
    /// How many games are played.
    pub games: u32,
    /// What the bots may look at in a turn.
    pub nodes: u64,
    /// Decides what is left to chance.
    pub seed: u64,
}

/// A number of an evaluation, or of the weights of steps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weight {
    /// As it is called in the source.
    pub name: &'static str,
    /// The one that is played with.
    pub before: f32,
    /// The one that was found.
    pub after: f32,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// All weights of the game.
    pub weights: Vec<Weight>,
    /// How far evaluations are from the ends of the games that were kept for the test, or the weights of steps from what was found in
    /// them, with the weights before and after: the mean cross-entropy.
    pub loss: [f64; 2],
    /// How many positions were used.
    pub positions: usize,
}

impl Tuning {
    /// Plays the games and finds the weights. `on_game` is told how many games have been played.
    ///
    /// # Errors
    /// When the game is not played with so many seats.
    pub fn run(&self, on_game: impl FnMut(u32)) -> Result<Tuned, SetupError> {
        for &seats in &self.seats {
            self.kind.start(seats, "")?;
        }
        Ok(with_knowledge(
            self.kind,
            Tuner {
                tuning: self,
                on_game,
            },
        ))
    }
}

struct Tuner<'t, F> {
    tuning: &'t Tuning,
    on_game: F,
}

impl<F: FnMut(u32)> KnowledgeVisitor for Tuner<'_, F> {
    type Out = Tuned;

    fn visit<P: Knowledge>(self) -> Tuned {
        match self.tuning.sought {
            Sought::Evaluation => of_evaluation(self.games::<P>()),
            Sought::Steps => steps::of_steps(self.games::<P>()),
        }
    }
}

impl<F: FnMut(u32)> Tuner<'_, F> {
    /// Plays the games, and says of each whether it is kept to test the weights.
    fn games<P: Knowledge>(mut self) -> impl Iterator<Item = (bool, Played<P>)> {
        let tuning = self.tuning;
        let numbers = (0..tuning.games).zip(tuning.seats.iter().cycle());
        numbers.filter_map(move |(number, &seats)| {
            let terms = SelfPlay {
                kind: tuning.kind,
                seats,
                nodes: tuning.nodes,
            };
            let seed = tuning
                .seed
                .wrapping_mul(1_000_003)
                .wrapping_add(u64::from(number));
            let played = terms.play(seed);
            (self.on_game)(number + 1);
            Some((number % TESTED == 0, played?))
        })
    }
}

fn of_evaluation<P: Knowledge>(games: impl Iterator<Item = (bool, Played<P>)>) -> Tuned {
    let (mut learnt, mut tested) = (Samples::<P>::default(), Samples::default());
    for (is_tested, played) in games {
        let samples = if is_tested { &mut tested } else { &mut learnt };
        samples.add(played);
    }
    let (before, after) = (P::Weights::TUNED, learnt.descend(P::Weights::TUNED));
    let loss = [tested.loss(&before), tested.loss(&after)];
    tuned(before, after, loss, learnt.0.len())
}

fn tuned<W: Weights>(mut before: W, mut after: W, loss: [f64; 2], positions: usize) -> Tuned {
    let values = before.values().into_iter().zip(after.values());
    let weights = W::NAMES.iter().zip(values);
    Tuned {
        weights: weights
            .map(|(name, (before, after))| Weight {
                name,
                before: *before,
                after: *after,
            })
            .collect(),
        loss,
        positions,
    }
}

/// Positions, and what their games paid.
struct Samples<P>(Vec<(P, BySeat<f32>)>);

impl<P> Default for Samples<P> {
    fn default() -> Samples<P> {
        Samples(Vec::new())
    }
}

impl<P: Knowledge> Samples<P> {
    fn add(&mut self, played: Played<P>) {
        let paid = payoffs(&played.outcome);
        let settled = played
            .positions()
            .filter(|(position, _)| !position.is_unsettled());
        self.0.extend(settled.map(|(position, _)| (position, paid)));
    }

    /// The mean cross-entropy of what games paid and the chances that were seen.
    fn loss(&self, weights: &P::Weights) -> f64 {
        let loss = |(position, paid): &(P, BySeat<f32>)| {
            let seen = chances(position.evaluate(weights), position.in_play());
            let seats = paid.iter();
            let surprise = seats.map(|(seat, paid)| -paid * seen[seat].max(LEAST_CHANCE).ln());
            f64::from(surprise.sum::<f32>())
        };
        self.0.iter().map(loss).sum::<f64>() / self.0.len().max(1) as f64
    }

    /// Changes one weight after the other, as long as it helps.
    fn descend(&self, mut weights: P::Weights) -> P::Weights {
        let values = weights.values();
        let mut changes: Vec<f32> = values
            .iter()
            .map(|value| (CHANGE * value.abs()).max(LEAST_CHANGE))
            .collect();
        let mut least = self.loss(&weights);
        for _ in 0..ROUNDS {
            for (index, change) in changes.iter_mut().enumerate() {
                let better = [*change, -*change].into_iter().find_map(|change| {
                    let mut tried = weights;
                    **tried.values().get_mut(index)? += change;
                    let loss = self.loss(&tried);
                    (loss < least).then_some((change, loss, tried))
                });
                match better {
                    Some((helped, loss, tried)) => {
                        (weights, least) = (tried, loss);
                        *change = 1.3 * helped;
                    }
                    None => *change *= 0.5,
                }
            }
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use thicket_rules::btt::Btt;

    use super::*;

    fn tuning() -> Tuning {
        Tuning {
            kind: GameKind::Btt,
            sought: Sought::Evaluation,
            seats: vec![3, 4],
            games: 6,
            nodes: 20,
            seed: 1,
        }
    }

    #[test]
    fn what_is_learnt_fits_what_it_is_learnt_from_no_worse() {
        let mut samples = Samples::<Btt>::default();
        let tuning = tuning();
        let tuner = Tuner {
            tuning: &tuning,
            on_game: |_| (),
        };
        tuner.games().for_each(|(_, played)| samples.add(played));
        let paid = samples
            .0
            .iter()
            .map(|(_, paid)| paid.as_slice().iter().sum::<f32>());
        assert!(paid.clone().count() > 100 && paid.clone().all(|sum| (sum - 1.0).abs() < 0.01));
        let before = <Btt as Knowledge>::Weights::TUNED;
        assert!(samples.loss(&samples.descend(before)) < samples.loss(&before));
    }

    #[test]
    fn the_same_seed_gives_the_same_weights_and_all_have_names() {
        let tuned = tuning().run(|_| ()).unwrap();
        assert_eq!(tuned, tuning().run(|_| ()).unwrap());
        assert_eq!(tuned.weights[0].name, "token");
        let too_many = Tuning {
            seats: vec![3, 9],
            ..tuning()
        };
        assert!(too_many.run(|_| ()).is_err());
    }
}
