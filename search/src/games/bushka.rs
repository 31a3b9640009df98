//! Bushka: what counts is what stands on the board, and how far the men have come.

mod reasons;

use thicket_rules::bushka::{Bushka, Step};
use thicket_rules::{BySeat, Position, Seat};

use crate::knowledge::{Knowledge, Method};
use crate::level::Handicap;
use crate::reasons::Reason;
use crate::weights::weights;

weights! {
    /// What a man and a king are worth.
    man: 1.0,
    king: 2.6,
    /// What a man is worth besides for each row that it has come forward.
    row: 0.03,
    /// What an own man beside a man is worth: together they are a phalanx.
    beside: 0.02,
}

/// Pieces at the start.
const PIECES: f32 = 34.0;
/// Rows between a seat's first and its back rank.
const ROWS: u8 = 8;

impl Knowledge for Bushka {
    type Weights = Known;

    const METHOD: Method = Method::AlphaBeta;
    const WIDTH: usize = 60;
    const HANDICAPS: &[Handicap] = &[
        Handicap::search(40, 2.2),
        Handicap::search(100, 0.68),
        Handicap::search(200, 0.57),
        Handicap::search(600, 0.59),
        Handicap::search(2000, 0.77),
        Handicap::search(8000, 0.95),
        Handicap::search(30000, 1.12),
        Handicap::search(120000, 1.0),
        Handicap::search(600000, 0.62),
    ];
    const PLAYOUT: u32 = 0;

    fn evaluate(&self, known: &Known) -> BySeat<f32> {
        BySeat::from_fn(2, |seat| {
            let men = self.men_of(seat);
            let rows: u16 = men.iter().map(|spot| u16::from(forward(seat, spot.y()))).sum();
            let beside = (men & men.neighbours()).count();
            known.man * f32::from(men.count())
                + known.king * f32::from(self.kings_of(seat).count())
                + known.row * f32::from(rows)
                + known.beside * f32::from(beside)
        })
    }

    fn weigh(&self, steps: &[Step], weights: &mut Vec<f32>) {
        let Some(seat) = self.to_move() else { return };
        weights.extend(steps.iter().map(|step| match *step {
            Step::Move { from, to } if self.men_of(seat).has(from) => 0.1 * f32::from(forward(seat, to.y())),
            Step::Move { .. } => 0.0,
            Step::Capture(_) => 1.0,
        }));
    }

    /// Captures are compulsory: where one is to be made, nothing is settled.
    fn is_unsettled(&self) -> bool {
        self.must_capture()
    }

    /// From what still stands on the board.
    fn progress(&self) -> f32 {
        let left = self
            .in_play()
            .iter()
            .map(|seat| (self.men_of(seat) | self.kings_of(seat)).count());
        1.0 - (f32::from(left.sum::<u16>()) / PIECES).min(1.0)
    }

    fn reasons(before: &Bushka, after: &Bushka, seat: Seat) -> Vec<Reason> {
        reasons::reasons(before, after, seat)
    }
}

fn forward(seat: Seat, row: u8) -> u8 {
    if seat == Seat::FIRST {
        row
    } else {
        ROWS.saturating_sub(row)
    }
}
