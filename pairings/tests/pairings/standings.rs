//! Points, marks, standings, tie-breaks and the cross-table.

use std::cmp::Ordering;

use proptest::prelude::*;
use thicket_pairings::{
    Mark, PlayedRound, Player, Points, Scoring, SeatResult, TieBreak, cross_table, points_of, standings,
};

use crate::common::{Tournament, size, swiss_scoring};

fn table(places: &[(Player, u8)]) -> Vec<SeatResult> {
    places
        .iter()
        .map(|&(player, place)| SeatResult::new(player, place))
        .collect()
}

fn shown(table: &[SeatResult], seats: usize) -> Vec<String> {
    table
        .iter()
        .map(|seat| points_of(seat, table, seats).to_string())
        .collect()
}

#[test]
fn a_shared_place_shares_its_points() {
    assert_eq!(
        shown(&table(&[(1, 1), (2, 2), (3, 3), (4, 4)]), 4),
        ["3", "2", "1", "0"]
    );
    assert_eq!(
        shown(&table(&[(1, 1), (2, 1), (3, 3), (4, 4)]), 4),
        ["2.5", "2.5", "1", "0"]
    );
    assert_eq!(shown(&table(&[(1, 1), (2, 1), (3, 1), (4, 1)]), 4), ["1.5"; 4]);
    assert_eq!(shown(&table(&[(1, 1), (2, 1)]), 2), ["0.5", "0.5"]);
}

#[test]
fn a_smaller_table_is_worth_as_much() {
    assert_eq!(shown(&table(&[(1, 2), (2, 1), (3, 3)]), 4), ["1.5", "3", "0"]);
    assert_eq!(shown(&table(&[(1, 1), (2, 2)]), 4), ["3", "0"]);
    assert_eq!(
        shown(&table(&[(1, 1), (2, 2), (3, 3), (4, 4)]), 5),
        ["4", "2.67", "1.33", "0"]
    );
}

#[test]
fn who_left_gets_nothing_and_comes_after_the_others() {
    for mark in [Mark::Left, Mark::DidNotCome, Mark::Replaced] {
        let mut seats = table(&[(1, 3), (2, 1), (3, 2), (4, 4)]);
        seats[1] = seats[1].marked(mark);
        assert_eq!(shown(&seats, 4), ["2", "0", "3", "1"]);
        seats[3] = seats[3].marked(mark);
        assert_eq!(shown(&seats, 4), ["2", "0", "3", "0"]);
    }
    let mut alone = table(&[(1, 1), (2, 1)]);
    alone[1] = alone[1].marked(Mark::DidNotCome);
    assert_eq!(shown(&alone, 2), ["1", "0"]);
}

#[test]
fn who_did_not_come_has_met_nobody() {
    let absent = SeatResult::new(2, 2).marked(Mark::DidNotCome);
    let left = SeatResult::new(3, 3).marked(Mark::Left);
    let round = PlayedRound {
        tables: vec![vec![SeatResult::new(1, 1), absent, left]],
        byes: vec![9],
    };
    assert_eq!(round.round().tables, [[1, 3]]);
    assert_eq!(round.round().byes, [9]);
    let cells = cross_table(&[1, 2, 3], &[round]);
    assert!(cells[0][1].is_empty() && cells[1].iter().all(Vec::is_empty));
    assert_eq!(
        (cells[0][2][0].result, cells[2][0][0].result),
        (Ordering::Greater, Ordering::Less)
    );
}

/// Four players, everybody against everybody: 1 beats 2 and 3, 4 beats 1, 2 beats 3 and 4, 3 beats 4. So 1 and 2 have two points,
/// 3 and 4 one; 1 has beaten 2, and 3 has beaten 4.
#[test]
fn direct_meetings_decide_first() {
    let pair = |winner, loser| table(&[(winner, 1), (loser, 2)]);
    let round = |one, two| PlayedRound {
        tables: vec![one, two],
        byes: vec![],
    };
    let rounds = [
        round(pair(4, 1), pair(2, 3)),
        round(pair(3, 4), pair(1, 2)),
        round(pair(2, 4), pair(1, 3)),
    ];
    let rows = standings(&[4, 3, 2, 1], &rounds, &swiss_scoring(2));
    let order: Vec<(Player, usize, String)> = rows
        .iter()
        .map(|row| (row.player, row.rank, row.points.to_string()))
        .collect();
    assert_eq!(
        order,
        [
            (1, 1, "2".into()),
            (2, 2, "2".into()),
            (3, 3, "1".into()),
            (4, 4, "1".into())
        ]
    );
    assert_eq!(rows[0].tie_breaks[0], 1);
    // The opponents of 1 are 2, 3 and 4, with four points; those of 3 have five.
    let buchholz: Vec<String> = rows
        .iter()
        .map(|row| TieBreak::Buchholz.shown(row.tie_breaks[1]))
        .collect();
    assert_eq!(buchholz, ["4", "4", "5", "5"]);
    let firsts: Vec<i64> = rows.iter().map(|row| row.tie_breaks[2]).collect();
    assert_eq!(firsts, [2, 2, 1, 1]);
}

