//! What a player is told while composing a turn.

use super::picture::{END, OFF};
use super::{Bushi, Step};
use crate::clicks::Click;
use crate::grid::square::Square;
use crate::guide::{EndReason, Guide};
use crate::picture::Cell;
use crate::position::Position;
use crate::seat::Seat;

const WHERE_TO: &str = "Where should {} move?";

impl Bushi {
    pub(super) fn ask(&self) -> Guide {
        let guide = match (self.progress.jumper, self.progress.done) {
            (Some(jumper), _) => {
                let guide = Guide::asking([&format!("Jump on with {jumper}, or end your turn.")]);
                self.piece_on(jumper)
                    .map_or(guide.clone(), |piece| guide.with_ghost(piece))
            }
            (None, Some(_)) => Guide::asking(["You may move one other piece, or end your turn.", WHERE_TO]),
            (None, None) => Guide::asking(["Choose a piece to move.", WHERE_TO]),
        };
        Guide {
            finish: self.mid_turn().then(|| (END, "End turn".to_owned())),
            ..guide
        }
    }

    pub(super) fn step_by(&self, clicks: &[Click]) -> Option<Step> {
        match (self.progress.jumper, clicks) {
            (_, [Click::Button(END)]) => Some(Step::End),
            (Some(from), [Click::Cell(to)]) => Some(Step::Move {
                from,
                to: self.square(*to)?,
            }),
            (None, [Click::Cell(from)]) => self.not_own(self.square(*from)?),
            (None, [Click::Cell(from), Click::Cell(to)]) => Some(Step::Move {
                from: self.square(*from)?,
                to: self.square(*to)?,
            }),
            (None, [Click::Cell(from), Click::Button(OFF)]) => self.square(*from).map(Step::Off),
            _ => None,
        }
    }

    /// Some step with a piece that is not the seat's to move: it is refused for the piece's sake, wherever it goes.
    fn not_own(&self, from: Square) -> Option<Step> {
        let movable = self.to_move.is_some_and(|seat| self.movable(seat).has(from));
        let to = self.empty_spaces().iter().next()?;
        (!movable).then_some(Step::Move { from, to })
    }

    fn square(&self, cell: Cell) -> Option<Square> {
        let mut spaces = self.board.spaces().iter();
        spaces.find(|&square| self.board.cell(square) == cell)
    }

    pub(super) fn why_over(&self) -> Option<EndReason> {
        if self.to_move.is_some() || self.in_play.count() == 1 {
            return None;
        }
        let home = [Seat::FIRST, Seat::FIRST.other()]
            .into_iter()
            .find(|&seat| self.army(seat).is_empty());
        Some(match home {
            Some(seat) => EndReason::of(seat, "took all twelve pieces off the board"),
            None if self.turns == super::LAST_TURN => EndReason::all("500 turns have been played"),
            None => EndReason::all("Neither player can move"),
        })
    }
}

pub(super) fn words(turn: &[Step]) -> Option<String> {
    match turn {
        [Step::Off(from)] => Some(format!("takes {from} off the board")),
        _ => None,
    }
}
