//! What pairings have to know of the rounds before.

use std::collections::BTreeMap;

use crate::round::{Player, Round};
use crate::table_size::MAX_SEATS;

/// How often a player has had each seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeatCounts {
    counts: [u16; MAX_SEATS],
    /// The last two seats, the newest first.
    last: [Option<usize>; 2],
}

impl SeatCounts {
    /// Counts of somebody whose last seats are not known.
    pub(crate) fn of(counts: [u16; MAX_SEATS]) -> SeatCounts {
        SeatCounts {
            counts,
            last: [None; 2],
        }
    }

    fn add(&mut self, seat: usize) {
        self.counts[seat] += 1;
        self.last = [Some(seat), self.last[0]];
    }

    /// What this seat of a table of `size` costs: much more for each time that the player has had it, so that no seat becomes much more frequent than
    /// the others; of equal ones the last seat costs more.
    pub(crate) fn cost(&self, seat: usize, size: usize) -> i64 {
        let fewest = self.counts[..size].iter().min().copied().unwrap_or(0);
        let more = (self.counts[seat] - fewest).min(12);
        let again = i64::from(self.last[0] == Some(seat));
        (1 << (4 * more)) * 2 + again
    }

    /// How much more often a player of a table for two had the first seat than the second.
    pub(crate) fn firsts(&self) -> i32 {
        i32::from(self.counts[0]) - i32::from(self.counts[1])
    }

    pub(crate) fn last(&self) -> Option<usize> {
        self.last[0]
    }

    /// The seat that the player had twice in a row.
    pub(crate) fn twice(&self) -> Option<usize> {
        self.last[0].filter(|&seat| self.last[1] == Some(seat))
    }
}

/// The rounds before, for players who are numbered from 0 in the order that is given.
pub(crate) struct History {
    players: usize,
    met: Vec<u8>,
    pub(crate) seats: Vec<SeatCounts>,
    pub(crate) byes: Vec<u32>,
}

impl History {
    /// Rounds may name players who are not among these. Who sat alone at a table, because nobody else came, had a bye.
    pub(crate) fn of(players: &[Player], rounds: &[Round]) -> History {
        let count = players.len();
        let mut history = History {
            players: count,
            met: vec![0; count * count],
            seats: vec![SeatCounts::default(); count],
            byes: vec![0; count],
        };
        let index: BTreeMap<Player, usize> = players
            .iter()
            .enumerate()
            .map(|(at, &player)| (player, at))
            .collect();
        for round in rounds {
            for table in &round.tables {
                let seats: Vec<Option<usize>> =
                    table.iter().map(|player| index.get(player).copied()).collect();
                history.add_table(&seats);
            }
            for player in round.byes.iter().filter_map(|player| index.get(player)) {
                history.byes[*player] += 1;
            }
        }
        history
    }

    fn add_table(&mut self, seats: &[Option<usize>]) {
        if let [Some(alone)] = *seats {
            self.byes[alone] += 1;
            return;
        }
        for (seat, player) in seats
            .iter()
            .enumerate()
            .filter_map(|(seat, player)| Some((seat, (*player)?)))
        {
            if seat < MAX_SEATS {
                self.seats[player].add(seat);
            }
            for other in seats.iter().flatten().filter(|&&other| other != player) {
                let met = &mut self.met[player * self.players + other];
                *met = met.saturating_add(1);
            }
        }
    }

    /// How often the two have sat at one table.
    pub(crate) fn met(&self, one: usize, other: usize) -> u8 {
        self.met[one * self.players + other]
    }
}
