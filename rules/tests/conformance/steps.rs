//! Steps: which are legal, how they are clicked, what they change, and taking turns back.

use std::collections::BTreeSet;

use thicket_rules::*;

use super::Walk;
use super::common::choose;

impl<P: Position> Walk<P> {
    pub(super) fn steps_are_sound(&mut self) {
        let position = self.game.position();
        let steps = position.legal_steps();
        for step in &steps {
            assert_eq!(step.to_string().parse(), Ok(step.clone()));
            assert!(position.is_legal(step), "{step} in {position}");
        }
        let legal: BTreeSet<&P::Step> = steps.iter().collect();
        assert_eq!(legal.len(), steps.len(), "a step is listed twice in {position}");
        for step in self.seen.iter().filter(|step| !legal.contains(step)) {
            assert!(!position.is_legal(step), "{step} in {position}");
            let mut same = position.clone();
            let reason = same.play(step).unwrap_err().to_string();
            assert!(!reason.is_empty(), "{step} in {position}");
            assert_eq!(same, *position);
        }
        if !steps.is_empty() {
            self.guide_is_sound();
        }
        self.clicks_are_sound(&steps);
        self.seen.extend(steps);
    }

    /// Whoever is to move is told what to choose next, and what is said of a button or a cell is about one that exists.
    pub(super) fn guide_is_sound(&self) {
        let guide = self.game.position().guide();
        assert!(
            !guide.asks.is_empty()
                && guide
                    .asks
                    .iter()
                    .all(|ask| ask.ends_with('.') || ask.ends_with('?'))
        );
        let known = |name: &str| P::INFO.buttons.iter().any(|(button, _)| *button == name);
        assert!(guide.finish.iter().all(|(button, _)| known(button)));
        assert!(guide.ghosts.iter().all(|(button, _)| button.is_none_or(known)));
        assert!(
            guide
                .named
                .iter()
                .all(|cell| cell.index() < self.layout.cells.len())
        );
    }

    /// The clicks lead to each step and to nothing else.
    pub(super) fn clicks_are_sound(&self, steps: &[P::Step]) {
        let position = self.game.position();
        let clicks: Vec<Clicks> = steps.iter().map(|step| position.clicks(step)).collect();
        for click in clicks.iter().flatten() {
            match click {
                Click::Cell(cell) => assert!(cell.index() < self.layout.cells.len()),
                Click::Button(name) => assert!(P::INFO.buttons.iter().any(|(button, _)| button == name)),
            }
        }
        for (step, clicks) in steps.iter().zip(&clicks) {
            assert_eq!(position.step_of(clicks).as_ref(), Some(step), "{position}");
        }
        let mut sorted: Vec<&Clicks> = clicks.iter().collect();
        sorted.sort_unstable();
        assert!(sorted.iter().all(|clicks| !clicks.is_empty()));
        assert!(
            sorted.windows(2).all(|pair| !pair[1].starts_with(pair[0])),
            "{position}"
        );
        let texts = steps.iter().map(ToString::to_string);
        let mut leaves = leaves(&ClickTree::of(clicks.iter().cloned().zip(texts.clone())));
        let mut texts: Vec<String> = texts.collect();
        leaves.sort_unstable();
        texts.sort_unstable();
        assert_eq!(leaves, texts);
    }

    pub(super) fn play(&mut self) {
        let before = self.game.position().clone();
        let step = choose(&before, &mut self.rng);
        let mut diagram = before.diagram();
        let (mut changes, plies) = (Vec::new(), self.game.plies().len());
        let tried = self.try_out(&step);
        self.game.play(&step, &mut |change| changes.push(change)).unwrap();
        changes.iter().for_each(|&change| diagram.apply(change));
        let effect = TurnEffect {
            changes,
            complete: self.game.plies().len() > plies,
            status: self.game.status(),
        };
        assert_eq!(tried, effect, "{step} in {before}");
        let mut alone = before.clone();
        alone.play_unchecked(&step);
        if self
            .game
            .plies()
            .last()
            .is_none_or(|ply| matches!(ply, Ply::Turn { .. }))
        {
            assert_eq!(alone, *self.game.position());
        }
        let after = alone.diagram();
        assert_eq!(diagram.pieces, after.pieces, "{step} in {before}");
        assert_eq!(diagram.control, after.control, "{step} in {before}");
    }

    /// What the step would do, which leaves the game as it is.
    pub(super) fn try_out(&self, step: &P::Step) -> TurnEffect {
        let game: &dyn AnyGame = &self.game;
        let text = step.to_string();
        let effect = game.check_turn(&[text.as_str()]).unwrap();
        if !game.ply_count().is_multiple_of(16) {
            return effect;
        }
        let preview = game.preview(&[text.as_str()]).unwrap();
        assert_eq!(
            (&preview.changes, preview.complete),
            (&effect.changes, effect.complete)
        );
        assert_eq!(preview.tallies.len(), P::INFO.tallies.len());
        assert_eq!(leaves(&preview.clicks).is_empty(), effect.complete, "{text}");
        effect
    }

    /// A game whose last turns are taken back is the game that it was before them. Drops are not taken back.
    pub(super) fn turns_are_taken_back(&mut self) {
        let (kept, had) = (self.earlier.plies().len(), self.game.plies().len());
        let taken = &self.game.plies()[kept..];
        let dropped = taken.iter().find_map(|ply| match ply {
            Ply::Drop(seat) => Some(*seat),
            Ply::Turn { .. } => None,
        });
        let checked = self.game.check_take_back(had - kept);
        let mut back = self.game.clone();
        assert_eq!(back.take_back(had - kept), checked.map(drop));
        match checked {
            Ok(seat) => {
                assert_eq!(self.earlier.status().to_move(), Some(seat));
                self.is_earlier(&back);
            }
            Err(error) => {
                let expected = dropped.map_or(IllegalTakeBack::NoSuchTurns, IllegalTakeBack::Dropped);
                assert_eq!(error, expected);
                assert!(dropped.is_some() || taken.is_empty());
            }
        }
        assert_eq!(
            self.game.check_take_back(had + 1),
            Err(IllegalTakeBack::NoSuchTurns)
        );
        if !self.game.position().mid_turn() && self.rng.one_in(2) {
            self.earlier = self.game.clone();
        }
    }

    pub(super) fn is_earlier(&self, back: &Game<P>) {
        let (earlier, position) = (&self.earlier, self.earlier.position());
        assert_eq!((back.position(), back.plies()), (position, earlier.plies()));
        assert_eq!(back.status(), earlier.status());
        assert_eq!(back.standing(), earlier.standing());
        assert_eq!(back.occurrences(position), earlier.occurrences(position));
        assert_eq!(back.legal_steps(), earlier.legal_steps());
    }
}

fn leaves(tree: &ClickTree) -> Vec<String> {
    match tree {
        ClickTree::Step(step) => vec![step.clone()],
        ClickTree::Next(branches) => branches.values().flat_map(leaves).collect(),
    }
}
