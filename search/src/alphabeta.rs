//! Alpha-beta for two seats: all turns up to a depth, deeper and deeper, as long as the budget lasts.
//!
//! A seat's steps within a turn are searched as such: the depth counts turns, and a position is evaluated only where a
//! turn begins.

mod compare;
mod frame;
mod last;

use thicket_rules::{BySeat, Game, Seat};

use self::frame::Frame;
use self::last::Last;
use crate::budget::Meter;
use crate::engine::{Engine, Found};
use crate::evaluator::Evaluator;
use crate::hash::hash;
use crate::history::History;
use crate::knowledge::Knowledge;
use crate::transpositions::{Bound, Entry, Transpositions};

/// The value of a win now; a win later is worth one less for each step.
const WIN: i32 = 1_000_000;
/// Beyond this, a value is that of a win or a loss.
const DECIDED: i32 = WIN - 10_000;
/// What one unit of an evaluation is worth.
const UNIT: f32 = 1000.0;
/// The deepest search, in turns.
const DEEPEST: i32 = 40;
/// The longest line, in steps.
const LONGEST: usize = 300;
/// In the first steps below the root, positions are compared with those that began turns of the game before.
const COMPARED: usize = 4;
/// From this step of a position on, in order of their weights, steps are first searched a turn less deep.
const LIKELY: usize = 6;

/// The search. It keeps what it learnt of positions from turn to turn.
pub(crate) struct AlphaBeta<P: Knowledge> {
    evaluator: Evaluator<P>,
    seed: u64,
    known: Transpositions,
    frames: Vec<Frame<P>>,
    history: History,
    /// What was found in the position that was searched last.
    last: Option<Last>,
    /// What was found after the best step there, if the turn goes on.
    rest: Option<Last>,
    /// The positions with which turns began on the line that is looked at.
    line: Vec<u64>,
}

/// The bounds between which a value is looked for: below `alpha` and above `beta` it need not be exact.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const ALL: Window = Window {
        alpha: -WIN - 1,
        beta: WIN + 1,
    };

    /// The bounds as the other seat sees them.
    fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// What a value that was found between these bounds says.
    fn bound(self, value: i32) -> Bound {
        match value {
            value if value >= self.beta => Bound::AtLeast,
            value if value <= self.alpha => Bound::AtMost,
            _ => Bound::Exact,
        }
    }

    /// Only whether a value is above the lower bound.
    fn test(self) -> Window {
        Window {
            alpha: self.alpha,
            beta: self.alpha + 1,
        }
    }
}

/// Where the search is.
#[derive(Clone, Copy)]
struct At {
    /// Turns to look ahead.
    depth: i32,
    /// Steps since the root.
    ply: usize,
}

impl<P: Knowledge> AlphaBeta<P> {
    pub(crate) fn new(evaluator: Evaluator<P>, seed: u64) -> AlphaBeta<P> {
        AlphaBeta {
            evaluator,
            seed,
            known: Transpositions::new(),
            frames: Vec::new(),
            history: History::new(),
            last: None,
            rest: None,
            line: Vec::new(),
        }
    }

    fn key(&self, position: &P) -> u64 {
        match position.repeatable() {
            Some(position) => hash(&position, self.seed),
            None => hash(position, self.seed),
        }
    }

    /// What the table knows of a position in which a turn goes on, as the search of its first step left it.
    fn known_rest(&self, game: &Game<P>, position: &P) -> Option<Last> {
        let key = self.key(position);
        let entry = self.known.get(key).filter(|_| position.mid_turn())?;
        Last::of_entry(key, game.plies().len(), &entry)
    }

    /// The chances that a value for the seat to move stands for.
    fn chances(position: &P, seat: Seat, value: i32) -> BySeat<f32> {
        let chance = 1.0 / (1.0 + (-(value as f32) / UNIT).exp());
        let chances = |other| if other == seat { chance } else { 1.0 - chance };
        BySeat::from_fn(position.setup().seats(), chances)
    }

