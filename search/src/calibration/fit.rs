//! Finding the numbers that fit games: logistic regression, by going down the gradient.

use super::{Calibration, Sample, features};

/// Steps down the gradient, and how long they are.
const STEPS: u32 = 4_000;
const RATE: f32 = 0.4;
/// How much numbers are pulled back to those that change nothing, so that few games do not say too much.
const PULL: f32 = 0.002;
/// The least power of the odds: what the search believes better is always shown as better.
const LEAST_POWER: f32 = 0.1;

/// The calibration under which games end most likely as these did. None if there are no samples.
pub fn fit(samples: &[Sample]) -> Option<Calibration> {
    let seats = samples.first()?.belief.chances.seats();
    let none = Calibration::none(seats);
    let mut found = none.clone();
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; found.numbers.len()];
        for sample in samples {
            let chances = found.apply(&sample.belief);
            for (seat, chance) in chances.iter() {
                let error = sample.first[seat] - chance;
                features(&sample.belief, seat)
                    .for_each(|(index, feature)| gradient[index] += error * feature);
            }
        }
        let neutral = none.numbers.iter();
        for ((number, gradient), neutral) in found.numbers.iter_mut().zip(gradient).zip(neutral) {
            *number += RATE * (gradient / samples.len() as f32 - PULL * (*number - neutral));
        }
        let start = found.numbers[0].max(LEAST_POWER);
        let change = found.numbers[1].max(LEAST_POWER - start);
        (found.numbers[0], found.numbers[1]) = (start, change);
    }
    Some(found)
}
