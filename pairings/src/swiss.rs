//! Swiss: players of like scores meet, and nobody meets anybody twice while that can be avoided.

mod pairs;
mod tables;

use std::cmp::Reverse;

use crate::history::History;
use crate::points::Points;
use crate::rng::Rng;
use crate::round::{Player, Round};
use crate::table_size::TableSize;

/// Somebody who is to play in the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// Who it is.
    pub player: Player,
    /// What they have so far. Who enters late has what the organiser gives for the rounds before: nothing, as a rule.
    pub points: Points,
}

/// The rule of the pairings, for players.
pub const SENTENCE: &str = "Players with like scores meet. Nobody meets anybody again while that can be avoided, the seats \
     change, and a bye goes to the lowest score among those who have had the fewest byes; it counts as a first place.";

/// The next round.
///
/// `contenders` are those who are there, in the order of their starting rank (strongest first): who has dropped out is left
/// out, who enters late comes in where they belong. `played` are the rounds before, as they were played
/// ([`PlayedRound::round`](crate::PlayedRound::round)): who did not come has met nobody, and who was alone had a bye.
///
/// What counts, the most important first, after FIDE's rules for Swiss systems (Handbook C.04.1 and C.04.3), simplified:
///
/// 1. *Byes*, if the number does not divide ([`TableSize::split`]): to those with the fewest byes so far, so that nobody has a
///    second one before everybody has had one.
/// 2. *No two players at one table again.* For two seats this is exact: if there is a round without a repetition, it is
///    found. For more seats it is for about a dozen players, and a local optimum for more: see below.
/// 3. Among those with equally many byes, the bye goes to the lowest score.
/// 4. For two seats: nobody has a seat a third time in a row, or three times more often than the other, while that can be
///    avoided.
/// 5. *Like scores*: the least sum of squares of the differences within all tables.
/// 6. For two seats: everybody has the seat that they are due.
/// 7. Where two score groups meet, the last of the upper one meets the first of the lower one.
/// 8. Within a score group, the upper half by starting rank meets the lower half, first against first.
///
/// Unlike FIDE's rules it does not look at who has met a lower or a higher score before.
///
/// For two seats the round is a minimum-weight perfect matching (Edmonds's blossom algorithm). More than 256 players are
/// matched in blocks along the ranking, which are so large that no repetition comes of it. For three to six seats the tables
/// begin as score groups dealt out by rank; then players are exchanged, and one of each table is assigned anew at the least
/// cost, until nothing helps. Other starts are tried, as far as a bounded amount of work allows.
///
/// The seats of each table follow: whoever has had a seat most seldom takes it, as far as one round can see to it. At tables for
/// two nobody has one seat more than two times more often than the other, unless a large part of the players have met. For
/// more seats nothing is promised; `docs/pairings.md` has what was measured.
///
/// Tables are in the order of the best player's rank. The same input and seed make the same round.
pub fn pair(contenders: &[Contender], played: &[Round], size: TableSize, seed: u64) -> Round {
    let mut ranked = contenders.to_vec();
    ranked.sort_by_key(|contender| Reverse(contender.points));
    let players: Vec<Player> = ranked.iter().map(|contender| contender.player).collect();
    let history = History::of(&players, played);
    let field = Field::new(&ranked, &history);
    let mut rng = Rng::new(seed);
    let (mut tables, byes) = match size.seats() {
        2 => pairs::pair(&field, &mut rng),
        _ => tables::pair(&field, size, &mut rng),
    };
    tables.sort_by_key(|table| table.iter().min().copied());
    let named = |seats: &Vec<usize>| seats.iter().map(|&at| players[at]).collect();
    Round {
        tables: tables.iter().map(named).collect(),
        byes: byes.into_iter().map(|at| players[at]).collect(),
    }
}

/// The contenders by rank, numbered from 0.
struct Field<'a> {
    history: &'a History,
    /// Points in halves; what is less than that is cut off, so that sums of squares stay small.
    halves: Vec<i64>,
    /// The first and the last rank of each player's score group.
    group: Vec<(usize, usize)>,
}

impl Field<'_> {
    fn new<'a>(ranked: &[Contender], history: &'a History) -> Field<'a> {
        let lowest = ranked.last().map_or(0, |last| last.points.units());
        let halves =
            |contender: &Contender| ((contender.points.units() - lowest) * 2 / Points::UNITS).min(255);
        let group = |contender: &Contender| {
            let first = ranked.partition_point(|other| other.points > contender.points);
            let after = ranked.partition_point(|other| other.points >= contender.points);
            (first, after - 1)
        };
        Field {
            history,
            halves: ranked
                .iter()
                .map(|contender| i64::from(halves(contender)))
                .collect(),
            group: ranked.iter().map(group).collect(),
        }
    }

    fn len(&self) -> usize {
        self.halves.len()
    }

    fn score_distance(&self, one: usize, other: usize) -> i64 {
        let distance = self.halves[one] - self.halves[other];
        distance * distance
    }

    /// What it costs that two meet once more: the growth of the square of their meetings.
    fn repetition(&self, one: usize, other: usize) -> i64 {
        let met = i64::from(self.history.met(one, other).min(15));
        (met + 1) * (met + 1) - 1
    }

    /// The players in the order in which they get a bye: who has had the fewest, then the lowest score and rank.
    fn bye_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&player| (self.history.byes[player], Reverse(player)));
        order
    }
}