    fn evaluate(&self, position: &P) -> i32 {
        let Some(seat) = position.to_move() else { return 0 };
        let worth = self.evaluator.evaluate_in_search(position);
        let others = worth.iter().filter(|&(other, _)| other != seat);
        let value = worth[seat] - others.map(|(_, worth)| worth).sum::<f32>();
        ((value * UNIT) as i32).clamp(-DECIDED / 2, DECIDED / 2)
    }
}

/// A search under way.
struct Run<'r, 'm, P: Knowledge> {
    search: &'r mut AlphaBeta<P>,
    game: &'r Game<P>,
    meter: &'r mut Meter<'m>,
}

impl<P: Knowledge> Run<'_, '_, P> {
    /// The value of a position for the seat to move; none if the budget is used up.
    fn value(&mut self, position: &P, at: At, window: Window) -> Option<i32> {
        if !self.meter.spend() {
            return None;
        }
        let key = self.search.key(position);
        let begins = !position.mid_turn();
        if begins && at.ply > 0 && self.is_repeated(position, key, at) {
            return Some(0);
        }
        if begins && (at.depth <= 0 && !position.is_unsettled() || at.ply >= LONGEST) {
            return Some(self.search.evaluate(position));
        }
        let known = self.search.known.get(key);
        if let Some(value) = known.and_then(|known| known.value(at.depth, at.ply, window.alpha, window.beta))
        {
            return Some(value);
        }
        if begins {
            self.search.line.push(key);
        }
        let best = self.best_step(position, at, window, known.map(|known| known.step));
        if begins {
            self.search.line.pop();
        }
        let (index, value) = best?;
        let entry = Entry::new(value, at.depth, at.ply, window.bound(value), index);
        self.search.known.put(key, entry);
        Some(value)
    }

    fn is_repeated(&self, position: &P, key: u64, at: At) -> bool {
        self.search.line.contains(&key) && position.repeatable().is_some()
            || at.ply <= COMPARED && self.game.is_drawn_by(position)
    }

    /// The number of the best step and its value, for the seat to move.
    fn best_step(
        &mut self,
        position: &P,
        at: At,
        window: Window,
        known_best: Option<u16>,
    ) -> Option<(u16, i32)> {
        let frames = &mut self.search.frames;
        if frames.len() <= at.ply {
            frames.resize_with(at.ply + 1, Frame::default);
        }
        let mut frame = std::mem::take(&mut frames[at.ply]);
        frame.list(position, known_best, &self.search.history);
        let best = self.try_all(position, &mut frame, at, window);
        self.search.frames[at.ply] = frame;
        best
    }

