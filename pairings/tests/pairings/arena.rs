//! Arenas: who is seated, and points.

use proptest::prelude::*;
use thicket_pairings::arena::{PATIENCE, Waiting, points, seat};
use thicket_pairings::{Mark, Player, SeatResult};

use crate::common::{Dice, spread};

fn waiting(player: Player, points: u32, waited: u32, met: &[&[Player]]) -> Waiting {
    Waiting {
        player,
        points,
        waited,
        met: met.iter().map(|table| table.to_vec()).collect(),
        seats: [0; 6],
    }
}

fn sorted(tables: Vec<Vec<Player>>) -> Vec<Vec<Player>> {
    let sort = |mut table: Vec<Player>| {
        table.sort_unstable();
        table
    };
    tables.into_iter().map(sort).collect()
}

#[test]
fn a_table_of_four_is_made_as_soon_as_four_wait() {
    let four: Vec<Waiting> = (1..=4).map(|player| waiting(player, 0, 0, &[])).collect();
    assert!(seat(&four[..3], 4, 1).is_empty());
    assert_eq!(sorted(seat(&four, 4, 1)), [[1, 2, 3, 4]]);
    assert!(seat(&four, 1, 1).is_empty() && seat(&four, 7, 1).is_empty());
}

#[test]
fn like_points_sit_together_and_the_longest_waiting_first() {
    let pool = [
        waiting(1, 10, 3, &[]),
        waiting(2, 0, 3, &[]),
        waiting(3, 9, 3, &[]),
        waiting(4, 1, 3, &[]),
        waiting(5, 10, 1, &[]),
    ];
    assert_eq!(sorted(seat(&pool, 2, 1)), [[1, 3], [2, 4]]);
}

#[test]
fn who_has_just_met_meets_somebody_else() {
    let pool = [
        waiting(1, 9, 0, &[&[2]]),
        waiting(2, 8, 0, &[&[1]]),
        waiting(3, 1, 0, &[&[4]]),
        waiting(4, 0, 0, &[&[3]]),
    ];
    assert_eq!(sorted(seat(&pool, 2, 1)), [[1, 3], [2, 4]]);
    // Whoever came last is seated rather than nobody.
    let pool = [
        waiting(1, 9, 5, &[&[2]]),
        waiting(2, 8, 5, &[&[1]]),
        waiting(3, 1, 0, &[]),
    ];
    assert_eq!(sorted(seat(&pool, 2, 1)), [[1, 3]]);
}

#[test]
fn two_who_have_just_met_wait_a_little_if_nobody_else_is_there() {
    let pool = |waited| [waiting(1, 9, waited, &[&[2]]), waiting(2, 8, 0, &[&[1]])];
    assert!(seat(&pool(PATIENCE - 1), 2, 1).is_empty());
    assert_eq!(sorted(seat(&pool(PATIENCE), 2, 1)), [[1, 2]]);
}

/// Two tables of four end at once, and two others follow that mix them. The same four alone wait.
#[test]
fn tables_of_four_are_mixed() {
    let others = |player: Player| {
        (1..=8)
            .filter(|&other| other != player && (other <= 4) == (player <= 4))
            .collect::<Vec<_>>()
    };
    let pool: Vec<Waiting> = (1..=8)
        .map(|player| waiting(player, player, 0, &[&others(player)]))
        .collect();
    let tables = seat(&pool, 4, 1);
    assert_eq!(tables.len(), 2);
    assert!(
        tables
            .iter()
            .all(|table| table.iter().filter(|&&player| player <= 4).count() == 2)
    );
    assert!(seat(&pool[..4], 4, 1).is_empty());
    // With a fifth who has waited less, four of the five begin.
    let mixed = seat(&pool[..5], 4, 1);
    assert!(mixed.len() == 1 && mixed[0].contains(&5));
}

