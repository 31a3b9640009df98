//! Full schedules for three to six seats.

use proptest::prelude::*;
use thicket_pairings::Player;
use thicket_pairings::schedule::{Schedule, full_rounds, schedule};

use crate::common::{everybody_once, meetings, seat_counts, size, spread};

fn full(players: usize, seats: usize) -> (Schedule, usize) {
    let numbers: Vec<Player> = (1..=players as Player).collect();
    let rounds = full_rounds(players, size(seats, seats));
    (schedule(&numbers, size(seats, seats), rounds, 1), rounds)
}

/// Designs that are known to exist, and the rounds they take: every two players meet exactly so often.
#[test]
fn known_designs_are_found() {
    let designs = [
        // Affine spaces of order 3, 4 and 5.
        (3, 9, 4, 1),
        (3, 27, 13, 1),
        (4, 16, 5, 1),
        (5, 25, 6, 1),
        // Kirkman's schoolgirls.
        (3, 15, 7, 1),
        // Whist tournaments for 4n and 4n + 1 players: every two are partners once and opponents twice.
        (4, 4, 1, 1),
        (4, 5, 5, 3),
        (4, 8, 7, 3),
        (4, 9, 9, 3),
        (4, 12, 11, 3),
        (4, 13, 13, 3),
        (4, 17, 17, 3),
        (4, 20, 19, 3),
        (4, 21, 21, 3),
        (4, 24, 23, 3),
        (4, 25, 25, 3),
        // Resolvable and near resolvable designs.
        (3, 7, 7, 2),
        (3, 12, 11, 2),
        (3, 13, 13, 2),
        (3, 16, 16, 2),
        (3, 18, 17, 2),
        (3, 24, 23, 2),
        (5, 11, 11, 4),
        (5, 16, 16, 4),
        (5, 20, 19, 4),
        (5, 30, 29, 4),
        (6, 12, 11, 5),
        (6, 13, 13, 5),
        (6, 19, 19, 5),
        (6, 24, 23, 5),
    ];
    for (seats, players, rounds, meet) in designs {
        let (schedule, full) = full(players, seats);
        assert_eq!(
            (full, schedule.rounds.len()),
            (rounds, rounds),
            "{players} players at tables of {seats}"
        );
        let met = meetings(&schedule.rounds);
        assert_eq!(met.len(), players * (players - 1) / 2);
        assert!(
            met.values().all(|&times| times == meet),
            "{players} players at tables of {seats}: {met:?}"
        );
        assert_eq!((schedule.fewest_meetings, schedule.most_meetings), (meet, meet));
    }
}

/// Of a design in which every two meet once, fewer rounds repeat no meeting.
#[test]
fn the_first_rounds_of_a_design_have_no_repetition() {
    let players: Vec<Player> = (1..=16).collect();
    for rounds in 1..=5 {
        assert_eq!(schedule(&players, size(4, 4), rounds, 3).most_meetings, 1);
    }
    let twice = schedule(&players, size(4, 4), 10, 3);
    assert_eq!((twice.fewest_meetings, twice.most_meetings), (2, 2));
    assert_eq!(twice.sentence(), "Every two players meet 2 times.");
}

/// Rounds of the social golfer problem that the search finds, with several seeds.
#[test]
fn fewer_rounds_repeat_no_meeting() {
    for (seats, players, rounds) in [
        (3, 12, 4),
        (3, 18, 6),
        (3, 24, 8),
        (4, 20, 4),
        (4, 24, 5),
        (4, 32, 6),
        (5, 30, 4),
    ] {
        let numbers: Vec<Player> = (1..=players).collect();
        for seed in 0..3 {
            let made = schedule(&numbers, size(seats, seats), rounds, seed);
            assert_eq!(
                made.most_meetings, 1,
                "{players} players at tables of {seats}, {rounds} rounds"
            );
        }
    }
}

/// Six players at two tables of three: no design exists in which every two meet twice, and the search does its best.
#[test]
fn without_a_design_the_schedule_says_how_even_it_is() {
    let (schedule, rounds) = full(6, 3);
    assert_eq!(
        (rounds, schedule.fewest_meetings, schedule.most_meetings),
        (5, 1, 3)
    );
    assert_eq!(schedule.sentence(), "Every two players meet 1 to 3 times.");
}

#[test]
fn too_few_players_have_no_rounds() {
    assert!(schedule(&[1, 2, 3], size(4, 4), 5, 1).rounds.is_empty());
    assert_eq!(full_rounds(3, size(4, 4)), 0);
    assert!(schedule(&[], size(3, 2), 5, 1).rounds.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 25, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn seats_and_byes_are_balanced_and_everybody_is_there(
        seats in 2usize..=6, smaller in 0usize..=4, count in 3usize..=30, rounds in 1usize..=14, seed: u64,
    ) {
        let size = size(seats, seats.saturating_sub(smaller).max(2));
        let players: Vec<Player> = (1..=count as Player).map(|number| number * 3).collect();
        let made = schedule(&players, size, rounds, seed);
        prop_assert_eq!(&made, &schedule(&players, size, rounds, seed));
        prop_assert!(made.rounds.iter().all(|round| everybody_once(round, &players)));
        for &player in &players {
            for tables in 2..=seats {
                prop_assert!(spread(&seat_counts(player, &made.rounds, tables)) <= 1);
            }
        }
        let byes = |player: &Player| made.rounds.iter().filter(|round| round.byes.contains(player)).count();
        prop_assert!(spread(&players.iter().map(byes).collect::<Vec<_>>()) <= 1);
        let met = meetings(&made.rounds);
        prop_assert_eq!(made.most_meetings, met.values().max().copied().unwrap_or(0));
    }
}
