//! Steps and their spelling.

use std::fmt;
use std::str::FromStr;

use crate::grid::square::Square;
use crate::position::ParseStep;

/// The smallest thing a player enters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// `e5`: a play stone on e5.
    Place(Square),
    /// `end`: no more stones this turn.
    End,
    /// `pass`: no stone, and a pass saved.
    Pass,
    /// `xe5`: begin a trade in for the capture stone on e5.
    Trade(Square),
    /// `-c7`: give the own capture stone on c7 for it.
    Remove(Square),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Step::Place(square) => write!(f, "{square}"),
            Step::End => f.write_str("end"),
            Step::Pass => f.write_str("pass"),
            Step::Trade(square) => write!(f, "x{square}"),
            Step::Remove(square) => write!(f, "-{square}"),
        }
    }
}

impl FromStr for Step {
    type Err = ParseStep;

    fn from_str(text: &str) -> Result<Step, ParseStep> {
        let square = |name: &str| name.parse().map_err(|_| ParseStep);
        match text {
            "end" => Ok(Step::End),
            "pass" => Ok(Step::Pass),
            _ => match text.as_bytes().first() {
                Some(b'x') => square(&text[1..]).map(Step::Trade),
                Some(b'-') => square(&text[1..]).map(Step::Remove),
                _ => square(text).map(Step::Place),
            },
        }
    }
}
