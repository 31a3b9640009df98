//! Section 9: the end of the game and who won.

use crate::place::NINE_AND_TWENTY;
use crate::sketch::{Drawn, Sketch, by_seat, check, ranks, refused, seat};
use thicket_rules::Position;

fn last_stone() -> Sketch {
    Sketch::start(4).on(NINE_AND_TWENTY, 'w')
}

#[test]
fn section_9_1_a_hand_runs_out() {
    let before = last_stone();
    let over = before.clone().on("q17", 'w').then("-");
    check("9.1", &before, "q17", &over);
    assert!(over.position().legal_steps().is_empty());
    refused("9.1", &over, "p17", "the game is over");
    refused("9.1", &over, "pass", "the game is over");
    check(
        "9.1: not by a pass",
        &before,
        "pass",
        &before.clone().saved(&[1, 0, 0, 0]).then("2"),
    );
}

#[test]
fn section_9_1_the_last_stone_still_captures() {
    let before = last_stone().on("q15", 'r').on("p15 q14", 'w').on("a1 c1", '.');
    let over = before.clone().on("q16", 'w').on("q15", 'W').then("-");
    check("9.1, 8.6", &before, "q16", &over);
    assert_eq!(ranks(over.outcome()), [1, 2, 2, 2]);
}

#[test]
fn section_9_1_more_bases_rank_higher() {
    let before = last_stone()
        .on("d13 d15 c14 e14 i13 i15 h14 j14", 'y')
        .on("n3 n5 m4 o4", 'b');
    let over = before.clone().on("q17", 'w').on("a16 c16 e16", 'R').then("-");
    let outcome = over.outcome();
    assert_eq!(ranks(outcome), [4, 3, 2, 1], "9.1, then 9.2");
    assert_eq!(
        by_seat(&outcome.unwrap().scores),
        [[0, 0], [0, 3], [1, 0], [2, 0]]
    );
}

#[test]
fn section_9_2_equal_seats_share_a_rank() {
    let over = last_stone().on("q17", 'w').then("-");
    assert_eq!(ranks(over.outcome()), [1, 1, 1, 1]);
    let third = over.clone().on("a16", 'B').on("c16", 'Y');
    assert_eq!(ranks(third.outcome()), [3, 3, 1, 1]);
    let second = over.on("a16 c16", 'B').on("e16", 'Y').on("g16", 'R');
    assert_eq!(ranks(second.outcome()), [4, 2, 1, 2]);
}

#[test]
fn after_500_turns() {
    let before = Sketch::start(2).on("a1", 'R').turns(499).turn_of("2");
    let over = before.clone().on("e5", 'r').then("-");
    check("500 turns", &before, "e5", &over);
    assert_eq!(ranks(over.outcome()), [2, 1]);
    let early = before.turns(498);
    check("499 turns", &early, "e5", &early.clone().on("e5", 'r').then("1"));
    let passed = Sketch::start(2).turns(499);
    check(
        "500 turns",
        &passed,
        "pass",
        &passed.clone().saved(&[1, 0]).then("-"),
    );
}

#[test]
fn standing_while_the_game_goes_on() {
    let standing = Sketch::start(3).on("a1", 'B').position().standing();
    assert_eq!(by_seat(&standing.ranks), [2, 2, 1]);
    assert_eq!(standing.scores[seat(3)], [0, 1]);
}
