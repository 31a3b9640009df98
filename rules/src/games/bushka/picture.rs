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
/// How far from the middle of a line's last square its name stands, both ways.
const ASIDE: f32 = 0.72;

pub(super) fn man(seat: Seat) -> Piece {
    Piece::of(seat, MAN)
}

pub(super) fn king(seat: Seat) -> Piece {
    Piece::of(seat, KING)
}

/// The dark squares and the lines through them, with their names at both ends.
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
    let mut lines = Vec::new();
    let mut labels = Vec::new();
    for ends in letter_lines() {
        add_line(ends, Spot::letter, -ASIDE, &mut lines, &mut labels);
    }
    for ends in number_lines() {
        add_line(ends, Spot::number, ASIDE, &mut lines, &mut labels);
    }
    Layout {
        width: f32::from(WIDTH) + 2.0,
        height: f32::from(HEIGHT) + 2.0,
        cells: Spot::all().map(place).collect(),
        lines,
        labels,
        rotations: BySeat::from_fn(2, |seat| if seat == Seat::FIRST { 0 } else { 180 }),
    }
}

fn middle(spot: Spot) -> (f32, f32) {
    (f32::from(spot.x()) + 1.5, f32::from(HEIGHT - spot.y()) + 0.5)
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

fn add_line(
    (low, high): (Spot, Spot),
    name: fn(Spot) -> char,
    right: f32,
    lines: &mut Vec<Line>,
    labels: &mut Vec<Label>,
) {
    let (from, to) = (middle(low), middle(high));
    let side = right.signum() * REACH;
    lines.push(Line {
        from: (from.0 + side, from.1 + REACH),
        to: (to.0 - side, to.1 - REACH),
    });
    let text = name(low).to_string();
    labels.push(Label {
        x: from.0 + right,
        y: from.1 + ASIDE,
        text: text.clone(),
    });
    labels.push(Label {
        x: to.0 - right,
        y: to.1 - ASIDE,
        text,
    });
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
