//! What a seat could do if it were its turn.

use std::collections::BTreeMap;

use thicket_rules::{Cell, Change, Position, Seat};

use super::is_won;

/// More steps than these are not looked at: what is not seen then is not claimed either.
const MOST_STEPS: u32 = 20_000;

/// How many answers to a turn are tried.
const ANSWERS: usize = 12;

/// What one turn could do.
#[derive(Default)]
pub(super) struct NextTurn {
    /// Whether one of its turns wins.
    pub(super) wins: bool,
    /// What it could capture, and whose pieces those are.
    pub(super) captures: BTreeMap<Cell, Option<Seat>>,
}

/// None if the seat has no turn here, or more than can be looked at.
pub(super) fn next_turn<P: Position>(position: &P, seat: Seat) -> Option<NextTurn> {
    let position = with_turn(position, seat)?;
    let mut scan = Scan {
        seat,
        left: MOST_STEPS,
        next: NextTurn::default(),
    };
    scan.try_all(&position)?;
    Some(scan.next)
}

/// What a seat could do after one of the answers to a position, of which some are tried: what every answer stops is no threat.
pub(super) fn after_answers<P: Position>(position: &P, seat: Seat) -> NextTurn {
    let mut next = NextTurn::default();
    let turns = answers(position)
        .into_iter()
        .filter_map(|answer| next_turn(&answer, seat));
    for turn in turns {
        next.wins |= turn.wins;
        next.captures.extend(turn.captures);
    }
    next
}

/// Positions after some turns of the seat to move.
fn answers<P: Position>(position: &P) -> Vec<P> {
    let (mut answers, mut unfinished) = (Vec::new(), vec![position.clone()]);
    while let Some(position) = unfinished.pop() {
        for step in position.legal_steps() {
            let mut after = position.clone();
            after.play_unchecked(&step);
            let list = if after.mid_turn() {
                &mut unfinished
            } else {
                &mut answers
            };
            list.push(after);
            if answers.len() == ANSWERS {
                return answers;
            }
        }
    }
    answers
}

/// A position with this seat to move.
fn with_turn<P: Position>(position: &P, seat: Seat) -> Option<P> {
    let to_move = position.to_move()?;
    if to_move == seat {
        return Some(position.clone());
    }
    let text = position.to_string();
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    *fields.get_mut(1)? = seat.to_string();
    // In some games the number of turns, which comes last, says who is to move.
    fields.join(" ").parse().ok().or_else(|| {
        let turns = fields.last_mut()?;
        *turns = (turns.parse::<u32>().ok()? + 1).to_string();
        fields.join(" ").parse().ok()
    })
}

struct Scan {
    seat: Seat,
    left: u32,
    next: NextTurn,
}

impl Scan {
    /// Tries all turns, or what is left of them. None if they are too many.
    fn try_all<P: Position>(&mut self, position: &P) -> Option<()> {
        for step in position.legal_steps() {
            self.left = self.left.checked_sub(1)?;
            let mut after = position.clone();
            after.play_with(&step, &mut |change| self.record(change));
            self.next.wins |= is_won(&after, self.seat);
            if after.mid_turn() && after.to_move() == Some(self.seat) {
                self.try_all(&after)?;
            }
        }
        Some(())
    }

    fn record(&mut self, change: Change) {
        if let Change::Taken { cell, piece, by } = change
            && by == self.seat
        {
            self.next.captures.insert(cell, piece.seat);
        }
    }
}
