//! Calibrates the chances that the search believes in, by games against itself.
//!
//! - `cargo run --release -p thicket-search --example calibrate -- play bushka 2 300 2000 1`: positions of 300 games for two, from
//!   game 1 on, with 2000 positions a turn.
//! - `cargo run --release -p thicket-search --example calibrate -- fit bushka 2 < search/tests/calibration/bushka-2.txt`: the line of
//!   `src/calibration/table.rs`, from the games with an odd number.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;
use std::io::{Read as _, stdin};
use std::str::FromStr;

use thicket_rules::GameKind;
use thicket_search::{Sample, SelfPlay, fit};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let kind: GameKind = argument(&args, 1)?;
    let seats: u8 = argument(&args, 2)?;
    match args[0].as_str() {
        "play" => {
            let (games, nodes, first): (u32, u64, u32) =
                (argument(&args, 3)?, argument(&args, 4)?, argument(&args, 5)?);
            kind.start(seats, "")?;
            let terms = SelfPlay { kind, seats, nodes };
            (first..first + games)
                .flat_map(|game| terms.play(game))
                .for_each(|sample| println!("{sample}"));
        }
        "fit" => {
            let mut text = String::new();
            stdin().read_to_string(&mut text)?;
            let samples: Result<Vec<Sample>, _> = text.lines().map(str::parse).collect();
            let odd: Vec<Sample> = samples?
                .into_iter()
                .filter(|sample| sample.game % 2 == 1)
                .collect();
            let found = fit(&odd).ok_or("no samples")?;
            let numbers: Vec<String> = found
                .numbers()
                .iter()
                .map(|number| format!("{number:.3}"))
                .collect();
            println!(
                "        (GameKind::{kind:?}, {seats}) => &[{}],",
                numbers.join(", ")
            );
        }
        _ => return Err("play or fit?".into()),
    }
    Ok(())
}

fn argument<T: FromStr>(args: &[String], place: usize) -> Result<T, String> {
    let text = args.get(place).ok_or("an argument is missing")?;
    text.parse().map_err(|_| format!("{text}?"))
}
