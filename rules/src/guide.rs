//! What a player who composes a turn is told: what to choose next, what it costs, and why a game ended.

use crate::picture::{Cell, Piece};
use crate::seat::Seat;

/// What the seat to move is asked for in a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Guide {
    /// Sentences that say what to choose: before the first click of a step, after one click, and so on. The last one
    /// stands for all clicks that follow. `{}` stands for the cell that was clicked last.
    pub asks: Vec<String>,
    /// The button that ends the turn here, with words that say what is sent then.
    pub finish: Option<(&'static str, String)>,
    /// The piece that a click on a cell puts down or moves there: after that button, or without one.
    pub ghosts: Vec<(Option<&'static str>, Piece)>,
    /// The cells that earlier steps of the turn have named, and that change only when the turn ends.
    pub named: Vec<Cell>,
}

impl Guide {
    /// A guide that only asks.
    pub(crate) fn asking<const N: usize>(asks: [&str; N]) -> Guide {
        Guide {
            asks: asks.map(str::to_owned).to_vec(),
            ..Guide::default()
        }
    }

    /// This guide, with the piece that a click on any cell puts down or moves there.
    pub(crate) fn with_ghost(self, piece: Piece) -> Guide {
        Guide {
            ghosts: vec![(None, piece)],
            ..self
        }
    }
}

/// Why a game is over by its rules: a sentence without its full stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndReason {
    /// The seat that the sentence begins with, if it is about one.
    pub seat: Option<Seat>,
    /// The sentence, or what comes after the seat's name or "You": "had no stones left to place".
    pub words: &'static str,
}

impl EndReason {
    pub(crate) fn of(seat: Seat, words: &'static str) -> EndReason {
        EndReason {
            seat: Some(seat),
            words,
        }
    }

    pub(crate) fn all(words: &'static str) -> EndReason {
        EndReason { seat: None, words }
    }
}

/// A count with its word: "1 token", "3 tokens".
pub(crate) fn counted(count: u16, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