/// The Buchholz of a table is the mean of the opponents; a bye counts one's own points.
#[test]
fn buchholz_takes_the_mean_of_a_table() {
    let rounds = [
        PlayedRound {
            tables: vec![table(&[(1, 1), (2, 2), (3, 3)])],
            byes: vec![4],
        },
        PlayedRound {
            tables: vec![table(&[(4, 1), (1, 2), (2, 3)])],
            byes: vec![3],
        },
    ];
    let scoring = Scoring {
        tie_breaks: vec![TieBreak::Buchholz],
        ..swiss_scoring(3)
    };
    let rows = standings(&[1, 2, 3, 4], &rounds, &scoring);
    let row = |player| rows.iter().find(|row| row.player == player).unwrap();
    let points: Vec<String> = (1..=4).map(|player| row(player).points.to_string()).collect();
    assert_eq!(points, ["3", "1", "2", "4"]);
    let buchholz: Vec<String> = (1..=4)
        .map(|player| TieBreak::Buchholz.shown(row(player).tie_breaks[0]))
        .collect();
    // 1: (1 + 2) / 2 + (4 + 1) / 2; 2: (3 + 2) / 2 + (4 + 3) / 2; 3: (3 + 1) / 2 + 2; 4: 4 + (3 + 1) / 2.
    assert_eq!(buchholz, ["4", "6", "4", "6"]);
    assert_eq!((row(4).byes, row(4).played), (1, 1));
}

#[test]
fn captures_decide_last_and_equal_players_share_a_rank() {
    let seat = |player, captures| SeatResult {
        captures,
        ..SeatResult::new(player, 1)
    };
    let round = |first, second| PlayedRound {
        tables: vec![vec![first, second]],
        byes: vec![],
    };
    let rows = standings(&[1, 2], &[round(seat(1, 3), seat(2, 5))], &swiss_scoring(2));
    assert_eq!(
        rows.iter().map(|row| (row.player, row.rank)).collect::<Vec<_>>(),
        [(2, 1), (1, 2)]
    );
    let rows = standings(&[2, 1], &[round(seat(1, 3), seat(2, 3))], &swiss_scoring(2));
    assert_eq!(
        rows.iter().map(|row| (row.player, row.rank)).collect::<Vec<_>>(),
        [(2, 1), (1, 1)]
    );
}

#[test]
fn points_are_written_shortly() {
    let text = |units| Points::from_units(units).to_string();
    assert_eq!(
        ["0", "0.5", "0.25", "7", "0.33", "1.05"],
        [0, 60, 30, 840, 40, 126]
            .map(text)
            .map(|text| text.leak() as &str)
    );
    assert!(
        TieBreak::ALL
            .iter()
            .all(|tie_break| !tie_break.name().is_empty() && tie_break.sentence().ends_with('.'))
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// A table without marks gives out half of what it would if everybody came first; ranks follow points, and equal rows share them.
    #[test]
    fn standings_are_in_order_and_points_add_up(seats in 2usize..=6, count in 2usize..=30, seed: u64) {
        let mut tournament = Tournament::new(count, size(seats, 2), seed);
        for _ in 0..4 {
            let round = tournament.pair();
            tournament.play(&round);
            tournament.change_players();
        }
        for seats_of in tournament.rounds.iter().flat_map(|round| &round.tables) {
            let total: Points = seats_of.iter().map(|seat| points_of(seat, seats_of, seats)).sum();
            let whole = ((seats - 1) * seats_of.len()) as u32 * Points::UNITS / 2;
            let marked = seats_of.iter().any(|seat| seat.mark.is_some());
            let most = if marked { total.units().max(whole) } else { total.units() };
            prop_assert_eq!(most, whole);
        }
        let rows = standings(&tournament.entrants, &tournament.rounds, &swiss_scoring(seats));
        prop_assert_eq!(rows.len(), tournament.entrants.len());
        for (at, two) in rows.windows(2).enumerate() {
            let (better, worse) = (&two[0], &two[1]);
            prop_assert!(better.points >= worse.points);
            let equal = better.points == worse.points && better.tie_breaks == worse.tie_breaks;
            prop_assert_eq!(worse.rank, if equal { better.rank } else { at + 2 });
        }
        let cells = cross_table(&tournament.entrants, &tournament.rounds);
        for (row, others) in cells.iter().enumerate() {
            prop_assert!(others[row].is_empty());
            for (column, meetings) in others.iter().enumerate() {
                let reversed: Vec<Ordering> = cells[column][row].iter().map(|meeting| meeting.result.reverse()).collect();
                prop_assert_eq!(meetings.iter().map(|meeting| meeting.result).collect::<Vec<_>>(), reversed);
            }
        }
    }
}
