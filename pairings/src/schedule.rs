//! Full schedules for three to six seats: everybody meets everybody as equally often as possible.

use crate::arrangement::{Arrangement, Classes};
use crate::rng::Rng;
use crate::rotation::{Places, affine_space, rotational};
use crate::round::{Player, Round};
use crate::seating;
use crate::table_size::TableSize;

/// How many random schedules the search starts with, besides the best design.
const STARTS: usize = 60;
/// Exchanges that it tries from each start, and how far back it looks for the cost that one may have.
const EXCHANGES: (usize, usize) = (20_000, 30);
/// Exchanges that it tries after that for those who meet somebody too often.
const RESOLVING: usize = 30_000;

/// The rounds of a full schedule, and how even it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The rounds, in order.
    pub rounds: Vec<Round>,
    /// How often those two meet who meet most seldom.
    pub fewest_meetings: usize,
    /// How often those two meet who meet most often.
    pub most_meetings: usize,
}

impl Schedule {
    /// For players, how even the schedule is.
    pub fn sentence(&self) -> String {
        match (self.fewest_meetings, self.most_meetings) {
            (1, 1) => "Every two players meet once.".to_owned(),
            (fewest, most) if fewest == most => format!("Every two players meet {most} times."),
            (fewest, most) => format!("Every two players meet {fewest} to {most} times."),
        }
    }
}

/// How many rounds a full schedule has: after so many, every two players can have met equally often, or nearly, with as many byes
/// and smaller tables for everybody. For n players at full tables of k that is (n - 1) / (k - 1), in which every two meet once,
/// where that is a whole number, else up to k - 1 times as many; with byes or smaller tables it is n.
pub fn full_rounds(players: usize, size: TableSize) -> usize {
    let split = size.split(players);
    let seats = size.seats();
    if split.sizes.is_empty() {
        0
    } else if split.byes == 0 && split.sizes.iter().all(|&size| size == seats) {
        (players - 1) / common_divisor(players - 1, seats - 1)
    } else {
        players
    }
}

fn common_divisor(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        common_divisor(other, one % other)
    }
}

/// A schedule of so many rounds, in which every two players meet as equally often as could be found.
///
/// - Affine spaces for 9 and 27 players at tables of three and 25 at tables of five; schedules that rotate one round for
///   [`full_rounds`], such as whist tournaments for 8, 12 and 13 players and Kirkman's for 15. There every two meet equally
///   often, exactly. Of designs in which every two meet once, the first rounds are used for fewer; several times their
///   rounds repeat them.
/// - Else a local search exchanges players, 60 times from another start, with a bounded amount of work: [`Schedule::fewest_meetings`] and
///   [`most_meetings`](Schedule::most_meetings) say how even its result is. It need not be the best there is.
/// - Byes, and numbers that do not divide, follow [`TableSize::split`]. Everybody has equally many byes, but for one.
/// - Everybody has each seat equally often, but for one time; with tables of two sizes that holds for the tables of each size.
///
/// The same players, numbers and seed make the same schedule.
pub fn schedule(players: &[Player], size: TableSize, rounds: usize, seed: u64) -> Schedule {
    let split = size.split(players.len());
    if split.sizes.is_empty() || rounds == 0 {
        return Schedule {
            rounds: Vec::new(),
            fewest_meetings: 0,
            most_meetings: 0,
        };
    }
    let mut rng = Rng::new(seed);
    let places = arranged(players.len(), &split.sizes, rounds, &mut rng);
    let mut tables: Vec<Vec<Vec<usize>>> = places.iter().map(|round| cut(round, &split.sizes)).collect();
    balance_seats(&mut tables, players.len());
    let (fewest_meetings, most_meetings) = meetings(&tables, players.len());
    let seated: usize = split.sizes.iter().sum();
    let rounds = tables.iter().zip(&places).map(|(tables, places)| Round {
        tables: tables
            .iter()
            .map(|table| table.iter().map(|&at| players[at]).collect())
            .collect(),
        byes: places[seated..].iter().map(|&at| players[at]).collect(),
    });
    Schedule {
        rounds: rounds.collect(),
        fewest_meetings,
        most_meetings,
    }
}

