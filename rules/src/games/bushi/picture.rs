//! How the game looks: the board, its pieces and its counts.

use super::board::Board;
use super::{Bushi, SIZES};
use crate::grid::square::Square;
use crate::picture::{Diagram, Layout, Outline, Piece};
use crate::seat::{BySeat, Seat};

pub(super) const PIECES: &[(&str, &str)] = &[
    (SYMBOLS[0], "small Bushi"),
    (SYMBOLS[1], "medium Bushi"),
    (SYMBOLS[2], "large Bushi"),
];
pub(super) const BUTTONS: &[(&str, &str)] = &[(END, "End turn"), (OFF, "Take off the board")];
pub(super) const TALLIES: &[&str] = &["off the board"];

const SYMBOLS: [&str; SIZES] = ["small", "medium", "large"];
pub(super) const END: &str = "end";
pub(super) const OFF: &str = "off";

pub(super) fn piece(seat: Seat, size: usize) -> Piece {
    Piece::of(seat, SYMBOLS[size])
}

/// Round spaces on a board without corners; the seats sit opposite each other.
pub(super) fn layout(board: Board) -> Layout {
    let rotations = BySeat::from_fn(2, |seat| if seat == Seat::FIRST { 0 } else { 180 });
    let mut layout = board.grid().layout(rotations);
    let played = board.grid().squares().map(|square| !board.is_corner(square));
    let kept: Vec<bool> = played.collect();
    let mut kept = kept.into_iter();
    layout.cells.retain(|_| kept.next().unwrap_or_default());
    layout
        .cells
        .iter_mut()
        .for_each(|place| place.outline = Outline::Round);
    layout
}

impl Bushi {
    pub(super) fn draw(&self) -> Diagram {
        let standing = |square: Square| {
            self.piece_on(square)
                .map(|piece| (self.board.cell(square), piece))
        };
        Diagram {
            pieces: self.board.spaces().iter().filter_map(standing).collect(),
            control: Vec::new(),
            tallies: vec![BySeat::from_fn(2, |seat| self.off(seat))],
        }
    }
}
