//! A measurement: how far reviews can be trusted, by looks that are ten times as long at games between bots.
//!
//! `cargo test --release -p thicket-server --lib trust::bushka -- --ignored --nocapture` prints figures of docs/bots.md, and takes
//! minutes. `GAMES` says how many games.

use std::time::{Duration, Instant};

use thicket_search::{Bot, Level, Skill, Stop};

use super::super::evaluate::{compare, steps_of};
use super::super::test_record::record_of;
use super::*;
use crate::pool;

const TIMES: f64 = 10.0;
/// A turn that costs as much for the longer look is a blunder, which a review should name.
const BLUNDER: f32 = 0.15;
/// A turning point is confirmed if the turn still costs half of what makes one.
const CONFIRMED: f32 = 0.035;
/// The longer look disagrees with a review if it finds the turn that was played better by more than this.
const OPPOSITE: f32 = 0.01;
/// Players of this level make some mistakes, and not only mistakes.
const LEVEL: u8 = 4;
const GAMES: u64 = 6;

/// What was counted in some games.
#[derive(Debug, Default)]
struct Trust {
    points: usize,
    confirmed: usize,
    opposite: usize,
    blunders: usize,
    named: usize,
}

/// A game between bots.
fn game_of(kind: GameKind, seats: u8, seed: u64) -> Option<Record> {
    let variant = kind.info().variants.first().copied().unwrap_or_default();
    let mut game = kind.start(seats, variant).ok()?;
    let skill = Skill::Level(Level::new(LEVEL)?);
    let mut bots: Vec<Bot> = (0..u64::from(seats))
        .map(|seat| Bot::new(kind, seats, skill, 100 * seed + seat))
        .collect();
    let mut turns = Vec::new();
    while let Some(seat) = game.status().to_move() {
        let thought = bots[seat.index()].think(game.as_ref(), &skill.budget(kind), &Stop::default())?;
        let turn = thought.steps.join(",");
        record::play(game.as_mut(), &turn);
        turns.push(turn);
    }
    let setup = format!("{seats} {variant}");
    let ranks = game.status().outcome()?.ranks;
    Some(record_of(
        kind.info().name,
        setup.trim(),
        &turns,
        ranks.as_slice(),
    ))
}

/// A review on its way whose looks are so many times as long as usual.
async fn making(record: &Record, times: f64) -> Option<Making> {
    let pool = Pool::of(1, pool::SEARCHES);
    let mut making = Making::new(pool, Duration::from_secs(600), record.clone()).await?;
    making.speed *= times;
    Some(making)
}

async fn review(record: &Record, times: f64) -> Option<Review> {
    let (progress, _followed) = watch::channel(ReviewProgress::Looking { done: 0, of: 0 });
    making(record, times).await?.make(&progress).await
}

impl Trust {
    /// None if a search fails.
    async fn add(&mut self, record: &Record) -> Option<()> {
        let since = Instant::now();
        let usual = review(record, 1.0).await?;
        let took = since.elapsed();
        let seats = movers(record).ok()?;
        let points = turning_points(&usual.0, &seats);
        self.points += points.len();
        for &ply in &points {
            let cost = longer_cost(record, ply, &usual.0[ply], seats[ply]?).await?;
            self.confirmed += usize::from(cost >= CONFIRMED);
            self.opposite += usize::from(cost < -OPPOSITE);
        }
        let longer = review(record, TIMES).await?;
        for ply in turning_points(&longer.0, &seats) {
            if longer.0[ply].cost(seats[ply]?) >= BLUNDER {
                self.blunders += 1;
                self.named += usize::from(points.contains(&ply));
            }
        }
        println!("{} turns, reviewed in {took:.1?}; so far {self:?}", seats.len());
        Some(())
    }
}

/// What the turn that was played costs against the one that the review shows, for a longer look. Negative if it is better.
async fn longer_cost(record: &Record, ply: usize, evaluation: &Evaluation, seat: Seat) -> Option<f32> {
    let making = making(record, TIMES).await?;
    let budget = making.budget(LAST_LOOK.seconds / LAST as f64);
    let shown = steps_of(&evaluation.best.as_ref()?.turns[0]);
    let played = steps_of(&record.turns[ply].text);
    let kind = making.kind;
    let search =
        move |game: &dyn AnyGame, stop: &Stop| compare(kind, game, &[&shown, &played], &budget, stop);
    let chances = making.search(ply, search).await?;
    Some(chances[0][seat] - chances[1][seat])
}

async fn measure(kind: GameKind, seats: u8) -> Option<Trust> {
    let games = std::env::var("GAMES").map_or(GAMES, |text| text.parse().expect("a number"));
    let mut trust = Trust::default();
    for seed in 1..=games {
        trust.add(&game_of(kind, seats, seed)?).await?;
    }
    Some(trust)
}

macro_rules! measurements {
    ($($name:ident: $kind:ident for $seats:literal;)*) => { $(
        #[tokio::test]
        #[ignore = "a measurement"]
        async fn $name() {
            assert!(measure(GameKind::$kind, $seats).await.is_some(), "every search finds something");
        }
    )* };
}

measurements! {
    antipode: Antipode for 2;
    branches: Btt for 2;
    branches_for_four: Btt for 4;
    bushi: Bushi for 2;
    bushka: Bushka for 2;
    bushwhacked: Bushwhacked for 2;
    bushwhacked_for_three: Bushwhacked for 3;
    bushwhacked_for_four: Bushwhacked for 4;
}
