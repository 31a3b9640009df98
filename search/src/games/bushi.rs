//! Bushi: a race. What counts is how far the pieces still have to go.

mod reasons;

use thicket_rules::bushi::{Bushi, Step};
use thicket_rules::{BySeat, Position, Seat, Square};

use crate::knowledge::{Knowledge, Method};
use crate::level::Handicap;
use crate::reasons::Reason;
use crate::weights::weights;

weights! {
    /// What a rank less to go is worth.
    rank: 0.22,
    /// What a piece off the board is worth, in ranks.
    off: 1.0,
    /// What the turn is worth, in ranks: about half of what a turn gains.
    turn: 1.2,
    /// A piece far behind finds nothing to jump over later, so its way counts more than in proportion.
    straggling: 0.04,
}

impl Knowledge for Bushi {
    type Weights = Known;
    type StepWeights = ();

    const METHOD: Method = Method::Tree;
    const WIDTH: usize = 40;
    const EXPLORATION: f32 = 0.7;
    const HANDICAPS: &[Handicap] = &[
        Handicap::own_turn(0.15),
        Handicap::own_turn(0.0),
        Handicap::search(200, 1.1),
        Handicap::search(500, 1.2),
        Handicap::search(1000, 1.1),
        Handicap::search(2000, 1.0),
        Handicap::search(5000, 0.9),
        Handicap::search(12500, 0.79),
        Handicap::search(36000, 0.72),
        Handicap::search(90000, 0.63),
        Handicap::search(200000, 0.48),
    ];
    const PLAYOUT: u32 = 0;

    fn evaluate(&self, known: &Known) -> BySeat<f32> {
        BySeat::from_fn(2, |seat| {
            let turn = if self.to_move() == Some(seat) {
                known.turn
            } else {
                0.0
            };
            known.rank * (turn - way(self, seat, known))
        })
    }

    fn weigh(&self, steps: &[Step], _: &(), weights: &mut Vec<f32>) {
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

    /// From how far the seat ahead still has to go: halfway are ten ranks.
    fn progress(&self) -> f32 {
        let ranks = |seat| -> f32 {
            let army = self.army(seat);
            army.iter()
                .map(|square| 1.0 + to_go(self, seat, square.rank()))
                .sum()
        };
        let least = self.in_play().iter().map(ranks).fold(f32::MAX, f32::min);
        1.0 / (1.0 + least / 10.0)
    }

    fn reasons(before: &Bushi, after: &Bushi, seat: Seat) -> Vec<Reason> {
        reasons::reasons(before, after, seat)
    }
}

/// What it takes to bring a seat's pieces to the far row and off the board, in ranks.
fn way(position: &Bushi, seat: Seat, known: &Known) -> f32 {
    let way = |square: Square| {
        let to_go = to_go(position, seat, square.rank());
        known.off + to_go + known.straggling * to_go * to_go
    };
    position.army(seat).iter().map(way).sum()
}

/// Ranks between a rank and the one from which a seat's pieces leave the board.
fn to_go(position: &Bushi, seat: Seat, rank: u8) -> f32 {
    let last = position.far_row(seat).first().map_or(0, |square| square.rank());
    f32::from(last.abs_diff(rank))
}
