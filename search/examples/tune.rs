//! Finds weights by self-play, and prints the lines of the game's `weights!` in `src/games`.
//!
//! - `cargo run --release -p thicket-search --example tune -- bushka 300 2000 2 1`: those of the evaluation, from 300 games with 2000
//!   positions a turn at tables for two; 1 is the seed. These are what it takes if nothing else is said, and the game's usual seats.
//! - `cargo run --release -p thicket-search --example tune -- steps bushwhacked 200 4000 1 3 4`: those of the steps, from 200 games with
//!   4000 positions a turn, seed 1, at tables for three and four.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::str::FromStr;

use thicket_rules::GameKind;
use thicket_search::{StepTuning, Tuning};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let of_steps = args.first().is_some_and(|first| first == "steps");
    if of_steps {
        args.remove(0);
    }
    let kind: GameKind = args
        .first()
        .ok_or("which game?")?
        .parse()
        .map_err(|_| "no such game")?;
    let (games, nodes) = (number(&args, 1, 300)?, number(&args, 2, 2000)?);
    let usual = kind.info().default_seats;
    let on_game = |games| eprint!("\r{games} games ");
    let tuned = if of_steps {
        let mut seats = vec![number(&args, 4, usual)?];
        for place in 5..args.len() {
            seats.push(number(&args, place, usual)?);
        }
        let tuning = StepTuning {
            kind,
            seats,
            games,
            nodes,
            seed: number(&args, 3, 1)?,
        };
        tuning.run(on_game)?
    } else {
        let tuning = Tuning {
            kind,
            games,
            nodes,
            seats: number(&args, 3, usual)?,
            seed: number(&args, 4, 1)?,
        };
        tuning.run(on_game)?
    };
    if tuned.weights.is_empty() {
        return Err("there are no such weights in this game".into());
    }
    eprintln!("\n{} positions", tuned.positions);
    let [before, after] = tuned.loss;
    eprintln!("loss on games that were not used: {before:.4} before, {after:.4} after");
    for weight in &tuned.weights {
        println!("    {}: {:.3}, // {}", weight.name, weight.after, weight.before);
    }
    Ok(())
}

fn number<T: FromStr>(args: &[String], place: usize, otherwise: T) -> Result<T, String> {
    match args.get(place) {
        Some(text) => text.parse().map_err(|_| format!("{text} is no such number")),
        None => Ok(otherwise),
    }
}
