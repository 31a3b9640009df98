//! Speed of the search in mid-game, in nodes a second on one core: at a table for two, and at the largest one.

#![allow(clippy::unwrap_used)]

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use thicket_rules::{AnyGame, GameKind};
use thicket_search::{Bot, Budget, Skill, Stop};

/// Turns of each seat before a position counts as mid-game.
const MIDDLE: u32 = 6;
/// Nodes of a search.
const NODES: u64 = 4000;

fn every_kind(criterion: &mut Criterion) {
    for &kind in GameKind::ALL {
        let mut tables = vec![*kind.info().seats.start(), *kind.info().seats.end()];
        tables.dedup();
        let mut group = criterion.benchmark_group(kind.info().name);
        for seats in tables {
            let game = middle(kind, seats);
            let new = || Bot::new(kind, seats, Skill::Strongest, 1);
            let search = |mut bot: Bot| bot.think(game.as_ref(), &Budget::nodes(NODES), &Stop::default());
            group.throughput(Throughput::Elements(search(new()).unwrap().nodes));
            let name = BenchmarkId::new("search", format!("{seats} seats"));
            group.bench_function(name, |b| b.iter_batched(new, search, BatchSize::PerIteration));
        }
    }
}

/// A game after some turns of quick bots.
fn middle(kind: GameKind, seats: u8) -> Box<dyn AnyGame> {
    let skill: Skill = "2".parse().unwrap();
    let mut game = kind.start(seats, "").unwrap();
    let mut bot = Bot::new(kind, seats, skill, 7);
    for _ in 0..MIDDLE * u32::from(seats) {
        let thought = bot
            .think(game.as_ref(), &skill.budget(kind), &Stop::default())
            .unwrap();
        game.play_turn(&thought.steps).unwrap();
    }
    game
}

criterion_group!(benches, every_kind);
criterion_main!(benches);
