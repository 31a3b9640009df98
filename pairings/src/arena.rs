//! Arena: the next table at once, points and streaks.

use std::cmp::{Ordering, Reverse};

use crate::exchange::{Costs, improve};
use crate::history::SeatCounts;
use crate::result::SeatResult;
use crate::rng::Rng;
use crate::round::Player;
use crate::seating;
use crate::table_size::MAX_SEATS;

/// Somebody who waits for a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who it is.
    pub player: Player,
    /// The points so far.
    pub points: u32,
    /// How long they have waited, in seconds.
    pub waited: u32,
    /// Their last tables, the newest first: the others of each. Three are enough.
    pub met: Vec<Vec<Player>>,
    /// How often they have had each seat.
    pub seats: [u16; MAX_SEATS],
}

/// How long somebody waits, in seconds, before the very same table is made again.
pub const PATIENCE: u32 = 20;
/// Tables back that count.
const MEMORY: usize = 3;
/// One meeting at the last table outweighs all differences of ranks: those of some hundred who wait, squared, for 15 pairs each.
const AGAIN: i64 = 1 << 40;

/// The rule of the tables, for players.
pub const SENTENCE: &str = "As soon as enough players wait, those who have waited longest are seated, with others of like \
     points, and with nobody of their last table if that can be avoided. The very same table is made again only when one of \
     its players has waited for 20 seconds.";

/// The tables that begin now, each in order of play; all others go on waiting.
///
/// As many tables of `seats` as can be filled are made of those who have waited longest. The costs of a table are squares of
/// the distances in the ranking, and much more for those who met at one of their last three tables, most for the last one.
/// They are lowered as in [`swiss`](crate::swiss::pair) for more than two seats. If everybody at a table met everybody else there
/// at their last table, and nobody has waited for [`PATIENCE`], the table is not made; then other tables are looked for
/// among all who are left, beginning with who has waited longest. The same input and seed make the same tables. `seats` is 2
/// to 6; there are no tables of other sizes.
pub fn seat(waiting: &[Waiting], seats: usize, seed: u64) -> Vec<Vec<Player>> {
    if !(2..=MAX_SEATS).contains(&seats) {
        return Vec::new();
    }
    let mut rng = Rng::new(seed);
    let mut ranked: Vec<&Waiting> = waiting.iter().collect();
    ranked.sort_by_key(|waiting| (Reverse(waiting.points), waiting.player));
    let mut tables = cheapest(&ranked, seats, &mut rng);
    tables.retain(|table| may_begin(&ranked, table));
    tables.extend(others(&ranked, &tables.concat(), seats));
    let counts: Vec<SeatCounts> = ranked
        .iter()
        .map(|waiting| SeatCounts::of(waiting.seats))
        .collect();
    for table in &mut tables {
        seating::seat(table, &counts, &mut rng);
    }
    tables.sort_by_key(|table| table.iter().min().copied());
    let named = |table: &Vec<usize>| table.iter().map(|&at| ranked[at].player).collect();
    tables.iter().map(named).collect()
}

/// Tables of those who have waited longest, as many as can be filled.
fn cheapest(ranked: &[&Waiting], seats: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut next = by_waiting(ranked);
    next.truncate(next.len() / seats * seats);
    next.sort_unstable();
    let costs = Costs::new(next.len(), |one, other| cost(ranked, next[one], next[other]));
    let places: Vec<usize> = (0..next.len()).collect();
    let mut tables: Vec<Vec<usize>> = places.chunks(seats).map(<[usize]>::to_vec).collect();
    improve(&mut tables, &costs, AGAIN, rng);
    tables
        .iter_mut()
        .flatten()
        .for_each(|place| *place = next[*place]);
    tables
}

fn by_waiting(ranked: &[&Waiting]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ranked.len()).collect();
    order.sort_by_key(|&at| (Reverse(ranked[at].waited), ranked[at].player));
    order
}

/// Tables of those who are not seated yet. Each begins with who has waited longest, and takes whoever has just met the fewest of it.
fn others(ranked: &[&Waiting], seated: &[usize], seats: usize) -> Vec<Vec<usize>> {
    let mut rest = by_waiting(ranked);
    rest.retain(|at| !seated.contains(at));
    let mut tables = Vec::new();
    for first in rest.clone() {
        if !rest.contains(&first) || rest.len() < seats {
            continue;
        }
        let mut table = vec![first];
        while table.len() < seats {
            let met = |other: usize| {
                table
                    .iter()
                    .filter(|&&one| have_just_met(ranked[one], ranked[other]))
                    .count()
            };
            let free = rest.iter().copied().filter(|other| !table.contains(other));
            table.extend(free.min_by_key(|&other| met(other)));
        }
        if may_begin(ranked, &table) {
            rest.retain(|at| !table.contains(at));
            tables.push(table);
        }
    }
    tables
}

fn cost(ranked: &[&Waiting], one: usize, other: usize) -> i64 {
    let distance = one.abs_diff(other) as i64;
    let met = tables_back(ranked[one], ranked[other]).map_or(0, |back| 1 << (2 * (MEMORY - back)));
    met * AGAIN / 4 + distance * distance
}

/// How many tables back the two met last: 0 at the last table of one of them.
fn tables_back(one: &Waiting, other: &Waiting) -> Option<usize> {
    let back = |own: &Waiting, other: &Waiting| {
        own.met
            .iter()
            .take(MEMORY)
            .position(|table| table.contains(&other.player))
    };
    back(one, other).into_iter().chain(back(other, one)).min()
}

fn have_just_met(one: &Waiting, other: &Waiting) -> bool {
    tables_back(one, other) == Some(0)
}

/// Whether the table is another one than the last of its players, or somebody has waited long enough.
fn may_begin(ranked: &[&Waiting], table: &[usize]) -> bool {
    let is_new = |&one: &usize| {
        table
            .iter()
            .any(|&other| other != one && !have_just_met(ranked[one], ranked[other]))
    };
    table.iter().any(is_new) || table.iter().any(|&at| ranked[at].waited >= PATIENCE)
}

/// What a player got at each table, in order.
///
/// As on lichess: two points for each opponent whom the player came before and one for each who shares the place, so 2, 1 and
/// 0 at a table for two. After two first places in a row, points count double until the player does not come first alone. A
/// seat with a mark gets nothing and ends the streak.
///
/// Each table is given with the player's own seat in it; tables where they did not sit count nothing.
pub fn points(player: Player, tables: &[Vec<SeatResult>]) -> Vec<u32> {
    let mut streak = 0;
    tables
        .iter()
        .map(|table| {
            let Some(seat) = table.iter().find(|seat| seat.player == player) else {
                return 0;
            };
            let others = table.iter().filter(|other| other.player != player);
            let results: Vec<Ordering> = others.map(|other| seat.against(other)).collect();
            let single: u32 = results.iter().map(|&result| (result as i8 + 1) as u32).sum();
            let double = streak >= 2;
            let first = seat.mark.is_none() && results.iter().all(|&result| result == Ordering::Greater);
            streak = if first { streak + 1 } else { 0 };
            match seat.mark {
                Some(_) => 0,
                None => single * (1 + u32::from(double)),
            }
        })
        .collect()
}

/// The rule of the points, for players.
pub const POINTS_SENTENCE: &str = "Two points for every opponent you come before, one for every one you share a place with. \
     After two first places in a row your points count double, until you do not come first.";
