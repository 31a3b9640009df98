//! Rounds for two seats: a matching of least cost.

use integer_blossom::min_weight_perfect_matching;

use super::Field;
use crate::rng::Rng;

/// So many players are matched at once. Whoever has met fewer than half of them has somebody new in any block of this
/// size, and so has everybody at once: a graph in which each has edges to half of the others has a perfect matching (Dirac 1952).
const BLOCK: usize = 256;

/// The costs of all pairs are added, and a more important level has to outweigh all sums of the levels below it. A block has
/// at most 128 pairs, which is 2^7.
mod level {
    /// Squares of at most 256, and the same again for two of one half.
    pub(super) const FOLD: i128 = 1;
    /// At most 256 a pair.
    pub(super) const FLOAT: i128 = FOLD << 25;
    /// At most 4 a pair.
    pub(super) const SEATS: i128 = FLOAT << 16;
    /// Squares of at most 255.
    pub(super) const SCORES: i128 = SEATS << 10;
    /// At most 4 a pair.
    pub(super) const ABSOLUTE_SEATS: i128 = SCORES << 24;
    /// At most 256, once.
    pub(super) const SCORE_OF_BYE: i128 = ABSOLUTE_SEATS << 10;
    /// At most 255 a pair.
    pub(super) const REPETITION: i128 = SCORE_OF_BYE << 9;
    /// The byes before, once.
    pub(super) const BYES: i128 = REPETITION << 16;
}

/// The tables, first seat first, and who has a bye.
pub(super) fn pair(field: &Field, rng: &mut Rng) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut players: Vec<usize> = (0..field.len()).collect();
    let mut byes = Vec::new();
    if players.len() > BLOCK && players.len() % 2 == 1 {
        let bye = field.bye_order()[0];
        players.retain(|&player| player != bye);
        byes.push(bye);
    }
    let mut pairs = Vec::new();
    for block in blocks(&players) {
        let (matched, alone) = matching(field, block);
        pairs.extend(matched);
        byes.extend(alone);
    }
    pairs.sort_unstable();
    let first_turn = rng.below(2);
    let seat =
        |(table, (one, other)): (usize, (usize, usize))| seated(field, one, other, (table + first_turn) % 2);
    (pairs.into_iter().enumerate().map(seat).collect(), byes)
}

/// Blocks of an even number, as equal as possible; one block if they are few.
fn blocks(players: &[usize]) -> impl Iterator<Item = &[usize]> {
    let count = players.len().div_ceil(BLOCK).max(1);
    let size = players.len().div_ceil(count).next_multiple_of(2).max(2);
    players.chunks(if count == 1 { players.len().max(1) } else { size })
}

/// The pairs of a block, the better rank first. With an odd number, one is matched with nobody and has the bye.
fn matching(field: &Field, block: &[usize]) -> (Vec<(usize, usize)>, Option<usize>) {
    let size = block.len().next_multiple_of(2);
    let mut costs = vec![0; size * size];
    for one in 0..block.len() {
        for other in one + 1..size {
            costs[one * size + other] = match block.get(other) {
                Some(&other) => cost(field, block[one], other),
                None => cost_of_bye(field, block[one]),
            };
        }
    }
    let mates = min_weight_perfect_matching(&costs, size);
    let mate = |at: usize| block.get(mates[at]).copied();
    let pairs = (0..block.len())
        .filter(|&at| at < mates[at])
        .filter_map(|at| Some((block[at], mate(at)?)));
    let alone = (0..block.len())
        .find(|&at| mate(at).is_none())
        .map(|at| block[at]);
    (pairs.collect(), alone)
}

fn cost(field: &Field, one: usize, other: usize) -> i128 {
    let (absolute, seats) = cost_of_seats(field, one, other).min(cost_of_seats(field, other, one));
    let levels = [
        (level::REPETITION, field.repetition(one, other)),
        (level::ABSOLUTE_SEATS, absolute),
        (level::SCORES, field.score_distance(one, other)),
        (level::SEATS, seats),
        (level::FLOAT, float(field, one, other)),
        (level::FOLD, fold(field, one, other)),
    ];
    levels.iter().map(|&(level, cost)| level * i128::from(cost)).sum()
}

fn cost_of_bye(field: &Field, player: usize) -> i128 {
    let from_last = (field.len() - 1 - player) as i128;
    level::BYES * i128::from(field.history.byes[player].min(255))
        + level::SCORE_OF_BYE * i128::from(field.halves[player])
        + level::FOLD * from_last
}

/// How far two of different score groups are from the last of the upper one and the first of the lower one, who are to meet.
/// `one` has the better rank.
fn float(field: &Field, one: usize, other: usize) -> i64 {
    let ((first, last), (next_first, _)) = (field.group[one], field.group[other]);
    if first == next_first {
        0
    } else {
        ((last - one) + (other - next_first)).min(BLOCK) as i64
    }
}

