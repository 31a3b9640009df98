//! The laws of `Position`, for every kind, number of seats and variant, over random games with drops.
//!
//! A failure prints a seed; `THICKET_SEED=<seed> cargo test -p thicket-rules --test conformance` plays only that one.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod outcome;
mod position;
mod steps;

use std::collections::BTreeSet;

use common::{Rng, leaver, setup, setups};
use thicket_rules::*;

const GAMES: u64 = 500;
/// No game is longer: every kind ends far below.
const MAX_PLIES: usize = 2000;

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
    /// This game a while ago, between two turns.
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
            assert!(self.game.plies().len() < MAX_PLIES, "the game does not end");
            self.position_is_sound();
            self.game_is_sound();
            // Expensive checks run now and then, and always near the start.
            if visited < 4 || self.rng.one_in(24) {
                self.steps_are_sound();
                self.diagram_is_sound();
                self.others_can_be_to_move();
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
}
