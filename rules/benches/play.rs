//! Speed of the rules, for every kind at its default number of seats: random play, and single calls in mid-game.

#![allow(clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;

use common::{Rng, setup, wander};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use thicket_rules::{GameKind, Position, Visitor};

/// Steps before a position counts as mid-game.
const MIDDLE: usize = 60;

struct Measure<'a>(&'a mut Criterion);

impl Visitor for Measure<'_> {
    type Out = ();

    fn visit<P: Position>(self) {
        let info = P::INFO;
        let start = setup::<P>(info.default_seats, "");
        let middle = wander::<P>(start, MIDDLE, &mut Rng(7));
        let step = Rng(7).pick(&middle.legal_steps()).clone();
        let mut group = self.0.benchmark_group(info.name);
        let mut steps = Vec::new();
        group.bench_function("legal_steps", |b| {
            b.iter(|| {
                steps.clear();
                black_box(&middle).legal_steps_into(&mut steps);
                steps.len()
            });
        });
        group.bench_function("is_legal", |b| {
            b.iter(|| black_box(&middle).is_legal(black_box(&step)))
        });
        group.bench_function("play", |b| {
            b.iter(|| {
                let mut position = black_box(&middle).clone();
                position.play_unchecked(black_box(&step));
                position
            });
        });
        group.throughput(Throughput::Elements(playout(&P::start(start), &mut Rng(7))));
        let random = BenchmarkId::new("random play to the end", format!("{} seats", info.default_seats));
        group.bench_function(random, |b| b.iter(|| playout(&P::start(start), &mut Rng(7))));
    }
}

/// Plays to the end and counts the steps. The same seed gives the same game.
fn playout<P: Position>(start: &P, rng: &mut Rng) -> u64 {
    let (mut position, mut steps, mut played) = (start.clone(), Vec::new(), 0);
    while position.status().to_move().is_some() {
        steps.clear();
        position.legal_steps_into(&mut steps);
        position.play_unchecked(rng.pick(&steps));
        played += 1;
    }
    played
}

fn every_kind(criterion: &mut Criterion) {
    GameKind::ALL
        .iter()
        .for_each(|kind| kind.with(Measure(criterion)));
}

criterion_group!(benches, every_kind);
criterion_main!(benches);
