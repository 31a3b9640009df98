//! Captures by single pieces.

use crate::sketch::{Drawn, Sketch, cell, check, men, piece, refused, seat};
use thicket_rules::{Change, Click, Position};

#[test]
fn piece_capture_a_man_approaches_in_any_direction() {
    for (prey, stop) in [("e7", "e6"), ("c5", "d5"), ("e3", "e4"), ("g5", "f5")] {
        let before = men("e5", prey).on("a5", 'b');
        let step = format!("e5x{stop}");
        assert_eq!(before.steps(), step);
        check(
            "Piece capture",
            &before,
            &step,
            &before.clone().go("e5", stop).without(prey).then("2"),
        );
    }
    let taken = men("e5", "e7 e8 a5");
    check(
        "Piece capture: one piece only",
        &taken,
        "e5xe6",
        &taken.clone().go("e5", "e6").without("e7").then("2"),
    );
}

#[test]
fn piece_capture_nobody_captures_from_next_to_it() {
    let before = men("e5", "e6 a5");
    assert_eq!(before.steps(), "e5-d5");
    refused("Piece capture", &before, "e5xe7", "no enemy is approached");
    refused("Piece capture", &before, "e5xe6", "e6 is occupied");
}

#[test]
fn piece_capture_goes_on_as_long_as_it_can() {
    let before = men("e3", "e5 c4 a5");
    let after = before.clone().go("e3", "d4").without("e5 c4").then("2");
    check("Piece capture", &before, "e3xe4xd4", &after);
    assert_eq!(before.steps(), "e3xe4xd4");
    refused("Piece capture", &before, "e3xe4", "takes 1, but e3xe4xd4 takes 2");
    let moved = |from, to| Change::Moved {
        piece: piece("man", 1),
        from: cell(from),
        to: cell(to),
    };
    let taken = |name| Change::Taken {
        cell: cell(name),
        piece: piece("man", 2),
        by: seat(1),
    };
    let seen = [moved("e3", "e4"), moved("e4", "d4"), taken("e5"), taken("c4")];
    assert_eq!(
        before.changes("e3xe4xd4"),
        seen,
        "leg by leg, and removed at the end"
    );
    let clicks = before.position().clicks(&"e3xe4xd4".parse().unwrap());
    assert_eq!(clicks, ["e3", "e4", "d4"].map(|name| Click::Cell(cell(name))));
}

#[test]
fn piece_capture_turns_back_and_may_end_where_it_began() {
    // Up to e4 before e5, and back to where it started, before e2.
    let before = men("e3", "e5 e2 a5");
    assert_eq!(before.steps(), "e3xe4xe3");
    check(
        "Piece capture",
        &before,
        "e3xe4xe3",
        &before.clone().without("e5 e2").then("2"),
    );
    assert_eq!(
        before
            .position()
            .shorthand(&["e3xe4xe3".parse().unwrap()])
            .as_deref(),
        Some("e3x")
    );
}

#[test]
fn piece_capture_what_is_captured_blocks_until_the_end() {
    // A king before e7 does not look past it to e9, nor take it twice.
    let before = Sketch::empty()
        .on("e3", 'W')
        .on("e7", 'b')
        .on("e9", 'B')
        .on("i7", 'b');
    assert_eq!(before.steps(), "e3xe6");
}

#[test]
fn piece_capture_isolation_is_not_tested_once_it_goes_on() {
    // From e4 the man goes on to d4, with the own man on f4 right behind it.
    let before = men("e3 f4", "e5 c4");
    assert_eq!(before.steps(), "e3xe4xd4");
}

#[test]
fn piece_capture_a_king_takes_from_afar() {
    let before = Sketch::empty().on("e2", 'W').on("e7 a5", 'b');
    let after = before.clone().go("e2", "e6").without("e7").then("2");
    check("Piece capture", &before, "e2xe6", &after);
    let blocked = Sketch::empty().on("e2", 'W').on("e7 a5", 'b').on("e4", 'w');
    assert!(!blocked.steps().contains('x'), "{}", blocked.steps());
    let next = Sketch::empty().on("e6", 'W').on("e7 a5", 'b');
    assert!(
        !next.steps().contains('x'),
        "at least one vacant square lies between"
    );
}

#[test]
fn piece_capture_a_king_slides_over_where_it_started() {
    let before = Sketch::empty()
        .on("e4", 'W')
        .on("e7", 'b')
        .on("e1", 'B')
        .on("i7", 'b');
    // Up to e6, then all the way down to e2, over e4.
    assert_eq!(before.steps(), "e4xe2xe6 e4xe6xe2");
    check(
        "Piece capture",
        &before,
        "e4xe6xe2",
        &before.clone().go("e4", "e2").without("e7 e1").then("2"),
    );
}

#[test]
fn piece_capture_majority_counts_kings_as_one() {
    let before = men("e3 i5", "e5 c4 a5").on("i7", 'B');
    assert_eq!(before.steps(), "e3xe4xd4");
    refused("Capture", &before, "i5xi6", "takes 1, but e3xe4xd4 takes 2");
    let even = men("e3 i5", "e5 a5").on("i7", 'B');
    assert_eq!(even.steps(), "e3xe4 i5xi6", "among equals the player chooses");
    refused("Capture", &even, "e3-d3", "capturing is compulsory");
}

#[test]
fn piece_capture_two_ways_between_the_same_squares() {
    let before = men("e4", "e6 g5 g4 f6 a5");
    assert_eq!(before.steps(), "e4xe5xf5 e4xf4xf5");
    let after = before.clone().go("e4", "f5");
    check(
        "Notation",
        &before,
        "e4xe5xf5",
        &after.clone().without("e6 g5").then("2"),
    );
    check("Notation", &before, "e4xf4xf5", &after.without("g4 f6").then("2"));
}
