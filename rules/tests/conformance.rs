//! The laws of `Position`, for every kind, number of seats and variant, over random games with drops.
//!
//! A failure prints a seed; `THICKET_SEED=<seed> cargo test -p thicket-rules --test conformance` plays only that one.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::collections::{BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use common::{Rng, choose, leaver, setup, setups};
use thicket_rules::*;

const GAMES: u64 = 500;
/// No game is longer: every kind ends far below.
const MOST_PLIES: usize = 2000;

#[test]
fn every_kind_keeps_the_laws() {
    let only = std::env::var("THICKET_SEED")
        .ok()
        .map(|seed| seed.parse::<u64>().expect("a number"));
    let seeds: Vec<u64> = only.map_or_else(|| (0..GAMES).collect(), |seed| vec![seed]);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let seeds = seeds.iter().copied().skip(thread).step_by(threads);
            scope.spawn(move || seeds.for_each(play_all));
        }
    });
}

fn play_all(seed: u64) {
    for &kind in GameKind::ALL {
        for (seats, variant) in setups(kind) {
            let _printer = PrintSeed {
                kind,
                seats,
                variant,
                seed,
            };
            kind.with(Conform { seats, variant, seed });
        }
    }
}

/// When the test fails, prints how to repeat the game.
struct PrintSeed {
    kind: GameKind,
    seats: u8,
    variant: &'static str,
    seed: u64,
}

impl Drop for PrintSeed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let PrintSeed {
                kind,
                seats,
                variant,
                seed,
            } = self;
            eprintln!("{kind} {variant} with {seats} seats: again with THICKET_SEED={seed}");
        }
    }
}

struct Conform {
    seats: u8,
    variant: &'static str,
    seed: u64,
}

impl Visitor for Conform {
    type Out = ();

    fn visit<P: Position>(self) {
        let setup = setup::<P>(self.seats, self.variant);
        let layout = P::layout(setup);
        let mut walk = Walk {
            game: Game::<P>::new(setup),
            layout,
            rng: Rng(self.seed),
            earlier: Game::new(setup),
            seen: BTreeSet::new(),
            dropped: vec![],
        };
        walk.layout_is_sound();
        walk.play_out();
        walk.ends_in_order();
        walk.can_be_replayed();
    }
}

/// One random game.
struct Walk<P: Position> {
    game: Game<P>,
    layout: Layout,
    rng: Rng,
    /// The same game a while ago, between two turns.
    earlier: Game<P>,
    /// Steps that were legal at some time: some of them are not, later.
    seen: BTreeSet<P::Step>,
    /// In the order in which the drops were requested.
    dropped: Vec<Seat>,
}

impl<P: Position> Walk<P> {
    fn play_out(&mut self) {
        let mut visited = 0;
        while self.game.status().to_move().is_some() {
            assert!(self.game.plies().len() < MOST_PLIES, "the game does not end");
            self.position_is_sound();
            self.game_is_sound();
            // Expensive checks run now and then, and always near the start.
            if visited < 4 || self.rng.one_in(24) {
                self.steps_are_sound();
                self.diagram_is_sound();
                if visited < 4 || self.rng.one_in(6) {
                    self.turns_are_taken_back();
                }
            }
            visited += 1;
            match leaver(&self.game, &mut self.rng) {
                Some(seat) => self.drop_seat(seat),
                None => self.play(),
            }
        }
        self.position_is_sound();
        self.game_is_sound();
        self.diagram_is_sound();
    }

    /// Every method agrees on whether the game is over.
    fn game_is_sound(&self) {
        let game: &dyn AnyGame = &self.game;
        let (text, over) = (game.position_text(), game.status().to_move().is_none());
        assert_eq!(self.game.legal_steps().is_empty(), over, "{text}");
        assert_eq!(text.split(' ').nth(1) == Some("-"), over, "{text}");
        assert!(!over || !game.mid_turn(), "{text}");
        match game.status().outcome() {
            Some(outcome) => assert_eq!(outcome, game.standing(), "{text}"),
            None => self.standing_is_sound(),
        }
    }

