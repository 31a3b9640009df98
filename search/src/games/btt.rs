//! Branches and Twigs and Thorns: tokens, and where one can lay pyramids without paying.

mod reasons;

use thicket_rules::btt::{Btt, Content, Size, Step};
use thicket_rules::{BySeat, Position, Seat, Seats, Square};

use crate::knowledge::{Knowledge, Method};
use crate::level::Handicap;
use crate::reasons::Reason;
use crate::weights::weights;

weights! {
    /// What a token is worth at the start, and how much more with the last square filled.
    token: 0.2,
    last_token: 0.5,
    /// What a square is worth where a seat lays pyramids for nothing, in tokens.
    free: 0.15,
    /// What it is worth where only this seat lays them for nothing, and besides for each point that the others pay.
    alone: 0.4,
    alone_point: 0.3,
}

/// How a point of a pyramid counts for each empty square beside it, and how a token that is paid.
const LARGE: f32 = 0.15;
const PAYMENT: f32 = 0.7;
/// How a token that another seat is given counts, as part of one that is paid.
const GIVEN: f32 = 0.7;

impl Knowledge for Btt {
    type Weights = Known;
    type StepWeights = ();

    const METHOD: Method = Method::AlphaBeta;
    const WIDTH: usize = 40;
    const HANDICAPS: &[Handicap] = &[
        Handicap::own_turn(0.48),
        Handicap::own_turn(0.0),
        Handicap::search(500, 0.17),
        Handicap::search(10000, 0.11),
    ];
    const PLAYOUT: u32 = 4;

    fn evaluate(&self, known: &Known) -> BySeat<f32> {
        let seats = self.setup().seats();
        let mut worth = BySeat::from_fn(seats, |seat| f32::from(self.tokens(seat)));
        let (mut squares, mut filled) = (0u16, 0u16);
        for (square, content) in self.contents() {
            squares += 1;
            if content == Content::Empty {
                add_square(self, square, known, &mut worth);
            } else {
                filled += 1;
            }
        }
        let scale = known.token + known.last_token * f32::from(filled) / f32::from(squares.max(1));
        BySeat::from_fn(seats, |seat| scale * worth[seat])
    }

    fn weigh(&self, steps: &[Step], _: &(), weights: &mut Vec<f32>) {
        let Some(seat) = self.to_move() else { return };
        // Steps on the same square come one after the other.
        let (mut square, mut open) = (None, 0.0);
        weights.extend(steps.iter().map(|step| match *step {
            Step::Null(_) | Step::Root(_) => 0.0,
            Step::Pyramid { size, on, at } => {
                if square != Some(on) {
                    (square, open) = (Some(on), open_beside(self, on));
                }
                weight(seat, size, open, self.content(at))
            }
        }));
    }

    /// The part of the squares that are filled.
    fn progress(&self) -> f32 {
        let (mut squares, mut filled) = (0u16, 0u16);
        for (_, content) in self.contents() {
            squares += 1;
            filled += u16::from(content != Content::Empty);
        }
        f32::from(filled) / f32::from(squares.max(1))
    }

    fn reasons(before: &Btt, after: &Btt, seat: Seat) -> Vec<Reason> {
        reasons::reasons(before, after, seat)
    }
}

/// Adds what an empty square is worth to the seats that lay a pyramid there for nothing.
fn add_square(position: &Btt, square: Square, known: &Known, worth: &mut BySeat<f32>) {
    let (mut root, mut owners, mut least) = (false, Seats::NONE, u16::MAX);
    for (_, content) in position.beside(square) {
        root |= content == Content::Root;
        if let Some(pyramid) = content.pyramid() {
            owners.insert(pyramid.owner);
            least = least.min(pyramid.size.points());
        }
    }
    if root {
        return;
    }
    let alone = owners.count() == 1;
    for owner in owners.iter() {
        worth[owner] += if alone {
            known.alone + known.alone_point * f32::from(least)
        } else {
            known.free
        };
    }
}

/// How many empty squares are beside one.
fn open_beside(position: &Btt, square: Square) -> f32 {
    let beside = position.beside(square);
    beside.filter(|&(_, content)| content == Content::Empty).count() as f32
}

/// Large pyramids where others will have to point at them, that is beside empty squares, and no payments. The target is what it
/// points at.
fn weight(seat: Seat, size: Size, open: f32, target: Content) -> f32 {
    let points = f32::from(size.points());
    let target = target.pyramid();
    let paid = match target.filter(|target| target.owner != seat) {
        Some(target) => f32::from(target.size.points()) + GIVEN * points,
        None => 0.0,
    };
    LARGE * points * open - PAYMENT * paid
}
