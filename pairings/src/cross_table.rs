//! The cross-table: how each player did against each other one.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::result::PlayedRound;
use crate::round::Player;

/// A table at which two players sat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The round, from 0.
    pub round: usize,
    /// The table in this round, from 0.
    pub table: usize,
    /// `Greater` if the player of the row came before that of the column.
    pub result: Ordering,
}

/// For each player, and for each other one, their meetings in the order of the rounds: `cross_table(…)[row][column]`, both in
/// the order of `players`. Who did not come is in no meeting.
pub fn cross_table(players: &[Player], rounds: &[PlayedRound]) -> Vec<Vec<Vec<Meeting>>> {
    let index: BTreeMap<Player, usize> = players
        .iter()
        .enumerate()
        .map(|(at, &player)| (player, at))
        .collect();
    let mut cells = vec![vec![Vec::new(); players.len()]; players.len()];
    for (round, played) in rounds.iter().enumerate() {
        for (table, seats) in played.tables.iter().enumerate() {
            for seat in seats.iter().filter(|seat| seat.came()) {
                for other in seats
                    .iter()
                    .filter(|other| other.came() && other.player != seat.player)
                {
                    let (Some(&row), Some(&column)) = (index.get(&seat.player), index.get(&other.player))
                    else {
                        continue;
                    };
                    let result = seat.against(other);
                    cells[row][column].push(Meeting { round, table, result });
                }
            }
        }
    }
    cells
}
