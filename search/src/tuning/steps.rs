//! Weights of steps from self-play: those by which the steps that a search finds are the likeliest ones.
//!
//! The weights of a step are the logarithm of its odds, and a sum of learnt numbers for what is true of it. These are changed until the
//! steps that were found are as likely as they can be (a conditional logit model: McFadden, 1974). A search that knows them looks at
//! better steps first, and finds better ones: so one learns again from its games.

use super::{Tuned, tuned};
use crate::knowledge::Knowledge;
use crate::self_play::Played;
use crate::weights::Weights;

/// How often all weights are changed, and by which part of what each alone would need.
const ROUNDS: u32 = 150;
const PART: f64 = 0.3;
/// Weights of what is hardly ever seen stay small: one of 1 costs as much as half a position that was found with so much less chance.
const RIDGE: f64 = 1.0;

/// The loss is the mean cross-entropy of the steps that were found.
pub(super) fn of_steps<P: Knowledge>(games: impl Iterator<Item = (bool, Played<P>)>) -> Tuned {
    let (mut before, mut after) = (P::StepWeights::TUNED, P::StepWeights::TUNED);
    let features = Features::<P>::new();
    if features.alone.is_empty() {
        return tuned(before, after, [0.0; 2], 0);
    }
    let (mut learnt, mut tested) = (Vec::new(), Vec::new());
    for (is_tested, played) in games {
        let choices = played
            .searched
            .iter()
            .filter_map(|(position, found)| features.choice(position, &found.step));
        let choices_of = if is_tested { &mut tested } else { &mut learnt };
        choices_of.extend(choices);
    }
    let weights: Vec<f64> = before.values().iter().map(|value| f64::from(**value)).collect();
    let found = learn(&learnt, weights.clone());
    let pairs = after.values().into_iter().zip(&found);
    pairs.for_each(|(value, &found)| *value = found as f32);
    let loss = [loss(&tested, &weights), loss(&tested, &found)];
    tuned(before, after, loss, learnt.len())
}

/// What can be true of a step: each number alone, all others being 0.
struct Features<P: Knowledge> {
    none: P::StepWeights,
    alone: Vec<P::StepWeights>,
}

impl<P: Knowledge> Features<P> {
    fn new() -> Features<P> {
        let mut none = P::StepWeights::TUNED;
        none.values().into_iter().for_each(|value| *value = 0.0);
        let alone = |index: usize| {
            let mut alone = none;
            if let Some(value) = alone.values().get_mut(index) {
                **value = 1.0;
            }
            alone
        };
        let alone = (0..P::StepWeights::NAMES.len()).map(alone).collect();
        Features { none, alone }
    }

    /// None if nothing is to be chosen.
    fn choice(&self, position: &P, found: &P::Step) -> Option<Choice> {
        let mut steps = Vec::new();
        position.legal_steps_into(&mut steps);
        let found = steps.iter().position(|step| step == found)?;
        let weigh = |known: &P::StepWeights| {
            let mut weights = Vec::new();
            position.weigh(&steps, known, &mut weights);
            weights
        };
        let none = weigh(&self.none);
        let mut seen = vec![Vec::new(); steps.len()];
        for (number, known) in self.alone.iter().enumerate() {
            for ((seen, with), without) in seen.iter_mut().zip(weigh(known)).zip(&none) {
                if with != *without {
                    seen.push((number as u16, with - without));
                }
            }
        }
        (steps.len() > 1).then_some(Choice {
            rest: none,
            seen,
            found,
        })
    }
}

/// The steps of a position, and which of them the search found.
struct Choice {
    /// What each step weighs without what is learnt.
    rest: Vec<f32>,
    /// What is true of each: the numbers of the weights, and how often each counts.
    seen: Vec<Vec<(u16, f32)>>,
    found: usize,
}

