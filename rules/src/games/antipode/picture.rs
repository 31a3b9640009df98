//! How the game looks: the pawns stand on tokens, and a token that is flipped becomes the other seat's.

use super::Antipode;
use crate::grid::hex::{self, cell};
use crate::picture::{Diagram, Layout, Piece};
use crate::seat::{BySeat, Seat};

pub(super) const PIECES: &[(&str, &str)] = &[(TOKEN, "token"), (PAWN, "pawn")];
pub(super) const TALLIES: &[&str] = &["tokens"];

const TOKEN: &str = "token";
const PAWN: &str = "pawn";

pub(super) fn token(seat: Seat) -> Piece {
    Piece::of(seat, TOKEN)
}

pub(super) fn pawn(seat: Seat) -> Piece {
    Piece::of(seat, PAWN)
}

/// Each player has the corner that the own pawn comes from at the bottom.
pub(super) fn layout() -> Layout {
    hex::layout(BySeat::from_fn(2, |seat| [0, 180][seat.index()]))
}

impl Antipode {
    pub(super) fn draw(&self) -> Diagram {
        let mut pieces = Vec::new();
        for seat in super::seats() {
            let tokens = self.tokens[seat.index()].iter();
            pieces.extend(tokens.map(|hex| (cell(hex), token(seat))));
        }
        pieces.sort_unstable();
        for seat in super::seats() {
            let at = cell(self.pawn(seat));
            let above = pieces.partition_point(|&(held, _)| held <= at);
            pieces.insert(above, (at, pawn(seat)));
        }
        Diagram {
            pieces,
            control: Vec::new(),
            tallies: vec![BySeat::from_fn(2, |seat| self.tokens[seat.index()].count())],
        }
    }
}
