//! All the ways in which a step can be illegal.

use std::fmt;

use super::board::{beyond, line};
use super::{Bushi, Now, Step};
use crate::grid::square::Square;
use crate::seat::Seat;

/// Why a step is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    Over,
    NoSpace(Square),
    NotOwn(Square),
    Occupied(Square),
    NotInReach { from: Square, to: Square },
    NothingToJump(Square),
    Larger(Square),
    JumpUnderWay(Square),
    StepAfterJump,
    LandedBefore(Square),
    Done(Square),
    SecondEnemy(Square),
    NotOnFarRow(Square),
    OffAfterJump,
    NothingDone,
}

impl Bushi {
    /// What speaks against a step, if it is not legal.
    pub(super) fn refusal(&self, step: Step) -> Option<Refusal> {
        let Some(mover) = self.to_move else {
            return Some(Refusal::Over);
        };
        match step {
            Step::End => (self.now == Now::FRESH).then_some(Refusal::NothingDone),
            Step::Off(from) => self.refusal_to_take_off(mover, from),
            Step::Move { from, to } => self
                .refusal_to_begin(mover, from, to)
                .or_else(|| self.refusal_to_go(mover, from, to)),
        }
    }

    fn refusal_to_take_off(&self, mover: Seat, from: Square) -> Option<Refusal> {
        if self.now != Now::FRESH {
            Some(Refusal::OffAfterJump)
        } else if !self.army(mover).has(from) {
            Some(Refusal::NotOwn(from))
        } else {
            (!self.far_row(mover).has(from)).then_some(Refusal::NotOnFarRow(from))
        }
    }

    /// What speaks against moving this piece at all, or to this space.
    fn refusal_to_begin(&self, mover: Seat, from: Square, to: Square) -> Option<Refusal> {
        let spaces = self.board.spaces();
        if let Some(square) = [from, to].into_iter().find(|&square| !spaces.has(square)) {
            return Some(Refusal::NoSpace(square));
        }
        if let Some(jumper) = self.now.jumper.filter(|&jumper| jumper != from) {
            return Some(Refusal::JumpUnderWay(jumper));
        }
        if self.now.done == Some(from) {
            return Some(Refusal::Done(from));
        }
        if !self.army(mover).has(from) {
            return Some(Refusal::NotOwn(from));
        }
        (!self.empty_spaces().has(to)).then_some(Refusal::Occupied(to))
    }

    fn refusal_to_go(&self, mover: Seat, from: Square, to: Square) -> Option<Refusal> {
        let jumped = |direction| beyond(from, direction, 1);
        match line(from, to) {
            Some((_, 1)) => self.now.jumper.is_some().then_some(Refusal::StepAfterJump),
            Some((direction, 2)) => {
                jumped(direction).and_then(|over| self.refusal_to_jump(mover, from, over, to))
            }
            _ => Some(Refusal::NotInReach { from, to }),
        }
    }

    fn refusal_to_jump(&self, mover: Seat, from: Square, over: Square, to: Square) -> Option<Refusal> {
        if !self.occupied().has(over) {
            Some(Refusal::NothingToJump(over))
        } else if self.size_on(over) > self.size_on(from) {
            Some(Refusal::Larger(over))
        } else if !self.jumpable(mover).has(over) {
            Some(Refusal::SecondEnemy(over))
        } else {
            self.visited().has(to).then_some(Refusal::LandedBefore(to))
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::Over => write!(f, "the game is over"),
            Refusal::NoSpace(square) => write!(f, "{square} is no space of this board"),
            Refusal::NotOwn(square) => write!(f, "{square} holds no Bushi of the seat to move"),
            Refusal::Occupied(square) => write!(f, "{square} is occupied"),
            Refusal::NotInReach { from, to } => write!(
                f,
                "a Bushi goes one space, or two with a jump, along a row or a diagonal, which {from} to {to} is not"
            ),
            Refusal::NothingToJump(square) => write!(f, "there is nothing on {square} to jump over"),
            Refusal::Larger(square) => {
                write!(
                    f,
                    "the Bushi on {square} is larger, and nobody jumps over a larger one"
                )
            }
            Refusal::JumpUnderWay(square) => write!(
                f,
                "the Bushi on {square} is jumping, and only it can go on in this turn"
            ),
            Refusal::StepAfterJump => write!(f, "after a jump a Bushi may jump on, but not step"),
            Refusal::LandedBefore(square) => write!(f, "this Bushi was on {square} in this turn already"),
            Refusal::Done(square) => write!(
                f,
                "the Bushi on {square} has jumped over an enemy and is done for this turn"
            ),
            Refusal::SecondEnemy(square) => write!(
                f,
                "an enemy was jumped over in this turn already, so the one on {square} cannot be"
            ),
            Refusal::NotOnFarRow(square) => write!(
                f,
                "{square} is not on the far row, the only one that Bushi are taken off from"
            ),
            Refusal::OffAfterJump => {
                write!(
                    f,
                    "taking a Bushi off is a whole turn, and a jump was made in this one"
                )
            }
            Refusal::NothingDone => write!(f, "nothing was moved yet, so the turn cannot be ended"),
        }
    }
}
