//! The numbered entries of a game's history: turns and drops.

use std::fmt;

use crate::seat::Seat;

/// A turn or a drop: what has a number in the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ply<S> {
    /// A whole turn.
    Turn {
        /// The seat that played it.
        seat: Seat,
        /// Its steps, at least one.
        steps: Vec<S>,
    },
    /// A seat left the game.
    Drop(Seat),
}

impl<S> Ply<S> {
    /// Who played or left.
    pub fn seat(&self) -> Seat {
        match self {
            Ply::Turn { seat, .. } | Ply::Drop(seat) => *seat,
        }
    }
}

impl<S: fmt::Display> fmt::Display for Ply<S> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Ply::Drop(seat) => write!(f, "drop:{seat}"),
            Ply::Turn { steps, .. } => {
                for (index, step) in steps.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    write!(f, "{comma}{step}")?;
                }
                Ok(())
            }
        }
    }
}
