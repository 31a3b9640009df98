//! Tables of several rounds that a search changes until every two players meet equally often.

use crate::rng::Rng;

/// For at most how many moves somebody who was moved stays.
const TENURE: usize = 10;
/// The table of those who have a bye.
pub(crate) const BYE: usize = usize::MAX;

/// Pairs of players that meet equally often whatever happens: where a round is developed into others by rotation, all pairs
/// at the same distance.
pub(crate) struct Classes {
    /// The class of two players, row by row.
    pub(crate) of: Vec<u32>,
    /// For each class how many pairs it has, and how often they meet for each time that they do in the rounds which are looked at.
    pub(crate) pairs: Vec<(i64, i64)>,
}

impl Classes {
    /// Each pair by itself.
    pub(crate) fn single(players: usize) -> Classes {
        let number = |(one, other): (usize, usize)| (one.min(other) * players + one.max(other)) as u32;
        let of = (0..players * players)
            .map(|at| number((at / players, at % players)))
            .collect();
        Classes {
            of,
            pairs: vec![(1, 1); players * players],
        }
    }
}

/// Who sits where in each round. Places are the same in every round; `table_of` says to which table they belong.
pub(crate) struct Arrangement {
    players: usize,
    classes: Classes,
    table_of: Vec<usize>,
    /// First and last place of each table.
    tables: Vec<(usize, usize)>,
    pub(crate) rounds: Vec<Vec<usize>>,
    counts: Vec<i64>,
    pub(crate) cost: i64,
}

impl Arrangement {
    /// `sizes` are those of the tables; the places after them are byes.
    pub(crate) fn new(
        players: usize,
        sizes: &[usize],
        rounds: Vec<Vec<usize>>,
        classes: Classes,
    ) -> Arrangement {
        let mut table_of = vec![BYE; players];
        let mut tables = Vec::new();
        let mut place = 0;
        for (table, &size) in sizes.iter().enumerate() {
            table_of[place..place + size].fill(table);
            tables.push((place, place + size));
            place += size;
        }
        let counts = vec![0; classes.pairs.len()];
        let mut arrangement = Arrangement {
            players,
            classes,
            table_of,
            tables,
            rounds,
            counts,
            cost: 0,
        };
        arrangement.count();
        arrangement
    }

    fn count(&mut self) {
        for round in 0..self.rounds.len() {
            for table in self.tables.clone() {
                for one in table.0..table.1 {
                    for other in one + 1..table.1 {
                        self.meet(self.rounds[round][one], self.rounds[round][other], 1);
                    }
                }
            }
        }
    }

    /// The two meet once more, or once less. The cost is the sum of the squares of all pairs' meetings.
    fn meet(&mut self, one: usize, other: usize, by: i64) {
        let class = self.classes.of[one * self.players + other] as usize;
        let (pairs, times) = self.classes.pairs[class];
        let before = self.counts[class];
        self.counts[class] += by;
        self.cost += pairs * times * times * by * (2 * before + by);
    }

    fn swap(&mut self, round: usize, one: usize, other: usize) {
        let (first, second) = (self.rounds[round][one], self.rounds[round][other]);
        self.replace(round, one, first, second);
        self.replace(round, other, second, first);
        self.rounds[round].swap(one, other);
    }

    fn replace(&mut self, round: usize, place: usize, old: usize, new: usize) {
        for neighbour in self.neighbours(place) {
            let neighbour = self.rounds[round][neighbour];
            self.meet(old, neighbour, -1);
            self.meet(new, neighbour, 1);
        }
    }

    /// The other places of a table; a bye has none.
    fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> + use<> {
        let (first, after) = self.tables.get(self.table_of[place]).copied().unwrap_or((0, 0));
        (first..after).filter(move |&neighbour| neighbour != place)
    }

    /// The least that any arrangement of these tables in so many rounds could cost.
    pub(crate) fn least_cost(players: usize, sizes: &[usize], rounds: usize) -> i64 {
        let meetings: usize = sizes.iter().map(|size| size * (size - 1) / 2 * rounds).sum();
        let pairs = (players * players.saturating_sub(1) / 2).max(1);
        let (each, more) = (meetings / pairs, meetings % pairs);
        (pairs * each * each + more * (2 * each + 1)) as i64
    }

