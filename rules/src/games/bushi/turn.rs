//! How far the unfinished turn has come.

use std::fmt;

use crate::grid::square::Square;

/// The most spaces that a Bushi can leave in a turn: all that can be reached by jumps of two spaces.
const MAX_SQUARES: usize = 25;

/// Spaces in the order in which a Bushi left them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Trail {
    left: u8,
    // Places that are not used keep the first square, so that derived equality and hashing are right.
    squares: [Square; MAX_SQUARES],
}

const UNUSED: Square = Square::new(0, 0).expect("a1");

impl Trail {
    pub(super) const EMPTY: Trail = Trail {
        left: 0,
        squares: [UNUSED; MAX_SQUARES],
    };

    /// Appends a space, if there is room: in play there always is.
    pub(super) fn push(&mut self, square: Square) -> bool {
        let Some(place) = self.squares.get_mut(usize::from(self.left)) else {
            return false;
        };
        *place = square;
        self.left += 1;
        true
    }

    pub(super) fn as_slice(&self) -> &[Square] {
        &self.squares[..usize::from(self.left)]
    }
}

/// How far the unfinished turn has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Progress {
    /// Where the Bushi stands that is jumping.
    pub(super) jumper: Option<Square>,
    /// The spaces that it has left this turn.
    pub(super) trail: Trail,
    /// Where the Bushi stands that jumped over an enemy.
    pub(super) done: Option<Square>,
}

impl Progress {
    /// The start of a turn, or the game is over.
    pub(super) const FRESH: Progress = Progress {
        jumper: None,
        trail: Trail::EMPTY,
        done: None,
    };
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if *self == Progress::FRESH {
            return f.write_str("-");
        }
        let name =
            |square: Option<Square>| square.map_or_else(|| "-".to_owned(), |square| square.to_string());
        let left: Vec<String> = self.trail.as_slice().iter().map(Square::to_string).collect();
        let left = if left.is_empty() {
            "-".to_owned()
        } else {
            left.join("+")
        };
        write!(f, "{}/{left}/{}", name(self.jumper), name(self.done))
    }
}
