//! Setting up, stepping, and taking off.

use crate::sketch::{Drawn, Sketch, cell, check, corner, piece, refused};
use thicket_rules::bushi::Bushi;
use thicket_rules::{Change, Click, Outline, Position};

fn start(variant: &str) -> Bushi {
    Bushi::start(Bushi::INFO.setup(2, variant).unwrap())
}

#[test]
fn preparation() {
    let ten = "#MMGGGGMM#/3KKKK3/10/10/10/10/10/10/3kkkk3/#mmggggmm# 1 12 0,0 - 0";
    let nine = "#MMGGGMM#/2KKGKK2/9/9/9/9/9/2kkgkk2/#mmgggmm# 1 12 0,0 - 0";
    for (variant, text) in [("10x10", ten), ("", ten), ("9x9", nine)] {
        assert_eq!(start(variant).to_string(), text);
        assert_eq!(start(variant).legal_steps().len(), 40, "{variant}: first steps");
    }
    assert_eq!(Bushi::INFO.colours, ["dark", "light"]);
}

#[test]
fn the_board_has_round_spaces_and_no_corners() {
    for (variant, spaces) in [("10x10", 96), ("9x9", 77)] {
        let layout = Bushi::layout(Bushi::INFO.setup(2, variant).unwrap());
        assert_eq!(layout.cells.len(), spaces);
        assert!(layout.cells.iter().all(|place| place.outline == Outline::Round));
        let corners = if spaces == 96 {
            "a1 j1 a10 j10"
        } else {
            "a1 i1 a9 i9"
        };
        let named = |name: &str| layout.cells.iter().any(|place| place.name == name);
        assert!(!corners.split(' ').any(named) && named("h8"));
        assert_eq!(layout.rotations.as_slice(), [0, 180]);
    }
}

#[test]
fn movement_1_a_step_goes_to_any_empty_neighbour() {
    let before = corner(". . . .\n . m G .\n . . . .\n . . . .");
    assert_eq!(before.steps_of("b3"), "a2 a3 a4 b2 b4 c2 c4");
    check(
        "Movement 1: back, too",
        &before,
        "b3-a2",
        &before.clone().go("b3", "a2").then("2"),
    );
    refused("Movement 1", &before, "b3-c3", "c3 is occupied");
    refused("Movement 1", &before, "b3-b5", "nothing on b4");
    refused("Movement 1", &before, "b3-b6", "one space, or two");
    refused("Movement 1", &before, "b3-c5", "one space, or two");
    refused("Movement 1", &before, "c3-c4", "no Bushi of the seat to move");
    refused("Movement 1", &before, "b3-b3", "occupied");
}

#[test]
fn corners_are_not_played_upon() {
    let before = corner("k .\n . .");
    assert_eq!(before.steps_of("a2"), "a3 b1 b2 b3");
    refused("Preparation", &before, "a2-a1", "no space of this board");
    let nine = Sketch::empty(9).on("h8", 'k').on("a2", 'K');
    assert_eq!(nine.steps_of("h8"), "g7 g8 g9 h7 h9 i7 i8");
    refused("Preparation", &nine, "h8-i9", "no space of this board");
    refused("Preparation", &nine, "h8-h10", "no space of this board");
}

#[test]
fn game_play_taking_off_on_the_far_row() {
    let before = Sketch::empty(10).on("b10 e9", 'm').on("c2 d1", 'K');
    check(
        "Game play",
        &before,
        "b10-off",
        &before.clone().without("b10").then("2"),
    );
    refused("Game play", &before, "e9-off", "not on the far row");
    refused("Game play", &before, "c10-off", "no Bushi of the seat to move");
    let light = before.clone().turn_of("2");
    check(
        "Game play",
        &light,
        "d1-off",
        &light.clone().without("d1").then("1"),
    );
    refused("Game play", &light, "c2-off", "not on the far row");
    // Standing there is not enough to leave: it is a turn, and any other may be made instead.
    assert_eq!(before.steps_of("b10"), "a9 b9 c10 c9 off");
    assert_eq!(before.position().diagram().tallies[0].as_slice(), [10, 10]);
}

#[test]
fn what_is_seen_and_touched() {
    let before = Sketch::empty(10).on("b10", 'm').on("e5", 'g').on("c2", 'K');
    let (from, to) = (cell("e5"), cell("f6"));
    let moved = Change::Moved {
        piece: piece("large", 1),
        from,
        to,
    };
    assert_eq!(before.changes("e5-f6"), [moved]);
    let gone = Change::Removed {
        cell: cell("b10"),
        piece: piece("medium", 1),
    };
    assert_eq!(before.changes("b10-off"), [gone]);
    let clicks = |step: &str| before.position().clicks(&step.parse().unwrap());
    assert_eq!(clicks("e5-f6"), [Click::Cell(from), Click::Cell(to)]);
    assert_eq!(
        clicks("b10-off"),
        [Click::Cell(cell("b10")), Click::Button("off")]
    );
}
