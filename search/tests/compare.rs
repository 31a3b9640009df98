//! Turns that are compared are looked at alike: what one costs against another is no matter of how deep each was searched.

#![allow(clippy::unwrap_used)]

use thicket_rules::{AnyGame, GameKind};
use thicket_search::{Bot, Budget, Skill, Stop};

fn strongest(kind: GameKind, seats: u8) -> Bot {
    Bot::new(kind, seats, Skill::Strongest, 1)
}

/// A turn of somebody who plays any legal steps.
fn random(game: &dyn AnyGame, kind: GameKind, seed: u64) -> Vec<String> {
    let mut bot = Bot::new(kind, game.seats(), Skill::Random, seed);
    bot.think(game, &Budget::nodes(1), &Stop::default())
        .unwrap()
        .steps
}

#[test]
fn a_turn_that_wins_at_once_is_all_of_the_first_place() {
    let game = GameKind::Antipode
        .at("b3r/1b4/2b4/3r4/r7b/4r3/4b2/4b1/b3b 1 12 a1,i9 -")
        .unwrap();
    let budget = Budget::nodes(20_000);
    let mut bot = strongest(GameKind::Antipode, 2);
    let win = bot.think(game.as_ref(), &budget, &Stop::default()).unwrap().steps;
    let other = random(game.as_ref(), GameKind::Antipode, 7);
    let chances = bot
        .compare(game.as_ref(), &[&win, &other], &budget, &Stop::default())
        .unwrap();
    assert_eq!(chances[0].as_slice(), [1.0, 0.0]);
    assert!(chances[1].as_slice()[0] < 1.0, "{chances:?}");
}

#[test]
fn the_same_turn_is_worth_the_same_in_every_kind() {
    for &kind in GameKind::ALL {
        for seats in [*kind.info().seats.start(), *kind.info().seats.end()] {
            let game = kind.start(seats, "").unwrap();
            let mut bot = strongest(kind, seats);
            let budget = Budget::nodes(2_000);
            let best = bot.think(game.as_ref(), &budget, &Stop::default()).unwrap().steps;
            let chances = bot
                .compare(game.as_ref(), &[&best, &best], &budget, &Stop::default())
                .unwrap();
            let sum: f32 = chances[0].as_slice().iter().sum();
            assert!((sum - 1.0).abs() < 1e-3, "{kind} {seats}");
            for (a, b) in chances[0].as_slice().iter().zip(chances[1].as_slice()) {
                assert!((a - b).abs() < 0.03, "{kind} {seats}: {chances:?}");
            }
        }
    }
}

#[test]
fn only_whole_legal_turns_are_compared() {
    let game = GameKind::Antipode.start(2, "").unwrap();
    let mut bot = strongest(GameKind::Antipode, 2);
    let mut compare =
        |turn: &[String], nodes| bot.compare(game.as_ref(), &[turn], &Budget::nodes(nodes), &Stop::default());
    let turn = random(game.as_ref(), GameKind::Antipode, 7);
    assert!(compare(&turn, 500).is_some());
    assert_eq!(compare(&turn, 0), None, "the budget is not enough");
    assert_eq!(compare(&turn[..1], 500), None, "half a turn");
    assert_eq!(compare(&["nonsense".to_owned()], 500), None);
    assert_eq!(compare(&[], 500), None);
}
