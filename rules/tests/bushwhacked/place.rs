//! Setting up, placing and passing.

use crate::sketch::{Drawn, Sketch, cell, check, corner, refused, stone};
use thicket_rules::bushwhacked::Bushwhacked;
use thicket_rules::{Change, Position};

#[test]
fn section_3_starts() {
    let starts = [
        "17/17/17/3*4*4*3/17/17/17/17/3*4*4*3/17/17/17/17/3*4*4*3/17/17/17 1 1234 0,0,0,0 30,30,30,30 - 0",
        "17/17/17/8*4*3/17/17/17/17/3*4*4*3/17/17/17/17/3*4*8/17/17/17 1 123 0,0,0 30,30,30 - 0",
        "17/17/17/8*8/17/17/17/17/3*4*4*3/17/17/17/17/8*8/17/17/17 1 12 0,0 30,30 - 0",
    ];
    for (seats, start) in [4, 3, 2].into_iter().zip(starts) {
        assert_eq!(Sketch::start(seats).position().to_string(), start, "3.1 to 3.3");
    }
    // 3.3: the corner points of two seats are ordinary squares.
    check(
        "3.3",
        &Sketch::start(2),
        "d4",
        &Sketch::start(2).on("d4", 'w').then("2"),
    );
    check(
        "3.2",
        &Sketch::start(3),
        "n4",
        &Sketch::start(3).on("n4", 'w').then("2"),
    );
    refused("3.1", &Sketch::start(4), "n4", "base");
}

#[test]
fn section_3_5_stones_of_each_seat() {
    assert_eq!(Sketch::start(3).tally("in hand"), [30, 30, 30]);
    assert_eq!(Sketch::start(3).tally("in reserve"), [20, 20, 20]);
    assert_eq!(Sketch::start(3).tally("capture stones"), [0, 0, 0]);
}

#[test]
fn section_2_2_colours_in_order() {
    assert_eq!(Bushwhacked::INFO.colours, ["white", "red", "blue", "yellow"]);
    let after = Sketch::start(4).play("a1,b1,c1,d1").to_string();
    assert!(after.contains("/wrby13 1 1234"), "2.2, 5.1: {after}");
}

#[test]
fn section_5_1_one_stone_a_turn() {
    let before = corner(". . .\n . r .");
    check("5.1", &before, "a2", &before.clone().on("a2", 'w').then("2"));
    refused("5.1", &before, "b1", "occupied");
    refused("5.1", &before.clone().on("c1", 'W'), "c1", "occupied");
    let put = Change::Put {
        cell: cell("a2"),
        piece: stone(1),
    };
    assert_eq!(before.changes("a2"), [put]);
}

#[test]
fn section_5_1_a_pass_is_a_stone_more_next_time() {
    let start = Sketch::start(2);
    let once = start.clone().saved(&[1, 0]).then("2");
    check("5.1", &start, "pass", &once);
    let mine = once.turn_of("1");
    // The saved pass shows until the turn ends.
    check("5.1", &mine, "a1", &mine.clone().on("a1", 'w').now("1"));
    check(
        "5.1",
        &mine,
        "a1,c1",
        &mine.clone().on("a1 c1", 'w').saved(&[0, 0]).then("2"),
    );
    let twice = mine.clone().saved(&[2, 0]).then("2");
    check("5.1", &mine, "pass", &twice);
    let mine = twice.turn_of("1");
    check("5.1", &mine, "a1,c1", &mine.clone().on("a1 c1", 'w').now("2"));
    check(
        "5.1",
        &mine,
        "a1,c1,e1",
        &mine.clone().on("a1 c1 e1", 'w').saved(&[0, 0]).then("2"),
    );
    refused("5.1: two passes at most", &mine, "pass", "two passes");
}

#[test]
fn section_5_1_fewer_stones_than_allowed() {
    let before = Sketch::start(2).saved(&[2, 1]);
    check(
        "5.1",
        &before,
        "a1,end",
        &before.clone().on("a1", 'w').saved(&[0, 1]).then("2"),
    );
    check(
        "5.1",
        &before,
        "a1,b1,end",
        &before.clone().on("a1 b1", 'w').saved(&[0, 1]).then("2"),
    );
    refused("5.1", &before, "end", "nothing was placed");
    refused(
        "5.1",
        &before.clone().on("a1", 'w').now("1"),
        "pass",
        "too late to pass",
    );
    let steps = before.clone().on("a1", 'w').now("1").position().legal_steps();
    assert_eq!(steps.len(), 17 * 17 - 5 - 1 + 1, "every empty square, and end");
}

#[test]
fn section_5_1_never_more_stones_than_in_hand() {
    let before = Sketch::start(2).on(NINE_AND_TWENTY, 'w').saved(&[2, 0]);
    assert_eq!(before.tally("in hand"), [1, 30]);
    // The last stone ends the turn by itself, and the game.
    check(
        "5.1, 9.1",
        &before,
        "q17",
        &before.clone().on("q17", 'w').saved(&[0, 0]).then("-"),
    );
}

/// 29 squares, far enough apart to surround and pierce nothing between them.
pub const NINE_AND_TWENTY: &str = "a1 c1 e1 g1 i1 k1 m1 o1 q1 a3 c3 e3 g3 i3 k3 m3 o3 q3 \
     a5 c5 e5 g5 i5 k5 m5 o5 q5 a7 c7";
