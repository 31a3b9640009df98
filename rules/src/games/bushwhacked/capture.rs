//! Captures at the end of a turn (section 8 of the rules), and what can be traded.

use super::board::{Board, DOWN, LEFT, RIGHT, UP, beside};
use super::{Bushwhacked, capture_stone, cell, play_stone};
use crate::grid::square::Square;
use crate::picture::{Change, Piece};
use crate::seat::Seat;

impl Bushwhacked {
    /// Makes all captures of the seat whose turn ends. `gained` holds the stone gained by a trade in, if any.
    pub(super) fn capture_all(&mut self, seat: Seat, mut gained: Board, on_change: &mut impl FnMut(Change)) {
        let own = self.play[seat.index()];
        let mut wave = surrounded(own | gained) | pierced(own, self.empty_squares());
        loop {
            wave &= self.targets(seat);
            if wave.is_empty() {
                return;
            }
            for square in wave.iter() {
                if self.reserve(seat) == 0 {
                    return;
                }
                self.capture_one(seat, square, on_change);
                gained.insert(square);
            }
            wave = surrounded(own | gained);
        }
    }

    /// Capture stones of other seats.
    pub(super) fn tradable(&self, seat: Seat) -> Board {
        let others = self.seats().filter(|&other| other != seat);
        others.fold(Board::EMPTY, |stones, seat| stones | self.capture[seat.index()])
    }

    /// Replaces another seat's play stone by a capture stone of the seat.
    fn capture_one(&mut self, seat: Seat, square: Square, on_change: &mut impl FnMut(Change)) {
        let owner = self
            .seats()
            .find(|seat| self.play[seat.index()].has(square))
            .expect("a stone's owner");
        self.play[owner.index()].remove(square);
        self.replace(seat, square, play_stone(owner), on_change);
    }

    /// Puts a capture stone of the seat where a stone has just been taken.
    pub(super) fn replace(
        &mut self,
        seat: Seat,
        square: Square,
        taken: Piece,
        on_change: &mut impl FnMut(Change),
    ) {
        self.capture[seat.index()].insert(square);
        let cell = cell(square);
        on_change(Change::Taken {
            cell,
            piece: taken,
            by: seat,
        });
        on_change(Change::Put {
            cell,
            piece: capture_stone(seat),
        });
    }

    /// The play stones of all other seats.
    fn targets(&self, seat: Seat) -> Board {
        let others = self.seats().filter(|&other| other != seat);
        others.fold(Board::EMPTY, |targets, seat| targets | self.play[seat.index()])
    }
}

/// The squares with at least three of `sides` beside them.
fn surrounded(sides: Board) -> Board {
    let [up, down, left, right] = beside(sides);
    up & down & (left | right) | left & right & (up | down)
}

/// The squares beside the head of a triangle of `own` stones, if nothing stands inside the triangle.
fn pierced(own: Board, empty: Board) -> Board {
    let [up, down, left, right] = beside(own);
    let between_files = empty & left & right;
    let between_ranks = empty & up & down;
    let touched = |between: Board, direction| (between.to(direction) & own).to(direction);
    touched(between_files, UP)
        | touched(between_files, DOWN)
        | touched(between_ranks, LEFT)
        | touched(between_ranks, RIGHT)
}
