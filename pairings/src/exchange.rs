//! Tables of least cost: reassignment and exchanges until none of them helps.

use crate::assignment::assign;
use crate::rng::Rng;

/// Rounds of improvement after which it ends in any case. Some five are usual.
const MOST_PASSES: usize = 60;
/// The work of other starts: players by players by starts.
const RESTARTS_WORK: usize = 20_000;
/// How many starts there are for a few players.
const MOST_RESTARTS: usize = 100;
/// How many there are for many players, while somebody meets again.
const FEWEST_RESTARTS: usize = 3;

/// What it costs to put two players at one table.
pub(crate) struct Costs {
    players: usize,
    costs: Vec<i64>,
}

impl Costs {
    /// `cost` is asked for each two players once; it is symmetric.
    pub(crate) fn new(players: usize, cost: impl Fn(usize, usize) -> i64) -> Costs {
        let mut costs = vec![0; players * players];
        for one in 0..players {
            for other in one + 1..players {
                costs[one * players + other] = cost(one, other);
                costs[other * players + one] = costs[one * players + other];
            }
        }
        Costs { players, costs }
    }

    /// What a player costs beside these; a player costs nothing beside themselves.
    fn beside(&self, player: usize, table: &[usize]) -> i64 {
        table
            .iter()
            .map(|&other| self.costs[player * self.players + other])
            .sum()
    }

    /// The cost of a table: the sum over its pairs.
    pub(crate) fn of_table(&self, table: &[usize]) -> i64 {
        table
            .iter()
            .map(|&player| self.beside(player, table))
            .sum::<i64>()
            / 2
    }

    fn of_all(&self, tables: &[Vec<usize>]) -> i64 {
        tables.iter().map(|table| self.of_table(table)).sum()
    }
}

/// Improves the tables until no exchange of two players and no new assignment of one player of each table lowers the cost.
///
/// For more than two seats the least cost is NP-hard to find, so this is a local optimum; what is exact is each assignment of
/// one player per table, given the rest (the Hungarian method). Other starts are tried, as many as a bounded amount of work
/// allows, and more while the cost is `repeated` or more: for a dozen players, that finds the best tables.
pub(crate) fn improve(tables: &mut Vec<Vec<usize>>, costs: &Costs, repeated: i64, rng: &mut Rng) {
    descend(tables, costs);
    let mut best = costs.of_all(tables);
    let starts = (RESTARTS_WORK / (costs.players * costs.players).max(1)).min(MOST_RESTARTS);
    for start in 0..starts.max(FEWEST_RESTARTS) {
        if best == 0 || start >= starts && best < repeated {
            return;
        }
        let mut other = shuffled(tables, rng);
        descend(&mut other, costs);
        let cost = costs.of_all(&other);
        if cost < best {
            (best, *tables) = (cost, other);
        }
    }
}

fn shuffled(tables: &[Vec<usize>], rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut players: Vec<usize> = tables.concat();
    rng.shuffle(&mut players);
    let mut rest = players.as_slice();
    let table = |table: &Vec<usize>| {
        let (players, after) = rest.split_at(table.len());
        rest = after;
        players.to_vec()
    };
    tables.iter().map(table).collect()
}

fn descend(tables: &mut [Vec<usize>], costs: &Costs) {
    for _ in 0..MOST_PASSES {
        let before = costs.of_all(tables);
        exchange_all(tables, costs);
        let smallest = tables.iter().map(Vec::len).min().unwrap_or(0);
        (0..smallest).for_each(|place| reassign(tables, costs, place));
        if costs.of_all(tables) == before {
            return;
        }
    }
}

/// Every two players of different tables change places if that costs less.
fn exchange_all(tables: &mut [Vec<usize>], costs: &Costs) {
    for second in 1..tables.len() {
        let (before, rest) = tables.split_at_mut(second);
        let other = &mut rest[0];
        for table in before {
            for place in 0..table.len() {
                for other_place in 0..other.len() {
                    exchange(table, place, other, other_place, costs);
                }
            }
        }
    }
}

fn exchange(table: &mut [usize], place: usize, other: &mut [usize], other_place: usize, costs: &Costs) {
    let (one, two) = (table[place], other[other_place]);
    let between = costs.costs[one * costs.players + two];
    let now = costs.beside(one, table) + costs.beside(two, other);
    let then = costs.beside(two, table) + costs.beside(one, other) - 2 * between;
    if then < now {
        (table[place], other[other_place]) = (two, one);
    }
}

/// Those who sit at this place of each table are assigned to the tables anew, at the least cost.
fn reassign(tables: &mut [Vec<usize>], costs: &Costs, place: usize) {
    let moving: Vec<usize> = tables.iter().map(|table| table[place]).collect();
    let cost = |player: usize, table: &Vec<usize>| {
        costs.beside(player, table) - costs.costs[player * costs.players + table[place]]
    };
    let matrix = moving
        .iter()
        .flat_map(|&player| tables.iter().map(move |table| cost(player, table)));
    let matrix: Vec<i64> = matrix.collect();
    let now: i64 = (0..moving.len())
        .map(|table| matrix[table * moving.len() + table])
        .sum();
    let assigned = assign(&matrix, moving.len());
    let then: i64 = assigned
        .iter()
        .enumerate()
        .map(|(row, &table)| matrix[row * moving.len() + table])
        .sum();
    if then < now {
        assigned
            .iter()
            .zip(moving)
            .for_each(|(&table, player)| tables[table][place] = player);
    }
}

#[cfg(test)]
mod tests {
    use super::{Costs, improve};
    use crate::rng::Rng;

    /// The least cost of all ways to fill tables with those who are left; `table` is being filled.
    fn least(costs: &Costs, left: &[usize], table: &[usize], seats: usize) -> i64 {
        let Some((&first, rest)) = left.split_first() else {
            return costs.of_table(table);
        };
        if table.len() == seats {
            return costs.of_table(table) + least(costs, rest, &[first], seats);
        }
        let last = *table.last().expect("a player");
        let later = left.iter().filter(|&&player| player > last || table.is_empty());
        let with = |&player: &usize| {
            let without: Vec<usize> = left.iter().copied().filter(|&other| other != player).collect();
            least(costs, &without, &[table, &[player]].concat(), seats)
        };
        later.map(with).min().unwrap_or(i64::MAX)
    }

    #[test]
    fn for_a_few_players_no_tables_cost_less() {
        let mut rng = Rng::new(5);
        for (seats, tables) in [(2, 4), (3, 2), (3, 3), (4, 2), (5, 2)]
            .into_iter()
            .cycle()
            .take(100)
        {
            let numbers: Vec<i64> = (0..400).map(|_| (rng.below(9) * rng.below(9)) as i64).collect();
            let costs = Costs::new(seats * tables, |one, other| numbers[20 * one + other]);
            let players: Vec<usize> = (0..seats * tables).collect();
            let mut made: Vec<Vec<usize>> = players.chunks(seats).map(<[usize]>::to_vec).collect();
            improve(&mut made, &costs, 1, &mut rng);
            assert_eq!(costs.of_all(&made), least(&costs, &players[1..], &[0], seats));
        }
    }
}
