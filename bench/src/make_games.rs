//! Makes the games of `bench/games`: seats look one turn ahead, the same games from the same seeds.

use thicket_rules::{AnyGame, Change, GameKind, Status};

use crate::fixtures::LONG;

/// How many games of each length there are.
const GAMES: usize = 16;
/// Placements that a seat compares.
const CANDIDATES: usize = 12;
const SQUARES: i32 = 17;

/// How the seats of a game play.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Style {
    /// For the win: stones are placed, passes are rare.
    Brisk,
    /// To make the game last: passes are saved up, then one stone is placed.
    Slow,
}

/// Splitmix64: small, and good enough to vary games.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// The first games, by seed, of the length that is wanted; one a line.
pub fn text(style: Style) -> String {
    (0..)
        .map(|seed| play(seed, style))
        .filter(|(game, _)| wanted(game.as_ref(), style))
        .take(GAMES)
        .map(|(_, turns)| turns.join(" ") + "\n")
        .collect()
}

fn wanted(game: &dyn AnyGame, style: Style) -> bool {
    let over = matches!(game.status(), Status::Over(_));
    match style {
        Style::Brisk => over && (100..=160).contains(&game.ply_count()),
        Style::Slow => !over && game.ply_count() == LONG,
    }
}

/// A game and its turns, up to its end or to [`LONG`] turns.
fn play(seed: u64, style: Style) -> (Box<dyn AnyGame>, Vec<String>) {
    let mut rng = Rng(seed);
    let mut game = GameKind::Bushwhacked.start(4, "").expect("four seats");
    while game.status().to_move().is_some() && game.ply_count() < LONG {
        let step = choose(game.as_ref(), style, &mut rng);
        game.play(&step).expect("a legal step");
    }
    let turns = game.plies();
    (game, turns)
}

fn choose(game: &dyn AnyGame, style: Style, rng: &mut Rng) -> String {
    let legal = game.legal();
    let has = |step: &str| legal.iter().any(|other| other == step);
    let linger = match style {
        Style::Brisk => has("pass") && rng.one_in(14),
        Style::Slow => has("pass") && !rng.one_in(12),
    };
    if linger {
        return "pass".to_owned();
    }
    if matches!(style, Style::Slow) && has("end") {
        return "end".to_owned();
    }
    let buttons = |prefix: char| legal.iter().filter(move |step| step.starts_with(prefix));
    let trades: Vec<&String> = buttons('x').collect();
    let removals: Vec<&String> = buttons('-').collect();
    if !removals.is_empty() {
        return removals[rng.below(removals.len())].clone();
    }
    let keen = match style {
        Style::Brisk => rng.one_in(8),
        Style::Slow => true,
    };
    if keen && !trades.is_empty() {
        return trades[rng.below(trades.len())].clone();
    }
    placement(game, &legal, rng)
}

/// The placement of a handful beside other stones that captures the most.
fn placement(game: &dyn AnyGame, legal: &[String], rng: &mut Rng) -> String {
    let squares = legal.iter().filter(|step| square(step).is_some());
    let (near, far): (Vec<&String>, Vec<&String>) = squares.partition(|step| is_near(game, step));
    let from = if near.is_empty() { far } else { near };
    let captures = |step: &String| {
        let mut after = game.boxed_clone();
        let mut changes = after.play(step).unwrap_or_default();
        changes.extend(after.play("end").unwrap_or_default());
        changes
            .iter()
            .filter(|change| matches!(change, Change::Taken { .. }))
            .count()
    };
    let candidates = (0..CANDIDATES).map(|_| from[rng.below(from.len())].clone());
    candidates
        .collect::<Vec<_>>()
        .into_iter()
        .max_by_key(captures)
        .expect("a candidate")
}

/// The file and rank of a placement, from 0.
fn square(step: &str) -> Option<(i32, i32)> {
    let file = step.bytes().next().filter(u8::is_ascii_lowercase)?;
    let rank: i32 = step[1..].parse().ok()?;
    Some((i32::from(file - b'a'), rank - 1))
}

fn is_near(game: &dyn AnyGame, step: &str) -> bool {
    let Some((file, rank)) = square(step) else {
        return false;
    };
    game.diagram().pieces.iter().any(|&(cell, piece)| {
        let (x, y) = (i32::from(cell.0) % SQUARES, i32::from(cell.0) / SQUARES);
        piece.seat.is_some() && (x - file).abs() <= 1 && (y - rank).abs() <= 1
    })
}
