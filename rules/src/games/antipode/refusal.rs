//! The ways in which a step can be illegal.

use std::fmt;

use super::board::Board;
use super::{Antipode, Phase, Step, lines_from};
use crate::grid::hex::Hex;
use crate::seat::Seat;

/// Why a step is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A turn begins with a token.
    TokenFirst,
    /// The token is down, and now the pawn moves.
    PawnNow,
    /// There is a token on the space.
    Occupied(Hex),
    /// With a token on this space the pawn could not move.
    PawnStuck(Hex),
    /// The pawn does not stand where the step begins.
    NotThere {
        /// Where it stands.
        pawn: Hex,
        /// Where the step begins.
        named: Hex,
    },
    /// The pawn has to leave its space.
    NoWay,
    /// The pawn moves in straight lines.
    NotInLine(Hex),
    /// The other pawn stands in the way to this space.
    PawnInTheWay(Hex),
    /// The pawn has to end on a token.
    NoToken(Hex),
    /// The pawn has to end on a token that shows its own colour.
    NotOwn(Hex),
}

impl Antipode {
    pub(super) fn refusal_to_play(&self, step: Step) -> Option<Refusal> {
        match (self.phase, step) {
            (Phase::Won(_) | Phase::Drawn, _) => None,
            (Phase::Token(_), Step::Move { .. }) => Some(Refusal::TokenFirst),
            (Phase::Pawn(_), Step::Put(_)) => Some(Refusal::PawnNow),
            (Phase::Token(seat), Step::Put(hex)) => self.refusal_to_put(seat, hex),
            (Phase::Pawn(seat), Step::Move { from, to }) => self.refusal_to_move(seat, from, to),
        }
    }

    fn refusal_to_put(&self, seat: Seat, hex: Hex) -> Option<Refusal> {
        if !self.empty().has(hex) {
            return Some(Refusal::Occupied(hex));
        }
        let stuck = !self.with_token(seat, hex).meets(self.reach(seat));
        stuck.then_some(Refusal::PawnStuck(hex))
    }

    fn refusal_to_move(&self, seat: Seat, from: Hex, to: Hex) -> Option<Refusal> {
        let pawn = self.pawn(seat);
        if from != pawn {
            return Some(Refusal::NotThere { pawn, named: from });
        }
        if to == pawn {
            return Some(Refusal::NoWay);
        }
        if !lines_from(pawn, Board::ALL).any(|line| line.has(to)) {
            Some(Refusal::NotInLine(to))
        } else if !self.reach(seat).has(to) {
            Some(Refusal::PawnInTheWay(to))
        } else if self.empty().has(to) {
            Some(Refusal::NoToken(to))
        } else {
            (!self.tokens[seat.index()].has(to)).then_some(Refusal::NotOwn(to))
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
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