    fn try_all(
        &mut self,
        position: &P,
        frame: &mut Frame<P>,
        at: At,
        mut window: Window,
    ) -> Option<(u16, i32)> {
        let mut best: Option<(u16, i32)> = None;
        for (tried, candidate) in frame.order.iter().enumerate() {
            // A loss is not believed while there are steps that were left out.
            if tried >= frame.chosen && best.is_some_and(|(_, value)| value > -DECIDED) {
                break;
            }
            let step = &frame.steps[candidate.index()];
            let Some(value) = self.try_step(position, step, tried, at, window) else {
                // At the root, what was found before the budget ran out is worth having: the best known step came first.
                return best.filter(|_| at.ply == 0);
            };
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((candidate.index() as u16, value));
                if at.ply == 0 {
                    self.keep_rest(position, step);
                }
            }
            window.alpha = window.alpha.max(value);
            if value >= window.beta {
                frame.refutation = Some(step.clone());
                if let Some(seat) = position.to_move() {
                    self.search.history.add(seat, step, at.depth);
                }
                break;
            }
        }
        best
    }

    /// Keeps what was found after the best step, where the turn may go on: the table may forget it.
    fn keep_rest(&mut self, position: &P, step: &P::Step) {
        let mut after = position.clone();
        after.play_unchecked(step);
        self.search.rest = self.search.known_rest(self.game, &after);
    }

    /// The value of a step: exactly, if it may be the best one.
    fn try_step(
        &mut self,
        position: &P,
        step: &P::Step,
        tried: usize,
        at: At,
        window: Window,
    ) -> Option<i32> {
        let seat = position.to_move()?;
        let mut after = position.clone();
        after.play_unchecked(step);
        if tried == 0 {
            return self.value_after(seat, &after, at, window);
        }
        if tried >= LIKELY && at.depth >= 2 && !position.is_unsettled() {
            let less = At {
                depth: at.depth - 1,
                ..at
            };
            let value = self.value_after(seat, &after, less, window.test())?;
            if value <= window.alpha {
                return Some(value);
            }
        }
        let value = self.value_after(seat, &after, at, window.test())?;
        if value <= window.alpha || value >= window.beta {
            return Some(value);
        }
        self.value_after(seat, &after, at, window)
    }

    /// The value of what a step led to, for the seat that played it.
    fn value_after(&mut self, seat: Seat, after: &P, at: At, window: Window) -> Option<i32> {
        let Some(next) = after.to_move() else {
            return Some(value_of_end(after, seat, at.ply));
        };
        let at = At {
            depth: at.depth - i32::from(!after.mid_turn()),
            ply: at.ply + 1,
        };
        if next == seat {
            return self.value(after, at, window);
        }
        let value = self.value(after, at, window.turned())?;
        Some(-value)
    }

    /// Looks deeper and deeper, until the budget is used up or there is nothing more to decide.
    fn deepen(&mut self, position: &P, last: &mut Last, choices: usize) {
        while last.depth <= DEEPEST {
            self.search.line.clear();
            self.search.line.push(last.key);
            let at = At {
                depth: last.depth,
                ply: 0,
            };
            let Some(best) = self.best_step(position, at, Window::ALL, Some(last.best.0)) else {
                break;
            };
            last.best = best;
            if self.meter.is_over() {
                break;
            }
            let entry = Entry::new(best.1, last.depth, 0, Bound::Exact, best.0);
            self.search.known.put(last.key, entry);
            last.depth = match choices {
                1 => DEEPEST + 1,
                _ => last::next_depth(best.1, last.depth),
            };
        }
    }
}

fn value_of_end<P: Knowledge>(position: &P, seat: Seat, ply: usize) -> i32 {
    let ranks = position.standing().ranks;
    let better = ranks.iter().filter(|&(_, rank)| rank < ranks[seat]).count();
    let worse = ranks.iter().filter(|&(_, rank)| rank > ranks[seat]).count();
    let win = WIN - ply as i32;
    match worse.cmp(&better) {
        std::cmp::Ordering::Greater => win,
        std::cmp::Ordering::Less => -win,
        std::cmp::Ordering::Equal => 0,
    }
}

impl<P: Knowledge> Engine<P> for AlphaBeta<P> {
    fn search(&mut self, game: &Game<P>, position: &P, meter: &mut Meter) -> Option<Found<P>> {
        let seat = position.to_move()?;
        self.evaluator.begin(position);
        self.history.age();
        let (key, plies) = (self.key(position), game.plies().len());
        let known = self.known.get(key).map(|known| known.step);
        let mut frame = Frame::default();
        frame.list(position, known, &self.history);
        let is_same = |last: &Last| last.key == key && last.plies == plies;
        let found = [self.last, self.rest].into_iter().flatten().find(is_same);
        let found = found.or_else(|| self.known_rest(game, position));
        let mut last = found.unwrap_or(Last {
            key,
            plies,
            best: (frame.order.first()?.index() as u16, self.evaluate(position)),
            depth: 1,
        });
        let mut run = Run {
            search: self,
            game,
            meter,
        };
        run.deepen(position, &mut last, frame.steps.len());
        self.evaluator.end();
        self.last = Some(last);
        let (index, value) = last.best;
        Some(Found {
            step: frame.steps.get(usize::from(index))?.clone(),
            chances: Self::chances(position, seat, value),
        })
    }

    fn compare(&mut self, games: &[Game<P>], meter: &mut Meter) -> Option<Vec<BySeat<f32>>> {
        compare::compare(self, games, meter)
    }

    fn memory(&self) -> usize {
        self.known.memory()
    }
}
