//! How a network learns from examples.

use thicket_rules::antipode::Antipode;
use thicket_rules::bushka::Bushka;
use thicket_rules::bushwhacked::Bushwhacked;
use thicket_rules::{GameKind, Seat};

use super::example::Example;
use super::{LARGEST, ONE, SECOND, Seen, Sink};

/// One game in so many is kept to test what was learnt.
const TESTED: u32 = 20;
/// Examples that are learnt from between two changes of the weights.
const BATCH: usize = 2048;
/// How much weights change at first, and which part of that at the end.
const RATE: f32 = 0.01;
const LAST_RATE: f32 = 0.03;
/// How much means of gradients and of their squares keep of what they were (Adam: Kingma and Ba, 2015).
const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
/// A chance that is thought to be smaller counts as this.
const LEAST_CHANCE: f32 = 1e-6;

/// How far a network has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// How often all examples have been learnt from.
    pub number: u32,
    /// The mean cross-entropy of the chances that it sees in these examples with those it is told, and in the others with how their
    /// games ended.
    pub loss: [f64; 2],
}

/// Learns from examples, of tables for two or of tables for more, and returns the file of weights. None for games without such a network,
/// without examples, and if a position is none of the game.
pub fn learn(
    kind: GameKind,
    hidden: usize,
    examples: &[Example],
    epochs: u32,
    on_epoch: impl FnMut(Epoch),
) -> Option<Vec<u8>> {
    match kind {
        GameKind::Antipode => learn_of::<Antipode>(hidden, examples, epochs, on_epoch),
        GameKind::Bushka => learn_of::<Bushka>(hidden, examples, epochs, on_epoch),
        GameKind::Bushwhacked => learn_of::<Bushwhacked>(hidden, examples, epochs, on_epoch),
        _ => None,
    }
}

fn learn_of<P: Seen>(
    hidden: usize,
    examples: &[Example],
    epochs: u32,
    mut on_epoch: impl FnMut(Epoch),
) -> Option<Vec<u8>> {
    let for_two = examples.first()?.first.seats() == 2;
    let inputs = if for_two { P::INPUTS } else { P::INPUTS_FOR_MORE };
    let (mut learnt, mut tested) = (Vec::new(), Vec::new());
    for example in examples {
        let is_tested = example.game % TESTED == 0;
        let end = if is_tested { 1.0 } else { P::END };
        let lesson = Lesson::new::<P>(example, end).filter(|lesson| lesson.is_for_two == for_two)?;
        if is_tested { &mut tested } else { &mut learnt }.push(lesson);
    }
    let mut rng = fastrand::Rng::with_seed(1);
    let mut learner = Learner::new(inputs, hidden, &mut rng);
    let image = |symmetry: usize| (0..inputs).map(move |input| P::image(input, symmetry)).collect();
    let images: Vec<Vec<usize>> = (0..P::SYMMETRIES).map(image).collect();
    let steps = epochs as usize * learnt.len().div_ceil(BATCH);
    for number in 1..=epochs {
        rng.shuffle(&mut learnt);
        let mut sum = 0.0;
        for batch in learnt.chunks(BATCH) {
            for lesson in batch {
                sum += f64::from(learner.study(lesson, &images[rng.usize(..images.len())]));
            }
            let part = learner.steps as f32 / steps as f32;
            learner.step(RATE * (1.0 - (1.0 - LAST_RATE) * part), P::DECAY, batch.len());
        }
        let test: f64 = tested
            .iter()
            .map(|lesson| f64::from(learner.look(lesson, &images[0]).loss(lesson)))
            .sum();
        on_epoch(Epoch {
            number,
            loss: [
                sum / learnt.len().max(1) as f64,
                test / tested.len().max(1) as f64,
            ],
        });
    }
    Some(learner.file())
}

/// What a network is to say of a position.
struct Lesson {
    /// What each seat that is judged sees, and its chance.
    views: Vec<(Vec<u16>, f32)>,
    /// At a table for two the other seat stands at 0 and has the rest.
    is_for_two: bool,
}

impl Lesson {
    /// The chances are what the search believed in and how the game ended, of which this is the part. None if the text is no position
    /// of the game.
    fn new<P: Seen>(example: &Example, end: f32) -> Option<Lesson> {
        let position: P = example.position.parse().ok()?;
        let seats = position.setup().seats();
        if [example.first.seats(), example.believed.seats()] != [seats; 2] {
            return None;
        }
        let view = |(seat, inputs)| {
            let chance = end * example.first[seat] + (1.0 - end) * example.believed[seat];
            (inputs, chance)
        };
        Some(Lesson {
            views: Views::of(&position).0.into_iter().map(view).collect(),
            is_for_two: seats == 2,
        })
    }
}

/// What each seat sees that is judged.
pub(crate) struct Views(pub(crate) Vec<(Seat, Vec<u16>)>);

