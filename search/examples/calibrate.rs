//! Calibrates the chances that the search believes in, by games against itself.
//!
//! - `cargo run --release -p thicket-search --example calibrate -- play bushka 2 300 2000 1`: positions of 300 games for two, from
//!   game 1 on, with 2000 positions a turn.
//! - `cargo run --release -p thicket-search --example calibrate -- fit bushka 2 < search/tests/calibration/bushka-2.txt`: the line of
//!   `src/calibration/table.rs`, from the games with an odd number.
//! - `cargo run --release -p thicket-search --example calibrate -- start bushka 2 200 5000 1`: how many of 200 games each seat wins
//!   without any random turn.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;
use std::io::{Read as _, stdin};
use std::str::FromStr;

use thicket_rules::{BySeat, GameKind};
use thicket_search::{Bot, Budget, Sample, SelfPlay, Skill, Stop, first_places, fit};

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
                .flat_map(|game| terms.samples(game))
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
        "start" => {
            let (games, nodes, first): (u32, u64, u32) =
                (argument(&args, 3)?, argument(&args, 4)?, argument(&args, 5)?);
            let mut points = vec![0.0; usize::from(seats)];
            for game in first..first + games {
                let firsts = play(kind, seats, nodes, u64::from(game))?;
                firsts
                    .iter()
                    .for_each(|(seat, first)| points[seat.index()] += first);
            }
            println!("{kind} {seats}: {points:?} of {games}");
        }
        _ => return Err("play, fit or start?".into()),
    }
    Ok(())
}

/// How much of the first place each seat gets in a game of the strongest level against itself.
fn play(kind: GameKind, seats: u8, nodes: u64, seed: u64) -> Result<BySeat<f32>, Box<dyn Error>> {
    let bot = |seat| Bot::new(kind, seats, Skill::Strongest, seed * u64::from(seats) + seat);
    let mut bots: Vec<Bot> = (0..u64::from(seats)).map(bot).collect();
    let mut game = kind.start(seats, "")?;
    while let Some(seat) = game.status().to_move() {
        let thought = bots[seat.index()].think(game.as_ref(), &Budget::nodes(nodes), &Stop::default());
        game.play_turn(&thought.ok_or("no turn")?.steps)?;
    }
    Ok(first_places(&game.standing()))
}

fn argument<T: FromStr>(args: &[String], place: usize) -> Result<T, String> {
    let text = args.get(place).ok_or("an argument is missing")?;
    text.parse().map_err(|_| format!("{text}?"))
}
