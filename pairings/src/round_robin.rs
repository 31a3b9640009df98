//! Round robin for two seats: everybody meets everybody, after the Berger tables.

use crate::round::{Player, Round};

/// The rule, for players.
pub const SENTENCE: &str = "Everybody meets everybody, after the Berger tables of FIDE. Everybody has the first turn as often as not, \
     but for one game; with an odd number of players everybody has one bye.";

/// Every two players once, as in the Berger tables (FIDE Handbook C.05, annex 1). The first of a pair has the first turn: an
/// even number of players have it equally often but for one game, an odd number exactly equally often. With an odd number,
/// each player has one bye.
///
/// With `second_leg` everybody meets everybody again with the seats exchanged. The last two rounds of the first leg are then
/// exchanged, as FIDE recommends, so that nobody has the same seat three times in a row.
///
/// ```
/// let rounds = thicket_pairings::round_robin::berger(&[1, 2, 3, 4], false);
/// assert_eq!(rounds[0].tables, [[1, 4], [2, 3]]);
/// assert_eq!(rounds[1].tables, [[4, 3], [1, 2]]);
/// assert_eq!(rounds[2].tables, [[2, 4], [3, 1]]);
/// ```
pub fn berger(players: &[Player], second_leg: bool) -> Vec<Round> {
    if players.len() < 2 {
        return Vec::new();
    }
    let even = players.len().next_multiple_of(2);
    let mut rounds: Vec<Round> = (1..even)
        .map(|round| berger_round(players, even, round))
        .collect();
    if second_leg {
        if let [.., last_but_one, last] = rounds.as_mut_slice() {
            std::mem::swap(last_but_one, last);
        }
        let second: Vec<Round> = (1..even)
            .map(|round| exchanged(berger_round(players, even, round)))
            .collect();
        rounds.extend(second);
    }
    rounds
}

/// In round r, players i and j below n meet if i + j = r + 1 modulo n - 1, and n meets the one for whom 2i = r + 1.
fn berger_round(players: &[Player], even: usize, round: usize) -> Round {
    let modulus = even - 1;
    let opponent = |player: usize| match (round + modulus + 1 - player % modulus) % modulus {
        0 => modulus,
        rest => rest,
    };
    let meets_last = (1..even)
        .find(|&player| opponent(player) == player)
        .unwrap_or(even);
    let mut pairs = vec![if meets_last <= even / 2 {
        (meets_last, even)
    } else {
        (even, meets_last)
    }];
    let mut lower = meets_last;
    for _ in 1..even / 2 {
        lower = lower % modulus + 1;
        pairs.push(with_first_turn(lower, opponent(lower)));
    }
    seated(players, &pairs)
}

/// Of two players the smaller number has the first turn if the sum is odd, otherwise the larger one.
fn with_first_turn(one: usize, other: usize) -> (usize, usize) {
    let (small, large) = (one.min(other), one.max(other));
    if (small + large) % 2 == 1 {
        (small, large)
    } else {
        (large, small)
    }
}

fn seated(players: &[Player], pairs: &[(usize, usize)]) -> Round {
    let mut round = Round::default();
    for &(first, second) in pairs {
        match (players.get(first - 1), players.get(second - 1)) {
            (Some(&first), Some(&second)) => round.tables.push(vec![first, second]),
            (one, other) => round.byes.extend(one.or(other)),
        }
    }
    round
}

fn exchanged(mut round: Round) -> Round {
    round.tables.iter_mut().for_each(|table| table.reverse());
    round
}
