//! Steps and their spelling.

use std::fmt;
use std::str::FromStr;

use super::pyramid::Size;
use crate::grid::square::Square;
use crate::position::ParseStep;

/// The smallest thing a player enters: here it is a whole turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// `Nd4`: a null on d4.
    Null(Square),
    /// `Re5`: a root on e5.
    Root(Square),
    /// `Ld4>d5`: a large pyramid on d4 that points at d5.
    Pyramid {
        /// How large it is.
        size: Size,
        /// Where it lies.
        on: Square,
        /// What it points at.
        at: Square,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Step::Null(on) => write!(f, "N{on}"),
            Step::Root(on) => write!(f, "R{on}"),
            Step::Pyramid { size, on, at } => write!(f, "{}{on}>{at}", size.letter()),
        }
    }
}

impl FromStr for Step {
    type Err = ParseStep;

    fn from_str(text: &str) -> Result<Step, ParseStep> {
        let mut rest = text.chars();
        let first = rest.next().ok_or(ParseStep)?;
        let square = |name: &str| name.parse().map_err(|_| ParseStep);
        match (first, rest.as_str()) {
            ('N', on) => square(on).map(Step::Null),
            ('R', on) => square(on).map(Step::Root),
            (letter, squares) => {
                let (on, at) = squares.split_once('>').ok_or(ParseStep)?;
                Ok(Step::Pyramid {
                    size: Size::of(letter).ok_or(ParseStep)?,
                    on: square(on)?,
                    at: square(at)?,
                })
            }
        }
    }
}
