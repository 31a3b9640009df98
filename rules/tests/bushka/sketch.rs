//! Small positions, square by square.

use std::collections::BTreeMap;

use thicket_rules::bushka::Bushka;
use thicket_rules::{Cell, Change, IllegalStep, Outcome, Position, Seat, Setup};

/// The squares of each row, the highest first.
const ROWS: [&str; 9] = [
    "a5 b6 c7 d8 e9 f0",
    "b5 c6 d7 e8 f9",
    "b4 c5 d6 e7 f8 g9",
    "c4 d5 e6 f7 g8",
    "c3 d4 e5 f6 g7 h8",
    "d3 e4 f5 g6 h7",
    "d2 e3 f4 g5 h6 i7",
    "e2 f3 g4 h5 i6",
    "e1 f2 g3 h4 i5 j6",
];

/// A position, built up from the empty board.
#[derive(Clone)]
pub struct Sketch {
    board: BTreeMap<&'static str, char>,
    to_move: String,
    in_play: String,
    turns: u16,
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// The number of a square in the layout.
pub fn cell(name: &str) -> Cell {
    let places = Bushka::layout(Setup::new(2, "").unwrap()).cells;
    let index = places.iter().position(|place| place.name == name).unwrap();
    Cell(u16::try_from(index).unwrap())
}

fn known(name: &str) -> &'static str {
    let mut names = ROWS.iter().flat_map(|row| row.split(' '));
    names
        .find(|known| *known == name)
        .unwrap_or_else(|| panic!("{name} is no square"))
}

/// White to move with these men, against these.
pub fn men(white: &str, black: &str) -> Sketch {
    Sketch::empty().on(white, 'w').on(black, 'b')
}

impl Sketch {
    pub fn empty() -> Sketch {
        Sketch {
            board: BTreeMap::new(),
            to_move: "1".into(),
            in_play: "12".into(),
            turns: 0,
        }
    }

    /// Puts the same piece on some squares: `w b` are men, `W B` kings.
    pub fn on(mut self, names: &str, letter: char) -> Sketch {
        let squares = names.split_whitespace().map(known);
        self.board.extend(squares.map(|name| (name, letter)));
        self
    }

    /// A piece goes from one square to another.
    pub fn go(mut self, from: &str, to: &str) -> Sketch {
        let piece = self.board.remove(from).unwrap();
        self.on(to, piece)
    }

    pub fn without(mut self, names: &str) -> Sketch {
        for name in names.split_whitespace() {
            assert!(self.board.remove(name).is_some(), "{name} is empty");
        }
        self
    }

    /// The other seat's turn, one turn later.
    pub fn then(mut self, to_move: &str) -> Sketch {
        self.to_move = to_move.into();
        self.turns += 1;
        self
    }

    /// The same position with black to move.
    pub fn black(self) -> Sketch {
        self.then("2")
    }

    pub fn over(mut self, in_play: &str) -> Sketch {
        self.to_move = "-".into();
        self.in_play = in_play.into();
        self
    }

    pub fn turns(mut self, turns: u16) -> Sketch {
        self.turns = turns;
        self
    }

    pub fn text(&self) -> String {
        let rows = ROWS.map(|row| {
            let letters = row.split(' ').map(|name| *self.board.get(name).unwrap_or(&'.'));
            let letters: String = letters.collect();
            // The longest runs first, so that each is replaced whole.
            (1..=6).rev().fold(letters, |row, run| {
                row.replace(&".".repeat(run), &run.to_string())
            })
        });
        format!(
            "{} {} {} {}",
            rows.join("/"),
            self.to_move,
            self.in_play,
            self.turns
        )
    }

    pub fn position(&self) -> Bushka {
        let text = self.text();
        let position: Bushka = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_string(), text);
        position
    }

    pub fn play(&self, step: &str) -> Bushka {
        let mut position = self.position();
        let played = position.play(&step.parse().unwrap());
        played.unwrap_or_else(|error| panic!("{step}: {error}"));
        position
    }

    pub fn changes(&self, step: &str) -> Vec<Change> {
        let (mut position, mut changes) = (self.position(), Vec::new());
        let step = step.parse().unwrap();
        assert!(position.is_legal(&step), "{step}");
        position.play_seen(&step, &mut |change| changes.push(change));
        changes
    }

    /// All legal steps, in order of their letters.
    pub fn steps(&self) -> String {
        let mut steps: Vec<String> = self
            .position()
            .legal_steps()
            .iter()
            .map(ToString::to_string)
            .collect();
        steps.sort();
        steps.join(" ")
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.position().status().outcome()
    }
}

/// The step leads from one position to exactly the other. `section` is where the rules say so.
pub fn check(section: &str, before: &Sketch, step: &str, after: &Sketch) {
    assert_eq!(before.play(step).to_string(), after.text(), "{section}: {step}");
}

/// The step is not legal, for a reason that has these words in it.
pub fn refused(section: &str, before: &Sketch, step: &str, words: &str) {
    let IllegalStep(reason) = before.position().play(&step.parse().unwrap()).expect_err(step);
    assert!(reason.contains(words), "{section}: {step}: {reason}");
}

pub fn ranks(outcome: Option<Outcome>) -> Vec<u8> {
    outcome.unwrap().ranks.as_slice().to_vec()
}
