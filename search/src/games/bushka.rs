//! Bushka: a network judges what stands where.

mod reasons;

use thicket_rules::bushka::{Bushka, Spots, Step, UP_LEFT, UP_RIGHT};
use thicket_rules::{BySeat, Position, Seat};

use crate::knowledge::{Knowledge, Method};
use crate::level::Handicap;
use crate::net::{Net, Seen, Sink, report};
use crate::reasons::Reason;

/// Pieces at the start.
const PIECES: f32 = 34.0;
/// Numbers of squares are less than this: some are no square.
const SQUARES: usize = 58;
/// Sets of squares that the network sees.
const SETS: usize = 8;
/// Rows between a seat's first and its back rank.
const ROWS: u8 = 8;

/// Learnt from games against itself; [bots.md](../../../docs/bots.md) says how.
static NET: Net<{ Bushka::INPUTS }, 32> = Net::read(include_bytes!("bushka.net"));

impl Knowledge for Bushka {
    type Weights = ();
    type StepWeights = ();

    const METHOD: Method = Method::AlphaBeta;
    const WIDTH: usize = 60;
    const HANDICAPS: &[Handicap] = &[
        Handicap::search(40, 1.6),
        Handicap::search(100, 0.67),
        Handicap::search(250, 0.53),
        Handicap::search(500, 0.5),
        Handicap::search(1200, 0.56),
        Handicap::search(3000, 0.64),
        Handicap::search(8000, 0.65),
        Handicap::search(20000, 0.57),
        Handicap::search(60000, 0.38),
    ];
    const PLAYOUT: u32 = 0;

    fn evaluate(&self, (): &()) -> BySeat<f32> {
        if self.is_drawn() {
            BySeat::all(2, 0.0)
        } else {
            NET.evaluate(self)
        }
    }

    fn weigh(&self, steps: &[Step], _: &(), weights: &mut Vec<f32>) {
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

    /// Kings alone, at most two against one, draw but for captures: all such positions were solved (`search/tests/endings.rs`).
    fn is_drawn(&self) -> bool {
        let [white, black] = [Seat::FIRST, Seat::FIRST.other()];
        let men = self.men_of(white) | self.men_of(black);
        let kings = self.kings_of(white) | self.kings_of(black);
        men.is_empty() && kings.count() <= 3
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

/// What each side has where, and where two of its men stand side by side on a line.
impl Seen for Bushka {
    const INPUTS: usize = SETS * SQUARES;

    fn see(&self, sink: &mut impl Sink) {
        let Some(seat) = self.to_move() else { return };
        sink.seat(seat);
        let turned = seat != Seat::FIRST;
        // The first man of a pair is the one farther back.
        let pairs = |men: Spots, direction: i32| men & men.to(if turned { direction } else { -direction });
        let sets = |seat| {
            let men = self.men_of(seat);
            [
                men,
                self.kings_of(seat),
                pairs(men, UP_RIGHT),
                pairs(men, UP_LEFT),
            ]
        };
        let sets = sets(seat).into_iter().chain(sets(seat.other()));
        report(sets.map(Spots::numbers), SQUARES, turned, sink);
    }
}

fn forward(seat: Seat, row: u8) -> u8 {
    if seat == Seat::FIRST {
        row
    } else {
        ROWS.saturating_sub(row)
    }
}
