//! Jumping: over whom, how far, and with whom.

use crate::sketch::{Drawn, cell, check, corner, refused};
use thicket_rules::{Click, Position};

#[test]
fn movement_2_over_its_own_size_or_smaller() {
    let row = |letters: &str| corner(&format!(". {letters} . .\n . . . . . ."));
    for (jumper, over) in ["kk", "mk", "mm", "gk", "gm", "gg"].map(|pair| pair.split_at(1)) {
        for over in [over.to_owned(), over.to_uppercase()] {
            let steps = row(&format!("{jumper} {over}")).steps_of("b2");
            assert!(steps.contains("d2"), "{jumper} over {over}: {steps}");
        }
    }
    for pair in ["k m", "k M", "k g", "m G", "m g"] {
        refused(
            "Not allowed: over a larger piece",
            &row(pair),
            "b2-d2",
            "c2 is larger",
        );
    }
    refused("Movement 2", &row("k . k"), "b2-d2", "d2 is occupied");
    refused("Movement 2", &row(". k"), "c2-e2", "nothing on d2");
}

#[test]
fn movement_2_in_all_eight_directions() {
    let before = corner(". . . . .\n . k K k .\n . K g m .\n . k K k .\n . . . . .");
    assert_eq!(before.steps_of("c3"), "a3 a5 c1 c5 e1 e3 e5");
    refused("Preparation", &before, "c3-a1", "no space");
}

#[test]
fn a_turn_ends_by_itself_when_nothing_can_follow() {
    let before = corner(". m k .");
    check(
        "Movement",
        &before,
        "b1-b2",
        &before.clone().go("b1", "b2").then("2"),
    );
    // It could only jump back to where it began.
    check(
        "Movement",
        &before,
        "b1-d1",
        &before.clone().go("b1", "d1").then("2"),
    );
    refused("Movement", &before, "end", "nothing was moved");
}

#[test]
fn movement_2_jumping_on_over_own_pieces() {
    let before = corner(". . . . .\n . . . k .\n . m k . .\n . . . . .");
    let once = before.clone().go("b2", "d2").now("d2/b2/-");
    check("Movement 2", &before, "b2-d2", &once);
    assert_eq!(
        once.steps_of(""),
        "d2-d4 end",
        "jump on or stop, but neither step nor move another"
    );
    check("Movement 2", &once, "end", &once.clone().then("2"));
    check(
        "Movement 2",
        &once,
        "d2-d4",
        &once.clone().go("d2", "d4").then("2"),
    );
    refused("Movement 2", &once, "d2-d1", "not step");
    refused("Movement 2", &once, "c2-c1", "the Bushi on d2 is jumping");
    refused("Game play", &once.clone().on("h10", 'k'), "h10-off", "whole turn");
}

#[test]
fn movement_2_a_jumper_never_lands_twice_on_one_space() {
    let ring = corner(". . . . .\n . k . k .\n g . . . .\n . k . k .\n . . . . .");
    let half = ring.clone().go("a3", "e3").now("e3/a3+c5/-");
    check("Movement 2", &ring, "a3-c5,c5-e3", &half);
    refused("Movement 2", &half, "e3-c5", "was on c5 in this turn already");
    // From c1 it could only land on e3 and a3 again, and a3 is where it began.
    check(
        "Movement 2",
        &half,
        "e3-c1",
        &half.clone().go("e3", "c1").then("2"),
    );
}

#[test]
fn movement_2_an_enemy_jump_is_the_last_of_that_bushi() {
    let before = corner(". . . . . . .\n . . . . . k .\n . m k . K . .\n . . . . . . .");
    let done = before.clone().go("b2", "f2").now("-/-/f2");
    check("Movement 2, second picture", &before, "b2-d2,d2-f2", &done);
    refused("Movement 2", &done, "f2-f4", "done for this turn");
    refused("Movement 2", &done, "f2-g2", "done for this turn");
    check(
        "Movement 2: it may be left at that",
        &done,
        "end",
        &done.clone().then("2"),
    );
    refused("Game play", &done.clone().on("h10", 'k'), "h10-off", "whole turn");
}

#[test]
fn movement_2_another_bushi_may_step() {
    let before = corner(". . . . .\n . . . k .\n m K . . .\n . . . . .");
    let done = before.clone().go("a2", "c2").now("-/-/c2");
    check("Movement 2", &before, "a2-c2", &done);
    assert_eq!(done.steps_of(""), "d3-c3 d3-c4 d3-d2 d3-d4 d3-e2 d3-e3 d3-e4 end");
    check(
        "Movement 2",
        &done,
        "d3-c4",
        &done.clone().go("d3", "c4").then("2"),
    );
}

#[test]
fn movement_2_nobody_else_can_move() {
    let before = corner(". m K . .");
    check(
        "Movement",
        &before,
        "b1-d1",
        &before.clone().go("b1", "d1").then("2"),
    );
}

#[test]
fn movement_2_another_bushi_may_jump_over_own_ones_only() {
    let before = corner(". . . . . . . .\n m K . . g K . .\n . . . . . . . .");
    let done = before.clone().go("a2", "c2").now("-/-/c2");
    check("Movement 2", &before, "a2-c2", &done);
    refused(
        "Not allowed: an enemy twice in a turn",
        &done,
        "e2-g2",
        "an enemy was jumped over",
    );
}

#[test]
fn movement_2_another_bushi_jumps_over_the_first_and_onto_what_it_left() {
    let before = corner(". . g .\n . k . .\n m K . .\n . . g .");
    let done = before.clone().go("a2", "c2").now("-/-/c2");
    check("Movement 2", &before, "a2-c2", &done);
    let over = done.clone().go("c1", "c3").now("c3/c1/c2");
    check("Movement 2: over the first", &done, "c1-c3", &over);
    check(
        "Movement 2: where it stood",
        &done,
        "c4-a2",
        &done.clone().go("c4", "a2").then("2"),
    );
}

#[test]
fn movement_2_the_other_bushi_jumps_on_as_well() {
    let before = corner(". . . . . .\n . . . . k .\n m K . g k .\n . . . . . .");
    let done = before.clone().go("a2", "c2").now("-/-/c2");
    let second = done.clone().go("d2", "f2").now("f2/d2/c2");
    check("Movement 2", &done, "d2-f2", &second);
    assert_eq!(second.steps_of(""), "end f2-d4");
    check(
        "Movement 2",
        &second,
        "f2-d4",
        &second.clone().go("f2", "d4").then("2"),
    );
    refused("Movement 2", &second, "c2-c3", "is jumping");
}

#[test]
fn jumps_under_way_need_one_touch_each() {
    let before = corner(". . . . .\n . . . k .\n . m k . .\n . . . . .")
        .go("b2", "d2")
        .now("d2/b2/-");
    let clicks = |step: &str| before.position().clicks(&step.parse().unwrap());
    assert_eq!(clicks("d2-d4"), [Click::Cell(cell("d4"))]);
    assert_eq!(clicks("end"), [Click::Button("end")]);
}
