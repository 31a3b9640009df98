//! What decides between players with equal points.

use std::cmp::Ordering;

use crate::points::Points;
use crate::result::{PlayedRound, SeatResult};
use crate::round::Player;

/// What is compared, the larger first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TieBreak {
    /// How those who are tied placed against each other.
    DirectMeetings,
    /// The points of one's opponents.
    Buchholz,
    /// How often one came first.
    FirstPlaces,
    /// Capture stones, where the game counts them.
    Captures,
}

impl TieBreak {
    /// All of them, in the usual order.
    pub const ALL: [TieBreak; 4] = [
        TieBreak::DirectMeetings,
        TieBreak::Buchholz,
        TieBreak::FirstPlaces,
        TieBreak::Captures,
    ];

    /// Its name, for a page.
    pub fn name(self) -> &'static str {
        match self {
            TieBreak::DirectMeetings => "Direct meetings",
            TieBreak::Buchholz => "Buchholz",
            TieBreak::FirstPlaces => "First places",
            TieBreak::Captures => "Capture stones",
        }
    }

    /// What it is, for a page.
    pub fn sentence(self) -> &'static str {
        match self {
            TieBreak::DirectMeetings => {
                "At tables where tied players met: how often a player came before another tied player, less how often after one."
            }
            TieBreak::Buchholz => {
                "The points of a player's opponents, added up over the rounds; of each table the mean of the opponents. A round \
                 without an opponent counts the player's own points."
            }
            TieBreak::FirstPlaces => "How often a player came first alone.",
            TieBreak::Captures => "The capture stones of all games together.",
        }
    }

    /// The value as a page shows it: whole numbers, and points for Buchholz.
    pub fn shown(self, value: i64) -> String {
        match self {
            TieBreak::Buchholz => Points::from_units((value / BUCHHOLZ_PARTS) as u32).to_string(),
            _ => value.to_string(),
        }
    }

    /// The value of a player. `points` are those of all, and `tied` the players who are compared.
    pub(crate) fn value(
        self,
        player: Player,
        rounds: &[PlayedRound],
        points: &dyn Fn(Player) -> Points,
        tied: &[Player],
    ) -> i64 {
        match self {
            TieBreak::DirectMeetings => direct_meetings(player, rounds, tied),
            TieBreak::Buchholz => rounds.iter().map(|round| buchholz(player, round, points)).sum(),
            TieBreak::FirstPlaces => own_tables(player, rounds)
                .filter(|(seat, table)| is_first(seat, table))
                .count() as i64,
            TieBreak::Captures => own_tables(player, rounds)
                .map(|(seat, _)| counted_captures(seat))
                .sum(),
        }
    }
}

/// A mean of one to five opponents' points is a whole number of these parts.
const BUCHHOLZ_PARTS: i64 = 60;

pub(crate) fn own_tables(
    player: Player,
    rounds: &[PlayedRound],
) -> impl Iterator<Item = (&SeatResult, &[SeatResult])> {
    let tables = rounds.iter().flat_map(|round| &round.tables);
    tables.filter_map(move |table| Some((table.iter().find(|seat| seat.player == player)?, table.as_slice())))
}

/// Whether the seat came before all others of its table.
pub(crate) fn is_first(seat: &SeatResult, table: &[SeatResult]) -> bool {
    let others = table.iter().filter(|other| other.player != seat.player);
    seat.mark.is_none()
        && others
            .into_iter()
            .all(|other| seat.against(other) == Ordering::Greater)
}

fn counted_captures(seat: &SeatResult) -> i64 {
    if seat.mark.is_some() {
        0
    } else {
        i64::from(seat.captures)
    }
}

fn direct_meetings(player: Player, rounds: &[PlayedRound], tied: &[Player]) -> i64 {
    let tables = own_tables(player, rounds).filter(|(seat, _)| seat.came());
    let meetings = tables.flat_map(|(seat, table)| table.iter().map(move |other| (seat, other)));
    let among =
        meetings.filter(|(_, other)| other.player != player && other.came() && tied.contains(&other.player));
    among.map(|(seat, other)| seat.against(other) as i64).sum()
}

fn buchholz(player: Player, round: &PlayedRound, points: &dyn Fn(Player) -> Points) -> i64 {
    let met = own_tables(player, std::slice::from_ref(round))
        .next()
        .filter(|(seat, _)| seat.came());
    let opponents: Vec<i64> = met
        .map(|(_, table)| table)
        .unwrap_or_default()
        .iter()
        .filter(|other| other.player != player && other.came())
        .map(|other| i64::from(points(other.player).units()))
        .collect();
    match opponents.len() as i64 {
        0 => i64::from(points(player).units()) * BUCHHOLZ_PARTS,
        count => opponents.iter().sum::<i64>() * BUCHHOLZ_PARTS / count,
    }
}
