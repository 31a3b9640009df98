//! A small neural network that judges a position: a layer of hidden units over what a seat sees, and a number. At a table for two it
//! judges the seat to move, and at a table for more each seat.
//!
//! What a seat sees is a list of inputs, each a number below `INPUTS`; one that is there several times counts as often. A hidden unit
//! adds a weight for each of them to its bias, is cut off at 0 and 1, and squared. The output is a weighted sum of the units. Weights
//! are integers, so every machine computes the same. They lie in a file beside the game, which `examples/train.rs` makes.

pub(crate) mod example;
pub(crate) mod training;

use thicket_rules::{BySeat, Seat};

use crate::knowledge::Knowledge;

/// The value of a hidden unit that is 1, and of a weight of the first layer that is 1.
const ONE: i16 = 256;
/// The value of a weight of the second layer that is 1.
const SECOND: i16 = 128;
/// The largest weight of the second layer: with it, sums stay within 32 bits.
const LARGEST: f32 = 8.0;

/// A game whose positions a network judges.
pub(crate) trait Seen: Knowledge {
    /// How many inputs there are at a table for two.
    const INPUTS: usize;
    /// How many there are at a table for more; 0 if no network judges those.
    const INPUTS_FOR_MORE: usize = 0;
    /// In how many ways the board can be turned and mirrored.
    const SYMMETRIES: usize = 1;
    /// How much the end of a game counts for what is learnt; the rest is what the search believed.
    const END: f32 = 0.5;
    /// How much of themselves the weights of inputs lose at each change, times the rate of learning (weight decay: Loshchilov and
    /// Hutter, 2019), so that what is seen seldom counts little.
    const DECAY: f32 = 0.0;

    /// Reports what the seats see that are judged: at a table for two that is the one to move, and the other stands at 0.
    fn see(&self, sink: &mut impl Sink);

    /// What this input is on a board that is turned or mirrored: 0 leaves it as it is.
    fn image(input: usize, _symmetry: usize) -> usize {
        input
    }
}

/// Takes what is seen.
pub(crate) trait Sink {
    /// This seat sees the inputs that follow.
    fn seat(&mut self, seat: Seat);
    /// One more input.
    fn input(&mut self, input: usize);
}

/// Reports what lies in each of some sets of squares, one set after the other. Squares have numbers below `count`; for the second
/// seat the board is turned by half a circle.
pub(crate) fn report<N: Iterator<Item = u32>>(
    sets: impl Iterator<Item = N>,
    count: usize,
    turned: bool,
    sink: &mut impl Sink,
) {
    for (numbers, first) in sets.zip((0..).step_by(count)) {
        for number in numbers {
            let number = number as usize;
            sink.input(first + if turned { count - 1 - number } else { number });
        }
    }
}

/// A network that has learnt.
#[derive(Debug)]
pub(crate) struct Net<const INPUTS: usize, const HIDDEN: usize> {
    first: [[i16; HIDDEN]; INPUTS],
    bias: [i16; HIDDEN],
    second: [i16; HIDDEN],
}

impl<const INPUTS: usize, const HIDDEN: usize> Net<INPUTS, HIDDEN> {
    /// Reads a file of weights: those of each input, the biases, and those of the second layer, each as two bytes, the lower one
    /// first. A file of another length is refused by the compiler, where this makes a `static`.
    pub(crate) const fn read(file: &[u8]) -> Net<INPUTS, HIDDEN> {
        assert!(
            file.len() == 2 * HIDDEN * (INPUTS + 2),
            "a file for so many inputs and units"
        );
        let mut net = Net {
            first: [[0; HIDDEN]; INPUTS],
            bias: [0; HIDDEN],
            second: [0; HIDDEN],
        };
        let mut at = 0;
        while at < HIDDEN * (INPUTS + 2) {
            let weight = i16::from_le_bytes([file[2 * at], file[2 * at + 1]]);
            let (input, unit) = (at / HIDDEN, at % HIDDEN);
            if input < INPUTS {
                net.first[input][unit] = weight;
            } else if input == INPUTS {
                net.bias[unit] = weight;
            } else {
                net.second[unit] = weight;
            }
            at += 1;
        }
        net
    }

    /// How well each seat stands, in the unit of evaluations; those that are not judged stand at 0.
    #[inline]
    pub(crate) fn evaluate(&self, position: &impl Seen) -> BySeat<f32> {
        let mut judge = Judge {
            net: self,
            units: self.bias,
            seat: None,
            worths: BySeat::all(position.setup().seats(), 0.0),
        };
        position.see(&mut judge);
        judge.finish();
        judge.worths
    }
}

/// Judges one seat after the other.
struct Judge<'a, const INPUTS: usize, const HIDDEN: usize> {
    net: &'a Net<INPUTS, HIDDEN>,
    units: [i16; HIDDEN],
    /// Whose inputs the units have added.
    seat: Option<Seat>,
    worths: BySeat<f32>,
}

impl<const INPUTS: usize, const HIDDEN: usize> Judge<'_, INPUTS, HIDDEN> {
    /// The seat whose inputs were reported has no more.
    #[inline]
    fn finish(&mut self) {
        let Some(seat) = self.seat else { return };
        let worth = |(unit, weight): (&i16, &i16)| {
            let unit = i32::from((*unit).clamp(0, ONE));
            (unit * unit / i32::from(ONE)) * i32::from(*weight)
        };
        let sum: i32 = self.units.iter().zip(&self.net.second).map(worth).sum();
        self.worths[seat] = sum as f32 / (f32::from(ONE) * f32::from(SECOND));
    }
}

impl<const INPUTS: usize, const HIDDEN: usize> Sink for Judge<'_, INPUTS, HIDDEN> {
    #[inline]
    fn seat(&mut self, seat: Seat) {
        self.finish();
        self.seat = Some(seat);
        self.units = self.net.bias;
    }

    #[inline]
    fn input(&mut self, input: usize) {
        debug_assert!(input < INPUTS, "an input of the network");
        // As nothing can panic in a release build, the compiler keeps the units in registers from one input to the next.
        let Some(weights) = self.net.first.get(input) else {
            return;
        };
        for (unit, weight) in self.units.iter_mut().zip(weights) {
            *unit = unit.saturating_add(*weight);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use thicket_rules::Position as _;
    use thicket_rules::bushka::Bushka;

    use super::*;

    /// Two hidden units: one counts own men up to four, and the other is always on.
    #[test]
    fn a_network_adds_the_weights_of_what_is_seen() {
        let mut file = Vec::new();
        for input in 0..Bushka::INPUTS {
            let men = i16::from(input < Bushka::INPUTS / 8);
            file.extend([men * ONE / 4, 0].map(i16::to_le_bytes).concat());
        }
        file.extend([0, 2 * ONE].map(i16::to_le_bytes).concat());
        file.extend([3 * SECOND, -SECOND].map(i16::to_le_bytes).concat());
        let net: Net<{ Bushka::INPUTS }, 2> = Net::read(&file);
        let judge = |text: &str| {
            let position = text.parse::<Bushka>().unwrap();
            net.evaluate(&position)[position.to_move().unwrap()]
        };
        assert_eq!(judge("b5/5/6/5/6/5/6/w4/w5 1 12 0"), 3.0 * 0.25 - 1.0);
        assert_eq!(judge("b5/5/6/5/6/5/6/w4/w5 2 12 1"), 3.0 / 16.0 - 1.0);
        assert_eq!(judge("bbbbbb/bbbbb/bbbbbb/5/6/5/wwwwww/wwwww/wwwwww 1 12 0"), 2.0);
    }
}
