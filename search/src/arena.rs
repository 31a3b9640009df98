//! Matches between two bots, to measure how much stronger one is.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use thicket_rules::{AnyGame, GameKind, Seat, SetupError};

use crate::bot::Bot;
use crate::budget::Stop;
use crate::level::Skill;

/// Random turns of each seat before the bots begin, so that no two games are alike.
const OPENING: u32 = 2;
/// The quantile of the normal distribution for an interval that holds 95 times of 100.
const Z: f64 = 1.96;

/// A match: the first player takes one seat, each in turn, and the second player all others.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game.
    pub kind: GameKind,
    /// How many seats the table has.
    pub seats: u8,
    /// The variant; the empty one means the default.
    pub variant: String,
    /// Who takes one seat.
    pub first: Skill,
    /// Who takes the others.
    pub second: Skill,
    /// How many games are played.
    pub games: u32,
    /// Decides openings and whatever the players leave to chance.
    pub seed: u64,
}

/// How a match ended, or how it stands.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u32,
    /// Games in which the first player alone was first.
    pub wins: u32,
    /// Games in which it shared the first rank.
    pub shared: u32,
    /// A point for each win, and a fair part of one for each shared rank.
    pub points: f64,
    /// Turns of all games.
    pub turns: u64,
}

impl Tally {
    /// Points per game: 0.5 is as good as the other player at a table for two, 0.25 at one for four.
    pub fn rate(&self) -> f64 {
        self.points / f64::from(self.games.max(1))
    }

    /// Where the true rate lies, 95 times of 100: the interval of Wilson.
    pub fn interval(&self) -> (f64, f64) {
        let games = f64::from(self.games.max(1));
        let (rate, square) = (self.rate(), Z * Z);
        let middle = (rate + square / (2.0 * games)) / (1.0 + square / games);
        let half = Z / (1.0 + square / games)
            * (rate * (1.0 - rate) / games + square / (4.0 * games * games)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.wins += other.wins;
        self.shared += other.shared;
        self.points += other.points;
        self.turns += other.turns;
    }
}

impl Match {
    /// Plays all games on so many threads. `on_game` is told after each game how the match stands. When it is stopped, the
    /// games that are over count.
    pub fn play(
        &self,
        threads: usize,
        stop: &Stop,
        on_game: impl Fn(&Tally) + Sync,
    ) -> Result<Tally, SetupError> {
        self.kind.start(self.seats, &self.variant)?;
        let (next, tally) = (AtomicU32::new(0), Mutex::new(Tally::default()));
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while let Some(game) = self.next_game(&next, stop) {
                        let mut tally = tally.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        tally.add(game);
                        on_game(&tally);
                    }
                });
            }
        });
        Ok(tally
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    fn next_game(&self, next: &AtomicU32, stop: &Stop) -> Option<Tally> {
        let number = next.fetch_add(1, Ordering::Relaxed);
        (number < self.games).then(|| self.play_game(number, stop))?
    }

    /// Plays a game. Each opening is played as often as there are seats, with the first player on each of them.
    fn play_game(&self, number: u32, stop: &Stop) -> Option<Tally> {
        let seats = u32::from(self.seats);
        let (opening, chair) = (number / seats, number % seats);
        let first = Seat::from_index(chair as usize)?;
        let mut game = self.kind.start(self.seats, &self.variant).ok()?;
        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(opening));
        self.open(game.as_mut(), seed)?;
        let mut bots: Vec<Bot> = (0..self.seats)
            .map(|seat| {
                let skill = if u32::from(seat) == chair {
                    self.first
                } else {
                    self.second
                };
                let seed = seed
                    .wrapping_mul(31)
                    .wrapping_add(u64::from(seat) + 7 * u64::from(chair));
                Bot::new(self.kind, self.seats, skill, seed)
            })
            .collect();
        while let Some(seat) = game.status().to_move() {
            let skill = if seat == first { self.first } else { self.second };
            let thought = bots[seat.index()].think(game.as_ref(), &skill.budget(self.kind), stop)?;
            game.play_turn(&thought.steps).ok()?;
            if stop.is_stopped() {
                return None;
            }
        }
        Some(tally_of(game.as_ref(), first))
    }

    fn open(&self, game: &mut dyn AnyGame, seed: u64) -> Option<()> {
        let mut random = Bot::new(self.kind, self.seats, Skill::Random, seed);
        for _ in 0..OPENING * u32::from(self.seats) {
            let thought = random.think(game, &Skill::Random.budget(self.kind), &Stop::default())?;
            game.play_turn(&thought.steps).ok()?;
        }
        Some(())
    }
}

fn tally_of(game: &dyn AnyGame, first: Seat) -> Tally {
    let ranks = game.standing().ranks;
    let sharing = ranks.iter().filter(|&(_, rank)| rank == ranks[first]).count();
    let best = ranks[first] == 1;
    Tally {
        games: 1,
        wins: u32::from(best && sharing == 1),
        shared: u32::from(best && sharing > 1),
        points: if best { 1.0 / sharing as f64 } else { 0.0 },
        turns: game.ply_count() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_rate_and_shrinks_with_the_games() {
        let tally = |games, points| Tally {
            games,
            points,
            ..Tally::default()
        };
        let (low, high) = tally(100, 75.0).interval();
        assert!(
            0.65 < low && low < 0.75 && 0.75 < high && high < 0.83,
            "{low} {high}"
        );
        let (lower, higher) = tally(1000, 750.0).interval();
        assert!(low < lower && higher < high);
        let (low, high) = tally(20, 20.0).interval();
        assert!(low > 0.8 && high > 0.99);
    }
}
