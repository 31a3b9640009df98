//! What a search allocates is for what it learns, not for each position that it looks at.

#![allow(clippy::unwrap_used)]

use thicket_rules::{AnyGame, GameKind};
use thicket_search::{Bot, Budget, Skill, Stop};

/// Turns of each seat before a position counts as mid-game.
const MIDDLE: u32 = 4;
const NODES: u64 = 3000;
/// Memory that grows with the depth of the search and the size of the tree is allocated a few times, not for each node.
const ALLOCATIONS: u64 = NODES / 20;
/// A capture in Bushka allocates the list of what it takes.
const ALLOCATIONS_OF_BUSHKA: u64 = NODES;

fn middle(kind: GameKind, seats: u8) -> Box<dyn AnyGame> {
    let mut game = kind.start(seats, "").unwrap();
    let mut bot = Bot::new(kind, seats, Skill::Random, 7);
    for _ in 0..MIDDLE * u32::from(seats) {
        let thought = bot.think(game.as_ref(), &Budget::nodes(1), &Stop::default());
        game.play_turn(&thought.unwrap().steps).unwrap();
    }
    game
}

#[test]
fn positions_are_looked_at_without_allocating() {
    for &kind in GameKind::ALL {
        for seats in [*kind.info().seats.start(), *kind.info().seats.end()] {
            let game = middle(kind, seats);
            let mut bot = Bot::new(kind, seats, Skill::Strongest, 1);
            let search = || drop(bot.think(game.as_ref(), &Budget::nodes(NODES), &Stop::default()));
            let allocated = allocation_counter::measure(search).count_total;
            let most = match kind {
                GameKind::Bushka => ALLOCATIONS_OF_BUSHKA,
                _ => ALLOCATIONS,
            };
            assert!(
                allocated < most,
                "{kind} with {seats} seats: {allocated} allocations"
            );
        }
    }
}
