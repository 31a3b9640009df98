//! Steps and their spelling.

use std::fmt;
use std::str::FromStr;

use super::spot::Spot;
use crate::position::ParseStep;

/// The most squares of a capture: where it starts, and one for each piece of an army.
const MAX_SPOTS: usize = 18;

/// The squares of a capture: where the piece starts, and every square that it stops on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    // Places that are not used keep the default, so that derived equality and order are right.
    spots: [Spot; MAX_SPOTS],
    length: u8,
}

impl Path {
    pub(super) fn from(start: Spot) -> Path {
        let mut spots = [Spot::default(); MAX_SPOTS];
        spots[0] = start;
        Path { spots, length: 1 }
    }

    /// The path with one more square, if it has room: in play it always has.
    #[must_use]
    pub(super) fn and(mut self, spot: Spot) -> Option<Path> {
        *self.spots.get_mut(usize::from(self.length))? = spot;
        self.length += 1;
        Some(self)
    }

    /// The squares, at least one.
    pub fn as_slice(&self) -> &[Spot] {
        &self.spots[..usize::from(self.length)]
    }

    pub(super) fn start(&self) -> Spot {
        self.spots[0]
    }

    pub(super) fn end(&self) -> Spot {
        self.spots[usize::from(self.length) - 1]
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

/// The smallest thing a player enters: a whole turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// `f4-f5`, a man or a king, or `f2-f5`, a phalanx: the man that goes to the front.
    Move {
        /// Where it stands.
        from: Spot,
        /// Where it goes.
        to: Spot,
    },
    /// `h4xe4`, a phalanx, or `d6xe6xe5`, a piece.
    Capture(Path),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Step::Move { from, to } => write!(f, "{from}-{to}"),
            Step::Capture(path) => {
                write!(f, "{}", path.start())?;
                path.as_slice()[1..]
                    .iter()
                    .try_for_each(|spot| write!(f, "x{spot}"))
            }
        }
    }
}

impl FromStr for Step {
    type Err = ParseStep;

    fn from_str(text: &str) -> Result<Step, ParseStep> {
        if let Some((from, to)) = text.split_once('-') {
            return Ok(Step::Move {
                from: from.parse()?,
                to: to.parse()?,
            });
        }
        let mut spots = text.split('x');
        let start = Path::from(spots.next().unwrap_or_default().parse()?);
        let path = spots.try_fold(start, |path, spot| path.and(spot.parse()?).ok_or(ParseStep))?;
        if path.length > 1 {
            Ok(Step::Capture(path))
        } else {
            Err(ParseStep)
        }
    }
}
