//! Monte Carlo tree search for any number of seats: each seat chooses what pays for itself.

use thicket_rules::{BySeat, Game, Seat};

use crate::budget::Meter;
use crate::chance::{chances, first_places, payoffs};
use crate::choice::{Candidate, candidates, choose};
use crate::engine::{Engine, Found};
use crate::evaluator::Evaluator;
use crate::knowledge::Knowledge;
use crate::tree::{Edge, Tree};
use crate::weights::Weights;

/// How much less than its parent a step that was never tried is thought to pay.
const UNTRIED: f32 = 0.1;
/// In the first steps below the root, positions are compared with those that began turns of the game before.
const COMPARED: usize = 8;
/// No turn has as many steps as this; playouts stop then.
const MOST_STEPS: u32 = 60;

/// The search. It keeps its tree from turn to turn.
pub(crate) struct TreeSearch<P: Knowledge> {
    evaluator: Evaluator<P>,
    tree: Tree<P::Step>,
    /// The position at the root of the tree.
    root: Option<P>,
    /// Turns and drops of the game before the root.
    plies: usize,
    /// What all visits of the root say of who comes first, together, and how many these are.
    sums: BySeat<f32>,
    iterations: u32,
    rng: fastrand::Rng,
    steps: Vec<P::Step>,
    weights: Vec<f32>,
    order: Vec<Candidate>,
    path: Vec<(u32, Seat)>,
}

