//! Bushi: a race. What counts is how far the pieces still have to go.

use thicket_rules::bushi::{Bushi, Step};
use thicket_rules::{BySeat, Position, Seat};

use crate::knowledge::{Knowledge, Method};

/// What a rank less to go is worth.
const RANK: f32 = 0.22;
/// What the turn is worth, in ranks: about half of what a turn gains.
const TURN: f32 = 1.2;
/// A piece far behind finds nothing to jump over later, so its way counts more than in proportion.
const STRAGGLING: f32 = 0.04;

impl Knowledge for Bushi {
    const METHOD: Method = Method::Tree;
    const WIDTH: usize = 40;
    const PLAYOUT: u32 = 0;

    fn evaluate(&self) -> BySeat<f32> {
        BySeat::from_fn(2, |seat| {
            let ways = self
                .army(seat)
                .iter()
                .map(|square| way(to_go(self, seat, square.rank())));
            let turn = if self.to_move() == Some(seat) { TURN } else { 0.0 };
            RANK * (turn - ways.sum::<f32>())
        })
    }

    fn weigh(&self, steps: &[Step], weights: &mut Vec<f32>) {
        let Some(seat) = self.to_move() else { return };
        weights.extend(steps.iter().map(|step| match *step {
            Step::Move { from, to } => {
                let before = to_go(self, seat, from.rank());
                before - to_go(self, seat, to.rank()) + 0.05 * before
            }
            Step::Off(_) => 1.0,
            Step::End => 0.3,
        }));
    }
}

/// What it takes to bring a piece to the far row and off the board.
fn way(to_go: f32) -> f32 {
    to_go + 1.0 + STRAGGLING * to_go * to_go
}

/// Ranks between a rank and the one from which a seat's pieces leave the board.
fn to_go(position: &Bushi, seat: Seat, rank: u8) -> f32 {
    let last = position.far_row(seat).first().map_or(0, |square| square.rank());
    f32::from(last.abs_diff(rank))
}
