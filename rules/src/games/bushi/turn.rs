//! How far the turn under way has come.

use std::fmt;

use crate::grid::square::Square;

/// The most spaces that a Bushi can leave in a turn: all that two-space jumps can ever bring it to.
const LONGEST: usize = 25;

/// Spaces in the order in which a Bushi left them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Trail {
    left: u8,
    // Places that are not used keep the first square, so that derived equality and hashing are right.
    squares: [Square; LONGEST],
}

const UNUSED: Square = Square::new(0, 0).expect("a1");

impl Trail {
    pub(super) const EMPTY: Trail = Trail {
        left: 0,
        squares: [UNUSED; LONGEST],
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

/// The part of a turn that is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Now {
    /// The Bushi whose jumps are under way.
    pub(super) jumper: Option<Square>,
    /// What it has left.
    pub(super) trail: Trail,
    /// The Bushi that jumped over an enemy.
    pub(super) done: Option<Square>,
}

impl Now {
    /// The start of a turn, or the game is over.
    pub(super) const FRESH: Now = Now {
        jumper: None,
        trail: Trail::EMPTY,
        done: None,
    };
}

impl fmt::Display for Now {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if *self == Now::FRESH {
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
