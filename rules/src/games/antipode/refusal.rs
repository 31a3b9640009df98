//! All the ways in which a step can be illegal.

use std::fmt;

use super::board::{Board, DIRECTIONS};
use super::{Antipode, Now, Step};
use crate::grid::hex::Hex;
use crate::seat::Seat;

/// Why a step is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    Over,
    TokenFirst,
    PawnNow,
    Occupied(Hex),
    PawnStuck(Hex),
    NotThere { pawn: Hex, named: Hex },
    NoWay,
    NotInLine(Hex),
    PawnInTheWay(Hex),
    NoToken(Hex),
    NotOwn(Hex),
}

impl Antipode {
    /// What speaks against a step, if it is not legal.
    pub(super) fn refusal(&self, step: Step) -> Option<Refusal> {
        match (self.now, step) {
            (Now::Won(_) | Now::Drawn, _) => Some(Refusal::Over),
            (Now::Token(_), Step::Move { .. }) => Some(Refusal::TokenFirst),
            (Now::Pawn(_), Step::Put(_)) => Some(Refusal::PawnNow),
            (Now::Token(mover), Step::Put(hex)) => self.refusal_to_put(mover, hex),
            (Now::Pawn(mover), Step::Move { from, to }) => self.refusal_to_move(mover, from, to),
        }
    }

    fn refusal_to_put(&self, mover: Seat, hex: Hex) -> Option<Refusal> {
        if !self.empty().has(hex) {
            return Some(Refusal::Occupied(hex));
        }
        let stuck = !self.with_token(mover, hex).meets(self.reach(mover));
        stuck.then_some(Refusal::PawnStuck(hex))
    }

    fn refusal_to_move(&self, mover: Seat, from: Hex, to: Hex) -> Option<Refusal> {
        let pawn = self.pawn(mover);
        if from != pawn {
            return Some(Refusal::NotThere { pawn, named: from });
        }
        if to == pawn {
            return Some(Refusal::NoWay);
        }
        let mut lines = DIRECTIONS
            .iter()
            .flat_map(|&way| Board::ray(pawn, way, Board::EMPTY));
        if !lines.any(|at| at.has(to)) {
            Some(Refusal::NotInLine(to))
        } else if !self.reach(mover).has(to) {
            Some(Refusal::PawnInTheWay(to))
        } else if self.empty().has(to) {
            Some(Refusal::NoToken(to))
        } else {
            (!self.tokens[mover.index()].has(to)).then_some(Refusal::NotOwn(to))
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::Over => write!(f, "the game is over"),
            Refusal::TokenFirst => write!(f, "a turn begins with a token; the pawn moves after it"),
            Refusal::PawnNow => write!(f, "the token of this turn is down, and now the pawn moves"),
            Refusal::Occupied(hex) => write!(f, "there is a token on {hex} already"),
            Refusal::PawnStuck(hex) => {
                write!(f, "with a token on {hex} the pawn could not move, and it has to")
            }
            Refusal::NotThere { pawn, named } => write!(f, "the pawn stands on {pawn}, not on {named}"),
            Refusal::NoWay => write!(f, "the pawn has to leave the space that it stands on"),
            Refusal::NotInLine(to) => write!(f, "{to} is not in a straight line with the pawn"),
            Refusal::PawnInTheWay(to) => write!(f, "the other pawn stands in the way to {to}"),
            Refusal::NoToken(to) => write!(f, "there is no token on {to} for the pawn to end on"),
            Refusal::NotOwn(to) => {
                write!(
                    f,
                    "the token on {to} shows the other colour, and the pawn cannot end there"
                )
            }
        }
    }
}
