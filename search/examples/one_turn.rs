//! Positions in which one turn wins, or one turn can avoid a loss: makes lists of them, and has bots solve them.
//!
//! - `cargo run --release -p thicket-search --example one_turn -- make bushka 2 100 100 1`: a list of positions of a game for two,
//!   100 with a win and 100 with a loss to be avoided, from games of weak bots with the seed 1.
//! - `cargo run --release -p thicket-search --example one_turn -- check`: how many of the positions in `tests/one_turn` each
//!   player solves. Further arguments are players, such as `5000~0` and `5`.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

#[path = "../tests/referee/mod.rs"]
mod referee;

use std::error::Error;
use std::str::FromStr;

use referee::{Task, task};
use thicket_rules::{AnyGame, Game, GameKind, Position, Visitor};
use thicket_search::{Bot, Skill, Stop};

/// The players that positions come from: as weak as these, they leave much to be found.
const PLAYERS: [&str; 3] = ["2", "3", "greedy"];
/// One turn in so many is played at random.
const RANDOM: u64 = 8;
/// So many positions before the end of a game are judged: earlier ones have nothing to be won or lost at once, mostly.
const LAST: usize = 8;
/// So many positions of the same task are taken from one game at most.
const FROM_ONE_GAME: usize = 2;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("make") => make(&args[1..]),
        Some("check") => check(&args[1..]),
        _ => Err("make or check?".into()),
    }
}

fn make(args: &[String]) -> Result<(), Box<dyn Error>> {
    let kind: GameKind = argument(args, 0)?;
    let make = Make {
        kind,
        seats: argument(args, 1)?,
        seed: argument(args, 4)?,
    };
    let wanted: [usize; 2] = [argument(args, 2)?, argument(args, 3)?];
    let mut found = [0; 2];
    for number in 0.. {
        let positions = kind.with(Make {
            seed: make.seed.wrapping_mul(1_000_003) + number,
            ..make
        });
        for ((found, task), wanted) in found.iter_mut().zip(Task::ALL).zip(wanted) {
            let of_task = positions.iter().filter(|(other, _)| *other == task);
            for (_, text) in of_task.take(FROM_ONE_GAME.min(wanted - *found)) {
                println!("{} {text}", task.name());
                *found += 1;
            }
        }
        eprint!("\r{} games, {} and {} positions ", number + 1, found[0], found[1]);
        if found == wanted {
            break;
        }
    }
    eprintln!();
    Ok(())
}

fn argument<T: FromStr>(args: &[String], place: usize) -> Result<T, String> {
    let text = args
        .get(place)
        .ok_or("make needs a game, seats, two numbers of positions and a seed")?;
    text.parse().map_err(|_| format!("{text}?"))
}

/// A game in which positions are looked for.
#[derive(Clone, Copy)]
struct Make {
    kind: GameKind,
    seats: u8,
    seed: u64,
}

impl Visitor for Make {
    type Out = Vec<(Task, String)>;

    fn visit<P: Position>(self) -> Vec<(Task, String)> {
        let variants = P::INFO.variants;
        let variant = match variants.len() {
            0 => "",
            count => variants[self.seed as usize % count],
        };
        let Ok(setup) = P::INFO.setup(self.seats, variant) else {
            return Vec::new();
        };
        let mut game = Game::<P>::new(setup);
        let mut random = Bot::new(self.kind, self.seats, Skill::Random, self.seed);
        let mut rng = fastrand::Rng::with_seed(self.seed);
        let mut positions = Vec::new();
        while game.status().to_move().is_some() {
            let Ok(skill) = PLAYERS[rng.usize(..PLAYERS.len())].parse::<Skill>() else {
                break;
            };
            let mut bot = Bot::new(self.kind, self.seats, skill, rng.u64(..));
            let bot = if rng.u64(..RANDOM) == 0 {
                &mut random
            } else {
                &mut bot
            };
            positions.push(game.position().clone());
            let Some(thought) = bot.think(&game, &skill.budget(self.kind), &Stop::default()) else {
                break;
            };
            let played: &mut dyn AnyGame = &mut game;
            if played.play_turn(&thought.steps).is_err() {
                break;
            }
        }
        let last = positions.iter().rev().take(LAST);
        let judged = last.filter_map(|position| Some((task(position)?, position.to_string())));
        let mut found: Vec<(Task, String)> = judged.collect();
        rng.shuffle(&mut found);
        found
    }
}

fn check(players: &[String]) -> Result<(), Box<dyn Error>> {
    let players = match players {
        [] => vec!["5000~0".to_owned(), "5".to_owned()],
        players => players.to_vec(),
    };
    for (name, list) in referee::LISTS {
        for player in &players {
            let skill: Skill = player.parse().map_err(|error| format!("{player}: {error}"))?;
            let missed: Vec<&str> = list
                .lines()
                .filter(|line| !referee::solves(name, line, skill))
                .collect();
            println!(
                "{name} {player}: {} of {}",
                list.lines().count() - missed.len(),
                list.lines().count()
            );
            missed.iter().for_each(|line| println!("  {line}"));
        }
    }
    Ok(())
}
