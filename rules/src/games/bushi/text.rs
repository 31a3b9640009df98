//! The text of a position: only one spelling, and only positions that play could reach, are read.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, DIRECTIONS, Spaces, beyond, line};
use super::step;
use super::turn::{Progress, Trail};
use super::{ARMY, Bushi, LAST_TURN, OF_A_SIZE, SIZES};
use crate::grid::rows::{read_rows, write_rows};
use crate::grid::square::Square;
use crate::position::ParsePosition;
use crate::seat::{BySeat, Seat, Seats};
use crate::text::{by_seat, fields, join, seats_in_play, turn_count, write_to_move, wrong};

/// By seat and size.
const LETTERS: [[char; SIZES]; 2] = [['k', 'm', 'g'], ['K', 'M', 'G']];
const CORNER: char = '#';

impl fmt::Display for Bushi {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let letters = |row: Vec<Square>| row.into_iter().map(|square| self.letter(square));
        write_rows(f, self.board.grid().rows().into_iter().map(letters))?;
        write_to_move(f, self.to_move)?;
        let off = BySeat::from_fn(2, |seat| self.off(seat));
        write!(
            f,
            " {} {} {} {}",
            self.in_play,
            join(off),
            self.progress,
            self.turns
        )
    }
}

impl Bushi {
    fn letter(&self, square: Square) -> Option<char> {
        if self.board.is_corner(square) {
            return Some(CORNER);
        }
        let seat = self.armies.iter().position(|army| army.has(square))?;
        Some(LETTERS[seat][self.size_on(square)?])
    }
}

impl FromStr for Bushi {
    type Err = ParsePosition;

    fn from_str(text: &str) -> Result<Bushi, ParsePosition> {
        let [board, to_move, in_play, off, progress, turns] = fields(text, "six")?;
        let mut position = read_board(board)?;
        position.check_armies(off)?;
        position.in_play = seats_in_play(in_play, 2, "12, 1 or 2")?;
        position.turns = turn_count(turns, LAST_TURN)?;
        position.progress = read_progress(progress)?;
        position.to_move = position.read_to_move(to_move)?;
        Ok(position)
    }
}

fn read_board(field: &str) -> Result<Bushi, ParsePosition> {
    let board = match field.split('/').count() {
        9 => Board::Nine,
        10 => Board::Ten,
        _ => return wrong("the board has 9 or 10 rows"),
    };
    let mut position = Bushi {
        board,
        armies: [Spaces::EMPTY; 2],
        sizes: [Spaces::EMPTY; SIZES],
        in_play: Seats::first(2),
        to_move: None,
        progress: Progress::FRESH,
        turns: 0,
    };
    position.read_pieces(field)?;
    Ok(position)
}

fn wrong_corners<T>() -> Result<T, ParsePosition> {
    wrong(format!("the corners are written {CORNER}"))
}

impl Bushi {
    fn read_pieces(&mut self, field: &str) -> Result<(), ParsePosition> {
        let mut corners = 0;
        for (square, letter) in read_rows(field, &self.board.grid().rows(), "spaces")? {
            match (letter, self.board.is_corner(square)) {
                (CORNER, true) => corners += 1,
                (_, true) => return wrong_corners(),
                (_, false) => self.read_piece(square, letter)?,
            }
        }
        if corners == 4 { Ok(()) } else { wrong_corners() }
    }

    fn read_piece(&mut self, square: Square, letter: char) -> Result<(), ParsePosition> {
        for (seat, letters) in LETTERS.iter().enumerate() {
            if let Some(size) = letters.iter().position(|&known| known == letter) {
                self.armies[seat].insert(square);
                self.sizes[size].insert(square);
                return Ok(());
            }
        }
        wrong(format!("{letter:?} on {square} is no Bushi"))
    }

    fn check_armies(&self, off: &str) -> Result<(), ParsePosition> {
        for army in self.armies {
            if self.sizes.iter().any(|&size| (army & size).count() > OF_A_SIZE) {
                return wrong(format!("a seat has more than {OF_A_SIZE} Bushi of a size"));
            }
        }
        if self.armies == [Spaces::EMPTY; 2] {
            return wrong("the game is over once one army is off the board");
        }
        let counts = |off: BySeat<u8>| off.iter().all(|(seat, off)| u16::from(off) == self.off(seat));
        match by_seat(off, 2) {
            Some(off) if counts(off) => Ok(()),
            _ => wrong(format!("each seat has {ARMY} Bushi on and off the board")),
        }
    }

