//! Steps and their spelling.

use std::fmt;
use std::str::FromStr;

use crate::grid::hex::Hex;
use crate::position::ParseStep;

/// The smallest thing a player enters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// `c4`: a token on c4.
    Put(Hex),
    /// `a1-d4`: the pawn goes from a1 to d4.
    Move {
        /// Where it stands.
        from: Hex,
        /// Where it goes.
        to: Hex,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Step::Put(hex) => write!(f, "{hex}"),
            Step::Move { from, to } => write!(f, "{from}-{to}"),
        }
    }
}

impl FromStr for Step {
    type Err = ParseStep;

    fn from_str(text: &str) -> Result<Step, ParseStep> {
        let hex = |name: &str| name.parse().map_err(|_| ParseStep);
        match text.split_once('-') {
            Some((from, to)) => Ok(Step::Move {
                from: hex(from)?,
                to: hex(to)?,
            }),
            None => hex(text).map(Step::Put),
        }
    }
}
