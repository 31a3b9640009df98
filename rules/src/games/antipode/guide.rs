//! What a player is told while composing a turn.

use super::board::{Board, connects};
use super::{Antipode, Phase, Step, picture, seats};
use crate::clicks::Click;
use crate::grid::hex::{Hex, cell};
use crate::guide::{EndReason, Guide};
use crate::picture::Cell;

impl Antipode {
    pub(super) fn ask(&self) -> Guide {
        match self.phase {
            Phase::Token(seat) => {
                Guide::asking(["Choose a space for your token."]).with_ghost(picture::token(seat))
            }
            Phase::Pawn(seat) => {
                let pawn = self.pawn(seat);
                Guide::asking([&format!(
                    "Choose a token of your colour to move your pawn on {pawn} to."
                )])
                .with_ghost(picture::pawn(seat))
            }
            Phase::Won(_) | Phase::Drawn => Guide::default(),
        }
    }

    pub(super) fn step_by(&self, clicks: &[Click]) -> Option<Step> {
        let [Click::Cell(cell)] = clicks else { return None };
        let to = hex(*cell)?;
        match self.phase {
            Phase::Token(_) => Some(Step::Put(to)),
            Phase::Pawn(seat) => Some(Step::Move {
                from: self.pawn(seat),
                to,
            }),
            Phase::Won(_) | Phase::Drawn => None,
        }
    }

    pub(super) fn why_over(&self) -> Option<EndReason> {
        match self.phase {
            _ if self.in_play.count() == 1 => None,
            Phase::Token(_) | Phase::Pawn(_) => None,
            Phase::Drawn => Some(EndReason::all("The board is full")),
            Phase::Won(winner) => {
                let connected = seats().find(|seat| connects(self.tokens[seat.index()]));
                Some(match connected {
                    Some(seat) => EndReason::of(seat, "connected two opposite corners"),
                    None => EndReason::of(winner.other(), "could not make a turn"),
                })
            }
        }
    }
}

fn hex(wanted: Cell) -> Option<Hex> {
    Board::ALL.iter().find(|&hex| cell(hex) == wanted)
}
