//! Steps and their spelling.

use std::fmt;
use std::str::FromStr;

use crate::grid::square::Square;
use crate::position::ParseStep;

/// The most files and ranks of a board.
const MAX_SIZE: u8 = 10;

/// The smallest thing a player enters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// `c2-c3`, a step to the next space, or `c2-c4`, a jump.
    Move {
        /// Where the Bushi stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// `b10-off`: a Bushi leaves the board.
    Off(Square),
    /// `end`: no more jumps this turn.
    End,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Step::Move { from, to } => write!(f, "{from}-{to}"),
            Step::Off(from) => write!(f, "{from}-off"),
            Step::End => f.write_str("end"),
        }
    }
}

impl FromStr for Step {
    type Err = ParseStep;

    fn from_str(text: &str) -> Result<Step, ParseStep> {
        if text == "end" {
            return Ok(Step::End);
        }
        let (from, to) = text.split_once('-').ok_or(ParseStep)?;
        let from = square(from)?;
        match to {
            "off" => Ok(Step::Off(from)),
            _ => Ok(Step::Move {
                from,
                to: square(to)?,
            }),
        }
    }
}

/// Reads a square of the larger board.
pub(super) fn square(name: &str) -> Result<Square, ParseStep> {
    let square: Square = name.parse().map_err(|_| ParseStep)?;
    let known = square.file() < MAX_SIZE && square.rank() < MAX_SIZE;
    known.then_some(square).ok_or(ParseStep)
}
