//! Small positions, square by square.

use std::collections::BTreeMap;

use crate::drawn::{self, runs};
pub use crate::drawn::{Drawn, check, piece, ranks, refused, seat};
use thicket_rules::Cell;
use thicket_rules::bushka::Bushka;

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

/// The number of a square in the layout.
pub fn cell(name: &str) -> Cell {
    drawn::cell::<Bushka>(name)
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

    /// This position with black to move.
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

    /// All legal steps, in order of their letters.
    pub fn steps(&self) -> String {
        let legal = self.legal();
        let mut steps: Vec<&str> = legal.split(' ').collect();
        steps.sort();
        steps.join(" ")
    }
}

impl Drawn for Sketch {
    type Game = Bushka;

    fn text(&self) -> String {
        let rows = ROWS.map(|row| {
            let letters = row.split(' ').map(|name| *self.board.get(name).unwrap_or(&'.'));
            let letters: String = letters.collect();
            runs(&letters)
        });
        format!(
            "{} {} {} {}",
            rows.join("/"),
            self.to_move,
            self.in_play,
            self.turns
        )
    }
}
