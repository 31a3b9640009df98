//! Small positions, drawn.

use std::collections::BTreeMap;

use crate::drawn::{self, runs};
pub use crate::drawn::{Drawn, check, piece, ranks, refused, seat};
use thicket_rules::bushi::Bushi;
use thicket_rules::{Cell, Game, Square};

/// A position: what is not on the board is off it.
#[derive(Clone)]
pub struct Sketch {
    side: u8,
    board: BTreeMap<Square, char>,
    to_move: String,
    in_play: String,
    now: String,
    turns: u16,
}

pub fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// The number of a space of the larger board in the layout.
pub fn cell(name: &str) -> Cell {
    drawn::cell::<Bushi>(name)
}

/// A 10x10 board with this drawing in its lower left corner, whose last line is rank 1 and first column file a: `.` is
/// empty, `k m g` are dark, `K M G` light. A small light Bushi stands far away on i10, so that the game goes on.
pub fn corner(drawing: &str) -> Sketch {
    Sketch::empty(10).on("i10", 'K').draw(drawing)
}

impl Sketch {
    pub fn empty(side: u8) -> Sketch {
        Sketch {
            side,
            board: BTreeMap::new(),
            to_move: "1".into(),
            in_play: "12".into(),
            now: "-".into(),
            turns: 0,
        }
    }

    pub fn draw(mut self, drawing: &str) -> Sketch {
        for (rank, line) in (0..).zip(drawing.trim().lines().rev()) {
            for (file, letter) in (0..).zip(line.split_whitespace()) {
                let letter = letter.chars().next().filter(|letter| letter.is_alphabetic());
                self.board.extend(Square::new(file, rank).zip(letter));
            }
        }
        self
    }

    /// Puts the same piece on some spaces.
    pub fn on(mut self, names: &str, letter: char) -> Sketch {
        let squares = names.split_whitespace().map(square);
        self.board.extend(squares.map(|square| (square, letter)));
        self
    }

    /// A piece goes from one space to another.
    pub fn go(mut self, from: &str, to: &str) -> Sketch {
        let piece = self.board.remove(&square(from)).unwrap();
        self.board.insert(square(to), piece);
        self
    }

    pub fn without(mut self, name: &str) -> Sketch {
        self.board.remove(&square(name)).unwrap();
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
        let edge = |place: u8| place == 0 || place == self.side - 1;
        let letter = |file| match Square::new(file, rank).and_then(|square| self.board.get(&square)) {
            Some(&letter) => letter,
            None if edge(file) && edge(rank) => '#',
            None => '.',
        };
        let letters: String = (0..self.side).map(letter).collect();
        runs(&letters)
    }

    /// The legal steps of the Bushi on this space, without it: `b2 b3 off`; those of the whole seat for the empty name.
    pub fn steps_of(&self, name: &str) -> String {
        let legal = self.legal();
        let of = legal.split(' ').filter_map(|step| match name {
            "" => Some(step),
            _ => step.strip_prefix(name)?.strip_prefix('-'),
        });
        let mut of: Vec<&str> = of.collect();
        of.sort();
        of.join(" ")
    }
}

impl Drawn for Sketch {
    type Game = Bushi;

    fn text(&self) -> String {
        let rows: Vec<String> = (0..self.side).rev().map(|rank| self.row(rank)).collect();
        let off = |army: fn(char) -> bool| 12 - self.board.values().filter(|&&letter| army(letter)).count();
        let (dark, light) = (off(|c| c.is_lowercase()), off(|c| c.is_uppercase()));
        let Sketch {
            to_move,
            in_play,
            now,
            turns,
            ..
        } = self;
        format!(
            "{} {to_move} {in_play} {dark},{light} {now} {turns}",
            rows.join("/")
        )
    }
}

/// A game after these turns.
pub fn game(variant: &str, turns: &str) -> Game<Bushi> {
    drawn::game(2, variant, turns)
}
