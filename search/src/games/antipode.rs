//! Antipode: which tokens can hardly be flipped any more, and, as the board fills, how far each seat is from a connection.

mod reasons;

use thicket_rules::antipode::{Antipode, Board, Step};
use thicket_rules::{BySeat, Hex, Position, Seat};

use crate::knowledge::{Knowledge, Method};
use crate::level::Handicap;
use crate::reasons::Reason;
use crate::weights::weights;

weights! {
    /// What a token of the own colour is worth with no empty space beside it: only a pawn can flip it. Others are flipped back and
    /// forth, and worth nothing.
    settled: 0.2,
    /// What a space less in the way of the best connection is worth on a full board, and of the second best. Early in the game
    /// ways come and go with every token.
    space: 0.05,
    second: 0.01,
    /// What the turn is worth.
    turn: 0.1,
}

/// More than any way across the board.
const FARTHEST: u16 = 12;

impl Knowledge for Antipode {
    type Weights = Known;

    const METHOD: Method = Method::AlphaBeta;
    const WIDTH: usize = 24;
    const HANDICAPS: &[Handicap] = &[
        Handicap::own_turn(0.3),
        Handicap::own_turn(0.0),
        Handicap::search(1500, 0.085),
        Handicap::search(3000, 0.053),
        Handicap::search(6000, 0.034),
        Handicap::search(12000, 0.0165),
        Handicap::search(40000, 0.0),
        Handicap::search(150000, 0.0),
        Handicap::search(580000, 0.0),
    ];
    const PLAYOUT: u32 = 0;

    fn evaluate(&self, known: &Known) -> BySeat<f32> {
        let empty = self.empty();
        let filled = filled(self);
        let settled = !(empty | empty.neighbours());
        BySeat::from_fn(2, |seat| {
            let own = self.tokens_of(seat);
            let mut ways = Antipode::CORNERS.map(|corners| f32::from(way(corners, own, empty)));
            ways.sort_unstable_by(f32::total_cmp);
            let turn = if self.to_move() == Some(seat) {
                known.turn
            } else {
                0.0
            };
            turn + known.settled * f32::from((own & settled).count())
                - known.space * filled * ways[0]
                - known.second * ways[1]
        })
    }

    fn weigh(&self, steps: &[Step], weights: &mut Vec<f32>) {
        let Some(seat) = self.to_move() else { return };
        let own = self.tokens_of(seat);
        let others = !(own | self.empty());
        let pawns =
            Seat::from_index(1).map(|red| Board::one(self.pawn(Seat::FIRST)) | Board::one(self.pawn(red)));
        let free = !pawns.unwrap_or(Board::EMPTY);
        let gain = |flipped: Board| {
            let flipped = flipped & free;
            0.4 * (f32::from((flipped & others).count()) - f32::from((flipped & own).count()))
        };
        weights.extend(steps.iter().map(|step| match *step {
            Step::Put(hex) => gain(Board::one(hex).neighbours()),
            Step::Move { from, to } => gain(between(from, to)),
        }));
    }

    fn progress(&self) -> f32 {
        filled(self)
    }

    fn reasons(before: &Antipode, after: &Antipode, seat: Seat) -> Vec<Reason> {
        reasons::reasons(before, after, seat)
    }
}

/// The part of the board where tokens lie.
fn filled(position: &Antipode) -> f32 {
    1.0 - f32::from(position.empty().count()) / f32::from(Board::ALL.count())
}

/// How many spaces a seat has to win on the shortest way between two corners: a space without a token counts one, one with
/// a token of the other seat two.
fn way([from, to]: [Board; 2], own: Board, empty: Board) -> u16 {
    let others = !(own | empty);
    // What is reached at the present cost, and at one less.
    let (mut reached, mut before) = (from & own, Board::EMPTY);
    for cost in 0..FARTHEST {
        if reached.meets(to) {
            return cost;
        }
        let start = match cost {
            0 => from & empty,
            1 => from & others,
            _ => Board::EMPTY,
        };
        let next = start | (reached.neighbours() & empty) | (before.neighbours() & others);
        before = reached;
        reached = (reached | next).flood(own);
    }
    FARTHEST
}

/// The spaces between two spaces on a line.
fn between(from: Hex, to: Hex) -> Board {
    let way = |from: u8, to: u8| (to > from) as i8 - (to < from) as i8;
    let (up, along) = (way(from.row(), to.row()), way(from.number(), to.number()));
    let next = |hex: &Hex| {
        Hex::new(
            hex.row().checked_add_signed(up)?,
            hex.number().checked_add_signed(along)?,
        )
    };
    std::iter::successors(next(&from), next)
        .take_while(|&hex| hex != to)
        .collect()
}
