//! Finds weights by self-play, and prints the lines of the game's `weights!` in `src/games`.
//!
//! - `cargo run --release -p thicket-search --example tune -- bushka 300 2000 1 2`: those of the evaluation, from 300 games with 2000
//!   positions a turn, seed 1, at tables for two. These are what it takes if nothing else is said, and the game's usual seats.
//! - `cargo run --release -p thicket-search --example tune -- steps bushwhacked 200 4000 1 3 4`: those of the steps, from 200 games with
//!   4000 positions a turn, seed 1, at tables for three and four.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::str::FromStr;

use thicket_rules::GameKind;
use thicket_search::{Sought, Tuning};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let sought = match args.first() {
        Some(first) if first == "steps" => Sought::Steps,
        _ => Sought::Evaluation,
    };
    if sought == Sought::Steps {
        args.remove(0);
    }
    let kind: GameKind = args
        .first()
        .ok_or("which game?")?
        .parse()
        .map_err(|_| "no such game")?;
    let mut seats = vec![number(&args, 4, kind.info().default_seats)?];
    for place in 5..args.len() {
        seats.push(number(&args, place, 0)?);
    }
    let tuning = Tuning {
        kind,
        sought,
        seats,
        games: number(&args, 1, 300)?,
        nodes: number(&args, 2, 2000)?,
        seed: number(&args, 3, 1)?,
    };
    let tuned = tuning.run(|games| eprint!("\r{games} games "))?;
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
