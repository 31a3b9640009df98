//! Players that do not search: one that plays at random, and one that looks at its own turn only.

use thicket_rules::{BySeat, Game, Seat};

use crate::budget::Meter;
use crate::chance::{chances, payoffs};
use crate::engine::{Engine, Found};
use crate::evaluator::Evaluator;
use crate::knowledge::Knowledge;

/// How many unfinished turns are followed up, those that look best so far.
const FOLLOWED: usize = 16;

/// Plays any legal step, each as often as any other.
pub(crate) struct Random(pub(crate) fastrand::Rng);

impl<P: Knowledge> Engine<P> for Random {
    fn search(&mut self, _: &Game<P>, position: &P, meter: &mut Meter) -> Option<Found<P>> {
        meter.spend();
        let steps = position.legal_steps();
        Some(Found {
            step: self.0.choice(steps)?,
            chances: chances(BySeat::all(position.setup().seats(), 0.0), position.in_play()),
        })
    }

    fn improves(&self) -> bool {
        false
    }
}

/// Plays the turn after which the evaluation is best.
pub(crate) struct Greedy<P: Knowledge>(pub(crate) Evaluator<P>);

/// A turn under way.
struct Line<P: Knowledge> {
    first: P::Step,
    after: P,
    worth: f32,
}

impl<P: Knowledge> Engine<P> for Greedy<P> {
    fn search(&mut self, _: &Game<P>, position: &P, meter: &mut Meter) -> Option<Found<P>> {
        let seat = position.to_move()?;
        self.0.begin(position);
        let mut best: Option<Line<P>> = None;
        let mut unfinished = self.extend(position, None, seat, meter);
        while !unfinished.is_empty() {
            let is_done = |line: &mut Line<P>| !line.after.mid_turn() || line.after.to_move() != Some(seat);
            for line in unfinished.extract_if(.., is_done) {
                if best.as_ref().is_none_or(|best| line.worth > best.worth) {
                    best = Some(line);
                }
            }
            unfinished.sort_by(|a, b| b.worth.total_cmp(&a.worth));
            unfinished.truncate(FOLLOWED);
            let next = |line: Line<P>| self.extend(&line.after, Some(&line.first), seat, meter);
            unfinished = unfinished.into_iter().flat_map(next).collect();
        }
        let best = best?;
        Some(Found {
            step: best.first,
            chances: self.worths(&best.after),
        })
    }

    fn improves(&self) -> bool {
        false
    }
}

impl<P: Knowledge> Greedy<P> {
    /// The turn with each step that can follow.
    fn extend(&self, position: &P, first: Option<&P::Step>, seat: Seat, meter: &mut Meter) -> Vec<Line<P>> {
        let line = |step: P::Step| {
            meter.spend();
            let mut after = position.clone();
            after.play_unchecked(&step);
            Line {
                first: first.cloned().unwrap_or(step),
                worth: self.worths(&after)[seat],
                after,
            }
        };
        position.legal_steps().into_iter().map(line).collect()
    }

    fn worths(&self, position: &P) -> BySeat<f32> {
        match position.to_move() {
            Some(_) => chances(self.0.evaluate(position), position.in_play()),
            None => payoffs(&position.standing()),
        }
    }
}
