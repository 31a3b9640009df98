//! Evaluations as a player sees them, who may misjudge.

use thicket_rules::{BySeat, Seat};

use crate::hash::hash;
use crate::knowledge::Knowledge;

/// Evaluates positions, with the errors of a weak player: the same position is always misjudged in the same way.
pub(crate) struct Evaluator<P: Knowledge> {
    pub(crate) weights: P::Weights,
    /// The standard deviation of the errors, in the unit of evaluations.
    pub(crate) error: f32,
    pub(crate) seed: u64,
}

impl<P: Knowledge> Evaluator<P> {
    pub(crate) fn evaluate(&self, position: &P) -> BySeat<f32> {
        let exact = position.evaluate(&self.weights);
        if self.error == 0.0 {
            return exact;
        }
        let bits = hash(position, self.seed);
        BySeat::from_fn(exact.seats(), |seat| {
            exact[seat] + self.error * deviate(bits, seat)
        })
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
