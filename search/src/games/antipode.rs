//! Antipode: how far each seat is from a connection between two opposite corners.

use thicket_rules::antipode::{Antipode, Board, Step};
use thicket_rules::{BySeat, Hex, Position, Seat};

use crate::knowledge::{Knowledge, Method};

/// What a space less in the way of the best connection is worth, and of the second best.
const SPACE: f32 = 0.5;
const SECOND: f32 = 0.12;
/// What a token of the own colour is worth.
const TOKEN: f32 = 0.06;
/// What the turn is worth.
const TURN: f32 = 0.3;
/// More than any way across the board.
const FARTHEST: u16 = 12;

impl Knowledge for Antipode {
    const METHOD: Method = Method::AlphaBeta;
    const WIDTH: usize = 24;
    const PLAYOUT: u32 = 0;

    fn evaluate(&self) -> BySeat<f32> {
        BySeat::from_fn(2, |seat| {
            let own = self.tokens_of(seat);
            let mut ways = Antipode::CORNERS.map(|corners| way(corners, own, self.empty()));
            ways.sort_unstable();
            let turn = if self.to_move() == Some(seat) { TURN } else { 0.0 };
            turn + TOKEN * f32::from(own.count()) - SPACE * f32::from(ways[0]) - SECOND * f32::from(ways[1])
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
