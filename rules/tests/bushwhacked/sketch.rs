//! Small positions, drawn.

use std::collections::BTreeMap;

use crate::drawn::{self, piece, runs};
pub use crate::drawn::{Drawn, by_seat, check, ranks, refused, seat};
use thicket_rules::bushwhacked::Bushwhacked;
use thicket_rules::{Cell, Piece, Position, Square};

const EMPTY: char = '.';
const BASE: char = '*';

/// A position, built up from the start of a game. Hands follow from the stones on the board.
#[derive(Clone)]
pub struct Sketch {
    seats: u8,
    board: BTreeMap<Square, char>,
    to_move: String,
    in_play: String,
    saved: Vec<u8>,
    now: String,
    turns: u16,
}

pub fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// The number of a square in the layout.
pub fn cell(name: &str) -> Cell {
    drawn::cell::<Bushwhacked>(name)
}

/// The start for four seats with this drawing over its lower left corner, so that the drawing's last line is rank 1
/// and its first column file a: `.` is empty, `w r b y` are play stones, `W R B Y` capture stones, `*` is a base
/// (which may be left a dot).
pub fn corner(drawing: &str) -> Sketch {
    Sketch::start(4).draw("a1", drawing)
}

impl Sketch {
    pub fn start(seats: u8) -> Sketch {
        let start = Bushwhacked::start(Bushwhacked::INFO.setup(seats, "").unwrap());
        let places = Bushwhacked::layout(Bushwhacked::INFO.setup(seats, "").unwrap()).cells;
        let bases = start
            .diagram()
            .pieces
            .into_iter()
            .map(|(cell, _)| (square(&places[cell.index()].name), BASE));
        Sketch {
            seats,
            board: bases.collect(),
            to_move: "1".into(),
            in_play: start.in_play().to_string(),
            saved: vec![0; seats.into()],
            now: "-".into(),
            turns: 0,
        }
    }

    /// Draws over a part of the board whose lower left square is named.
    pub fn draw(mut self, lower_left: &str, drawing: &str) -> Sketch {
        let (lines, corner) = (drawing.trim().lines(), square(lower_left));
        for (rank, line) in (corner.rank()..).zip(lines.rev()) {
            for (file, letter) in (corner.file()..).zip(line.split_whitespace()) {
                let letter = letter.parse().unwrap();
                self = self.put(Square::new(file, rank).unwrap(), letter);
            }
        }
        self
    }

    /// Puts the same stone on some squares.
    pub fn on(self, names: &str, letter: char) -> Sketch {
        names
            .split_whitespace()
            .fold(self, |sketch, name| sketch.put(square(name), letter))
    }

    fn put(mut self, square: Square, letter: char) -> Sketch {
        let base = self.board.get(&square) == Some(&BASE);
        match letter {
            EMPTY if base => (),
            EMPTY => drop(self.board.remove(&square)),
            _ => {
                assert!(!base || letter == BASE, "{square} is a base");
                self.board.insert(square, letter);
            }
        }
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

    pub fn saved(mut self, saved: &[u8]) -> Sketch {
        self.saved = saved.into();
        self
    }

    pub fn now(mut self, now: &str) -> Sketch {
        self.now = now.into();
        self
    }

    pub fn turns(mut self, turns: u16) -> Sketch {
        self.turns = turns;
        self
    }

    /// What is expected after a turn: one turn more, and this seat to move.
    pub fn then(self, to_move: &str) -> Sketch {
        let turns = self.turns + 1;
        self.turn_of(to_move).turns(turns).now("-")
    }

    fn row(&self, rank: u8) -> String {
        let squares = (0..17).filter_map(|file| Square::new(file, rank));
        let letters: String = squares
            .map(|square| *self.board.get(&square).unwrap_or(&EMPTY))
            .collect();
        runs(&letters)
    }

    fn hand(&self, stone: char) -> String {
        let placed = self.board.values().filter(|&&letter| letter == stone).count();
        (30 - placed).to_string()
    }

    /// The number of stones in hand, in reserve, saved passes, bases, capture stones: one of these, by seat.
    pub fn tally(&self, name: &str) -> Vec<u16> {
        let index = Bushwhacked::INFO
            .tallies
            .iter()
            .position(|&tally| tally == name)
            .unwrap();
        self.position().diagram().tallies[index].as_slice().to_vec()
    }
}

impl Drawn for Sketch {
    type Game = Bushwhacked;

    fn text(&self) -> String {
        let rows: Vec<String> = (0..17).rev().map(|rank| self.row(rank)).collect();
        let hands: Vec<String> = "wrby"
            .chars()
            .take(self.seats.into())
            .map(|stone| self.hand(stone))
            .collect();
        let saved: Vec<String> = self.saved.iter().map(u8::to_string).collect();
        let Sketch {
            to_move,
            in_play,
            now,
            turns,
            ..
        } = self;
        format!(
            "{} {to_move} {in_play} {} {} {now} {turns}",
            rows.join("/"),
            saved.join(","),
            hands.join(",")
        )
    }
}

pub fn stone(number: u8) -> Piece {
    piece("stone", number)
}

pub fn capture(number: u8) -> Piece {
    piece("capture", number)
}
