//! Leagues over seasons.

use std::collections::BTreeSet;

use proptest::prelude::*;
use thicket_pairings::Player;
use thicket_pairings::league::{FEWEST, MOST, division_sizes, first_season, movers, next_season};

use crate::common::Dice;

#[test]
fn odd_numbers_go_to_the_lowest_divisions() {
    assert_eq!(division_sizes(18, 6), [6, 6, 6]);
    assert_eq!(division_sizes(19, 6), [6, 6, 7]);
    assert_eq!(division_sizes(20, 6), [6, 6, 8]);
    assert_eq!(division_sizes(21, 6), [6, 6, 5, 4]);
    assert_eq!(division_sizes(22, 6), [6, 6, 6, 4]);
    assert_eq!(division_sizes(9, 8), [5, 4]);
    assert_eq!(division_sizes(3, 8), [3]);
    assert!(division_sizes(0, 8).is_empty());
}

#[test]
fn the_best_rise_and_the_last_fall() {
    let divisions = first_season(&(1..=18).collect::<Vec<_>>(), 6);
    let next = next_season(&divisions, &[], &[], 6);
    assert_eq!(
        next,
        [
            [1, 2, 3, 4, 7, 8],
            [5, 6, 9, 10, 13, 14],
            [11, 12, 15, 16, 17, 18]
        ]
    );
    let small = next_season(&[vec![1, 2, 3, 4], vec![5, 6, 7, 8]], &[], &[], 4);
    assert_eq!(small, [[1, 2, 3, 5], [4, 6, 7, 8]]);
}

#[test]
fn a_free_place_goes_to_the_best_who_would_be_relegated() {
    let divisions = first_season(&(1..=12).collect::<Vec<_>>(), 6);
    // 1 leaves: 5 stays. 99 is new, and begins below; 3 is no newcomer.
    assert_eq!(
        next_season(&divisions, &[1], &[99, 3], 6),
        [[2, 3, 4, 7, 8, 5], [6, 9, 10, 11, 12, 99]]
    );
    // 6, who is relegated, leaves: nobody falls instead.
    assert_eq!(
        next_season(&divisions, &[6], &[], 6),
        [vec![1, 2, 3, 4, 7, 8], vec![5, 9, 10, 11, 12]]
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Seasons with leavers and newcomers: everybody is in one division of a legal size; who stays in the league and would have been
    /// promoted is never below those of the old division who were not.
    #[test]
    fn everybody_is_in_one_division(count in 0usize..=60, size in 4usize..=8, seed: u64) {
        let mut dice = Dice::new(seed);
        let mut divisions = first_season(&(1..=count as Player).collect::<Vec<_>>(), size);
        let mut next_number = count as Player + 1;
        for _ in 0..5 {
            let players: Vec<Player> = divisions.concat();
            let leavers: Vec<Player> = players.iter().copied().filter(|_| dice.once_in(9)).collect();
            let newcomers: Vec<Player> = (0..dice.roll(4) as Player).map(|more| next_number + more).collect();
            next_number += newcomers.len() as Player;
            let next = next_season(&divisions, &leavers, &newcomers, size);
            prop_assert_eq!(&next, &next_season(&divisions, &leavers, &newcomers, size));
            let all: BTreeSet<Player> = players.iter().chain(&newcomers).copied().filter(|player| !leavers.contains(player)).collect();
            let order: Vec<Player> = next.concat();
            prop_assert_eq!(order.len(), all.len());
            prop_assert_eq!(order.iter().copied().collect::<BTreeSet<_>>(), all);
            let legal = |division: &Vec<Player>| (FEWEST..=MOST).contains(&division.len());
            prop_assert!(next.iter().all(legal) || next.len() == 1);
            for two in divisions.windows(2) {
                let up = movers(two[0].len(), two[1].len());
                let at = |player: &Player| order.iter().position(|other| other == player);
                let promoted = two[1][..up].iter().filter_map(at).max();
                let stayed = two[1][up..].iter().filter_map(at).min();
                let relegated = two[0][two[0].len() - up..].iter().filter_map(at).min();
                prop_assert!(promoted.is_none() || promoted < stayed.or(Some(usize::MAX)));
                prop_assert!(promoted.is_none() || promoted < relegated.or(Some(usize::MAX)));
            }
            divisions = next;
        }
    }
}
