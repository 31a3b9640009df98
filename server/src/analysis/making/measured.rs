//! How far reviews can be trusted: turning points and blunders of games between bots, against looks that are ten times as long.
//!
//! `cargo test --release -p thicket-server --lib measured::btt_2 -- --ignored --nocapture` prints the figures of docs/bots.md; each
//! takes minutes. `GAMES` is how many games, and `FIRST` the number of the first one.

#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use thicket_search::{Bot, Level, Skill, Stop};

use super::super::evaluate::{compare, steps_of};
use super::super::test_record::record_of;
use super::*;
use crate::pool::SEARCHES as SETTINGS;

const TIMES: f64 = 10.0;
/// A turn that costs as much for the longer look is a blunder, which a review should name.
const BLUNDER: f32 = 0.15;
/// A turning point is confirmed if the turn still costs half of what makes one.
const CONFIRMED: f32 = 0.035;
/// Players of this level make some mistakes, and not only mistakes.
const LEVEL: u8 = 4;

/// What was counted in some games.
#[derive(Debug, Default)]
struct Trust {
    points: usize,
    confirmed: usize,
    /// The longer look finds the turn that was played better than the one that the review shows.
    opposite: usize,
    blunders: usize,
    named: usize,
}

/// A game between bots.
fn played(kind: GameKind, seats: u8, seed: u64) -> Record {
    let mut game = kind
        .start(seats, kind.info().variants.first().copied().unwrap_or_default())
        .unwrap();
    let skill = Skill::Level(Level::new(LEVEL).unwrap());
    let mut bots: Vec<Bot> = (0..u64::from(seats))
        .map(|seat| Bot::new(kind, seats, skill, 100 * seed + seat))
        .collect();
    let mut turns = Vec::new();
    while let Some(seat) = game.status().to_move() {
        let bot = &mut bots[seat.index()];
        let turn = bot.think(game.as_ref(), &skill.budget(kind), &Stop::default());
        turns.push(turn.unwrap().steps.join(","));
        record::play(game.as_mut(), turns.last().unwrap());
    }
    let setup = format!("{seats} {}", game.variant());
    let ranks = game.status().outcome().unwrap().ranks;
    record_of(kind.info().name, setup.trim(), &turns, ranks.as_slice())
}

async fn making(record: &Record, times: f64) -> Making {
    let pool = Pool::of(1, SETTINGS);
    let making = Making::new(pool, Duration::from_secs(600), record.clone()).await;
    Making {
        times,
        ..making.unwrap()
    }
}

async fn reviewed(record: &Record, times: f64) -> Review {
    let (progress, _told) = watch::channel(ReviewProgress::Looking { done: 0, of: 0 });
    making(record, times).await.make(&progress).await.unwrap()
}

impl Trust {
    async fn add(&mut self, record: &Record) {
        let since = Instant::now();
        let review = reviewed(record, 1.0).await;
        let took = since.elapsed();
        let deep = reviewed(record, TIMES).await;
        let seats = movers(record).unwrap();
        let points = turning_points(&review.0, &seats);
        let making = making(record, TIMES).await;
        let budget = making.budget(THIRD_PASS / THIRD as f64 / super::SEARCHES);
        for &ply in &points {
            let (seat, evaluation) = (seats[ply].unwrap(), &review.0[ply]);
            let turns = [
                &evaluation.best.as_ref().unwrap().turns[0],
                &record.turns[ply].text,
            ];
            let turns = turns.map(|turn| steps_of(turn));
            let (kind, budget) = (making.kind, budget);
            let search = move |game: &dyn AnyGame, stop: &Stop| {
                compare(kind, game, &[&turns[0], &turns[1]], &budget, stop)
            };
            let chances = making.search(ply, search).await.unwrap();
            let cost = chances[0][seat] - chances[1][seat];
            eprintln!("  {}: {:.2}, {cost:.2}", ply + 1, evaluation.cost(seat));
            self.confirmed += usize::from(cost >= CONFIRMED);
            self.opposite += usize::from(cost < -0.01);
        }
        self.points += points.len();
        for ply in turning_points(&deep.0, &seats) {
            let cost = deep.0[ply].cost(seats[ply].unwrap());
            if cost >= BLUNDER {
                self.blunders += 1;
                self.named += usize::from(points.contains(&ply));
                if !points.contains(&ply) {
                    let own = review.0[ply].cost(seats[ply].unwrap());
                    eprintln!("  {}: {own:.2}, {cost:.2} is not named", ply + 1);
                }
            }
        }
        let turns = record.turns.len();
        eprintln!(
            "{} {}: {turns} turns in {took:.1?}; {self:?}",
            record.head.kind, record.head.setup
        );
    }
}

async fn measure(kind: GameKind, seats: u8) {
    let number = |name: &str, default| std::env::var(name).map_or(default, |text| text.parse().unwrap());
    let mut trust = Trust::default();
    let first: u64 = number("FIRST", 1);
    for seed in first..first + number("GAMES", 6) {
        trust.add(&played(kind, seats, seed)).await;
    }
}

macro_rules! measured {
    ($($name:ident: $kind:ident for $seats:literal;)*) => { $(
        #[tokio::test]
        #[ignore = "a measurement"]
        async fn $name() {
            measure(GameKind::$kind, $seats).await;
        }
    )* };
}

measured! {
    antipode_2: Antipode for 2;
    btt_2: Btt for 2;
    btt_4: Btt for 4;
    bushi_2: Bushi for 2;
    bushka_2: Bushka for 2;
    bushwhacked_2: Bushwhacked for 2;
    bushwhacked_4: Bushwhacked for 4;
}
