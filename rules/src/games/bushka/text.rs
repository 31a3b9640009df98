//! The text of a position: only one spelling, and only positions that play could reach, are read.

use std::fmt;
use std::str::FromStr;

use super::board::Spots;
use super::spot::{HEIGHT, Spot};
use super::{ARMY, Bushka, LAST_TURN};
use crate::grid::rows::{read_rows, write_rows};
use crate::position::{ParsePosition, Position};
use crate::seat::{Seat, Seats};
use crate::text::{fields, seats_in_play, turn_count, write_to_move, wrong};

const MEN: [char; 2] = ['w', 'b'];
const KINGS: [char; 2] = ['W', 'B'];

impl fmt::Display for Bushka {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let letters = |y| Spot::row(y).map(|spot| self.letter(spot));
        write_rows(f, (0..HEIGHT).rev().map(letters))?;
        write_to_move(f, self.to_move())?;
        write!(f, " {} {}", self.in_play, self.turns)
    }
}

impl Bushka {
    fn letter(&self, spot: Spot) -> Option<char> {
        let among = |sets: [Spots; 2], letters: [char; 2]| {
            let seat = sets.iter().position(|set| set.has(spot))?;
            Some(letters[seat])
        };
        among(self.men, MEN).or_else(|| among(self.kings, KINGS))
    }
}

impl FromStr for Bushka {
    type Err = ParsePosition;

    fn from_str(text: &str) -> Result<Bushka, ParsePosition> {
        let [board, to_move, in_play, turns] = fields(text, "four")?;
        let mut position = read_board(board)?;
        position.in_play = seats_in_play(in_play, 2, "12, 1 or 2")?;
        position.turns = turn_count(turns, LAST_TURN)?;
        position.over = position.ended();
        position.check_to_move(to_move)?;
        Ok(position)
    }
}

fn read_board(field: &str) -> Result<Bushka, ParsePosition> {
    let rows: Vec<Vec<Spot>> = (0..HEIGHT).rev().map(|y| Spot::row(y).collect()).collect();
    let mut position = Bushka::empty();
    for (spot, letter) in read_rows(field, &rows, "dark squares")? {
        position.read_piece(spot, letter)?;
    }
    position.check_armies()?;
    Ok(position)
}

impl Bushka {
    fn read_piece(&mut self, spot: Spot, letter: char) -> Result<(), ParsePosition> {
        let index = |letters: [char; 2]| letters.iter().position(|&known| known == letter);
        match (index(MEN), index(KINGS)) {
            (Some(seat), _) => self.men[seat].insert(spot),
            (_, Some(seat)) => self.kings[seat].insert(spot),
            _ => return wrong(format!("{letter:?} on {spot} is no piece")),
        }
        Ok(())
    }

    fn check_armies(&self) -> Result<(), ParsePosition> {
        for seat in Seats::first(2).iter() {
            let (men, kings) = (self.men[seat.index()], self.kings[seat.index()]);
            if (men | kings).count() > ARMY {
                return wrong(format!("seat {seat} has more than {ARMY} pieces"));
            }
            if men.meets(Bushka::back_rank(seat)) {
                return wrong(format!(
                    "a man of seat {seat} stands on its back rank, where only kings do"
                ));
            }
        }
        Ok(())
    }

    fn check_to_move(&self, field: &str) -> Result<(), ParsePosition> {
        match field.parse::<Seat>() {
            Ok(seat) if !self.over && seat == self.active() => Ok(()),
            Err(_) if self.over && field == "-" => Ok(()),
            _ if self.over => wrong("a seat is to move, but the game is over"),
            _ => wrong("the seats take turns, seat 1 first: it is the other one's"),
        }
    }
}
