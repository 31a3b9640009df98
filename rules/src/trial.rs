//! A turn tried out on a copy of the position.

use crate::clicks::{Click, ClickTree};
use crate::guide::Guide;
use crate::picture::Change;
use crate::position::Position;
use crate::repetition::Repetitions;
use crate::seat::Seat;
use crate::state::State;
use crate::turn::{Preview, TurnEffect, TurnRefusal};

/// The step that ends a turn, in every game where stopping is a choice.
const END: &str = "end";

/// Steps that are tried out while the game stays as it is. Of its history a trial borrows only what it needs.
pub(crate) struct Trial<'a, P: Position> {
    state: State<P>,
    repetitions: &'a Repetitions<P>,
    leaving: &'a [Seat],
    steps: Vec<P::Step>,
    changes: Vec<Change>,
    costs: Vec<String>,
    complete: bool,
}

/// A complete turn that was tried out, ready to be played.
pub(crate) struct FinishedTurn<P: Position> {
    pub(crate) after: State<P>,
    pub(crate) steps: Vec<P::Step>,
    pub(crate) changes: Vec<Change>,
}

impl<'a, P: Position> Trial<'a, P> {
    pub(crate) fn new(state: State<P>, repetitions: &'a Repetitions<P>, leaving: &'a [Seat]) -> Trial<'a, P> {
        Trial {
            state,
            repetitions,
            leaving,
            steps: Vec::new(),
            changes: Vec::new(),
            costs: Vec::new(),
            complete: false,
        }
    }

    /// Plays the next steps of the turn, up to the first that cannot be played.
    pub(crate) fn play_all(mut self, steps: &mut dyn Iterator<Item = &str>) -> Result<Self, TurnRefusal> {
        for step in steps {
            self.play(step)?;
        }
        Ok(self)
    }

    fn play(&mut self, text: &str) -> Result<(), TurnRefusal> {
        let step = || text.to_owned();
        if self.complete {
            return Err(TurnRefusal::TurnOver { step: step() });
        }
        let parsed: P::Step = text
            .parse()
            .map_err(|_| TurnRefusal::Malformed { step: step() })?;
        let position = &self.state.position;
        let cost = position
            .is_legal(&parsed)
            .then(|| position.cost(&parsed))
            .flatten();
        let played = self.state.play(&parsed, &mut |change| self.changes.push(change));
        played.map_err(|illegal| TurnRefusal::Illegal {
            step: step(),
            reason: illegal.to_string(),
        })?;
        self.costs.extend(cost);
        self.steps.push(parsed);
        if !self.state.position.mid_turn() {
            self.state.end_turn(self.repetitions, self.leaving);
            self.complete = true;
        }
        Ok(())
    }

    /// The turn, if it is complete.
    pub(crate) fn finish(self) -> Result<FinishedTurn<P>, TurnRefusal> {
        if !self.complete {
            return Err(TurnRefusal::Unfinished);
        }
        Ok(FinishedTurn {
            after: self.state,
            steps: self.steps,
            changes: self.changes,
        })
    }

    pub(crate) fn effect(self) -> TurnEffect {
        TurnEffect {
            status: self.state.status(),
            changes: self.changes,
            complete: self.complete,
        }
    }

    pub(crate) fn preview(self) -> Preview {
        Preview {
            end: self.changes_of_end(),
            tallies: self.state.position.tallies(),
            clicks: self.clicks(),
            guide: self.guide(),
            cost: self.costs.join(" "),
            changes: self.changes,
            complete: self.complete,
        }
    }

    fn changes_of_end(&self) -> Option<Vec<Change>> {
        if self.complete {
            return None;
        }
        let (mut state, mut changes) = (self.state.clone(), Vec::new());
        let played = state.play(&END.parse().ok()?, &mut |change| changes.push(change));
        played.ok().map(|_| changes)
    }

    fn guide(&self) -> Guide {
        match self.complete {
            true => Guide::default(),
            false => self.state.position.guide(),
        }
    }

    /// Why the step that these clicks enter is illegal; none if they enter none, or a legal one.
    pub(crate) fn why_not(&self, clicks: &[Click]) -> Option<TurnRefusal> {
        let position = &self.state.position;
        let step = position.step_of(clicks).filter(|_| !self.complete)?;
        Some(TurnRefusal::Illegal {
            step: step.to_string(),
            reason: position.why_illegal(&step)?.to_string(),
        })
    }

    /// The steps that can follow in this turn, as a tree of clicks.
    pub(crate) fn clicks(&self) -> ClickTree {
        if self.complete {
            return ClickTree::empty();
        }
        let legal = self.state.legal_steps();
        let position = &self.state.position;
        ClickTree::of(legal.iter().map(|step| (position.clicks(step), step.to_string())))
    }
}
