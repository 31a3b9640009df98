//! Small positions, drawn. Tokens and stashes follow from the pyramids on the board.

use std::collections::BTreeMap;

use crate::drawn::runs;
pub use crate::drawn::{Drawn, by_seat, check, piece, ranks, refused, seat};
use thicket_rules::Square;
use thicket_rules::btt::{Btt, Size};

const OWNERS: &str = "wkrbgy";

/// A position, built up from the start of a game.
#[derive(Clone)]
pub struct Sketch {
    seats: u8,
    board: BTreeMap<Square, String>,
    to_move: String,
    in_play: String,
    refills: i32,
}

pub fn square(name: &str) -> Square {
    name.parse().unwrap()
}

impl Sketch {
    pub fn start(seats: u8) -> Sketch {
        Sketch {
            seats,
            board: BTreeMap::new(),
            to_move: "1".into(),
            in_play: "123456"[..usize::from(seats)].into(),
            refills: 0,
        }
    }

    /// Puts things on squares: `a1:o b1:* c1:wL<`.
    pub fn with(mut self, things: &str) -> Sketch {
        let split = |thing: &str| {
            thing
                .split_once(':')
                .map(|(on, what)| (square(on), what.to_owned()))
        };
        self.board.extend(things.split_whitespace().filter_map(split));
        self
    }

    pub fn turn_of(mut self, seat: &str) -> Sketch {
        self.to_move = seat.into();
        self
    }

    pub fn in_play(mut self, seats: &str) -> Sketch {
        self.in_play = seats.into();
        self
    }

    /// So many times all seats have taken five tokens.
    pub fn refills(mut self, times: i32) -> Sketch {
        self.refills = times;
        self
    }

    fn row(&self, rank: u8) -> String {
        let squares = (0..8).filter_map(|file| Square::new(file, rank));
        let things: Vec<&str> = squares
            .map(|square| self.board.get(&square).map_or(".", String::as_str))
            .collect();
        runs(&things.concat())
    }

    /// What the pyramids on the board leave of five tokens.
    fn tokens(&self, owner: char) -> i32 {
        let pyramids = self.board.iter().filter(|(_, thing)| thing.len() == 3);
        let earned = pyramids.filter_map(|(&on, thing)| {
            let target = self.board.get(&pointed_at(on, thing)?)?;
            let (mine, theirs) = (thing.starts_with(owner), target.starts_with(owner));
            Some(match (mine, theirs) {
                _ if target.len() < 3 => 0,
                (true, false) => -points(target),
                (false, true) => points(thing),
                _ => 0,
            })
        });
        5 + 5 * self.refills + earned.sum::<i32>()
    }

    fn stash(&self, owner: char) -> String {
        let left = |size: Size| {
            let kind = format!("{owner}{}", size.letter());
            5 - self
                .board
                .values()
                .filter(|thing| thing.starts_with(&kind))
                .count()
        };
        Size::ALL.map(|size| left(size).to_string()).concat()
    }
}

impl Drawn for Sketch {
    type Game = Btt;

    fn text(&self) -> String {
        let rows: Vec<String> = (0..2 * self.seats).rev().map(|rank| self.row(rank)).collect();
        let owners = OWNERS.chars().take(self.seats.into());
        let tokens: Vec<String> = owners
            .clone()
            .map(|owner| self.tokens(owner).to_string())
            .collect();
        let stashes: Vec<String> = owners.map(|owner| self.stash(owner)).collect();
        let Sketch { to_move, in_play, .. } = self;
        format!(
            "{} {to_move} {in_play} {} {}",
            rows.join("/"),
            tokens.join(","),
            stashes.join(",")
        )
    }
}

fn points(pyramid: &str) -> i32 {
    match &pyramid[1..2] {
        "S" => 1,
        "M" => 2,
        _ => 3,
    }
}

fn pointed_at(on: Square, pyramid: &str) -> Option<Square> {
    let (files, ranks) = match &pyramid[2..] {
        "^" => (0, 1),
        "v" => (0, -1),
        "<" => (-1, 0),
        _ => (1, 0),
    };
    Square::new(
        on.file().checked_add_signed(files)?,
        on.rank().checked_add_signed(ranks)?,
    )
}