impl Views {
    pub(crate) fn of(position: &impl Seen) -> Views {
        let mut views = Views(Vec::new());
        position.see(&mut views);
        views
    }
}

impl Sink for Views {
    fn seat(&mut self, seat: Seat) {
        self.0.push((seat, Vec::new()));
    }

    fn input(&mut self, input: usize) {
        if let Some((_, inputs)) = self.0.last_mut() {
            inputs.push(input as u16);
        }
    }
}

/// What a network says of a position, and how it came to that.
struct Look {
    /// The hidden units of each view.
    units: Vec<Vec<f32>>,
    /// The chance of each.
    chances: Vec<f32>,
}

impl Look {
    /// The cross-entropy.
    fn loss(&self, lesson: &Lesson) -> f32 {
        let surprise = |chance: f32| -chance.max(LEAST_CHANCE).ln();
        let views = lesson.views.iter().zip(&self.chances);
        let loss: f32 = views.map(|((_, chance), seen)| chance * surprise(*seen)).sum();
        let rest = |chances: f32| (1.0 - chances).max(0.0);
        let told = match lesson.is_for_two {
            true => rest(lesson.views.iter().map(|(_, chance)| chance).sum()),
            false => 0.0,
        };
        loss + told * surprise(rest(self.chances.iter().sum()))
    }
}

/// A network that learns, with weights in the order of the file.
struct Learner {
    inputs: usize,
    hidden: usize,
    weights: Vec<f32>,
    /// Sums over the examples since the weights changed last.
    gradient: Vec<f32>,
    /// The means of gradients and of their squares.
    means: Vec<[f32; 2]>,
    steps: i32,
}

impl Learner {
    fn new(inputs: usize, hidden: usize, rng: &mut fastrand::Rng) -> Learner {
        let count = hidden * (inputs + 2);
        let bias = hidden * inputs..hidden * (inputs + 1);
        let weight = |index| 0.2 * (rng.f32() - 0.5) + if bias.contains(&index) { 0.3 } else { 0.0 };
        Learner {
            inputs,
            hidden,
            weights: (0..count).map(weight).collect(),
            gradient: vec![0.0; count],
            means: vec![[0.0; 2]; count],
            steps: 0,
        }
    }

    /// Where the weights of the second layer begin.
    fn second(&self) -> usize {
        self.hidden * (self.inputs + 1)
    }

    /// Each input is seen as its image.
    fn look(&self, lesson: &Lesson, images: &[usize]) -> Look {
        let units: Vec<Vec<f32>> = lesson
            .views
            .iter()
            .map(|(inputs, _)| self.units(inputs, images))
            .collect();
        let worth = |units: &Vec<f32>| -> f32 {
            let second = units.iter().zip(&self.weights[self.second()..]);
            second.map(|(unit, weight)| unit * unit * weight).sum()
        };
        let worths: Vec<f32> = units.iter().map(worth).collect();
        let other = lesson.is_for_two.then_some(0.0);
        let most = worths.iter().copied().chain(other).fold(f32::MIN, f32::max);
        let odds = |worth: f32| (worth - most).exp();
        let sum: f32 = worths.iter().copied().chain(other).map(odds).sum();
        Look {
            units,
            chances: worths.into_iter().map(|worth| odds(worth) / sum).collect(),
        }
    }

    fn units(&self, inputs: &[u16], images: &[usize]) -> Vec<f32> {
        let hidden = self.hidden;
        let mut units = self.weights[hidden * self.inputs..self.second()].to_vec();
        for &input in inputs {
            let weights = &self.weights[hidden * images[usize::from(input)]..][..hidden];
            units
                .iter_mut()
                .zip(weights)
                .for_each(|(unit, weight)| *unit += weight);
        }
        units.iter_mut().for_each(|unit| *unit = unit.clamp(0.0, 1.0));
        units
    }

    /// Adds the gradient of a lesson's loss, and returns the loss.
    fn study(&mut self, lesson: &Lesson, images: &[usize]) -> f32 {
        let look = self.look(lesson, images);
        let seen = look.units.iter().zip(&look.chances);
        for ((inputs, chance), (units, seen)) in lesson.views.iter().zip(seen) {
            self.go_back(inputs, images, units, seen - chance);
        }
        look.loss(lesson)
    }

    /// Adds the gradient of what was seen of one seat; the slope is that of the loss by what the network says.
    fn go_back(&mut self, inputs: &[u16], images: &[usize], units: &[f32], slope: f32) {
        let (hidden, second) = (self.hidden, self.second());
        let mut back = vec![0.0; hidden];
        for (unit, &active) in units.iter().enumerate() {
            self.gradient[second + unit] += slope * active * active;
            if active > 0.0 && active < 1.0 {
                back[unit] = slope * self.weights[second + unit] * 2.0 * active;
            }
        }
        let bias = std::iter::once(self.inputs);
        for input in inputs.iter().map(|&input| images[usize::from(input)]).chain(bias) {
            let gradient = &mut self.gradient[hidden * input..][..hidden];
            gradient
                .iter_mut()
                .zip(&back)
                .for_each(|(gradient, back)| *gradient += back);
        }
    }