    /// Exchanges two players of a round at a time, by late acceptance hill climbing (Burke and Bykov 2017): an exchange stays
    /// if the cost is no more than before, or than it was `memory` exchanges ago. That needs whole numbers only, so every machine
    /// finds the same. It ends after so many tries, or at `goal`, with the best that it found. With `fixed_byes` who has a bye
    /// keeps it.
    pub(crate) fn improve(
        &mut self,
        (tries, memory): (usize, usize),
        goal: i64,
        fixed_byes: bool,
        rng: &mut Rng,
    ) {
        let places = match fixed_byes {
            true => self.tables.last().map_or(0, |table| table.1),
            false => self.players,
        };
        let mut earlier = vec![self.cost; memory];
        let mut best = self.cost;
        // What was exchanged after the best cost, to go back to it.
        let mut since_best = Vec::new();
        for attempt in 0..tries {
            if best <= goal || places == 0 {
                break;
            }
            let round = rng.below(self.rounds.len());
            let (one, other) = (rng.below(places), rng.below(places));
            if self.table_of[one] == self.table_of[other] {
                continue;
            }
            let before = self.cost;
            self.swap(round, one, other);
            if self.cost > before && self.cost > earlier[attempt % memory] {
                self.swap(round, one, other);
            } else if self.cost < best {
                best = self.cost;
                since_best.clear();
            } else {
                since_best.push((round, one, other));
            }
            earlier[attempt % memory] = self.cost;
        }
        for (round, one, other) in since_best.into_iter().rev() {
            self.swap(round, one, other);
        }
    }

    /// Moves players who meet somebody more often than they have to, one after the other: each time to the best other place of the
    /// round, even if that costs more, but not soon back again (tabu search, as Dotú and Van Hentenryck 2007 use for
    /// the social golfer problem). Who has a bye keeps it. It ends after so many tries, or at `goal`, with the best that it found.
    pub(crate) fn resolve(&mut self, tries: usize, goal: i64, rng: &mut Rng) {
        let seated = self.tables.last().map_or(0, |table| table.1);
        let mut free_at = vec![0; self.rounds.len() * self.players];
        let mut best = self.cost;
        let mut since_best = Vec::new();
        let mut move_number = 0;
        let mut tried = 0;
        while tried < tries && best > goal {
            let Some((round, one)) = self.crowded(seated, rng) else {
                break;
            };
            move_number += 1;
            tried += seated;
            let free = &free_at[round * self.players..][..self.players];
            let is_free = |player: usize| free[player] <= move_number;
            let Some(other) = self.best_exchange((round, one), rng.below(seated), best, &is_free) else {
                continue;
            };
            for place in [one, other] {
                free_at[round * self.players + self.rounds[round][place]] =
                    move_number + 2 + rng.below(TENURE);
            }
            self.swap(round, one, other);
            since_best.push((round, one, other));
            if self.cost < best {
                best = self.cost;
                since_best.clear();
            }
        }
        for (round, one, other) in since_best.into_iter().rev() {
            self.swap(round, one, other);
        }
    }

    /// A random place where somebody meets a neighbour more often than every two have to.
    fn crowded(&self, seated: usize, rng: &mut Rng) -> Option<(usize, usize)> {
        let pairs = self.players * (self.players - 1) / 2;
        let meetings: i64 = self.counts.iter().sum();
        let needed = (meetings as usize).div_ceil(pairs) as i64;
        let all = self.rounds.len() * seated;
        let start = rng.below(all);
        let places = (start..all).chain(0..start).map(|at| (at / seated, at % seated));
        let mut crowded = places.filter(|&(round, place)| {
            let player = self.rounds[round][place];
            let times = |other: usize| self.counts[self.classes.of[player * self.players + other] as usize];
            self.neighbours(place)
                .any(|neighbour| times(self.rounds[round][neighbour]) > needed)
        });
        crowded.next()
    }

    /// The place with whose player an exchange costs least, of those who are free to move or whose move is better than the `best`
    /// so far. Among equal ones it is the first from `start`, going round.
    fn best_exchange(
        &mut self,
        (round, one): (usize, usize),
        start: usize,
        best: i64,
        is_free: &dyn Fn(usize) -> bool,
    ) -> Option<usize> {
        let seated = self.tables.last().map_or(0, |table| table.1);
        let mut least: Option<(i64, usize)> = None;
        for other in (start..seated).chain(0..start) {
            if self.table_of[other] == self.table_of[one] {
                continue;
            }
            let free = is_free(self.rounds[round][one]) && is_free(self.rounds[round][other]);
            self.swap(round, one, other);
            let cost = self.cost;
            self.swap(round, one, other);
            if (free || cost < best) && least.is_none_or(|(least, _)| cost < least) {
                least = Some((cost, other));
            }
        }
        least.map(|(_, other)| other)
    }
}
