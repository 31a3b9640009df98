//! Round robin for two seats.

use thicket_pairings::Player;
use thicket_pairings::round_robin::berger;

use crate::common::{everybody_once, meetings, seat_counts, spread};

fn players(count: usize) -> Vec<Player> {
    (1..=count as Player).collect()
}

/// FIDE Handbook, C.05, annex 1.
#[test]
fn the_tables_are_those_of_fide() {
    for table in include_str!("fixtures/berger.txt").split("\n\n") {
        let mut lines = table.lines();
        let count = lines.next().unwrap().parse().unwrap();
        let rounds = berger(&players(count), false);
        let written = rounds.iter().map(|round| {
            let pairs = round
                .tables
                .iter()
                .map(|table| format!("{}-{}", table[0], table[1]));
            pairs.collect::<Vec<_>>().join(" ")
        });
        assert_eq!(
            written.collect::<Vec<_>>(),
            lines.collect::<Vec<_>>(),
            "{count} players"
        );
    }
}

#[test]
fn with_an_odd_number_the_last_of_the_even_table_is_the_bye() {
    for count in [3, 5, 7, 9, 11, 13, 15] {
        let (odd, even) = (berger(&players(count), false), berger(&players(count + 1), false));
        for (odd, even) in odd.iter().zip(&even) {
            let bye = even
                .tables
                .iter()
                .find(|table| table.contains(&(count as Player + 1)))
                .unwrap();
            assert!(bye.contains(&odd.byes[0]));
            assert_eq!(
                odd.tables,
                even.tables
                    .iter()
                    .filter(|&table| table != bye)
                    .cloned()
                    .collect::<Vec<_>>()
            );
        }
    }
}

#[test]
fn everybody_meets_everybody_once_a_leg_with_even_seats() {
    for count in 2..=41 {
        let players = players(count);
        let pairs = count * (count - 1) / 2;
        for legs in [1, 2] {
            let rounds = berger(&players, legs == 2);
            assert!(rounds.iter().all(|round| everybody_once(round, &players)));
            let met = meetings(&rounds);
            assert!(
                met.len() == pairs && met.values().all(|&times| times == legs),
                "{count} players"
            );
            let even = if legs == 2 || count % 2 == 1 { 0 } else { 1 };
            assert!(
                players
                    .iter()
                    .all(|&player| spread(&seat_counts(player, &rounds, 2)) == even)
            );
            let byes = |player: &Player| rounds.iter().filter(|round| round.byes.contains(player)).count();
            assert!(
                players
                    .iter()
                    .all(|player| byes(player) == if count % 2 == 1 { legs } else { 0 })
            );
        }
    }
}

#[test]
fn in_two_legs_everybody_has_each_seat_against_everybody_and_none_three_times_in_a_row() {
    for count in (4..=20).step_by(2) {
        let players = players(count);
        let rounds = berger(&players, true);
        for &player in &players {
            let seats: Vec<usize> = rounds
                .iter()
                .filter_map(|round| {
                    round
                        .tables
                        .iter()
                        .find_map(|table| table.iter().position(|&at| at == player))
                })
                .collect();
            assert!(
                seats.windows(3).all(|three| three != [three[0]; 3]),
                "{count} players, {player}: {seats:?}"
            );
        }
        let mut ordered: Vec<&Vec<Player>> = rounds.iter().flat_map(|round| &round.tables).collect();
        ordered.sort();
        ordered.dedup();
        assert_eq!(ordered.len(), count * (count - 1));
    }
}

#[test]
fn nobody_alone_plays() {
    assert!(berger(&[], true).is_empty() && berger(&[7], false).is_empty());
}
