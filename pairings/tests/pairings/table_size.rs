//! Numbers that do not divide.

use thicket_pairings::{Split, TableSize};

use crate::common::size;

#[test]
fn tables_are_as_few_and_as_equal_as_possible() {
    let split = |seats, fewest, players| {
        let Split { sizes, byes } = size(seats, fewest).split(players);
        (sizes, byes)
    };
    assert_eq!(split(4, 3, 13), (vec![4, 3, 3, 3], 0));
    assert_eq!(split(4, 4, 13), (vec![4, 4, 4], 1));
    assert_eq!(split(4, 3, 5), (vec![4], 1));
    assert_eq!(split(4, 2, 5), (vec![3, 2], 0));
    assert_eq!(split(4, 3, 2), (vec![], 2));
    assert_eq!(split(2, 2, 7), (vec![2, 2, 2], 1));
    assert_eq!(split(6, 4, 0), (vec![], 0));
}

#[test]
fn sizes_are_legal_and_no_more_byes_than_needed() {
    for seats in 2..=6 {
        for fewest in 2..=seats {
            for players in 0..60 {
                let Split { sizes, byes } = size(seats, fewest).split(players);
                assert_eq!(sizes.iter().sum::<usize>() + byes, players);
                assert!(sizes.iter().all(|size| (fewest..=seats).contains(size)) && byes < seats);
                assert!(sizes.first().unwrap_or(&0) - sizes.last().unwrap_or(&0) <= 1);
                let fits = |playing: usize| {
                    (1..=playing).any(|tables| tables * fewest <= playing && playing <= tables * seats)
                };
                assert!((players - byes + 1..=players).all(|more| !fits(more)));
            }
        }
    }
}

#[test]
fn other_tables_do_not_exist() {
    for (seats, fewest) in [(1, 1), (7, 2), (4, 5), (4, 1)] {
        assert_eq!(TableSize::new(seats, fewest), None);
    }
}