#[test]
fn two_first_places_in_a_row_double_what_follows() {
    let table = |own, other| vec![SeatResult::new(1, own), SeatResult::new(2, other)];
    let (won, drawn, lost) = (table(1, 2), table(1, 1), table(2, 1));
    // As on lichess: 2, 2, then 4 for each further win; a draw on a streak gives 2 and ends it.
    let tables = [
        won.clone(),
        won.clone(),
        won.clone(),
        won.clone(),
        drawn.clone(),
        won.clone(),
        lost.clone(),
        drawn,
    ];
    assert_eq!(points(1, &tables), [2, 2, 4, 4, 2, 2, 0, 1]);
    let mut left = won.clone();
    left[0] = left[0].marked(Mark::Left);
    assert_eq!(points(1, &[won.clone(), won.clone(), left, won]), [2, 2, 0, 2]);
}

#[test]
fn at_four_seats_points_follow_places() {
    let table = |places: [u8; 4]| {
        (1..=4)
            .zip(places)
            .map(|(player, place)| SeatResult::new(player, place))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        points(
            1,
            &[
                table([1, 2, 3, 4]),
                table([1, 2, 2, 4]),
                table([2, 1, 3, 4]),
                table([1, 1, 3, 4])
            ]
        ),
        [6, 6, 8, 5]
    );
    assert_eq!(points(3, &[table([1, 2, 3, 4])]), [2]);
    assert_eq!(points(9, &[table([1, 2, 3, 4])]), [0]);
}

/// An arena in which games end at random. Everybody is at one table, nobody waits without need, and no
/// table is made again at once without patience.
fn play_arena(seats: usize, players: usize, seed: u64) -> Result<(), TestCaseError> {
    let mut dice = Dice::new(seed);
    let mut pool: Vec<Waiting> = (1..=players as Player)
        .map(|player| waiting(player, 0, 0, &[]))
        .collect();
    let mut playing: Vec<Vec<Waiting>> = Vec::new();
    for step in 0..60 {
        let tables = seat(&pool, seats, step);
        prop_assert_eq!(&tables, &seat(&pool, seats, step));
        prop_assert!(tables.iter().all(|table| table.len() == seats));
        for table in &tables {
            let mut seated: Vec<Waiting> = Vec::new();
            for (at, player) in table.iter().enumerate() {
                let place = pool.iter().position(|waiting| waiting.player == *player);
                let mut waiting = pool.swap_remove(place.ok_or_else(|| TestCaseError::fail("seated twice"))?);
                waiting.seats[at] += 1;
                seated.push(waiting);
            }
            let met = |one: &Waiting, player: &Player| {
                one.player == *player || one.met.first().is_some_and(|met| met.contains(player))
            };
            let same = seated
                .iter()
                .all(|one| table.iter().all(|player| met(one, player)));
            prop_assert!(!same || seated.iter().any(|one| one.waited >= PATIENCE));
            playing.push(seated);
        }
        // Whoever is left is too few for a table, or all of one table that has just ended.
        let same = |one: &Waiting| {
            one.met.first().is_some_and(|met| {
                pool.iter()
                    .all(|other| one.player == other.player || met.contains(&other.player))
            })
        };
        prop_assert!(pool.len() < seats || pool.iter().all(same), "{} wait", pool.len());
        pool.iter_mut().for_each(|waiting| waiting.waited += 5);
        let (over, going_on): (Vec<_>, Vec<_>) = playing.drain(..).partition(|_| dice.once_in(3));
        playing = going_on;
        for table in over {
            let names: Vec<Player> = table.iter().map(|waiting| waiting.player).collect();
            for mut one in table {
                one.met.insert(
                    0,
                    names.iter().copied().filter(|&name| name != one.player).collect(),
                );
                one.points += dice.roll(5) as u32;
                one.waited = 0;
                pool.push(one);
            }
        }
    }
    let balanced = |waiting: &Waiting| {
        spread(
            &waiting.seats[..seats]
                .iter()
                .map(|&times| usize::from(times))
                .collect::<Vec<_>>(),
        ) <= 4
    };
    prop_assert!(pool.iter().chain(playing.iter().flatten()).all(balanced));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nobody_waits_without_need(seats in 2usize..=6, players in 1usize..=30, seed: u64) {
        play_arena(seats, players, seed)?;
    }
}
