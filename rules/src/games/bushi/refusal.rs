//! The ways in which a step can be illegal.

use std::fmt;

use super::board::{beyond, line};
use super::{Bushi, Progress, Step};
use crate::grid::square::Square;
use crate::seat::Seat;

/// Why a step is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The board has no such space.
    NoSpace(Square),
    /// The space holds no Bushi of the seat to move.
    NotOwn(Square),
    /// Something stands on the space.
    Occupied(Square),
    /// No step or jump leads so far, or in this direction.
    NotInReach {
        /// Where the Bushi stands.
        from: Square,
        /// Where it cannot go.
        to: Square,
    },
    /// The space between is empty.
    NothingToJump(Square),
    /// The Bushi between is larger than the one that jumps.
    Larger(Square),
    /// The Bushi on this space is jumping, and no other one can move.
    JumpUnderWay(Square),
    /// A Bushi that has jumped cannot step.
    StepAfterJump,
    /// The Bushi has been on this space this turn.
    LandedBefore(Square),
    /// The Bushi has jumped over an enemy and cannot move again.
    Done(Square),
    /// An enemy was jumped over before this turn, so this one cannot be.
    SecondEnemy(Square),
    /// Bushi leave the board only from the far row.
    NotOnFarRow(Square),
    /// Taking a Bushi off is a whole turn.
    OffAfterJump,
    /// The turn cannot end before something was moved.
    NothingDone,
}

impl Bushi {
    pub(super) fn refusal_to_play(&self, step: Step) -> Option<Refusal> {
        let seat = self.to_move?;
        match step {
            Step::End => (self.progress == Progress::FRESH).then_some(Refusal::NothingDone),
            Step::Off(from) => self.refusal_to_take_off(seat, from),
            Step::Move { from, to } => self
                .refusal_to_begin(seat, from, to)
                .or_else(|| self.refusal_to_go(seat, from, to)),
        }
    }

    fn refusal_to_take_off(&self, seat: Seat, from: Square) -> Option<Refusal> {
        if self.progress != Progress::FRESH {
            Some(Refusal::OffAfterJump)
        } else if !self.army(seat).has(from) {
            Some(Refusal::NotOwn(from))
        } else {
            (!self.far_row(seat).has(from)).then_some(Refusal::NotOnFarRow(from))
        }
    }

    /// Why this piece cannot move at all, or not to this space.
    fn refusal_to_begin(&self, seat: Seat, from: Square, to: Square) -> Option<Refusal> {
        let spaces = self.board.spaces();
        if let Some(square) = [from, to].into_iter().find(|&square| !spaces.has(square)) {
            return Some(Refusal::NoSpace(square));
        }
        if let Some(jumper) = self.progress.jumper.filter(|&jumper| jumper != from) {
            return Some(Refusal::JumpUnderWay(jumper));
        }
        if self.progress.done == Some(from) {
            return Some(Refusal::Done(from));
        }
        if !self.army(seat).has(from) {
            return Some(Refusal::NotOwn(from));
        }
        (!self.empty_spaces().has(to)).then_some(Refusal::Occupied(to))
    }

    fn refusal_to_go(&self, seat: Seat, from: Square, to: Square) -> Option<Refusal> {
        let jumped = |direction| beyond(from, direction, 1);
        match line(from, to) {
            Some((_, 1)) => self.progress.jumper.is_some().then_some(Refusal::StepAfterJump),
            Some((direction, 2)) => {
                jumped(direction).and_then(|over| self.refusal_to_jump(seat, from, over, to))
            }
            _ => Some(Refusal::NotInReach { from, to }),
        }
    }

    fn refusal_to_jump(&self, seat: Seat, from: Square, over: Square, to: Square) -> Option<Refusal> {
        if !self.occupied().has(over) {
            Some(Refusal::NothingToJump(over))
        } else if self.size_on(over) > self.size_on(from) {
            Some(Refusal::Larger(over))
        } else if !self.jumpable(seat).has(over) {
            Some(Refusal::SecondEnemy(over))
        } else {
            self.visited().has(to).then_some(Refusal::LandedBefore(to))
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
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