/// The best of what designs and the search offer.
fn arranged(players: usize, sizes: &[usize], rounds: usize, rng: &mut Rng) -> Places {
    let goal = Arrangement::least_cost(players, sizes, rounds);
    let single = |places: Places| Arrangement::new(players, sizes, places, Classes::single(players));
    let mut best: Option<Arrangement> = None;
    for design in Design::ALL {
        let found = design.places(players, sizes, rounds, rng).map(single);
        best = best.into_iter().chain(found).min_by_key(|found| found.cost);
        if let Some(design) = best.take_if(|design| design.cost <= goal) {
            return design.rounds;
        }
    }
    for start in 0..=STARTS {
        let mut candidate = match best.take_if(|_| start == 0) {
            Some(design) => design,
            None => single(
                (0..rounds)
                    .map(|round| turned(players, sizes, round, rng))
                    .collect(),
            ),
        };
        candidate.improve(EXCHANGES, goal, true, rng);
        candidate.resolve(RESOLVING, goal, rng);
        best = best
            .into_iter()
            .chain([candidate])
            .min_by_key(|candidate| candidate.cost);
        if best.as_ref().is_some_and(|best| best.cost <= goal) {
            break;
        }
    }
    best.map(|best| best.rounds).unwrap_or_default()
}

/// Schedules by construction.
#[derive(Clone, Copy)]
enum Design {
    AffineSpace,
    /// Rotations in which every two could meet once.
    Once,
    /// Rotations of all players but one.
    OneFixed,
    /// Rotations of all players.
    AllMove,
}

impl Design {
    const ALL: [Design; 4] = [
        Design::AffineSpace,
        Design::Once,
        Design::OneFixed,
        Design::AllMove,
    ];

    /// So many rounds: those of the design, the first of them, or all several times.
    fn places(self, players: usize, sizes: &[usize], rounds: usize, rng: &mut Rng) -> Option<Places> {
        let (others, neighbours) = (players - 1, sizes[0] - 1);
        let length = match self {
            Design::AffineSpace | Design::Once => {
                others.is_multiple_of(neighbours).then_some(others / neighbours)?
            }
            Design::OneFixed => others,
            Design::AllMove => players,
        };
        // The first rounds of a design in which every two meet several times are not even.
        let cut = rounds < length && matches!(self, Design::AffineSpace | Design::Once);
        if length == 0 || !(cut || rounds.is_multiple_of(length)) {
            return None;
        }
        let design = match self {
            Design::AffineSpace => affine_space(players, sizes[0])?,
            _ => rotational(players, sizes, length, rng)?.rounds,
        };
        Some(design.iter().cycle().take(rounds).cloned().collect())
    }
}

/// A random round in which those have a bye whose turn it is.
fn turned(players: usize, sizes: &[usize], round: usize, rng: &mut Rng) -> Vec<usize> {
    let seated: usize = sizes.iter().sum();
    let byes = players - seated;
    let mut places: Vec<usize> = (0..players)
        .map(|place| (place + (round + 1) * byes) % players)
        .collect();
    rng.shuffle(&mut places[..seated]);
    places
}

fn cut(places: &[usize], sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut rest = places;
    let table = |&size: &usize| {
        let (table, after) = rest.split_at(size);
        rest = after;
        table.to_vec()
    };
    sizes.iter().map(table).collect()
}

fn balance_seats(rounds: &mut [Vec<Vec<usize>>], players: usize) {
    let sizes: Vec<usize> = rounds.iter().flatten().map(Vec::len).collect();
    for size in 2..=sizes.into_iter().max().unwrap_or(0) {
        let tables = rounds.iter_mut().flatten().filter(|table| table.len() == size);
        seating::balance(&mut tables.collect::<Vec<_>>(), size, players);
    }
}

fn meetings(rounds: &[Vec<Vec<usize>>], players: usize) -> (usize, usize) {
    let mut met = vec![0; players * players];
    for table in rounds.iter().flatten() {
        for &one in table {
            table
                .iter()
                .filter(|&&other| other > one)
                .for_each(|&other| met[one * players + other] += 1);
        }
    }
    let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |other| one * players + other));
    let counts: Vec<usize> = pairs.map(|pair| met[pair]).collect();
    (
        counts.iter().min().copied().unwrap_or(0),
        counts.iter().max().copied().unwrap_or(0),
    )
}
