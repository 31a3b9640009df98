//! Small positions, drawn. Tokens and stashes follow from the pyramids on the board.

use std::collections::BTreeMap;

use thicket_rules::btt::{Btt, Size};
use thicket_rules::{BySeat, Change, IllegalStep, Outcome, Position, Seat, Square};

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

pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
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

    pub fn text(&self) -> String {
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

    fn row(&self, rank: u8) -> String {
        let (mut row, mut empty) = (String::new(), 0);
        for file in 0..8 {
            let thing = self.board.get(&Square::new(file, rank).unwrap());
            empty += u8::from(thing.is_none());
            if let Some(thing) = thing {
                row += &run(empty);
                row += thing;
                empty = 0;
            }
        }
        row + &run(empty)
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

    pub fn position(&self) -> Btt {
        let text = self.text();
        let position: Btt = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_string(), text);
        position
    }

    /// After these turns.
    pub fn play(&self, turns: &str) -> Btt {
        let mut position = self.position();
        for turn in turns.split(' ') {
            position
                .play(&turn.parse().unwrap())
                .unwrap_or_else(|error| panic!("{turn}: {error}"));
        }
        position
    }

    /// What is seen while a turn is played.
    pub fn changes(&self, turn: &str) -> Vec<Change> {
        let (mut position, mut changes) = (self.position(), Vec::new());
        position.play_seen(&turn.parse().unwrap(), &mut |change| changes.push(change));
        changes
    }

    /// The legal steps, in one line.
    pub fn legal(&self) -> String {
        let steps = self.position().legal_steps();
        let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
        steps.join(" ")
    }

    pub fn is_legal(&self, step: &str) -> bool {
        self.position().is_legal(&step.parse().unwrap())
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.position().status().outcome()
    }
}

fn run(empty: u8) -> String {
    if empty == 0 {
        String::new()
    } else {
        empty.to_string()
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

/// The turns lead from one position to exactly the other. `section` is where the rules say so.
pub fn check(section: &str, before: &Sketch, turns: &str, after: &Sketch) {
    assert_eq!(before.play(turns).to_string(), after.text(), "{section}: {turns}");
}

/// The step is not legal, for a reason that has these words in it.
pub fn refused(section: &str, before: &Sketch, step: &str, words: &str) {
    let IllegalStep(reason) = before.position().play(&step.parse().unwrap()).expect_err(step);
    assert!(reason.contains(words), "{section}: {step}: {reason}");
}

pub fn ranks(outcome: Option<Outcome>) -> Vec<u8> {
    outcome.map(|outcome| by_seat(&outcome.ranks)).unwrap()
}

pub fn by_seat<T: Copy + Default>(values: &BySeat<T>) -> Vec<T> {
    values.as_slice().to_vec()
}
