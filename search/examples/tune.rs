//! Finds the weights of a game's evaluation by self-play: `cargo run --release -p thicket-search --example tune bushka`.
//!
//! Arguments: the game, then how many games are played (300), how many positions are looked at in a turn (2000), how many
//! seats (the game's default), and the seed (1). It prints the lines of the game's `weights!` in `src/games`.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::str::FromStr;

use thicket_rules::GameKind;
use thicket_search::Tuning;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let kind: GameKind = args
        .first()
        .ok_or("which game?")?
        .parse()
        .map_err(|_| "no such game")?;
    let tuning = Tuning {
        kind,
        games: number(&args, 1, 300)?,
        nodes: number(&args, 2, 2000)?,
        seats: number(&args, 3, kind.info().default_seats)?,
        seed: number(&args, 4, 1)?,
    };
    let tuned = tuning.run(|games| eprint!("\r{games} games "))?;
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
