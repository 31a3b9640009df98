//! Who is to move, and how a game ended: ranks and scores.

use crate::seat::{BySeat, Seat, Seats};

/// Up to two numbers, the more important first; [`Info::scores`](crate::Info::scores) says what they are.
pub type Score = [u16; 2];

/// How a game ended, or would end if play stopped now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// 1 plus the number of seats that did strictly better; in a draw everybody has 1.
    pub ranks: BySeat<u8>,
    /// What the ranks are based on, if the game has scores.
    pub scores: BySeat<Score>,
}

impl Outcome {
    /// Ranks the seats in play by score: more is better, and equal scores share a rank. Seats that dropped share the
    /// last rank.
    pub fn by_score(scores: BySeat<Score>, in_play: Seats) -> Outcome {
        let key = |seat| match in_play.contains(seat) {
            true => (true, scores[seat]),
            false => (false, Score::default()),
        };
        let better = |seat| scores.iter().filter(|&(other, _)| key(other) > key(seat)).count();
        let ranks = BySeat::from_fn(scores.seats(), |seat| 1 + better(seat) as u8);
        Outcome { ranks, scores }
    }

    /// These scores, but the seats in play share the first rank.
    pub(crate) fn drawn(self, in_play: Seats) -> Outcome {
        let equal = Outcome::by_score(BySeat::all(self.ranks.seats(), Score::default()), in_play);
        Outcome {
            scores: self.scores,
            ..equal
        }
    }

    /// Ranks the seats that dropped among themselves: the first to drop is last. `dropped` is in the order of the drops.
    pub(crate) fn order_dropped(&mut self, dropped: &[Seat]) {
        let seats = self.ranks.seats();
        for (drop, &seat) in dropped.iter().enumerate() {
            self.ranks[seat] = seats - drop as u8;
        }
    }
}

/// Who is to move, or how the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// This seat plays the next step.
    ToMove(Seat),
    /// The game is over.
    Over(Outcome),
}

impl Status {
    /// The seat to move, unless the game is over.
    pub fn to_move(self) -> Option<Seat> {
        match self {
            Status::ToMove(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    /// The outcome, if the game is over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Status::ToMove(_) => None,
            Status::Over(outcome) => Some(outcome),
        }
    }
}
