//! What a player is told while composing a turn.

use super::board::Content;
use super::picture::{button, piece};
use super::pyramid::Size;
use super::{Btt, INFO, Phase, Step, grid};
use crate::clicks::Click;
use crate::guide::{EndReason, Guide, counted};
use crate::picture::Piece;
use crate::seat::Seat;

impl Btt {
    pub(super) fn ask(&self) -> Guide {
        let Some(seat) = self.to_move else {
            return Guide::default();
        };
        match self.phase() {
            Phase::Nulls => ask_for("Choose a square for a hole. Nobody plays there.", Content::Null),
            Phase::Roots => ask_for(
                "Choose a square for a root. Branches grow from roots.",
                Content::Root,
            ),
            Phase::Pyramids => Guide {
                ghosts: self.pyramids(seat),
                ..Guide::asking([
                    "Choose the size of your pyramid.",
                    "Choose a square for your pyramid.",
                    "Choose the square that it points at. Another player’s pyramid costs you its points.",
                ])
            },
        }
    }

    fn pyramids(&self, seat: Seat) -> Vec<(Option<&'static str>, Piece)> {
        let pyramid = |size: Size| {
            let lying = Piece {
                facing: None,
                ..Piece::of(seat, super::picture::PIECES[size as usize].0)
            };
            (Some(button(size)), lying)
        };
        self.stashes[seat].sizes().map(pyramid).collect()
    }

    pub(super) fn cost_of(&self, step: Step) -> Option<String> {
        let Step::Pyramid { size, at, .. } = step else {
            return None;
        };
        let seat = self.to_move?;
        let target = self.board[at].pyramid().filter(|target| target.owner != seat)?;
        let price = target.size.points();
        let owner = colour(target.owner);
        let loan = match self.tokens[seat] < price {
            true => "All players first take 5 tokens. ",
            false => "",
        };
        let (paid, gained) = (counted(price, "token"), size.points());
        Some(format!("{loan}You pay {paid}, and {owner} gets {gained}."))
    }

    pub(super) fn step_by(&self, clicks: &[Click]) -> Option<Step> {
        let square = |click: &Click| match click {
            Click::Cell(cell) => grid(self.table()).square(*cell),
            Click::Button(_) => None,
        };
        match (self.phase(), clicks) {
            (Phase::Nulls, [on]) => square(on).map(Step::Null),
            (Phase::Roots, [on]) => square(on).map(Step::Root),
            (Phase::Pyramids, [Click::Button(name), on, rest @ ..]) => {
                let size = Size::ALL.into_iter().find(|&size| button(size) == *name)?;
                let on = square(on)?;
                let at = match rest {
                    // A square where no pyramid can lie is refused wherever the pyramid would point.
                    [] => self.board.beside(on).map(|(_, at)| at).next()?,
                    [at] => square(at)?,
                    _ => return None,
                };
                Some(Step::Pyramid { size, on, at })
            }
            _ => None,
        }
    }

    pub(super) fn why_over(&self) -> Option<EndReason> {
        if self.to_move.is_some() || self.in_play.count() == 1 {
            return None;
        }
        Some(EndReason::all(match self.board.empty_count() {
            0 => "The board is full",
            _ => "All pyramids have been placed",
        }))
    }
}

fn ask_for(words: &str, content: Content) -> Guide {
    let guide = Guide::asking([words]);
    match piece(content) {
        Some(piece) => guide.with_ghost(piece),
        None => guide,
    }
}

/// The colour of a seat at the beginning of a name: "White".
fn colour(seat: Seat) -> String {
    let colour = INFO.colours[seat.index()];
    colour[..1].to_uppercase() + &colour[1..]
}
