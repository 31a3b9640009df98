//! Searches keep to their budget, stop when they are told, and are the same again with the same seed and nodes.

#![allow(clippy::unwrap_used)]

#[path = "../../rules/tests/common/mod.rs"]
mod common;

use std::collections::BTreeSet;
use std::time::Duration;

use common::setups;
use thicket_rules::{AnyGame, GameKind};
use thicket_search::{Bot, Budget, Skill, Stop, Thought};

/// The first turns of a game between bots.
fn turns(kind: GameKind, seats: u8, variant: &str, seed: u64) -> Vec<Thought> {
    let skill: Skill = "2".parse().unwrap();
    let mut game = kind.start(seats, variant).unwrap();
    let mut bots: Vec<Bot> = (0..seats)
        .map(|seat| Bot::new(kind, seats, skill, seed + u64::from(seat)))
        .collect();
    let mut thoughts = Vec::new();
    for _ in 0..10 {
        let Some(seat) = game.status().to_move() else {
            break;
        };
        let thought = bots[seat.index()]
            .think(game.as_ref(), &Budget::nodes(200), &Stop::default())
            .unwrap();
        game.play_turn(&thought.steps).unwrap();
        thoughts.push(thought);
    }
    thoughts
}

#[test]
fn the_same_seed_and_nodes_give_the_same_turns() {
    for &kind in GameKind::ALL {
        for (seats, variant) in setups(kind) {
            assert_eq!(
                turns(kind, seats, variant, 5),
                turns(kind, seats, variant, 5),
                "{kind} {seats}"
            );
        }
    }
}

/// Whoever looks again at a position and is stopped at once plays what was found before.
#[test]
fn what_was_found_is_kept_when_there_is_no_time_for_more() {
    let tables = [
        (GameKind::Bushka, 2),
        (GameKind::Btt, 2),
        (GameKind::Btt, 4),
        (GameKind::Bushwhacked, 2),
    ];
    for (kind, seats) in tables {
        let mut game = kind.start(seats, "").unwrap();
        let mut compared = 0;
        let mut quick = Bot::new(kind, seats, Skill::Strongest, 3);
        for turn in 0..24 {
            let mut bot = Bot::new(kind, seats, Skill::Strongest, 4);
            let mut think = |nodes| {
                let thought = bot.think(game.as_ref(), &Budget::nodes(nodes), &Stop::default());
                thought.unwrap().steps
            };
            // What was found for the second step of a turn, and not for the first, is known in the end.
            let steps = think(1500);
            if steps.len() == 1 {
                assert_eq!(think(0), steps, "{kind} {seats}, turn {turn}");
                compared += 1;
            }
            let next = quick.think(game.as_ref(), &Budget::nodes(30), &Stop::default());
            game.play_turn(&next.unwrap().steps).unwrap();
            if game.status().to_move().is_none() {
                break;
            }
        }
        assert!(compared > 0, "{kind} {seats}: no turn of one step");
    }
}

/// A game that was won once cannot be won again by repeating it.
#[test]
fn the_strongest_level_begins_otherwise_with_another_seed() {
    for &kind in GameKind::ALL {
        for seats in [*kind.info().seats.start(), *kind.info().seats.end()] {
            let games: BTreeSet<String> = (1..=6).map(|seed| opening(kind, seats, seed)).collect();
            assert!(games.len() > 1, "{kind} {seats}: {games:?}");
            assert_eq!(opening(kind, seats, 1), opening(kind, seats, 1));
        }
    }
}

/// The first four turns of each seat in a game of the strongest level against itself: in Bushwhacked for more than two all save two
/// passes first.
fn opening(kind: GameKind, seats: u8, seed: u64) -> String {
    let mut game = kind.start(seats, "").unwrap();
    let mut bot = Bot::new(kind, seats, Skill::Strongest, seed);
    let turn = |_| {
        let thought = bot.think(game.as_ref(), &Budget::nodes(500), &Stop::default());
        let steps = thought.unwrap().steps;
        game.play_turn(&steps).unwrap();
        steps.join(",")
    };
    (0..4 * seats).map(turn).collect::<Vec<_>>().join(" ")
}

#[test]
fn no_more_nodes_are_looked_at_than_the_budget_has() {
    for &kind in GameKind::ALL {
        let game = kind.start(kind.info().default_seats, "").unwrap();
        let mut bot = Bot::new(kind, game.seats(), Skill::Strongest, 1);
        let thought = bot
            .think(game.as_ref(), &Budget::nodes(1000), &Stop::default())
            .unwrap();
        // A node more may be counted for each step of the turn, the one that is one too many.
        assert!(
            thought.nodes <= 1000 + thought.steps.len() as u64,
            "{kind}: {}",
            thought.nodes
        );
        assert!(thought.nodes > 100, "{kind}: {}", thought.nodes);
    }
}

/// Searches on another thread without any limit, and stops it as soon as it has begun.
fn stopped(kind: GameKind, game: &dyn AnyGame) -> Thought {
    let stop = Stop::default();
    let unlimited = Budget::nodes(u64::MAX);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let mut bot = Bot::new(kind, game.seats(), Skill::Strongest, 1);
            bot.think(game, &unlimited, &stop)
        });
        std::thread::sleep(Duration::from_millis(20));
        stop.stop();
        search.join().unwrap().unwrap()
    })
}

#[test]
fn a_search_that_is_stopped_answers() {
    for &kind in GameKind::ALL {
        let mut game = kind.start(kind.info().default_seats, "").unwrap();
        let thought = stopped(kind, game.as_ref());
        game.play_turn(&thought.steps).unwrap();
    }
}

#[test]
fn a_search_that_was_stopped_before_it_began_answers() {
    let stop = Stop::default();
    stop.stop();
    for &kind in GameKind::ALL {
        let mut game = kind.start(kind.info().default_seats, "").unwrap();
        let mut bot = Bot::new(kind, game.seats(), Skill::Strongest, 1);
        let thought = bot.think(game.as_ref(), &Budget::nodes(u64::MAX), &stop).unwrap();
        assert!(thought.nodes < 100, "{}", thought.nodes);
        game.play_turn(&thought.steps).unwrap();
    }
}

#[test]
fn a_search_that_has_used_up_its_time_answers() {
    for &kind in GameKind::ALL {
        let mut game = kind.start(kind.info().default_seats, "").unwrap();
        let mut bot = Bot::new(kind, game.seats(), Skill::Strongest, 1);
        for time in [Duration::ZERO, Duration::from_millis(30)] {
            let thought = bot
                .think(game.as_ref(), &Budget::time(time), &Stop::default())
                .unwrap();
            game.play_turn(&thought.steps).unwrap();
        }
    }
}
