//! The ways in which a step can be illegal.

use std::fmt;

use super::board::{Content, Squares, is_connected};
use super::pyramid::Size;
use super::{Btt, Phase, Step};
use crate::grid::square::Square;
use crate::seat::Seat;

/// Why a step is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Nulls are put on the board first.
    NullsFirst,
    /// Roots are put on the board before pyramids.
    RootsFirst,
    /// All nulls are on the board.
    NullsDone,
    /// All roots are on the board.
    RootsDone,
    /// The board has no such square.
    NoSquare(Square),
    /// The square is a null.
    OnNull(Square),
    /// Something lies on the square.
    Occupied(Square),
    /// A null on this square would cut the board in two.
    CutsOff(Square),
    /// The stash has no pyramid of this size.
    NoneLeft(Size),
    /// A pyramid points at a square beside its own.
    NotBeside {
        /// Where the pyramid would lie.
        on: Square,
        /// What it cannot point at.
        at: Square,
    },
    /// The square that the pyramid would point at is a null.
    AtNull(Square),
    /// The square that the pyramid would point at is empty.
    AtNothing(Square),
}

impl Btt {
    pub(super) fn refusal_to_play(&self, step: Step) -> Option<Refusal> {
        let seat = self.to_move?;
        match (self.phase(), step) {
            (Phase::Nulls, Step::Null(on)) => self.refusal_to_lie(on).or_else(|| self.refusal_to_cut(on)),
            (Phase::Roots, Step::Root(on)) => self.refusal_to_lie(on),
            (Phase::Pyramids, Step::Pyramid { size, on, at }) => self
                .refusal_to_take(seat, size)
                .or_else(|| self.refusal_to_lie(on))
                .or_else(|| self.refusal_to_point(on, at)),
            (Phase::Nulls, _) => Some(Refusal::NullsFirst),
            (_, Step::Null(_)) => Some(Refusal::NullsDone),
            (Phase::Roots, _) => Some(Refusal::RootsFirst),
            (_, Step::Root(_)) => Some(Refusal::RootsDone),
        }
    }

    fn refusal_to_lie(&self, on: Square) -> Option<Refusal> {
        if !self.board.has(on) {
            return Some(Refusal::NoSquare(on));
        }
        match self.board[on] {
            Content::Empty => None,
            Content::Null => Some(Refusal::OnNull(on)),
            Content::Root | Content::Pyramid(_) => Some(Refusal::Occupied(on)),
        }
    }

    fn refusal_to_cut(&self, on: Square) -> Option<Refusal> {
        let open = self.board.open() & !Squares::one(on);
        (!is_connected(open)).then_some(Refusal::CutsOff(on))
    }

    fn refusal_to_take(&self, seat: Seat, size: Size) -> Option<Refusal> {
        (self.stashes[seat][size] == 0).then_some(Refusal::NoneLeft(size))
    }

    fn refusal_to_point(&self, on: Square, at: Square) -> Option<Refusal> {
        if !self.board.has(at) {
            return Some(Refusal::NoSquare(at));
        }
        if self.board.direction(on, at).is_none() {
            return Some(Refusal::NotBeside { on, at });
        }
        match self.board[at] {
            Content::Empty => Some(Refusal::AtNothing(at)),
            Content::Null => Some(Refusal::AtNull(at)),
            Content::Root | Content::Pyramid(_) => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::NullsFirst => write!(f, "the holes are not all on the board, so this turn puts a hole"),
            Refusal::RootsFirst => write!(f, "the roots are not all on the board, so this turn puts a root"),
            Refusal::NullsDone => write!(f, "all holes are on the board"),
            Refusal::RootsDone => write!(f, "all roots are on the board"),
            Refusal::NoSquare(square) => write!(f, "this board has no square {square}"),
            Refusal::OnNull(square) => write!(f, "{square} is a hole, and nobody plays there"),
            Refusal::Occupied(square) => write!(f, "{square} is occupied"),
            Refusal::CutsOff(square) => write!(f, "a hole on {square} would cut the board in two"),
            Refusal::NoneLeft(size) => {
                let size = format!("{size:?}").to_lowercase();
                write!(f, "no {size} pyramid is left in the stash")
            }
            Refusal::NotBeside { on, at } => {
                write!(
                    f,
                    "a pyramid on {on} cannot point at {at}, which is not beside it"
                )
            }
            Refusal::AtNull(square) => write!(f, "{square} is a hole, and nothing points there"),
            Refusal::AtNothing(square) => {
                write!(f, "{square} is empty: a pyramid points at a root or a pyramid")
            }
        }
    }
}
