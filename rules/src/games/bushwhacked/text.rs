//! The text of a position: only one spelling, and only positions that play could reach, are read.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, GRID};
use super::{Bushwhacked, LAST_TURN, MAX_SAVED, Progress, RESERVE, SEATS, STONES, TRADED};
use crate::grid::rows::{read_rows, write_rows};
use crate::grid::square::Square;
use crate::position::ParsePosition;
use crate::seat::{BySeat, Seat};
use crate::text::{
    by_seat, fields, join, number, seat_to_move, seats_in_play, turn_count, write_to_move, wrong,
};

const PLAY: [char; SEATS] = ['w', 'r', 'b', 'y'];
const CAPTURE: [char; SEATS] = ['W', 'R', 'B', 'Y'];
const BASE: char = '*';

impl fmt::Display for Bushwhacked {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let letters = |row: Vec<Square>| row.into_iter().map(|square| self.letter(square));
        write_rows(f, GRID.rows().into_iter().map(letters))?;
        write_to_move(f, self.to_move)?;
        let hands = BySeat::from_fn(self.table(), |seat| self.hand(seat));
        write!(
            f,
            " {} {} {} {} {}",
            self.in_play,
            join(self.saved),
            join(hands),
            self.progress,
            self.turns
        )
    }
}

impl Bushwhacked {
    fn letter(&self, square: Square) -> Option<char> {
        let letter = |seat: Seat| {
            let index = seat.index();
            let play = self.play[index].has(square).then_some(PLAY[index]);
            play.or(self.capture[index].has(square).then_some(CAPTURE[index]))
        };
        let base = self.bases().has(square).then_some(BASE);
        base.or_else(|| self.seats().find_map(letter))
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Progress::Fresh => write!(f, "-"),
            Progress::Placed(stones) => write!(f, "{stones}"),
            Progress::Trading { wanted, removed } => write!(f, "x{wanted}:{removed}"),
        }
    }
}

impl FromStr for Bushwhacked {
    type Err = ParsePosition;

    fn from_str(text: &str) -> Result<Bushwhacked, ParsePosition> {
        let [board, to_move, in_play, saved, hands, progress, turns] = fields(text, "seven")?;
        let saved = read_saved(saved)?;
        let seats = saved.seats();
        let mut position = Bushwhacked::empty(seats);
        position.saved = saved;
        position.read_board(board)?;
        position.in_play = seats_in_play(in_play, seats, "one or more of the table's seats, in order")?;
        position.turns = turn_count(turns, LAST_TURN)?;
        position.check_stones(hands)?;
        position.to_move = seat_to_move(to_move, position.in_play, position.ended())?;
        position.progress = read_progress(progress)?;
        position.check_progress()?;
        Ok(position)
    }
}

fn read_saved(field: &str) -> Result<BySeat<u8>, ParsePosition> {
    let seats = field.split(',').count();
    let saved = match u8::try_from(seats) {
        Ok(seats @ 2..=4) => by_seat(field, seats),
        _ => None,
    };
    match saved.filter(|saved| saved.as_slice().iter().all(|&passes| passes <= MAX_SAVED)) {
        Some(saved) => Ok(saved),
        None => wrong("saved passes are 0, 1 or 2 for each of two to four seats"),
    }
}

fn read_progress(field: &str) -> Result<Progress, ParsePosition> {
    let trade = |field: &str| {
        let (wanted, removed) = field.strip_prefix('x')?.split_once(':')?;
        let removed = number(removed).and_then(|removed| u8::try_from(removed).ok())?;
        Some(Progress::Trading {
            wanted: wanted.parse().ok()?,
            removed,
        })
    };
    match field {
        "-" => Ok(Progress::Fresh),
        "1" => Ok(Progress::Placed(1)),
        "2" => Ok(Progress::Placed(2)),
        _ => trade(field)
            .ok_or_else(|| ParsePosition("the turn under way is `-`, `1`, `2` or as `xe5:0`".into())),
    }
}

impl Bushwhacked {
    fn read_board(&mut self, field: &str) -> Result<(), ParsePosition> {
        let mut found = Board::EMPTY;
        for (square, letter) in read_rows(field, &GRID.rows(), "squares")? {
            match letter {
                BASE => found.insert(square),
                _ => self.read_stone(square, letter)?,
            }
        }
        if found == self.bases() {
            Ok(())
        } else {
            wrong("the bases are not where they belong")
        }
    }

    fn read_stone(&mut self, square: Square, letter: char) -> Result<(), ParsePosition> {
        let index = |letters: [char; SEATS]| {
            letters[..usize::from(self.table())]
                .iter()
                .position(|&l| l == letter)
        };
        match (index(PLAY), index(CAPTURE)) {
            (Some(seat), _) => self.play[seat].insert(square),
            (_, Some(seat)) => self.capture[seat].insert(square),
            _ => return wrong(format!("{letter:?} on {square} is no stone of this table")),
        }
        Ok(())
    }

    /// A seat's play stones are on the board or in its hand; its capture stones come from its reserve.
    fn check_stones(&self, hands: &str) -> Result<(), ParsePosition> {
        let Some(hands) = by_seat(hands, self.table()) else {
            return wrong("hands are a number for each seat");
        };
        for (seat, hand) in hands.iter() {
            if u16::from(hand) + self.play[seat.index()].count() != STONES {
                return wrong(format!(
                    "seat {seat} has not {STONES} play stones on the board and in hand"
                ));
            }
            if self.capture[seat.index()].count() > RESERVE {
                return wrong(format!("seat {seat} has more than {RESERVE} capture stones"));
            }
        }
        Ok(())
    }

    /// The unfinished turn must be one that the seat to move can have begun and has to go on with.
    fn check_progress(&self) -> Result<(), ParsePosition> {
        let Some(seat) = self.to_move else {
            return if self.progress == Progress::Fresh {
                Ok(())
            } else {
                wrong("the game is over, but a turn is under way")
            };
        };
        let possible = match self.progress {
            Progress::Fresh => true,
            Progress::Placed(stones) => {
                stones <= self.saved[seat] && u16::from(stones) <= self.play[seat.index()].count()
            }
            Progress::Trading { wanted, removed } => {
                let own = self.capture[seat.index()].count();
                let before = own + u16::from(removed);
                let enough = (u16::from(TRADED)..=RESERVE).contains(&before);
                removed < TRADED && enough && self.tradable(seat).has(wanted)
            }
        };
        if possible {
            Ok(())
        } else {
            wrong("the turn under way is not possible here")
        }
    }
}