impl Choice {
    /// How likely each step is.
    fn chances(&self, weights: &[f64]) -> Vec<f64> {
        let weight = |(seen, rest): (&Vec<(u16, f32)>, &f32)| -> f64 {
            let sum: f64 = seen
                .iter()
                .map(|&(number, times)| weights[usize::from(number)] * f64::from(times))
                .sum();
            sum + f64::from(*rest)
        };
        let weights: Vec<f64> = self.seen.iter().zip(&self.rest).map(weight).collect();
        let most = weights.iter().copied().fold(f64::MIN, f64::max);
        let odds: Vec<f64> = weights.iter().map(|weight| (weight - most).exp()).collect();
        let sum: f64 = odds.iter().sum();
        odds.into_iter().map(|odds| odds / sum).collect()
    }
}

/// The mean cross-entropy of the steps that were found.
fn loss(choices: &[Choice], weights: &[f64]) -> f64 {
    let loss = |choice: &Choice| -choice.chances(weights)[choice.found].max(f64::MIN_POSITIVE).ln();
    choices.iter().map(loss).sum::<f64>() / choices.len().max(1) as f64
}

/// The weights with the least loss: each is changed by the slope of the loss, and the less the more that slope changes with it (Newton's
/// method for each weight alone).
fn learn(choices: &[Choice], mut weights: Vec<f64>) -> Vec<f64> {
    for _ in 0..ROUNDS {
        let mut slopes: Vec<f64> = weights.iter().map(|weight| RIDGE * weight).collect();
        let mut curves = vec![RIDGE; weights.len()];
        for choice in choices {
            let mut means = vec![[0.0; 2]; weights.len()];
            for (seen, chance) in choice.seen.iter().zip(choice.chances(&weights)) {
                for &(number, times) in seen {
                    let [mean, square] = &mut means[usize::from(number)];
                    let times = f64::from(times);
                    *mean += chance * times;
                    *square += chance * times * times;
                }
            }
            let found = choice.seen.get(choice.found).into_iter().flatten();
            found.for_each(|&(number, times)| slopes[usize::from(number)] -= f64::from(times));
            for (number, [mean, square]) in means.into_iter().enumerate() {
                slopes[number] += mean;
                curves[number] += square - mean * mean;
            }
        }
        let changes = slopes.into_iter().zip(curves);
        let changed = weights.iter_mut().zip(changes);
        changed.for_each(|(weight, (slope, curve))| *weight -= PART * slope / curve);
    }
    weights
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use thicket_rules::GameKind;

    use super::super::{Sought, Tuning};
    use super::*;

    #[test]
    fn what_is_found_becomes_likelier() {
        let tuning = Tuning {
            kind: GameKind::Bushwhacked,
            sought: Sought::Steps,
            seats: vec![3, 4],
            games: 4,
            nodes: 30,
            seed: 1,
        };
        let tuned = tuning.run(|_| ()).unwrap();
        let [before, after] = tuned.loss;
        assert!(after < before, "{before} {after}");
        assert!(tuned.positions > 100, "{}", tuned.positions);
    }

    #[test]
    fn no_games_are_played_for_weights_that_are_not_learnt() {
        let tuning = Tuning {
            kind: GameKind::Bushka,
            sought: Sought::Steps,
            seats: vec![2],
            games: 4,
            nodes: 30,
            seed: 1,
        };
        let mut games = 0;
        let tuned = tuning.run(|played| games = played).unwrap();
        assert!(tuned.weights.is_empty() && games == 0, "{games} games");
    }

    #[test]
    fn a_step_that_is_found_three_times_of_four_has_three_times_the_odds() {
        let choice = |found| Choice {
            rest: vec![0.0, 0.0],
            seen: vec![vec![(0, 1.0)], Vec::new()],
            found,
        };
        let choices: Vec<Choice> = (0..1000)
            .map(|number| choice(usize::from(number % 4 == 0)))
            .collect();
        let [weight] = learn(&choices, vec![0.0])[..] else {
            unreachable!("one weight")
        };
        assert!((weight.exp() - 3.0).abs() < 0.05, "{weight}");
    }
}
