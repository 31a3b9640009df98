//! What a turn costs a server early and late in a game: to check it, to play it, and to spell it. The history must not
//! matter.

#![allow(clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;

use common::{Rng, choose, setup};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use thicket_rules::{AnyGame, Game, GameKind, Position, Visitor};

/// Turns before those that are measured.
const TURNS: [usize; 3] = [10, 200, 400];
/// How many turns are measured together, so that a history that grows once in a while does so in all of them.
const TOGETHER: usize = 16;
/// Random games are tried until one is long enough.
const GAMES: u64 = 200;

struct Measure<'a>(&'a mut Criterion);

impl Visitor for Measure<'_> {
    type Out = ();

    fn visit<P: Position>(self) {
        let longest = TURNS.iter().max().unwrap();
        let Some(game) = (0..GAMES).find_map(|seed| long_game::<P>(longest + TOGETHER, seed)) else {
            return;
        };
        let mut group = self.0.benchmark_group(P::INFO.name);
        for turns in TURNS {
            let (before, next) = at_turn(&game, turns);
            group.throughput(Throughput::Elements(1));
            group.bench_function(BenchmarkId::new("check a turn", turns), |b| {
                b.iter(|| black_box(before.as_ref()).check_turn(&next[0]).unwrap())
            });
            let play = |mut game: Box<dyn AnyGame>| {
                for turn in &next {
                    game.play_turn(turn).unwrap();
                    black_box(game.last_ply());
                }
                game
            };
            group.throughput(Throughput::Elements(TOGETHER as u64));
            group.bench_function(BenchmarkId::new("play and spell turns", turns), |b| {
                b.iter_batched(|| before.clone(), play, BatchSize::PerIteration)
            });
        }
    }
}

/// A random game of more than so many turns, in which seats stop and pass when they can.
fn long_game<P: Position>(turns: usize, seed: u64) -> Option<Game<P>> {
    let (mut game, mut rng) = (Game::<P>::new(setup::<P>(P::INFO.default_seats, "")), Rng(seed));
    while game.plies().len() <= turns {
        game.status().to_move()?;
        let idle = ["pass", "end"].iter().filter_map(|step| step.parse().ok());
        let legal = |step: &P::Step| game.position().is_legal(step);
        let step = idle.into_iter().find(legal);
        let step = step.unwrap_or_else(|| choose(game.position(), &mut rng));
        game.play(&step, &mut |_| ()).unwrap();
    }
    Some(game)
}

/// The game after so many turns, and the steps of the turns that follow.
fn at_turn<P: Position>(game: &Game<P>, turns: usize) -> (Box<dyn AnyGame>, Vec<Vec<String>>) {
    let steps = |ply: &thicket_rules::Ply<P::Step>| {
        let text = ply.to_string();
        text.split(',').map(str::to_owned).collect::<Vec<_>>()
    };
    let mut before: Box<dyn AnyGame> = Box::new(Game::<P>::new(game.setup()));
    for ply in &game.plies()[..turns] {
        before.play_turn(&steps(ply)).unwrap();
    }
    let next = game.plies()[turns..turns + TOGETHER].iter();
    (before, next.map(steps).collect())
}

fn every_kind(criterion: &mut Criterion) {
    GameKind::ALL
        .iter()
        .for_each(|kind| kind.with(Measure(criterion)));
}

criterion_group!(benches, every_kind);
criterion_main!(benches);
