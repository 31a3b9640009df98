//! The text of a position: only one spelling, and only positions that play could reach, are read.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, corners};
use super::{Antipode, Phase, SEATS, seats};
use crate::grid::hex::{self, Hex, SPAN};
use crate::grid::rows::{read_rows, write_rows};
use crate::position::{ParsePosition, Position};
use crate::seat::{Seat, Seats};
use crate::text::{fields, seats_in_play, write_to_move, wrong};

const LETTERS: [char; SEATS as usize] = ['b', 'r'];
/// Tokens on the board at the start.
const AT_START: u16 = 6;

impl fmt::Display for Antipode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let letters = |row| hex::row(row).map(|hex| self.letter(hex));
        write_rows(f, (0..SPAN).rev().map(letters))?;
        write_to_move(f, self.to_move())?;
        let phase = if let Phase::Pawn(_) = self.phase {
            "pawn"
        } else {
            "-"
        };
        write!(f, " {} {},{} {phase}", self.in_play, self.pawns[0], self.pawns[1])
    }
}

impl FromStr for Antipode {
    type Err = ParsePosition;

    fn from_str(text: &str) -> Result<Antipode, ParsePosition> {
        let [board, to_move, in_play, pawns, phase] = fields(text, "five")?;
        let mut position = Antipode {
            tokens: read_board(board)?,
            pawns: read_pawns(pawns)?,
            in_play: seats_in_play(in_play, SEATS, "`12`, `1` or `2`")?,
            phase: Phase::Drawn,
        };
        position.check_tokens()?;
        position.phase = position.read_phase(to_move, phase)?;
        Ok(position)
    }
}

fn read_board(field: &str) -> Result<[Board; SEATS as usize], ParsePosition> {
    let mut tokens = [Board::EMPTY; SEATS as usize];
    for (hex, letter) in read_rows(field, &hex::rows(), "spaces")? {
        match LETTERS.iter().position(|&known| known == letter) {
            Some(seat) => tokens[seat] |= Board::one(hex),
            None => return wrong(format!("{letter:?} on {hex} is no token")),
        }
    }
    Ok(tokens)
}

fn read_pawns(field: &str) -> Result<[Hex; SEATS as usize], ParsePosition> {
    let pawns = field
        .split_once(',')
        .map(|(blue, red)| (blue.parse(), red.parse()));
    match pawns {
        Some((Ok(blue), Ok(red))) => Ok([blue, red]),
        _ => wrong("pawns are two spaces, blue's first"),
    }
}

impl Antipode {
    fn letter(&self, hex: Hex) -> Option<char> {
        seats()
            .find(|seat| self.tokens[seat.index()].has(hex))
            .map(|seat| LETTERS[seat.index()])
    }

    fn check_tokens(&self) -> Result<(), ParsePosition> {
        if self.empty().meets(corners()) {
            return wrong("there is a token on every corner from the start to the end");
        }
        match seats().find(|&seat| !self.tokens[seat.index()].has(self.pawn(seat))) {
            Some(seat) => wrong(format!(
                "the pawn of seat {seat} does not stand on a token of its colour"
            )),
            None => Ok(()),
        }
    }

    /// Every turn puts one token down, so the tokens tell whose turn it is.
    fn read_phase(&self, to_move: &str, phase: &str) -> Result<Phase, ParsePosition> {
        let tokens = (!self.empty()).count() - AT_START;
        let turn_of = |turns: u16| Seats::first(SEATS).iter().nth(usize::from(turns % 2));
        let (begun, done) = (turn_of(tokens + 1), turn_of(tokens));
        match (phase, begun, done) {
            ("-", Some(last), Some(next)) => self.read_between_turns(to_move, last, next),
            ("pawn", Some(seat), _) => self.read_mid_turn(to_move, seat, tokens),
            _ => wrong("the turn under way is `-` or `pawn`"),
        }
    }

    fn read_between_turns(&self, to_move: &str, last: Seat, next: Seat) -> Result<Phase, ParsePosition> {
        let phase = self.after_turn_of(last);
        let over = phase != Phase::Token(next);
        if self.in_play.count() < SEATS {
            let left = self.in_play.iter().next().unwrap_or(last);
            return match to_move {
                "-" if !over => Ok(Phase::Won(left)),
                "-" => wrong("nobody can have dropped, since the game was over"),
                _ => wrong("a seat is to move, but only one is in play"),
            };
        }
        match (to_move, to_move.parse::<Seat>()) {
            ("-", _) if over => Ok(phase),
            ("-", _) => wrong("nobody is to move, but the game is not over"),
            (_, Ok(_)) if over => wrong("a seat is to move, but the game is over"),
            (_, Ok(seat)) if seat == next => Ok(phase),
            _ => wrong("the seat to move is not the one whose turn it is after so many tokens"),
        }
    }

    fn read_mid_turn(&self, to_move: &str, seat: Seat, tokens: u16) -> Result<Phase, ParsePosition> {
        let is_to_move = to_move.parse() == Ok(seat) && self.in_play.count() == SEATS;
        if is_to_move && tokens > 0 && self.targets(seat) != Board::EMPTY {
            Ok(Phase::Pawn(seat))
        } else {
            wrong("the turn under way is not possible here")
        }
    }
}
