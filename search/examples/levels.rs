//! Fits the levels of a game for two, from the weakest: `cargo run --release -p thicket-search --example levels -- bushka 76`.
//!
//! Arguments: the game; the points of 100 that each level from the third on is to take against the one below; and the level to
//! begin with (1), where those below it stay as they are. Where the second level is the greedy player, the first one takes 25 against
//! it; in a game where greed does not pay, the first one takes 90 against random steps. How many positions a level looks at stays as
//! it is in the file of the game: what is found is how much it misjudges them. It prints the lines of the game's `HANDICAPS`.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;

use thicket_rules::GameKind;
use thicket_search::{Level, Match, Skill, Stop, Tally};

/// So many games are played with each error that is tried.
const GAMES: u32 = 40;
/// So many errors are tried, each where those before let it be expected.
const TRIES: u32 = 5;
/// The errors that are possible.
const ERRORS: [f64; 2] = [0.005, 30.0];
/// What is expected before any game: so many logits less for each error that is e times as large, with this deviation.
const SLOPE: [f64; 2] = [1.0, 0.5];
/// The deviation of the logit of the first error that is tried.
const MIDDLE: f64 = 4.0;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, step, from @ ..] = &args[..] else {
        return Err("levels needs a game and the points of a step".into());
    };
    let kind: GameKind = game.parse().map_err(|_| "no such game")?;
    let step: f64 = step.parse::<f64>()? / 100.0;
    let from = from.first().map_or(Ok(1), |text| text.parse::<u8>())?;
    let mut below = match from {
        1 => Skill::Random,
        _ => level(from - 1)?,
    };
    let greed_pays = level(2)?.budget(kind) == Skill::Greedy(0.0).budget(kind);
    let mut start = 1.0;
    for number in from..Level::count(kind) {
        let nodes = level(number)?.budget(kind).nodes;
        let seed = u64::from(number);
        let player = |error| Skill::Limited(nodes, error);
        match number {
            1 if greed_pays => {
                let error = fit(kind, Skill::Greedy, Skill::Greedy(0.0), 0.25, start, seed)?;
                println!("        Handicap::own_turn({error:?}),");
            }
            2 if greed_pays => {
                println!("        Handicap::own_turn(0.0),");
                below = Skill::Greedy(0.0);
            }
            _ => {
                let wanted = if number == 1 { 0.9 } else { step };
                let error = fit(kind, player, below, wanted, start, seed)?;
                println!("        Handicap::search({nodes}, {error:?}),");
                below = player(error as f32);
                start = error / 1.5;
            }
        }
    }
    Ok(())
}

fn level(number: u8) -> Result<Skill, &'static str> {
    Level::new(number).map(Skill::Level).ok_or("no such level")
}

/// The error with which a player takes the wanted share of the points.
fn fit(
    kind: GameKind,
    player: impl Fn(f32) -> Skill,
    against: Skill,
    wanted: f64,
    start: f64,
    seed: u64,
) -> Result<f64, Box<dyn Error>> {
    let mut tried: Vec<(f64, Tally)> = Vec::new();
    for number in 0..TRIES {
        let error = expected(&tried, wanted).unwrap_or(start);
        let first = player(error as f32);
        let to_play = Match {
            kind,
            seats: 2,
            variant: String::new(),
            first,
            second: against,
            games: GAMES,
            seed: seed * 1000 + u64::from(number),
        };
        let tally = to_play.play(1, &Stop::default(), |_| ())?;
        eprintln!("{kind} {first} against {against}: {:.1}", 100.0 * tally.rate());
        tried.push((error, tally));
    }
    let error = expected(&tried, wanted).ok_or("no match was played")?;
    let digits = 10f64.powi(1 - error.log10().floor() as i32);
    Ok((error * digits).round() / digits)
}

/// The error with which the wanted share is expected after some matches, if there were any: points follow a logistic curve over the
/// logarithm of the error.
fn expected(tried: &[(f64, Tally)], wanted: f64) -> Option<f64> {
    let (first, _) = tried.first()?;
    // There are few numbers that it could be, so all are tried.
    let slopes = (1..=40).map(|tenths| f64::from(tenths) / 10.0);
    let curves = slopes.flat_map(|slope| (-100..=100).map(move |tenths| (f64::from(tenths) / 10.0, slope)));
    let likelihood = |middle: f64, slope: f64| -> f64 {
        let of_match = |(error, tally): &(f64, Tally)| {
            let share = 1.0 / (1.0 + (slope * (error / first).ln() - middle).exp());
            let (points, lost) = (tally.points, f64::from(tally.games) - tally.points);
            points * share.max(1e-9).ln() + lost * (1.0 - share).max(1e-9).ln()
        };
        let unlikely = ((slope - SLOPE[0]) / SLOPE[1]).powi(2) + (middle / MIDDLE).powi(2);
        tried.iter().map(of_match).sum::<f64>() - unlikely / 2.0
    };
    let (middle, slope) = curves.max_by(|a, b| likelihood(a.0, a.1).total_cmp(&likelihood(b.0, b.1)))?;
    let logit = (wanted / (1.0 - wanted)).ln();
    let found = first * ((middle - logit) / slope).exp();
    // Not far from what was tried: the curve is not known there.
    let lowest = tried
        .iter()
        .map(|(error, _)| *error)
        .fold(f64::INFINITY, f64::min);
    let highest = tried.iter().map(|(error, _)| *error).fold(0.0, f64::max);
    Some(found.clamp((lowest / 5.0).max(ERRORS[0]), (highest * 5.0).min(ERRORS[1])))
}
