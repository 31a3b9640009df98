//! Random tournaments, and what is counted in them.

use std::collections::{BTreeMap, BTreeSet};

use thicket_pairings::swiss::{Contender, pair};
use thicket_pairings::{
    Mark, PlayedRound, Player, Points, Round, Scoring, SeatResult, TableSize, TieBreak, standings,
};

/// Random numbers of the tests (xorshift64*).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % sides
    }

    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.roll(times) == 0
    }
}

pub(crate) fn size(seats: usize, fewest: usize) -> TableSize {
    TableSize::new(seats, fewest).unwrap()
}

pub(crate) fn swiss_scoring(seats: usize) -> Scoring {
    Scoring {
        seats,
        bye: Points::first_place(seats),
        tie_breaks: TieBreak::ALL.to_vec(),
    }
}

/// A Swiss tournament with drop-outs and latecomers.
pub(crate) struct Tournament {
    pub(crate) size: TableSize,
    pub(crate) entrants: Vec<Player>,
    pub(crate) left: BTreeSet<Player>,
    pub(crate) rounds: Vec<PlayedRound>,
    pub(crate) dice: Dice,
}

impl Tournament {
    pub(crate) fn new(players: usize, size: TableSize, seed: u64) -> Tournament {
        Tournament {
            size,
            entrants: (1..=players as Player).collect(),
            left: BTreeSet::new(),
            rounds: Vec::new(),
            dice: Dice::new(seed),
        }
    }

    pub(crate) fn rounds(&self) -> Vec<Round> {
        self.rounds.iter().map(PlayedRound::round).collect()
    }

    pub(crate) fn contenders(&self) -> Vec<Contender> {
        let table = standings(&self.entrants, &self.rounds, &swiss_scoring(self.size.seats()));
        let points: BTreeMap<Player, Points> = table.iter().map(|row| (row.player, row.points)).collect();
        let there = self.entrants.iter().filter(|player| !self.left.contains(player));
        there
            .map(|&player| Contender {
                player,
                points: points[&player],
            })
            .collect()
    }

    pub(crate) fn pair(&self) -> Round {
        pair(
            &self.contenders(),
            &self.rounds(),
            self.size,
            self.rounds.len() as u64,
        )
    }

    /// Random places, and in one seat of thirty a mark.
    pub(crate) fn play(&mut self, round: &Round) {
        let dice = &mut self.dice;
        let mut result = |player: Player| {
            let seat = SeatResult {
                captures: dice.roll(9) as u32,
                ..SeatResult::new(player, 1 + dice.roll(4) as u8)
            };
            match dice.roll(90) {
                0 => seat.marked(Mark::Left),
                1 => seat.marked(Mark::DidNotCome),
                2 => seat.marked(Mark::Replaced),
                _ => seat,
            }
        };
        let tables = round
            .tables
            .iter()
            .map(|table| table.iter().map(|&player| result(player)).collect());
        let tables = tables.collect();
        self.rounds.push(PlayedRound {
            tables,
            byes: round.byes.clone(),
        });
    }

    /// Some drop out, some come late.
    pub(crate) fn change_players(&mut self) {
        for player in self.entrants.clone() {
            if self.dice.once_in(25) {
                self.left.insert(player);
            }
        }
        for _ in 0..self.dice.roll(3) {
            self.entrants.push(self.entrants.len() as Player + 1);
        }
    }
}

/// How often each two players have sat at one table.
pub(crate) fn meetings(rounds: &[Round]) -> BTreeMap<(Player, Player), usize> {
    let mut met = BTreeMap::new();
    for table in rounds.iter().flat_map(|round| &round.tables) {
        for &one in table {
            for &other in table.iter().filter(|&&other| other > one) {
                *met.entry((one, other)).or_default() += 1;
            }
        }
    }
    met
}

/// How often a player had each seat, at tables of this size.
pub(crate) fn seat_counts(player: Player, rounds: &[Round], size: usize) -> Vec<usize> {
    let mut counts = vec![0; size];
    for table in rounds
        .iter()
        .flat_map(|round| &round.tables)
        .filter(|table| table.len() == size)
    {
        if let Some(seat) = table.iter().position(|&other| other == player) {
            counts[seat] += 1;
        }
    }
    counts
}

pub(crate) fn spread(counts: &[usize]) -> usize {
    counts.iter().max().unwrap() - counts.iter().min().unwrap()
}

/// Everybody is in the round exactly once, and nobody else is.
pub(crate) fn everybody_once(round: &Round, players: &[Player]) -> bool {
    let mut seen: Vec<Player> = round.players().collect();
    let mut all = players.to_vec();
    seen.sort_unstable();
    all.sort_unstable();
    seen == all
}