/// How far two of one score group are from being half of it apart; two of different halves come before two of one half.
fn fold(field: &Field, one: usize, other: usize) -> i64 {
    let ((first, last), (next_first, _)) = (field.group[one], field.group[other]);
    if first != next_first {
        return 0;
    }
    let half = (last - first).div_ceil(2);
    let one_half = (one < first + half) == (other < first + half);
    let distance = (other - one).abs_diff(half).min(BLOCK);
    (distance * distance + if one_half { BLOCK * BLOCK } else { 0 }) as i64
}

/// What it costs that `first` has the first seat: third times and large differences, and seats that are not due.
fn cost_of_seats(field: &Field, first: usize, second: usize) -> (i64, i64) {
    let (one, other) = (wish(field, first), wish(field, second));
    let against = |wish: Wish, seat: usize| wish.seat.is_some_and(|due| due != seat);
    let absolute =
        i64::from(against(one, 0) && one.absolute) + i64::from(against(other, 1) && other.absolute);
    let strength = |wish: Wish, seat: usize| {
        if against(wish, seat) {
            1 + i64::from(wish.strong)
        } else {
            0
        }
    };
    (absolute, strength(one, 0) + strength(other, 1))
}

/// The seat that a player is due.
#[derive(Clone, Copy)]
struct Wish {
    seat: Option<usize>,
    /// One seat was more frequent than the other.
    strong: bool,
    /// Twice in a row, or two times more often than the other.
    absolute: bool,
}

fn wish(field: &Field, player: usize) -> Wish {
    let seats = &field.history.seats[player];
    let more = seats.firsts();
    let due = match more {
        0 => seats.last().map(|last| 1 - last.min(1)),
        more => Some(usize::from(more > 0)),
    };
    let seat = if more.abs() < 2 {
        seats.twice().map(|seat| 1 - seat.min(1)).or(due)
    } else {
        due
    };
    Wish {
        seat,
        strong: more != 0,
        absolute: more.abs() >= 2 || seats.twice().is_some(),
    }
}

/// The order that costs least. If both wish the same, the stronger wish counts, then that of the better rank, who is `one`;
/// without wishes `first_turn` says which of the two begins.
fn seated(field: &Field, one: usize, other: usize, first_turn: usize) -> Vec<usize> {
    let (as_ranked, exchanged) = (cost_of_seats(field, one, other), cost_of_seats(field, other, one));
    let one_first = match as_ranked.cmp(&exchanged) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => wish(field, one).seat.unwrap_or(first_turn) == 0,
    };
    if one_first {
        vec![one, other]
    } else {
        vec![other, one]
    }
}

#[cfg(test)]
mod tests {
    use super::{cost, cost_of_bye, pair};
    use crate::history::History;
    use crate::points::Points;
    use crate::rng::Rng;
    use crate::round::Round;
    use crate::swiss::{Contender, Field};

    /// The least cost of all ways to pair those who are left; one is alone if their number is odd.
    fn least(field: &Field, left: &[usize]) -> i128 {
        let Some((&one, rest)) = left.split_first() else {
            return 0;
        };
        let without = |other: usize| {
            rest.iter()
                .copied()
                .filter(|&player| player != other)
                .collect::<Vec<_>>()
        };
        let paired = rest
            .iter()
            .map(|&other| cost(field, one, other) + least(field, &without(other)));
        let alone = (left.len() % 2 == 1).then(|| cost_of_bye(field, one) + least(field, rest));
        paired.chain(alone).min().unwrap_or(0)
    }

    /// Random fields of up to eight players after random rounds: no round costs less than the one that is made.
    #[test]
    fn the_matching_is_exact() {
        let mut rng = Rng::new(3);
        for count in (1..9).cycle().take(800) {
            let mut contenders: Vec<Contender> = (0..count)
                .map(|player| Contender {
                    player,
                    points: Points::from_units(60 * rng.below(7) as u32),
                })
                .collect();
            contenders.sort_by_key(|contender| std::cmp::Reverse(contender.points));
            let players: Vec<u32> = contenders.iter().map(|contender| contender.player).collect();
            let rounds: Vec<Round> = (0..rng.below(6))
                .map(|_| random_round(&players, &mut rng))
                .collect();
            let history = History::of(&players, &rounds);
            let field = Field::new(&contenders, &history);
            let (tables, byes) = pair(&field, &mut rng);
            let pairs = tables
                .iter()
                .map(|table| cost(&field, table[0].min(table[1]), table[0].max(table[1])));
            let made: i128 = pairs
                .chain(byes.iter().map(|&bye| cost_of_bye(&field, bye)))
                .sum();
            let all: Vec<usize> = (0..players.len()).collect();
            assert_eq!(made, least(&field, &all));
        }
    }

    fn random_round(players: &[u32], rng: &mut Rng) -> Round {
        let mut players = players.to_vec();
        rng.shuffle(&mut players);
        let pairs = players.chunks_exact(2);
        Round {
            byes: pairs.remainder().to_vec(),
            tables: pairs.map(<[u32]>::to_vec).collect(),
        }
    }
}
