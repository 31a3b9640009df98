//! Bots play legal turns only, whatever the position, the number of seats and the budget, and always answer.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../rules/tests/common/mod.rs"]
mod common;

use common::{Rng, leaver, setup, setups};
use thicket_rules::{AnyGame, Game, GameKind, Position, Visitor};
use thicket_search::{Bot, Budget, Skill, Stop};

/// Random games of each kind, number of seats and variant.
const GAMES: u64 = 12;
/// Steps between the positions that are searched.
const APART: usize = 3;
const SKILLS: [&str; 5] = ["1", "2", "4", "7", "strongest"];

struct Wander {
    kind: GameKind,
    seats: u8,
    variant: &'static str,
    seed: u64,
}

impl Visitor for Wander {
    type Out = usize;

    /// Plays a random game with drops, and lets a bot answer wherever it stops, also in the middle of turns.
    fn visit<P: Position>(self) -> usize {
        let mut rng = Rng(self.seed);
        let mut game = Game::<P>::new(setup::<P>(self.seats, self.variant));
        let (mut steps, mut searched) = (0, 0);
        while game.status().to_move().is_some() {
            if steps % APART == 0 {
                self.answers(&game, searched);
                searched += 1;
            }
            steps += 1;
            match leaver(&game, &mut rng) {
                Some(seat) => game.drop_seat(seat).unwrap(),
                None => {
                    let step = common::choose(game.position(), &mut rng);
                    game.play(&step, &mut |_| ()).unwrap();
                }
            }
        }
        let skill = Skill::Strongest;
        let mut bot = Bot::new(self.kind, self.seats, skill, self.seed);
        assert_eq!(
            bot.think(&game, &Budget::nodes(100), &Stop::default()),
            None,
            "the game is over"
        );
        searched
    }
}

impl Wander {
    fn answers(&self, game: &dyn AnyGame, number: usize) {
        let skill: Skill = SKILLS[number % SKILLS.len()].parse().unwrap();
        let mut bot = Bot::new(self.kind, self.seats, skill, self.seed + number as u64);
        let nodes = [0, 1, 7, 40][number % 4];
        let thought = bot.think(game, &Budget::nodes(nodes), &Stop::default());
        let thought = thought.unwrap_or_else(|| panic!("{skill} has no answer to {}", game.position_text()));
        let sum: f32 = thought.chances.as_slice().iter().sum();
        assert!((sum - 1.0).abs() < 0.01, "{:?}", thought.chances);
        let mut after = game.boxed_clone();
        if let Err(refusal) = after.play_turn(&thought.steps) {
            panic!(
                "{skill} plays {:?} in {}: {refusal}",
                thought.steps,
                game.position_text()
            );
        }
    }
}

#[test]
fn every_turn_is_legal() {
    let mut searched = 0;
    for &kind in GameKind::ALL {
        for (seats, variant) in setups(kind) {
            for seed in 0..GAMES {
                searched += kind.with(Wander {
                    kind,
                    seats,
                    variant,
                    seed,
                });
            }
        }
    }
    assert!(searched > 3000, "{searched}");
}

#[test]
fn a_game_of_another_kind_has_no_answer() {
    let game = GameKind::Bushi.start(2, "").unwrap();
    let mut bot = Bot::new(GameKind::Bushka, 2, "3".parse().unwrap(), 1);
    assert_eq!(
        bot.think(game.as_ref(), &Budget::nodes(100), &Stop::default()),
        None
    );
}

#[test]
fn bots_play_whole_games() {
    for &kind in GameKind::ALL {
        for (seats, variant) in setups(kind) {
            let mut game = kind.start(seats, variant).unwrap();
            let mut bots: Vec<Bot> = (0..seats)
                .map(|seat| Bot::new(kind, seats, "3".parse().unwrap(), u64::from(seat)))
                .collect();
            while let Some(seat) = game.status().to_move() {
                let thought = bots[seat.index()]
                    .think(game.as_ref(), &Budget::nodes(30), &Stop::default())
                    .unwrap();
                game.play_turn(&thought.steps).unwrap();
            }
        }
    }
}
