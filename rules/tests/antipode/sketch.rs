//! Positions, built up from the start of a game.

use std::collections::BTreeMap;

pub use crate::drawn::{Drawn, check, ranks, refused, seat};
use crate::drawn::{piece, runs};
use thicket_rules::antipode::Antipode;
use thicket_rules::{Cell, Change, Hex, Piece};

/// A position. Whose turn it is follows from the number of tokens.
#[derive(Clone)]
pub struct Sketch {
    tokens: BTreeMap<Hex, char>,
    pawns: [Hex; 2],
    in_play: &'static str,
    over: bool,
    pawn: bool,
}

pub fn hex(name: &str) -> Hex {
    name.parse().unwrap()
}

pub fn cell(name: &str) -> Cell {
    let place = spaces().position(|space| space == hex(name)).unwrap();
    Cell(u16::try_from(place).unwrap())
}

/// All spaces, in order.
pub fn spaces() -> impl Iterator<Item = Hex> {
    (0..9).flat_map(|row| (0..9).filter_map(move |number| Hex::new(row, number)))
}

impl Sketch {
    pub fn start() -> Sketch {
        let sketch = Sketch {
            tokens: BTreeMap::new(),
            pawns: [hex("a1"), hex("i9")],
            in_play: "12",
            over: false,
            pawn: false,
        };
        sketch.blue("a1 e9 i5").red("a5 i9 e1")
    }

    /// Tokens that show blue.
    pub fn blue(self, names: &str) -> Sketch {
        self.put(names, 'b')
    }

    /// Tokens that show red.
    pub fn red(self, names: &str) -> Sketch {
        self.put(names, 'r')
    }

    fn put(mut self, names: &str, letter: char) -> Sketch {
        let hexes = names.split_whitespace().map(hex);
        self.tokens.extend(hexes.map(|hex| (hex, letter)));
        self
    }

    /// Takes a token away.
    pub fn without(mut self, name: &str) -> Sketch {
        self.tokens.remove(&hex(name));
        self
    }

    /// Where the pawns of blue and red stand.
    pub fn pawns(mut self, blue: &str, red: &str) -> Sketch {
        self.pawns = [hex(blue), hex(red)];
        self
    }

    /// The token of this turn is down.
    pub fn pawn_next(mut self) -> Sketch {
        self.pawn = true;
        self
    }

    pub fn between_turns(mut self) -> Sketch {
        self.pawn = false;
        self
    }

    pub fn over(mut self) -> Sketch {
        self.over = true;
        self.between_turns()
    }

    pub fn in_play(mut self, seats: &'static str) -> Sketch {
        self.in_play = seats;
        self
    }

    /// Who puts the next token down, or has put the last one.
    fn mover(&self) -> usize {
        (self.tokens.len() - usize::from(self.pawn)) % 2 + 1
    }

    fn row(&self, row: u8) -> String {
        let hexes = (0..9).filter_map(|number| Hex::new(row, number));
        let letters: String = hexes.map(|hex| *self.tokens.get(&hex).unwrap_or(&'.')).collect();
        runs(&letters)
    }
}

impl Drawn for Sketch {
    type Game = Antipode;

    fn text(&self) -> String {
        let rows: Vec<String> = (0..9).rev().map(|row| self.row(row)).collect();
        let mover = if self.over {
            "-".into()
        } else {
            self.mover().to_string()
        };
        let [blue, red] = self.pawns;
        let now = if self.pawn { "pawn" } else { "-" };
        format!("{} {mover} {} {blue},{red} {now}", rows.join("/"), self.in_play)
    }
}

pub fn token(number: u8) -> Piece {
    piece("token", number)
}

pub fn pawn(number: u8) -> Piece {
    piece("pawn", number)
}

/// A token of one seat becomes the other's.
pub fn flip(name: &str, from: u8, to: u8) -> Change {
    Change::Flipped {
        cell: cell(name),
        from: token(from),
        to: token(to),
    }
}
