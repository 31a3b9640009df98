//! `thicket arena`: plays a match between two bots and says how much stronger the first is.

use std::io::{IsTerminal, stderr};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use thicket_rules::GameKind;
use thicket_search::{Match, Skill, Stop, Tally};

use super::{games, unknown_game};

#[derive(Args, Debug)]
#[command(
    after_help = "A player is a level, `strongest`, `random`, or `greedy`, which looks at its own turn only. 20000~0.5 looks at \
    20000 positions in a turn and misjudges them by 0.5, and 20000~0 misjudges nothing. The first player takes one seat, each in \
    turn, and the second all others."
)]
pub(super) struct ArenaArgs {
    #[arg(help = games())]
    game: String,

    /// The player whose strength is measured
    first: Skill,

    /// The player that it is measured against
    second: Skill,

    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,

    /// How many seats; else the game's default
    #[arg(long, value_name = "N")]
    seats: Option<u8>,

    /// The variant; else the game's default
    #[arg(long, value_name = "V", default_value = "")]
    variant: String,

    /// Decides the openings and what players leave to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many games are played at once; else one for each core
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Write the result as a line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ArenaResult {
    game: String,
    seats: u8,
    variant: String,
    first: String,
    second: String,
    games: u32,
    wins: u32,
    shared: u32,
    points: f64,
    rate: f64,
    low: f64,
    high: f64,
    turns: u64,
}

impl ArenaResult {
    fn new(played: &Match, tally: &Tally) -> ArenaResult {
        let (low, high) = tally.interval();
        ArenaResult {
            game: played.kind.to_string(),
            seats: played.seats,
            variant: played.variant.clone(),
            first: played.first.to_string(),
            second: played.second.to_string(),
            games: tally.games,
            wins: tally.wins,
            shared: tally.shared,
            points: tally.points,
            rate: tally.rate(),
            low,
            high,
            turns: tally.turns,
        }
    }
}

/// Ends with status 2 and one line on standard error if there is no such game.
pub(super) fn run(args: &ArenaArgs) -> ExitCode {
    match play(args) {
        Ok((played, tally)) => {
            report(args, &played, &tally);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn play(args: &ArenaArgs) -> Result<(Match, Tally), String> {
    let kind: GameKind = args.game.parse().map_err(|_| unknown_game(&args.game))?;
    let seats = args.seats.unwrap_or(kind.info().default_seats);
    let to_play = Match {
        kind,
        seats,
        variant: args.variant.clone(),
        first: args.first,
        second: args.second,
        games: args.games,
        seed: args.seed,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let shows_progress = stderr().is_terminal();
    let tally = to_play.play(args.threads.unwrap_or(cores), &Stop::default(), |tally| {
        if shows_progress {
            eprint!("\r{} of {} games, {} ", tally.games, args.games, rate(tally));
        }
    });
    if shows_progress {
        eprintln!();
    }
    Ok((to_play, tally.map_err(|error| error.to_string())?))
}

fn report(args: &ArenaArgs, played: &Match, tally: &Tally) {
    let result = ArenaResult::new(played, tally);
    match serde_json::to_string(&result) {
        Ok(json) if args.json => println!("{json}"),
        _ => println!(
            "{} with {} seats, {} against {}: {} of {} games won and {} shared, {}",
            result.game,
            result.seats,
            result.first,
            result.second,
            tally.wins,
            tally.games,
            tally.shared,
            rate(tally)
        ),
    }
}

/// The rate with its interval, in points of 100.
fn rate(tally: &Tally) -> String {
    let (low, high) = tally.interval();
    format!(
        "{:.1} points of 100 ({:.1} to {:.1})",
        100.0 * tally.rate(),
        100.0 * low,
        100.0 * high
    )
}
