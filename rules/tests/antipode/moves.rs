//! The second step of a turn: the pawn and what it flips.

use crate::sketch::{Drawn, Sketch, cell, check, flip, pawn, refused};
use thicket_rules::Change;

#[test]
fn step_two_along_the_six_lines() {
    let lines = "e9 a5 i5 e1 i9 a1";
    let before = Sketch::start()
        .red("a5 i9")
        .blue("e5 e1 a5 i5 b4 c7")
        .pawns("e5", "i9")
        .pawn_next();
    assert_eq!(lines.split(' ').count(), 6);
    assert_eq!(
        before.legal(),
        "e5-a1 e5-a5 e5-e1 e5-e9 e5-i5",
        "c7 and b4 are in no line with e5, and red stands at the end of the sixth"
    );
    refused("Step Two", &before, "e5-c7", "not in a straight line");
    refused("Step Two", &before, "e5-b4", "not in a straight line");
}

#[test]
fn step_two_ends_on_a_token_of_its_own_colour() {
    let before = Sketch::start().blue("b2 c3").red("d4 a3 d1").pawn_next();
    refused("Step Two", &before, "a1-d4", "other colour");
    refused("Step Two", &before, "a1-a2", "no token on a2");
    refused("Step Two", &before, "a1-a1", "has to leave");
    refused("Step Two", &before, "b2-c3", "stands on a1");
    refused("Step Two", &before, "i9-h9", "stands on a1");
    refused("Step Two", &before, "f5", "now the pawn moves");
    let after = before.clone().pawns("b2", "i9").between_turns();
    check("Step Two, one space", &before, "a1-b2", &after);
}

#[test]
fn step_two_colours_as_they_are_after_the_token() {
    let before = Sketch::start().red("b2").blue("c1");
    let after = before.clone().blue("b2 b3").pawns("b2", "i9");
    check("Step Two", &before, "b3,a1-b2", &after);
}

#[test]
fn flipping_2_all_that_the_pawn_passes_over() {
    // Over blue, empty, red and blue to blue: what it leaves and what it comes to stay.
    let before = Sketch::start().blue("b2 e5 f6 a3").red("d4").pawn_next();
    let after = before
        .clone()
        .red("b2 e5")
        .blue("d4")
        .pawns("f6", "i9")
        .between_turns();
    check("Flipping 2", &before, "a1-f6", &after);
    assert_eq!(
        before.changes("a1-f6"),
        [
            Change::Moved {
                piece: pawn(1),
                from: cell("a1"),
                to: cell("f6")
            },
            flip("b2", 1, 2),
            flip("d4", 2, 1),
            flip("e5", 1, 2),
        ]
    );
}

#[test]
fn step_two_never_over_the_other_pawn() {
    let before = Sketch::start()
        .blue("c3 f6")
        .red("e5")
        .pawns("a1", "e5")
        .blue("b1")
        .red("b3")
        .pawn_next();
    refused("Step Two", &before, "a1-f6", "stands in the way");
    refused(
        "Step Two, on the pawn itself",
        &before,
        "a1-e5",
        "stands in the way",
    );
    let after = before.clone().pawns("c3", "e5").between_turns();
    check("Step Two, before it", &before, "a1-c3", &after);
}

#[test]
fn step_one_must_allow_step_two() {
    // From a1 the pawn looks at empty spaces and at red corners: it needs a token of its own in a line with it, or one
    // of those corners turned.
    let before = Sketch::start();
    assert_eq!(
        before.legal(),
        "a2 a3 a4 b1 b2 b5 b6 c1 c3 d1 d4 e2 e5 f2 f6 g7 h8"
    );
    for stuck in ["b3", "e4", "i7"] {
        refused("Step One", &before, stuck, "the pawn could not move");
    }
    check(
        "a corner turned",
        &before,
        "b5,a1-a5",
        &before.clone().blue("b5 a5").pawns("a5", "i9"),
    );
}
