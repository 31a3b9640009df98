//! Results: the places at each table, and marks that change what they count.

use std::cmp::Ordering;

use crate::points::Points;
use crate::round::{Player, Round};

/// Why a seat gets no points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The player resigned or was removed before the end, while others went on.
    Left,
    /// The player did not come. A bot may have taken the seat from the beginning.
    DidNotCome,
    /// A bot took the seat over during the game.
    Replaced,
}

impl Mark {
    /// The rule for all marks, for players.
    pub const SENTENCE: &'static str = "A player who did not come, who left before the end, or whose seat a bot took over gets \
         no points at that table and counts as placed after everybody else; the others keep their order among themselves, and \
         what a bot reached in the seat does not count.";
}

/// What a seat of a table reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatResult {
    /// Who sat there, or should have.
    pub player: Player,
    /// 1 plus the number of seats that did better; who shares a place has the same number.
    pub place: u8,
    /// Why it does not count, if so.
    pub mark: Option<Mark>,
    /// Capture stones, or what else the game counts; 0 where it counts nothing.
    pub captures: u32,
}

impl SeatResult {
    /// A place without a mark, of a game that counts nothing.
    pub fn new(player: Player, place: u8) -> SeatResult {
        SeatResult {
            player,
            place,
            mark: None,
            captures: 0,
        }
    }

    /// The same, with a mark.
    pub fn marked(self, mark: Mark) -> SeatResult {
        SeatResult {
            mark: Some(mark),
            ..self
        }
    }

    /// Whether the player was at the table when the game began.
    pub fn came(&self) -> bool {
        self.mark != Some(Mark::DidNotCome)
    }

    /// `Greater` if this seat came before the other one. Seats with a mark come after all others, and are equal among
    /// themselves.
    pub fn against(&self, other: &SeatResult) -> Ordering {
        let key = |seat: &SeatResult| match seat.mark {
            Some(_) => (1, 0),
            None => (0, seat.place),
        };
        key(other).cmp(&key(self))
    }
}

/// A round that is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedRound {
    /// The tables, each with its seats in order of play.
    pub tables: Vec<Vec<SeatResult>>,
    /// Who had a bye.
    pub byes: Vec<Player>,
}

impl PlayedRound {
    /// The round as pairings look at it: without those who did not come, who have not met anybody.
    pub fn round(&self) -> Round {
        let came = |table: &Vec<SeatResult>| {
            table
                .iter()
                .filter(|seat| seat.came())
                .map(|seat| seat.player)
                .collect()
        };
        Round {
            tables: self.tables.iter().map(came).collect(),
            byes: self.byes.clone(),
        }
    }
}

/// What one seat of this table gets in a tournament whose full tables have `seats`. A share of a place shares its points; a
/// seat with a mark gets none.
pub fn points_of(seat: &SeatResult, table: &[SeatResult], seats: usize) -> Points {
    if seat.mark.is_some() {
        return Points::ZERO;
    }
    let others = table.iter().filter(|other| other.player != seat.player);
    let count = |wanted| {
        others
            .clone()
            .filter(|other| seat.against(other) == wanted)
            .count()
    };
    Points::for_place(
        seats,
        table.len(),
        count(Ordering::Greater),
        count(Ordering::Equal),
    )
}
