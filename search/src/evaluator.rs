//! Evaluations as a player sees them, who may misjudge, and draws lots between turns that are nearly equal.

use thicket_rules::{BySeat, Seat};

use crate::hash::hash;
use crate::knowledge::Knowledge;

/// The deviation of the error that everybody makes in the opening, so that a game is not won again by repeating it: a fiftieth of
/// a man in Bushka, and half a hundredth of a chance.
const VARIETY: f32 = 0.02;
/// The opening: so far games have come in it, at most.
const OPENING: f32 = 0.15;

/// Evaluates positions, with the errors of a weak player: the same position is always misjudged in the same way.
pub(crate) struct Evaluator<P: Knowledge> {
    pub(crate) weights: P::Weights,
    /// The standard deviation of the errors, in the unit of evaluations.
    error: f32,
    /// The deviation while a turn of the opening is looked for.
    variety: f32,
    seed: u64,
}

impl<P: Knowledge> Evaluator<P> {
    pub(crate) fn new(weights: P::Weights, error: f32, seed: u64) -> Evaluator<P> {
        Evaluator {
            weights,
            error,
            variety: 0.0,
            seed,
        }
    }

    /// A turn is looked for in this position.
    pub(crate) fn begin(&mut self, position: &P) {
        self.variety = if position.progress() < OPENING {
            VARIETY
        } else {
            0.0
        };
    }

    /// Nothing is looked for any more.
    pub(crate) fn end(&mut self) {
        self.variety = 0.0;
    }

    pub(crate) fn evaluate(&self, position: &P) -> BySeat<f32> {
        self.misjudge(position, position.evaluate(&self.weights))
    }

    /// The same as a search asks.
    pub(crate) fn evaluate_in_search(&self, position: &P) -> BySeat<f32> {
        self.misjudge(position, position.evaluate_in_search(&self.weights))
    }

    fn misjudge(&self, position: &P, exact: BySeat<f32>) -> BySeat<f32> {
        let error = self.error.max(self.variety);
        if error == 0.0 {
            return exact;
        }
        let bits = hash(position, self.seed);
        BySeat::from_fn(exact.seats(), |seat| exact[seat] + error * deviate(bits, seat))
    }
}

/// A random number with mean 0 and deviation 1: the sum of four that are evenly distributed.
fn deviate(bits: u64, seat: Seat) -> f32 {
    let bits = (bits ^ seat.index() as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let bits = bits ^ (bits >> 32);
    let sum: u32 = (0..4).map(|part| (bits >> (16 * part)) as u32 & 0xffff).sum();
    // Each part has the variance 1/12 of its range, and all four together a third.
    (sum as f32 / 65536.0 - 2.0) * 3f32.sqrt()
}
