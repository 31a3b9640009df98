//! How the game looks: the board, its pieces and its counts.

use super::Bushka;
use super::board::Spots;
use super::spot::{HEIGHT, Spot, WIDTH};
use crate::picture::{Cell, Diagram, Label, Layout, Line, Outline, Piece, Place};
use crate::seat::{BySeat, Seat, Seats};

pub(super) const PIECES: &[(&str, &str)] = &[(MAN, "man"), (KING, "king")];
pub(super) const TALLIES: &[&str] = &["men", "kings"];

const MAN: &str = "man";
const KING: &str = "king";

/// How far beyond the middle of its last square a line ends, both ways.
const REACH: f32 = 0.5;
/// How far from the middle of a square its name stands, to the left and down: in its corner, beside the piece.
const ASIDE: (f32, f32) = (0.33, 0.36);
/// How wide the wood around the squares is.
const RIM: f32 = 0.5;

pub(super) fn man(seat: Seat) -> Piece {
    Piece::of(seat, MAN)
}

pub(super) fn king(seat: Seat) -> Piece {
    Piece::of(seat, KING)
}

/// The dark squares, each with its name, and the lines through them.
pub(super) fn layout() -> Layout {
    let place = |spot: Spot| {
        let (x, y) = middle(spot);
        Place {
            name: spot.to_string(),
            x,
            y,
            outline: Outline::Square,
        }
    };
    let label = |spot: Spot| {
        let (x, y) = middle(spot);
        Label {
            x: x - ASIDE.0,
            y: y + ASIDE.1,
            text: spot.to_string(),
        }
    };
    let up_right = letter_lines().into_iter().map(|ends| line(ends, -REACH));
    let up_left = number_lines().into_iter().map(|ends| line(ends, REACH));
    Layout {
        width: f32::from(WIDTH) + 2.0 * RIM,
        height: f32::from(HEIGHT) + 2.0 * RIM,
        cells: Spot::all().map(place).collect(),
        lines: up_right.chain(up_left).collect(),
        labels: Spot::all().map(label).collect(),
        rotations: BySeat::from_fn(2, |seat| if seat == Seat::FIRST { 0 } else { 180 }),
    }
}

fn middle(spot: Spot) -> (f32, f32) {
    (
        f32::from(spot.x()) + 0.5 + RIM,
        f32::from(HEIGHT - spot.y()) - 0.5 + RIM,
    )
}

/// The lowest and the highest square of each line that runs up to the right.
fn letter_lines() -> Vec<(Spot, Spot)> {
    lines_by(Spot::shares_letter)
}

/// The lowest and the highest square of each line that runs up to the left.
fn number_lines() -> Vec<(Spot, Spot)> {
    lines_by(Spot::shares_number)
}

fn lines_by(together: impl Fn(Spot, Spot) -> bool) -> Vec<(Spot, Spot)> {
    let mut lines: Vec<(Spot, Spot)> = Vec::new();
    for spot in Spot::all() {
        match lines.iter_mut().find(|line| together(line.0, spot)) {
            Some(line) => line.1 = spot,
            None => lines.push((spot, spot)),
        }
    }
    lines
}

/// The line through its lowest and its highest square, which begins on this side of the lowest one's middle.
fn line((low, high): (Spot, Spot), side: f32) -> Line {
    let (from, to) = (middle(low), middle(high));
    Line {
        from: (from.0 + side, from.1 + REACH),
        to: (to.0 - side, to.1 - REACH),
    }
}

impl Bushka {
    pub(super) fn draw(&self) -> Diagram {
        let on = |spots: Spots, piece: Piece| spots.iter().map(move |spot| (spot.cell(), piece));
        let mut pieces: Vec<(Cell, Piece)> = Vec::new();
        for seat in Seats::first(2).iter() {
            pieces.extend(on(self.men[seat.index()], man(seat)));
            pieces.extend(on(self.kings[seat.index()], king(seat)));
        }
        pieces.sort_unstable();
        let tally = |sets: [Spots; 2]| BySeat::from_fn(2, |seat| sets[seat.index()].count());
        Diagram {
            pieces,
            control: Vec::new(),
            tallies: vec![tally(self.men), tally(self.kings)],
        }
    }
}