    /// A game whose last turns are taken back is the game that it was before them. Drops are not taken back.
    fn turns_are_taken_back(&mut self) {
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

    fn is_earlier(&self, back: &Game<P>) {
        let (earlier, position) = (&self.earlier, self.earlier.position());
        assert_eq!((back.position(), back.plies()), (position, earlier.plies()));
        assert_eq!(back.status(), earlier.status());
        assert_eq!(back.standing(), earlier.standing());
        assert_eq!(back.occurrences(position), earlier.occurrences(position));
        assert_eq!(back.legal_steps(), earlier.legal_steps());
    }

    /// What would count if all agreed to end the game now: seats that dropped are behind all that are in play.
    fn standing_is_sound(&self) {
        let (standing, in_play) = (self.game.standing(), self.game.position().in_play());
        self.ranks_are_sound(standing);
        let ranks_of = |playing| {
            let of_those = move |&(seat, _): &(Seat, u8)| in_play.contains(seat) == playing;
            standing.ranks.iter().filter(of_those).map(|(_, rank)| rank)
        };
        let (last, first_gone) = (ranks_of(true).max(), ranks_of(false).min());
        assert!(
            first_gone.is_none_or(|gone| last.is_none_or(|last| last < gone)),
            "{standing:?}"
        );
        if !P::INFO.scores.is_empty() {
            for (seat, rank) in standing.ranks.iter().filter(|(seat, _)| in_play.contains(*seat)) {
                let better = |&(other, _): &(Seat, u8)| {
                    in_play.contains(other) && standing.scores[other] > standing.scores[seat]
                };
                assert_eq!(
                    usize::from(rank),
                    1 + standing.ranks.iter().filter(better).count()
                );
            }
        }
    }

    fn position_is_sound(&self) {
        let position = self.game.position();
        let (setup, own) = (self.game.setup(), position.setup());
        assert_eq!(
            (own.seats(), own.variant()),
            (setup.seats(), setup.variant()),
            "{position}"
        );
        let to_move = position.status().to_move();
        assert_eq!(
            to_move.is_some(),
            !position.legal_steps().is_empty(),
            "{position}"
        );
        assert!(
            to_move.is_none_or(|seat| position.in_play().contains(seat)),
            "{position}"
        );
        assert!(to_move.is_some() || !position.mid_turn(), "{position}");
        if to_move.is_some() {
            self.text_is_sound();
        }
        if let Some(outcome) = position.status().outcome() {
            assert_eq!(outcome, position.standing(), "{position}");
        }
        self.ranks_are_sound(position.standing());
    }

    fn text_is_sound(&self) {
        let position = self.game.position();
        let again: P = position.to_string().parse().unwrap();
        assert_eq!(again, *position);
        assert_eq!(hash(&again), hash(position));
        assert_eq!(again.legal_steps(), position.legal_steps());
        assert_eq!(again.status(), position.status());
    }

    fn ranks_are_sound(&self, outcome: Outcome) {
        assert_eq!(outcome.ranks.seats(), self.game.setup().seats());
        for (_, rank) in outcome.ranks.iter() {
            let better = outcome.ranks.iter().filter(|&(_, other)| other < rank).count();
            assert_eq!(usize::from(rank), 1 + better, "{:?}", outcome.ranks);
        }
    }

    fn steps_are_sound(&mut self) {
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
    fn guide_is_sound(&self) {
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
    fn clicks_are_sound(&self, steps: &[P::Step]) {
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

    fn diagram_is_sound(&self) {
        let Diagram {
            pieces,
            control,
            tallies,
        } = self.game.position().diagram();
        assert!(pieces.is_sorted_by_key(|(cell, _)| cell));
        assert!(control.is_sorted_by(|a, b| a.0 < b.0));
        let cells = pieces
            .iter()
            .map(|(cell, _)| cell)
            .chain(control.iter().map(|(cell, _)| cell));
        assert!(
            cells
                .into_iter()
                .all(|cell| cell.index() < self.layout.cells.len())
        );
        let known = |piece: &Piece| P::INFO.pieces.iter().any(|(symbol, _)| *symbol == piece.symbol);
        assert!(pieces.iter().all(|(_, piece)| known(piece)));
        assert_eq!(tallies.len(), P::INFO.tallies.len());
        assert!(
            tallies
                .iter()
                .all(|tally| tally.seats() == self.game.setup().seats())
        );
    }

    fn layout_is_sound(&self) {
        let Layout {
            width,
            height,
            cells,
            rotations,
            ..
        } = &self.layout;
        let names: HashSet<&str> = cells.iter().map(|place| place.name.as_str()).collect();
        assert_eq!(names.len(), cells.len());
        assert!(
            cells
                .iter()
                .all(|place| place.x > 0.0 && place.x < *width && place.y > 0.0 && place.y < *height)
        );
        assert_eq!(rotations.seats(), self.game.setup().seats());
        assert!(P::INFO.colours.len() >= usize::from(rotations.seats()));
    }

    fn play(&mut self) {
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
    fn try_out(&self, step: &P::Step) -> TurnEffect {
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

    fn drop_seat(&mut self, seat: Seat) {
        let checked = self.game.check_drop(seat);
        let dropped = self.game.drop_seat(seat);
        assert_eq!(checked, dropped.map(|()| self.game.status()));
        match dropped {
            Ok(()) => self.dropped.push(seat),
            // Its drop is waiting for the end of the turn already.
            Err(error) => assert_eq!(error, IllegalDrop::NotInPlay(seat)),
        }
    }

    /// Seats that dropped come last, the first to drop at the very end.
    fn ends_in_order(&self) {
        let outcome = self.game.status().outcome().unwrap();
        self.ranks_are_sound(outcome);
        let in_play = self.game.position().in_play();
        assert_eq!(
            self.game.end_reason().is_some(),
            in_play.count() > 1,
            "{}",
            self.game.position()
        );
        let gone: Vec<Seat> = self
            .dropped
            .iter()
            .copied()
            .filter(|&seat| !in_play.contains(seat))
            .collect();
        assert_eq!(gone.len(), usize::from(outcome.ranks.seats() - in_play.count()));
        for (index, &seat) in gone.iter().enumerate() {
            assert_eq!(
                usize::from(outcome.ranks[seat]),
                usize::from(outcome.ranks.seats()) - index
            );
        }
    }

    /// The record gives the same game again.
    fn can_be_replayed(&self) {
        let game: &dyn AnyGame = &self.game;
        let record = Record {
            head: Head::of(game),
            turns: game.plies(),
        };
        let text = record.to_string();
        assert_eq!(text.parse::<Record>().unwrap(), record);
        let (head, turns) = Head::split(&text).unwrap();
        let mut again = head.start_recorded().unwrap();
        replay(again.as_mut(), turns, |_, _| ()).unwrap();
        assert_eq!(again.position_text(), game.position_text());
        assert_eq!(again.status(), game.status());
        assert_eq!(again.plies(), game.plies());
        assert_eq!(game.last_ply(), game.plies().pop());
        self.can_be_played_turn_by_turn();
    }

    /// Whole turns and drops give the same game again, too.
    fn can_be_played_turn_by_turn(&self) {
        let mut again: Box<dyn AnyGame> = Box::new(Game::<P>::new(self.game.setup()));
        for ply in self.game.plies() {
            match ply {
                Ply::Drop(seat) => again.drop_seat(*seat).unwrap(),
                Ply::Turn { steps, .. } => {
                    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
                    let checked = again.check_turn(&steps);
                    assert_eq!(again.play_turn(&steps), checked);
                }
            }
        }
        assert_eq!(again.position_text(), self.game.position_text());
        assert_eq!(again.status(), self.game.status());
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn leaves(tree: &ClickTree) -> Vec<String> {
    match tree {
        ClickTree::Step(step) => vec![step.clone()],
        ClickTree::Next(branches) => branches.values().flat_map(leaves).collect(),
    }
}