    /// Changes the weights by what was learnt from so many examples.
    fn step(&mut self, rate: f32, decay: f32, examples: usize) {
        self.steps += 1;
        let (mean_part, square_part) = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        let second = self.second();
        let gradients = self.gradient.iter_mut().zip(&mut self.means);
        for (index, (weight, (gradient, [mean, square]))) in
            self.weights.iter_mut().zip(gradients).enumerate()
        {
            let slope = std::mem::take(gradient) / examples as f32;
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            *weight -= rate * (*mean / mean_part) / ((*square / square_part).sqrt() + 1e-8);
            if index < self.hidden * self.inputs {
                *weight -= rate * decay * *weight;
            }
            if index >= second {
                *weight = weight.clamp(-LARGEST, LARGEST);
            }
        }
    }

    /// The file that [`Net::read`](super::Net::read) reads.
    fn file(&self) -> Vec<u8> {
        let second = self.second();
        let integer = |(index, weight): (usize, &f32)| {
            let one = if index < second { ONE } else { SECOND };
            (weight * f32::from(one)).round() as i16
        };
        self.weights
            .iter()
            .enumerate()
            .map(integer)
            .flat_map(i16::to_le_bytes)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use thicket_rules::Position as _;

    use super::*;
    use crate::net::Net;
    use crate::self_play::SelfPlay;

    #[test]
    fn a_network_learns_who_wins_and_says_the_same_in_integers() {
        let mut played = Vec::new();
        let terms = SelfPlay {
            kind: GameKind::Bushka,
            seats: 2,
            nodes: 50,
        };
        (0..30).for_each(|game| played.extend(terms.examples(game)));
        let mut epochs = Vec::new();
        let file = learn(GameKind::Bushka, 8, &played, 150, |epoch| epochs.push(epoch)).unwrap();
        let [first, .., last] = &epochs[..] else {
            panic!("{epochs:?}")
        };
        assert!(last.loss[0] < first.loss[0], "{epochs:?}");
        let net: Net<{ Bushka::INPUTS }, 8> = Net::read(&file);
        let off = |example: &Example| {
            let position = example.position.parse::<Bushka>().unwrap();
            let seat = position.to_move().unwrap();
            (1.0 / (1.0 + (-net.evaluate(&position)[seat]).exp()) - example.believed[seat]).abs()
        };
        let mean = played.iter().map(off).sum::<f32>() / played.len() as f32;
        assert!(mean < 0.25, "{mean}");
    }

    #[test]
    fn weights_of_inputs_that_are_not_seen_decay_and_others_do_not() {
        let (inputs, hidden) = (3, 2);
        let mut learner = Learner::new(inputs, hidden, &mut fastrand::Rng::with_seed(1));
        let before = learner.weights.clone();
        learner.step(0.1, 0.5, 1);
        for (index, (before, after)) in before.iter().zip(&learner.weights).enumerate() {
            let kept = if index < inputs * hidden { 0.95 } else { 1.0 };
            assert!((before * kept - after).abs() < 1e-6, "{index}");
        }
    }

    #[test]
    fn a_network_learns_of_a_table_for_more() {
        let mut played = Vec::new();
        let terms = SelfPlay {
            kind: GameKind::Bushwhacked,
            seats: 3,
            nodes: 5,
        };
        (1..5).for_each(|game| played.extend(terms.examples(game)));
        let mut epochs = Vec::new();
        let file = learn(GameKind::Bushwhacked, 4, &played, 20, |epoch| epochs.push(epoch)).unwrap();
        assert_eq!(file.len(), 2 * 4 * (Bushwhacked::INPUTS_FOR_MORE + 2));
        let [first, .., last] = &epochs[..] else {
            panic!("{epochs:?}")
        };
        assert!(
            last.loss[0] < first.loss[0] && last.loss[0] < 3f64.ln(),
            "{epochs:?}"
        );
        let mut mixed = played;
        mixed.extend(SelfPlay { seats: 2, ..terms }.examples(1));
        assert_eq!(learn(GameKind::Bushwhacked, 4, &mixed, 1, |_| ()), None);
    }

    #[test]
    fn what_is_no_position_of_the_game_is_refused() {
        let example: Example = "1\tnowhere\t0.5,0.5\t1,0".parse().unwrap();
        assert_eq!(learn(GameKind::Bushka, 8, &[example], 1, |_| ()), None);
        assert_eq!(learn(GameKind::Bushi, 8, &[], 1, |_| ()), None);
    }
}
