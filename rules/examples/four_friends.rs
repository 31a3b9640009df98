//! Makes a four-player game of Bushwhacked in which everything happens once: `cargo run -p thicket-rules --example
//! four_friends > rules/fixtures/bushwhacked/four-friends.txt`. The players look one step ahead: they gather stones round
//! bases, capture what they can, and shun squares where they could be captured.

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;

use common::Rng;
use common::naive::{self, How};
use thicket_rules::bushwhacked::{Bushwhacked, Step};
use thicket_rules::{AnyGame, Game, Head, Piece, Position, Record, Seat, Square};

const NAMES: [&str; 4] = ["Ann", "Ben", "Cleo", "Dee"];
const SIDES: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Who stands where, by file and rank.
type Stones = BTreeMap<(i32, i32), Piece>;

fn stones(position: &Bushwhacked) -> Stones {
    let at = |cell: u16| (i32::from(cell % 17), i32::from(cell / 17));
    position
        .diagram()
        .pieces
        .into_iter()
        .map(|(cell, piece)| (at(cell.0), piece))
        .collect()
}

/// The pieces beside a square.
fn beside(stones: &Stones, (file, rank): (i32, i32)) -> impl Iterator<Item = &Piece> {
    SIDES
        .iter()
        .filter_map(move |(right, up)| stones.get(&(file + right, rank + up)))
}

/// How good a position is for a seat.
fn worth(position: &Bushwhacked, seat: Seat) -> i32 {
    let stones = stones(position);
    let mut worth = 5 * i32::from(position.standing().scores[seat][1]);
    for (&square, piece) in &stones {
        let around = |seat| {
            beside(&stones, square)
                .filter(|piece| piece.seat == Some(seat))
                .count()
        };
        let play = |seat| {
            beside(&stones, square)
                .filter(|piece| piece.seat == Some(seat) && piece.symbol == "stone")
                .count()
        };
        let others = position.in_play().iter().filter(|&other| other != seat);
        worth += match (piece.symbol, piece.seat) {
            ("base", _) => {
                let rival = others.map(around).max().unwrap_or_default();
                match around(seat) {
                    own if rival == 0 => [0, 4, 9, 16, 45][own],
                    0 => -[0, 2, 5, 14, 30][rival],
                    own => own as i32,
                }
            }
            ("stone", Some(owner)) if owner == seat => {
                -[0, 0, 3, 7, 7][others.map(play).max().unwrap_or_default()]
            }
            ("stone", Some(_)) => [0, 1, 3, 4, 4][play(seat)],
            _ => 0,
        };
    }
    worth
}

/// Squares next to something.
fn busy(stones: &Stones, square: Square) -> bool {
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    (-1..=1).any(|right| (-1..=1).any(|up| stones.contains_key(&(file + right, rank + up))))
}

fn choose(position: &Bushwhacked, seat: Seat, rng: &mut Rng) -> Step {
    let mut steps = position.legal_steps();
    let saved = position.diagram().tallies[2][seat];
    if steps.contains(&Step::Pass) && rng.one_in(if saved == 0 { 14 } else { 3 }) {
        return Step::Pass;
    }
    let trade = rng.one_in(8);
    let stones = stones(position);
    steps.retain(|step| match step {
        Step::Place(square) => busy(&stones, *square),
        Step::Trade(_) => trade,
        Step::Remove(_) => true,
        Step::Pass | Step::End => false,
    });
    let worth_of = |step: &Step| {
        let mut after = *position;
        after.play_unchecked(step);
        let wanted = if matches!(step, Step::Trade(_)) { 8 } else { 0 };
        worth(&after, seat) + wanted
    };
    let rated = steps
        .into_iter()
        .map(|step| (worth_of(&step) * 2 + rng.below(5) as i32, step));
    rated.max().map_or(Step::Pass, |(_, step)| step)
}

/// The seat that is worst off, which drops.
fn loser(game: &Game<Bushwhacked>) -> Seat {
    let standing = game.standing();
    standing
        .ranks
        .iter()
        .max_by_key(|&(_, rank)| rank)
        .map_or(Seat::FIRST, |(seat, _)| seat)
}

/// Plays a game; gives it and the ways in which stones were captured.
fn play(seed: u64) -> (Game<Bushwhacked>, Vec<How>) {
    let mut rng = Rng(seed);
    let mut game = Game::<Bushwhacked>::new(Bushwhacked::INFO.setup(4, "").expect("four seats"));
    let mut captures = Vec::new();
    while let Some(seat) = game.status().to_move() {
        let dropped = game.position().in_play().count() < 4;
        if !dropped && game.plies().len() == 64 && !game.position().mid_turn() {
            game.drop_seat(loser(&game)).expect("a seat in play");
            continue;
        }
        let before = game.position().to_string();
        let step = choose(game.position(), seat, &mut rng);
        game.play(&step, &mut |_| ()).expect("a legal step");
        let (_, how) = naive::step(&before, &step.to_string(), !game.position().mid_turn());
        captures.extend(how.into_iter().map(|(_, how)| how));
    }
    (game, captures)
}

/// Whether everything happens in the game, and not only captures.
fn complete(game: &Game<Bushwhacked>, captures: &[How]) -> bool {
    let plies: Vec<String> = game.plies().iter().map(ToString::to_string).collect();
    let three = plies.iter().any(|ply| ply.split(',').count() == 3);
    let trade = plies.iter().any(|ply| ply.starts_with('x'));
    let all = [How::Surrounded, How::Pierced, How::Chained]
        .iter()
        .all(|how| captures.contains(how));
    let bases: u16 = game.standing().scores.iter().map(|(_, score)| score[0]).sum();
    (95..=160).contains(&plies.len()) && three && trade && all && bases >= 3 && captures.len() <= 60
}

fn main() {
    let games = (0..).map(play);
    let found = games.take(4000).find(|(game, captures)| complete(game, captures));
    let (game, _) = found.expect("a game that has everything");
    let game: &dyn AnyGame = &game;
    let mut head = Head::of(game);
    head.set("Date", "2026.11.20");
    NAMES
        .iter()
        .enumerate()
        .for_each(|(index, name)| head.set(&format!("Seat{}", index + 1), name));
    head.set("Ending", "rules");
    let ranks = game.standing().ranks;
    let ranks: Vec<String> = ranks.as_slice().iter().map(u8::to_string).collect();
    head.set("Ranks", &ranks.join(" "));
    head.set("Position", &game.position_text());
    print!(
        "{}",
        Record {
            head,
            turns: game.plies()
        }
    );
}
