//! Schedules that one round makes by rotation, and affine planes: where designs are known, these find them.

use crate::arrangement::{Arrangement, Classes};
use crate::rng::Rng;

/// Exchanges that are tried for one base round.
const TRIES: usize = 150_000;
/// How far back the search looks for the cost that an exchange may have.
const MEMORY: usize = 300;
/// How many base rounds the search begins with.
const STARTS: usize = 12;

/// For each round its places: the players table by table, then those with a bye.
pub(crate) type Places = Vec<Vec<usize>>;

/// So many rounds that come from the first one by adding 1 modulo `rounds`: the players are some circles of that many places,
/// and one who stays where they are if there is one more. If every distance within circles and between them occurs equally
/// often in the first round, every two players meet equally often. This is how whist tournaments for 4n and 4n + 1 players
/// (Moore 1896; Anderson, "Combinatorial Designs", 1990), Kirkman's fifteen schoolgirls (Peirce 1860) and near resolvable
/// designs are made; the first round is found by search. `None` where the numbers do not fit.
pub(crate) fn rotational(
    players: usize,
    sizes: &[usize],
    rounds: usize,
    rng: &mut Rng,
) -> Option<Arrangement> {
    let seated: usize = sizes.iter().sum();
    let (circles, fixed) = (players / rounds, players % rounds);
    let byes_go_round = seated == players || (fixed == 0 && circles == 1);
    let equal_tables = sizes.first() == sizes.last() || circles == 1;
    if fixed > 1 || circles == 0 || !byes_go_round || !equal_tables {
        return None;
    }
    let goal = Arrangement::least_cost(players, sizes, rounds);
    let mut best: Option<Arrangement> = None;
    for _ in 0..STARTS {
        let mut base: Vec<usize> = (0..players).collect();
        rng.shuffle(&mut base);
        let mut arrangement = Arrangement::new(players, sizes, vec![base], classes(players, rounds));
        // Whoever stays in place would have every bye.
        arrangement.improve((TRIES, MEMORY), goal, fixed == 1, rng);
        if best.as_ref().is_none_or(|best| arrangement.cost < best.cost) {
            best = Some(arrangement);
        }
        if best.as_ref().is_some_and(|best| best.cost == goal) {
            break;
        }
    }
    best.map(|base| developed(players, sizes, &base.rounds[0], rounds))
}

fn developed(players: usize, sizes: &[usize], base: &[usize], rounds: usize) -> Arrangement {
    let moved = |player: usize, by: usize| match player / rounds {
        circle if circle < players / rounds => circle * rounds + (player + by) % rounds,
        _ => player,
    };
    let all = (0..rounds).map(|by| base.iter().map(|&player| moved(player, by)).collect());
    Arrangement::new(players, sizes, all.collect(), Classes::single(players))
}

/// Two players are of the class of their circles and of the distance from one to the other.
fn classes(players: usize, rounds: usize) -> Classes {
    let circles = players / rounds + 1;
    let class = |one: usize, other: usize| {
        let (one, other) = (one.min(other), one.max(other));
        let (circle, next) = (one / rounds, other / rounds);
        let distance = match (circle == next, (other % rounds + rounds - one % rounds) % rounds) {
            _ if next * rounds + rounds > players => 0,
            (true, distance) => distance.min(rounds - distance),
            (false, distance) => distance,
        };
        (circle * circles + next) * rounds + distance
    };
    let of = (0..players * players).map(|at| class(at / players, at % players) as u32);
    let half = |class: usize| {
        let (circle, next) = (class / rounds / circles, class / rounds % circles);
        circle == next && 2 * (class % rounds) == rounds
    };
    // Players who are opposite each other meet again after half a turn.
    let pairs = |class| {
        if half(class) {
            (rounds as i64 / 2, 2)
        } else {
            (rounds as i64, 1)
        }
    };
    Classes {
        of: of.collect(),
        pairs: (0..circles * circles * rounds).map(pairs).collect(),
    }
}

/// The affine space over a field of three or five elements: so many players as it has points, at tables that are its lines; a
/// round has the lines of one direction. Every two meet once. `None` if no space has so many points.
pub(crate) fn affine_space(players: usize, seats: usize) -> Option<Places> {
    let dimensions = (2..8).find(|&dimensions| seats.checked_pow(dimensions) == Some(players))?;
    if ![3, 5].contains(&seats) {
        return None;
    }
    // A point is a number whose digits are its coordinates; of the directions those whose first digit is 1.
    let digits = move |point: usize| (0..dimensions).map(move |at| point / seats.pow(at) % seats);
    let first_is_one = |&direction: &usize| digits(direction).rfind(|&digit| digit != 0) == Some(1);
    let add = move |point: usize, direction: usize| {
        let sums = digits(point)
            .zip(digits(direction))
            .map(|(one, other)| (one + other) % seats);
        sums.zip(0..dimensions)
            .map(|(digit, at)| digit * seats.pow(at))
            .sum::<usize>()
    };
    let round = |direction: usize| {
        let mut places: Vec<usize> = Vec::new();
        for start in 0..players {
            if !places.contains(&start) {
                let line = std::iter::successors(Some(start), |&point| Some(add(point, direction)));
                places.extend(line.take(seats));
            }
        }
        places
    };
    Some((1..players).filter(first_is_one).map(round).collect())
}
