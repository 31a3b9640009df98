//! How much longer than its time a search takes: `cargo run --release -p thicket-search --example overshoot -- 300 2`, where each turn
//! has 300 milliseconds, and two games of each kind and number of seats are played.
//!
//! For each table it prints the turns, the longest overshoot in milliseconds, how many turns took more than 50 too long, and the
//! mean time that a turn took.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;
use std::time::{Duration, Instant};

use thicket_rules::GameKind;
use thicket_search::{Bot, Budget, Skill, Stop};

/// Turns of a game that are timed.
const TURNS: usize = 40;
/// A turn is late if it takes so many milliseconds more than it has.
const LATE: f64 = 50.0;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise| args.get(place).map_or(Ok(otherwise), |text| text.parse::<u64>());
    let (time, games) = (Duration::from_millis(number(0, 300)?), number(1, 2)?);
    for &kind in GameKind::ALL {
        for seats in kind.info().seats.clone() {
            let mut took = Vec::new();
            for seed in 0..games {
                took.extend(play(kind, seats, seed, time)?);
            }
            let count = took.len() as f64;
            let over = |took: &Duration| took.saturating_sub(time).as_secs_f64() * 1e3;
            println!(
                "{kind} {seats}: {count} turns, {:.1} ms, {} late, mean {:.0} ms",
                took.iter().map(over).fold(0.0, f64::max),
                took.iter().filter(|&took| over(took) > LATE).count(),
                took.iter().map(Duration::as_secs_f64).sum::<f64>() / count * 1e3,
            );
        }
    }
    Ok(())
}

/// How long each turn of a game took.
fn play(kind: GameKind, seats: u8, seed: u64, time: Duration) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut game = kind.start(seats, "")?;
    let mut random = Bot::new(kind, seats, Skill::Random, seed);
    let mut bot = Bot::new(kind, seats, Skill::Strongest, seed);
    let mut took = Vec::new();
    // A part of the turns is played at random, so that games reach other positions and trees are lost.
    for turn in 0.. {
        if game.status().to_move().is_none() || took.len() == TURNS {
            break;
        }
        let is_random = turn % 8 < 2;
        let (bot, budget) = match is_random {
            true => (&mut random, Skill::Random.budget(kind)),
            false => (&mut bot, Budget::time(time)),
        };
        let since = Instant::now();
        let thought = bot
            .think(game.as_ref(), &budget, &Stop::default())
            .ok_or("no turn")?;
        if !is_random {
            took.push(since.elapsed());
        }
        game.play_turn(&thought.steps)?;
    }
    Ok(took)
}
