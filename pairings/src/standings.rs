//! Standings: points, and tie-breaks where they are equal.

use std::collections::BTreeMap;

use crate::points::Points;
use crate::result::{PlayedRound, points_of};
use crate::round::Player;
use crate::tie_break::{Own, TieBreak};

/// What counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// The seats of a full table: what a first place is worth follows from it.
    pub seats: usize,
    /// What a bye is worth: a first place in a Swiss tournament, nothing in a full schedule, where everybody has as many.
    pub bye: Points,
    /// What decides between players with equal points, the most important first.
    pub tie_breaks: Vec<TieBreak>,
}

/// How a player stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who it is.
    pub player: Player,
    /// 1 plus the number of players who stand better.
    pub rank: usize,
    /// All points.
    pub points: Points,
    /// The values of the tie-breaks, as the scoring lists them. What comes after the one that decided is there too.
    pub tie_breaks: Vec<i64>,
    /// Tables that the player came to.
    pub played: usize,
    /// Byes.
    pub byes: usize,
}

/// All entrants, the best first, after these rounds; who dropped out is one of them. Who is equal in everything shares a
/// rank, in the order of `entrants`.
///
/// Points are those of [`points_of`] at each table, and of byes. A direct meeting is one of those who are equal in all that
/// comes before it.
pub fn standings(entrants: &[Player], rounds: &[PlayedRound], scoring: &Scoring) -> Vec<Standing> {
    let points = all_points(rounds, scoring);
    let of = |player: Player| points.get(&player).copied().unwrap_or_default();
    let own = own_tables(entrants, rounds);
    let mut rows: Vec<Standing> = entrants
        .iter()
        .map(|player| row(*player, &own[player], rounds, of(*player)))
        .collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.points));
    rank(&mut rows, |one, other| one.points == other.points);
    for tie_break in &scoring.tie_breaks {
        for tied in rows.chunk_by_mut(|one, other| one.rank == other.rank) {
            let players: Vec<Player> = tied.iter().map(|row| row.player).collect();
            let value = |player| tie_break.value(&own[&player], player, &of, &players);
            tied.iter_mut()
                .for_each(|row| row.tie_breaks.push(value(row.player)));
            tied.sort_by_key(|row| std::cmp::Reverse(row.tie_breaks.last().copied()));
        }
        rank(&mut rows, |one, other| {
            one.points == other.points && one.tie_breaks == other.tie_breaks
        });
    }
    rows
}

/// The points of everybody who was paired or had a bye.
fn all_points(rounds: &[PlayedRound], scoring: &Scoring) -> BTreeMap<Player, Points> {
    let mut points: BTreeMap<Player, Points> = BTreeMap::new();
    for round in rounds {
        for table in &round.tables {
            for seat in table {
                *points.entry(seat.player).or_default() += points_of(seat, table, scoring.seats);
            }
        }
        for &player in &round.byes {
            *points.entry(player).or_default() += scoring.bye;
        }
    }
    points
}

fn own_tables<'a>(entrants: &[Player], rounds: &'a [PlayedRound]) -> BTreeMap<Player, Own<'a>> {
    let mut own: BTreeMap<Player, Own> = entrants
        .iter()
        .map(|&player| (player, vec![None; rounds.len()]))
        .collect();
    for (at, round) in rounds.iter().enumerate() {
        for table in &round.tables {
            for seat in table {
                if let Some(tables) = own.get_mut(&seat.player) {
                    tables[at] = Some((seat, table));
                }
            }
        }
    }
    own
}

fn row(player: Player, own: &Own, rounds: &[PlayedRound], points: Points) -> Standing {
    Standing {
        player,
        rank: 1,
        points,
        tie_breaks: Vec::new(),
        played: own.iter().flatten().filter(|(seat, _)| seat.came()).count(),
        byes: rounds.iter().filter(|round| round.byes.contains(&player)).count(),
    }
}

/// Numbers the rows, which are in order; who is equal to the row before has its rank.
fn rank(rows: &mut [Standing], equal: impl Fn(&Standing, &Standing) -> bool) {
    for at in 0..rows.len() {
        let shared = at > 0 && equal(&rows[at - 1], &rows[at]);
        rows[at].rank = if shared { rows[at - 1].rank } else { at + 1 };
    }
}