impl<P: Knowledge> TreeSearch<P> {
    pub(crate) fn new(evaluator: Evaluator<P>, seed: u64) -> TreeSearch<P> {
        TreeSearch {
            evaluator,
            tree: Tree::new(),
            root: None,
            plies: 0,
            sums: BySeat::all(0, 0.0),
            iterations: 0,
            rng: fastrand::Rng::with_seed(seed),
            steps: Vec::new(),
            weights: Vec::new(),
            order: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Makes a position of the game the root, and keeps what the tree knows of it.
    fn move_root(&mut self, game: &Game<P>, position: &P) {
        let is_known = self.root.as_ref() == Some(position);
        if is_known && self.plies == game.plies().len() {
            return;
        }
        if !is_known && !self.follow(game, position) {
            self.tree.clear();
        }
        // Within a turn there is little time left, so what is below the root is not copied unless there is no room.
        if !position.mid_turn() || self.tree.is_full() {
            self.tree.retain();
        }
        self.root = Some(position.clone());
        self.plies = game.plies().len();
        self.sums = BySeat::all(position.setup().seats(), 0.0);
        self.iterations = 0;
    }

    /// Goes down the tree by the turns that were played since, or by the step that was found last.
    fn follow(&mut self, game: &Game<P>, position: &P) -> bool {
        let Some(mut at) = self.root.take() else {
            return false;
        };
        let played = game.plies().get(self.plies..).unwrap_or_default();
        for ply in played {
            let thicket_rules::Ply::Turn { steps, .. } = ply else {
                return false;
            };
            for step in steps {
                if !at.is_legal(step) || !self.tree.descend(step) {
                    return false;
                }
                at.play_unchecked(step);
            }
        }
        if at != *position
            && let Some(step) = self.best()
            && at.is_legal(&step)
            && self.tree.descend(&step)
        {
            at.play_unchecked(&step);
        }
        at == *position
    }

    /// The step that was tried most often, and of those the one that pays most.
    fn best(&self) -> Option<P::Step> {
        let edges = self.tree.edges(self.tree.root()).iter();
        let key = |edge: &&Edge<P::Step>| (edge.visits, edge.mean().unwrap_or(0.0), edge.prior);
        let better = |a: &&Edge<P::Step>, b: &&Edge<P::Step>| {
            let (a, b) = (key(a), key(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2))
        };
        edges.max_by(better).map(|edge| edge.step.clone())
    }

    /// Goes down the tree, learns something at its end, and counts it all the way up.
    fn iterate(&mut self, game: &Game<P>, root: &P) {
        let mut position = root.clone();
        let mut node = self.tree.root();
        self.path.clear();
        let payoffs = loop {
            self.tree.visit(node);
            let Some(seat) = position.to_move() else {
                break payoffs(&position.standing());
            };
            if self.is_repeated(game, &position) {
                break chances(BySeat::all(position.setup().seats(), 0.0), position.in_play());
            }
            if self.tree.lacks_edges(node) {
                self.grow(node, &position);
            }
            if !self.tree.is_expanded(node) {
                break self.evaluate_leaf(&mut position);
            }
            let index = self.select(node);
            let edge = self.tree.edge_number(node, index);
            position.play_unchecked(&self.tree.edge(edge).step);
            self.path.push((edge, seat));
            node = self.tree.follow(edge);
        };
        for &(edge, seat) in &self.path {
            self.tree.update(edge, payoffs[seat]);
        }
        // Places behind the first are worth something when a step is chosen, but are no chance to come first.
        let firsts = match position.to_move() {
            None => first_places(&position.standing()),
            Some(_) => payoffs,
        };
        self.sums = BySeat::from_fn(firsts.seats(), |seat| self.sums[seat] + firsts[seat]);
        self.iterations += 1;
    }

    /// Whether the game is a draw when a turn begins with this position.
    fn is_repeated(&self, game: &Game<P>, position: &P) -> bool {
        let near = !self.path.is_empty() && self.path.len() <= COMPARED;
        near && !position.mid_turn() && game.is_drawn_by(position)
    }

    /// Gives a node edges: the root at its first visit, the others at their second, and more once they are tried.
    fn grow(&mut self, node: u32, position: &P) {
        let at_once = node == self.tree.root();
        if !at_once && (self.tree.is_full() || self.tree.visits(node) < 2) {
            return;
        }
        self.weigh(position);
        let wanted = self.tree.next_edges(node, self.order.len());
        if wanted < self.order.len() {
            self.order.select_nth_unstable(wanted);
        }
        self.order[..wanted].sort_unstable();
        let likeliest = self
            .order
            .first()
            .map_or(0.0, |likeliest| self.weights[likeliest.index()]);
        let odds =
            |candidate: &Candidate| (P::SHARPNESS * (self.weights[candidate.index()] - likeliest)).exp();
        let sum: f32 = self.order.iter().map(odds).sum();
        self.tree.expand(node, &self.order, |candidate| {
            let step = self.steps[candidate.index()].clone();
            Edge::new(step, odds(candidate) / sum)
        });
    }

    /// Lists the legal steps and weighs them; `order` has the most likely ones, in no order.
    fn weigh(&mut self, position: &P) {
        self.steps.clear();
        self.weights.clear();
        self.order.clear();
        position.legal_steps_into(&mut self.steps);
        position.weigh(&self.steps, &P::StepWeights::TUNED, &mut self.weights);
        self.weights.resize(self.steps.len(), 0.0);
        self.order.extend(candidates(&self.weights));
        let width = if position.is_last_step() {
            usize::MAX
        } else {
            P::WIDTH
        };
        if self.order.len() > width {
            self.order.select_nth_unstable(width);
            let sort = |step: Candidate| P::sort(&self.steps[step.index()]);
            let chosen = choose(&mut self.order, width, sort);
            self.order.truncate(chosen);
        }
    }

    /// The edge that promises most: by what it paid, by its prior, and by how seldom it was tried.
    fn select(&self, node: u32) -> usize {
        let edges = self.tree.edges(node);
        let tried: u32 = edges.iter().map(|edge| edge.visits).sum();
        let paid: f32 = edges.iter().map(|edge| edge.sum).sum();
        let untried = if tried > 0 {
            paid / tried as f32 - UNTRIED
        } else {
            0.5
        };
        let curiosity = P::EXPLORATION * (tried.max(1) as f32).sqrt();
        let promise = |edge: &Edge<P::Step>| {
            edge.mean().unwrap_or(untried) + curiosity * edge.prior / (1 + edge.visits) as f32
        };
        let mut best = (0, f32::MIN);
        for (index, edge) in edges.iter().enumerate() {
            let promise = promise(edge);
            if promise > best.1 {
                best = (index, promise);
            }
        }
        best.0
    }

    /// Completes the turn, plays on for a while, and evaluates.
    fn evaluate_leaf(&mut self, position: &mut P) -> BySeat<f32> {
        let (mut turns, mut steps) = (0, 0);
        while position.to_move().is_some()
            && steps < MOST_STEPS
            && (position.mid_turn() || turns < P::PLAYOUT)
        {
            self.weigh(position);
            let Some(&likeliest) = self.order.iter().min() else {
                break;
            };
            let drawn = if P::PLAYOUT > 0 {
                self.draw(likeliest)
            } else {
                likeliest
            };
            position.play_unchecked(&self.steps[drawn.index()]);
            turns += u32::from(!position.mid_turn());
            steps += 1;
        }
        if position.to_move().is_none() {
            return payoffs(&position.standing());
        }
        chances(self.evaluator.evaluate_in_search(position), position.in_play())
    }

    /// A step at random, more often a likely one.
    fn draw(&mut self, likeliest: Candidate) -> Candidate {
        let most = self.weights[likeliest.index()];
        let odds = |candidate: &Candidate| (self.weights[candidate.index()] - most).exp();
        let sum: f32 = self.order.iter().map(odds).sum();
        let mut left = self.rng.f32() * sum;
        for candidate in &self.order {
            left -= odds(candidate);
            if left <= 0.0 {
                return *candidate;
            }
        }
        likeliest
    }

    /// Looks at a position for as long as the meter allows.
    fn look(&mut self, game: &Game<P>, position: &P, meter: &mut Meter) -> Option<Found<P>> {
        position.to_move()?;
        self.move_root(game, position);
        self.iterate(game, position);
        while meter.spend() {
            self.iterate(game, position);
        }
        let (sums, iterations) = (self.sums, self.iterations);
        Some(Found {
            step: self.best()?,
            chances: BySeat::from_fn(sums.seats(), |seat| sums[seat] / iterations as f32),
        })
    }
}

impl<P: Knowledge> Engine<P> for TreeSearch<P> {
    fn search(&mut self, game: &Game<P>, position: &P, meter: &mut Meter) -> Option<Found<P>> {
        self.evaluator.begin(position);
        let found = self.look(game, position, meter);
        self.evaluator.end();
        found
    }

    /// Each position has a tree of its own, with an equal part of the budget.
    fn compare(&mut self, games: &[Game<P>], meter: &mut Meter) -> Option<Vec<BySeat<f32>>> {
        let mut open = games
            .iter()
            .filter(|game| game.status().to_move().is_some())
            .count() as u32;
        let judge = |game: &Game<P>| {
            if let Some(outcome) = game.status().outcome() {
                return Some(first_places(&outcome));
            }
            let mut part = meter.part(100 / open.max(1));
            open = open.saturating_sub(1);
            self.root = None;
            let found = self.look(game, game.position(), &mut part)?;
            meter.add(&part);
            Some(found.chances)
        };
        games.iter().map(judge).collect()
    }

    fn memory(&self) -> usize {
        self.tree.memory()
    }
}

#[cfg(test)]
mod tests {
    use thicket_rules::bushi::Bushi;
    use thicket_rules::{Position, SetupError};

    use super::*;
    use crate::budget::{Budget, Stop};
    use crate::weights::Weights;

    #[test]
    fn the_tree_grows_until_a_long_search_ends() -> Result<(), SetupError> {
        let game = Game::<Bushi>::new(Bushi::INFO.setup(2, "")?);
        let evaluator = Evaluator::new(<Bushi as Knowledge>::Weights::TUNED, 0.0, 1);
        let mut search = TreeSearch::<Bushi>::new(evaluator, 1);
        let (budget, stop) = (Budget::nodes(200_000), Stop::default());
        let found = search.search(&game, game.position(), &mut Meter::new(&budget, &stop));
        assert!(found.is_some());
        assert!(!search.tree.is_full());
        Ok(())
    }
}
