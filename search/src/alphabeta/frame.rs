//! The steps of a position, in the order in which they are tried.

use crate::choice::{Candidate, candidates, choose};
use crate::history::History;
use crate::knowledge::Knowledge;
use crate::weights::Weights as _;

/// What a position on the line that is looked at needs.
pub(super) struct Frame<P: Knowledge> {
    pub(super) steps: Vec<P::Step>,
    weights: Vec<f32>,
    pub(super) order: Vec<Candidate>,
    /// So many of them are looked at, and the others only if all these lose.
    pub(super) chosen: usize,
    /// The step that refuted the last position looked at here.
    pub(super) refutation: Option<P::Step>,
}

impl<P: Knowledge> Default for Frame<P> {
    fn default() -> Frame<P> {
        Frame {
            steps: Vec::new(),
            weights: Vec::new(),
            order: Vec::new(),
            chosen: 0,
            refutation: None,
        }
    }
}

impl<P: Knowledge> Frame<P> {
    /// Lists the legal steps, the most promising first.
    pub(super) fn list(&mut self, position: &P, known_best: Option<u16>, history: &History) {
        self.steps.clear();
        self.weights.clear();
        self.order.clear();
        position.legal_steps_into(&mut self.steps);
        position.weigh(&self.steps, &P::StepWeights::TUNED, &mut self.weights);
        self.weights.resize(self.steps.len(), 0.0);
        if let Some(seat) = position.to_move() {
            let steps = self.steps.iter().zip(&mut self.weights);
            steps.for_each(|(step, weight)| *weight += history.weight(seat, step));
        }
        if let Some(refutation) = &self.refutation
            && let Some(index) = self.steps.iter().position(|step| step == refutation)
        {
            self.weights[index] += 3.0;
        }
        if let Some(weight) = known_best.and_then(|best| self.weights.get_mut(usize::from(best))) {
            *weight = f32::MAX;
        }
        self.order
            .extend(candidates(&self.weights).take(usize::from(u16::MAX)));
        let breadth = if position.is_last_step() {
            usize::MAX
        } else {
            P::BREADTH
        };
        if breadth < self.order.len() {
            // The others are hardly ever looked at.
            self.order.select_nth_unstable(breadth);
            self.order[..breadth].sort_unstable();
        } else {
            self.order.sort_unstable();
        }
        let sort = |step: Candidate| P::sort(&self.steps[step.index()]);
        self.chosen = choose(&mut self.order, breadth, sort);
    }
}