    fn read_to_move(&self, field: &str) -> Result<Option<Seat>, ParsePosition> {
        let over = self.next(Seat::FIRST).is_none();
        match (field, field.parse::<Seat>()) {
            ("-", _) if over && self.progress == Progress::FRESH => Ok(None),
            ("-", _) => wrong("nobody is to move, but the game is not over"),
            (_, Ok(seat)) if self.in_play.contains(seat) && !self.ended() => {
                self.check_progress(seat)?;
                Ok(Some(seat))
            }
            _ => wrong("the seat to move is not one in play, or the game is over"),
        }
    }

    /// The unfinished turn must be one that the seat to move can have begun and has to go on with.
    fn check_progress(&self, seat: Seat) -> Result<(), ParsePosition> {
        let possible = if self.progress == Progress::FRESH {
            self.can_begin(seat)
        } else {
            self.jumps_can_be(seat) && self.done_can_be(seat) && self.can_continue(seat)
        };
        if possible {
            Ok(())
        } else {
            wrong("the turn under way is not possible here")
        }
    }

    /// Whether the Bushi that is jumping can have jumped over own pieces from each space to the next.
    fn jumps_can_be(&self, seat: Seat) -> bool {
        let trail = self.progress.trail.as_slice();
        let Some(jumper) = self.progress.jumper else {
            return trail.is_empty();
        };
        let Some(size) = self.size_on(jumper) else {
            return false;
        };
        let over = self.army(seat) & self.up_to(size);
        let stops = trail.iter().chain([&jumper]);
        let jumped = |(from, to): (&Square, &Square)| match line(*from, *to) {
            Some((direction, 2)) => beyond(*from, direction, 1).is_some_and(|middle| over.has(middle)),
            _ => false,
        };
        let empty = trail.iter().all(|&left| self.empty_spaces().has(left));
        let own = self.army(seat).has(jumper) && self.progress.done != Some(jumper);
        own && !trail.is_empty() && empty && self.all_differ() && trail.iter().zip(stops.skip(1)).all(jumped)
    }

    fn all_differ(&self) -> bool {
        usize::from(self.visited().count()) == self.progress.trail.as_slice().len()
    }

    /// Whether the Bushi that is done can have jumped over an enemy before another one began to jump.
    fn done_can_be(&self, seat: Seat) -> bool {
        let Some(done) = self.progress.done else {
            return self.progress.jumper.is_some();
        };
        let Some(size) = self.size_on(done).filter(|_| self.army(seat).has(done)) else {
            return false;
        };
        let mut empty = self.empty_spaces();
        if let (Some(jumper), Some(&start)) = (self.progress.jumper, self.progress.trail.as_slice().first()) {
            empty.insert(jumper);
            empty.remove(start);
        }
        let enemies = self.occupied() & !self.army(seat) & self.up_to(size);
        DIRECTIONS.into_iter().any(|direction| {
            let from = (Spaces::one(done).to(direction) & enemies).to(direction);
            !(from & empty).is_empty()
        })
    }
}

fn read_progress(field: &str) -> Result<Progress, ParsePosition> {
    if field == "-" {
        return Ok(Progress::FRESH);
    }
    let parts: Vec<&str> = field.splitn(4, '/').collect();
    let progress = match parts[..] {
        [jumper, trail, done] => read_parts(jumper, trail, done),
        _ => None,
    };
    match progress {
        Some(progress) if progress != Progress::FRESH => Ok(progress),
        _ => wrong("the turn under way is `-` or as `c4/c2/-`"),
    }
}

fn read_parts(jumper: &str, trail: &str, done: &str) -> Option<Progress> {
    let space = |name: &str| match name {
        "-" => Some(None),
        _ => step::square(name).ok().map(Some),
    };
    let mut left = Trail::EMPTY;
    if trail != "-" {
        for name in trail.split('+') {
            left.push(step::square(name).ok()?).then_some(())?;
        }
    }
    Some(Progress {
        jumper: space(jumper)?,
        trail: left,
        done: space(done)?,
    })
}
