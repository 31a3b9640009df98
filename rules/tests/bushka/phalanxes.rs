//! Captures by phalanxes.

use crate::sketch::{Drawn, Sketch, cell, check, men, refused};
use thicket_rules::Change;

#[test]
fn phalanx_capture_takes_the_touched_men_in_a_row() {
    let before = men("f2 f3", "f5 f6 f8 g5").on("a5", 'B');
    let after = before.clone().go("f2", "f4").without("f5 f6").then("2");
    check("Phalanx capture", &before, "f2xf4", &after);
    assert_eq!(before.steps(), "f2xf4");
    let taken: Vec<_> = before.changes("f2xf4").into_iter().skip(1).collect();
    assert!(
        matches!(taken[..], [Change::Taken { cell: one, .. }, Change::Taken { cell: two, .. }]
        if (one, two) == (cell("f5"), cell("f6")))
    );
}

#[test]
fn phalanx_capture_a_king_is_taken_alone_and_ends_a_row() {
    let king = men("f2 f3", "f6 f7").on("f5", 'B');
    check(
        "Phalanx capture",
        &king,
        "f2xf4",
        &king.clone().go("f2", "f4").without("f5").then("2"),
    );
    let row = men("f2 f3", "f5 f7").on("f6", 'B');
    check(
        "Phalanx capture",
        &row,
        "f2xf4",
        &row.clone().go("f2", "f4").without("f5").then("2"),
    );
}

#[test]
fn phalanx_capture_backward() {
    let before = men("e6 e7", "e4 e3 e2");
    let after = before
        .clone()
        .go("e7", "e5")
        .without("e4 e3 e2")
        .then("-")
        .over("12");
    check("Phalanx capture", &before, "e7xe5", &after);
    let taken = before.changes("e7xe5");
    let cells = taken[1..].iter().map(|change| match change {
        Change::Taken { cell, .. } => *cell,
        other => panic!("{other:?}"),
    });
    assert!(cells.eq(["e4", "e3", "e2"].map(cell)), "the nearest first");
}

#[test]
fn phalanx_capture_on_number_lines_and_by_a_front_part() {
    let before = men("h4 g4 f4", "d4 a5");
    assert_eq!(before.steps(), "g4xe4 h4xe4");
    check(
        "Phalanx capture",
        &before,
        "g4xe4",
        &before.clone().go("g4", "e4").without("d4").then("2"),
    );
    check(
        "Phalanx capture",
        &before,
        "h4xe4",
        &before.clone().go("h4", "e4").without("d4").then("2"),
    );
    refused(
        "Phalanx capture",
        &before,
        "f4xe4",
        "goes before every other capture",
    );
}

#[test]
fn phalanx_capture_needs_a_vacant_square_and_then_an_enemy() {
    assert!(
        !men("f2 f3", "f4 f6").steps().contains('x'),
        "nobody captures from next to it"
    );
    let far = men("f2 f3", "f6 a5");
    assert!(!far.steps().contains('x'), "{}", far.steps());
    refused("Phalanx capture", &far, "f2xf4", "no enemy is approached");
    let own = men("f2 f3 f5", "f6 a5");
    refused("Phalanx capture", &own, "f2xf4", "no enemy is approached");
}

#[test]
fn phalanx_capture_never_goes_on() {
    let before = men("f2 f3", "f5 e4 c4");
    refused("Phalanx capture", &before, "f2xf4xd4", "no enemy is approached");
    assert_eq!(before.steps(), "f2xf4");
}

#[test]
fn capture_phalanxes_first() {
    let single = men("f2 f3 b4", "f5 b6 d5");
    assert_eq!(single.steps(), "f2xf4", "b4 could take two");
    refused("Capture", &single, "b4xb5xc5", "a phalanx can capture, by f2xf4");
    refused("Capture", &single, "b4xb5", "a phalanx can capture, by f2xf4");
    refused(
        "Capture is compulsory",
        &single,
        "f3-e3",
        "capturing is compulsory, and f2xf4 captures",
    );
}

#[test]
fn capture_majority_among_phalanxes() {
    let before = men("f2 f3 h4 h5", "f5 h7 h8");
    assert_eq!(before.steps(), "h4xh6");
    refused("Capture", &before, "f2xf4", "takes 1, but h4xh6 takes 2");
    // A king counts one.
    let king = men("f2 f3 h4 h5", "h7 h8").on("f5", 'B');
    assert_eq!(king.steps(), "h4xh6");
    let even = Sketch::empty().on("f2 f3 h4 h5", 'w').on("h7", 'b').on("f5", 'B');
    assert_eq!(even.steps(), "f2xf4 h4xh6", "among equals the player chooses");
}
