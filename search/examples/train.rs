//! Trains the network of a game.
//!
//! - `cargo run --release -p thicket-search --example train -- play bushka 2 9000 2000 1`: the settled positions of 9000 games for two,
//!   from game 1 on, with 2000 positions a turn.
//! - `cargo run --release -p thicket-search --example train -- learn bushka 32 12 search/src/games/bushka.net < positions.txt`: a network
//!   with 32 hidden units, which learns from all positions twelve times. They are of tables for two, or all of tables for more.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;
use std::io::{BufRead as _, BufWriter, Write as _, stdin, stdout};
use std::str::FromStr;

use thicket_rules::GameKind;
use thicket_search::{Epoch, Example, SelfPlay, learn};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let kind: GameKind = argument(&args, 1)?;
    match args[0].as_str() {
        "play" => {
            let seats: u8 = argument(&args, 2)?;
            let (games, nodes, first): (u32, u64, u32) =
                (argument(&args, 3)?, argument(&args, 4)?, argument(&args, 5)?);
            let terms = SelfPlay { kind, seats, nodes };
            let mut out = BufWriter::new(stdout());
            for game in first..first + games {
                for example in terms.examples(game) {
                    writeln!(out, "{example}")?;
                }
            }
            out.flush()?;
        }
        "learn" => {
            let (hidden, epochs): (usize, u32) = (argument(&args, 2)?, argument(&args, 3)?);
            let file: String = argument(&args, 4)?;
            let mut examples = Vec::new();
            for line in stdin().lock().lines() {
                examples.push(line?.parse::<Example>()?);
            }
            let on_epoch =
                |Epoch {
                     number,
                     loss: [learnt, tested],
                 }| println!("{number}: {learnt:.4}, others {tested:.4}");
            let net =
                learn(kind, hidden, &examples, epochs, on_epoch).ok_or("no network for these examples")?;
            std::fs::write(file, net)?;
        }
        _ => return Err("either play or learn".into()),
    }
    Ok(())
}

fn argument<T: FromStr>(args: &[String], place: usize) -> Result<T, Box<dyn Error>> {
    let text = args.get(place).ok_or("an argument is missing")?;
    text.parse()
        .map_err(|_| format!("{text} is not what it should be").into())
}
