//! Setting up, and moving without capture.

use crate::sketch::{Drawn, Sketch, cell, check, men, piece, refused};
use thicket_rules::bushka::Bushka;
use thicket_rules::{Change, Click, Line, Position};

#[test]
fn initial_position() {
    let start = Bushka::start(Bushka::INFO.setup(2, "").unwrap());
    assert_eq!(
        start.to_string(),
        "bbbbbb/bbbbb/bbbbbb/5/6/5/wwwwww/wwwww/wwwwww 1 12 0"
    );
    assert_eq!(start.legal_steps().len(), 26);
    assert_eq!(Bushka::INFO.colours, ["white", "black"]);
    let tallies = start.diagram().tallies;
    assert_eq!(
        (tallies[0].as_slice(), tallies[1].as_slice()),
        (&[17, 17][..], &[0, 0][..])
    );
}

#[test]
fn general_squares_and_lines() {
    let layout = Bushka::layout(Bushka::INFO.setup(2, "").unwrap());
    assert_eq!(layout.cells.len(), 50);
    // Ten letter lines and ten number lines, from corner to corner of their squares; a name in each square.
    assert_eq!((layout.lines.len(), layout.labels.len()), (20, 50));
    let (from, to) = ((0.5, 9.5), (9.5, 0.5));
    assert!(layout.lines.contains(&Line { from, to }), "the e-line");
    let place = |name: &str| &layout.cells[cell(name).index()];
    let (corner, right) = (place("e1"), place("j6"));
    assert_eq!((corner.x, corner.y), (1.0, 9.0), "the lower left");
    assert_eq!((right.x, right.y), (11.0, 9.0));
    assert_eq!((place("a5").x, place("a5").y), (1.0, 1.0));
    assert_eq!(layout.rotations.as_slice(), [0, 180]);
}

#[test]
fn piece_movement_a_man_goes_one_square_forward() {
    let before = men("f4", "a5");
    assert_eq!(before.steps(), "f4-e4 f4-f5");
    check(
        "Piece movement",
        &before,
        "f4-e4",
        &before.clone().go("f4", "e4").then("2"),
    );
    refused("Piece movement", &before, "f4-f3", "backward only to capture");
    refused("Piece movement", &before, "f4-g4", "backward only to capture");
    refused("Piece movement", &before, "f4-f6", "a man moves one square");
    refused("Piece movement", &before, "f4-e5", "not on one line");
    refused("Piece movement", &before, "e4-e5", "no piece of the seat to move");
    assert_eq!(
        men("f4", "e7").black().steps(),
        "e7-e6 e7-f7",
        "black goes the other way"
    );
}

#[test]
fn piece_movement_a_king_goes_any_distance() {
    let before = Sketch::empty().on("e5", 'W').on("e3 c5", 'w').on("i7", 'b');
    assert_eq!(
        before.steps(),
        "c5-b5 c5-c6 e3-d3 e3-e4 e5-d5 e5-e4 e5-e6 e5-e7 e5-e8 e5-e9 e5-f5 e5-g5 e5-h5 e5-i5"
    );
    check(
        "Piece movement",
        &before,
        "e5-i5",
        &before.clone().go("e5", "i5").then("2"),
    );
    refused("Piece movement", &before, "e5-e2", "is not open");
    refused("Piece movement", &before, "e5-e3", "occupied");
}

#[test]
fn piece_movement_promotion_on_the_back_rank() {
    let before = men("e8", "h5").on("i5", 'w');
    let after = before.clone().without("e8").on("d8", 'W').then("2");
    check("Piece movement", &before, "e8-d8", &after);
    let (from, to) = (cell("e8"), cell("d8"));
    let (man, king) = (piece("man", 1), piece("king", 1));
    let seen = [
        Change::Moved { piece: man, from, to },
        Change::Flipped {
            cell: to,
            from: man,
            to: king,
        },
    ];
    assert_eq!(before.changes("e8-d8"), seen);
    let black = men("c4", "g4").black();
    check(
        "Piece movement",
        &black,
        "g4-g3",
        &black.clone().without("g4").on("g3", 'B').then("1"),
    );
}

#[test]
fn phalanx_movement_the_last_man_goes_to_the_front() {
    let before = men("f3 f4 f5 f6", "a5");
    check(
        "Phalanx movement",
        &before,
        "f3-f7",
        &before.clone().go("f3", "f7").then("2"),
    );
    check(
        "Phalanx movement: its front part",
        &before,
        "f4-f7",
        &before.clone().go("f4", "f7").then("2"),
    );
    let steps = before.steps();
    assert!(
        steps.ends_with("f3-e3 f3-f7 f4-e4 f4-f7 f5-e5 f5-f7 f6-e6 f6-f7"),
        "{steps}"
    );
    refused(
        "Phalanx movement: not backward",
        &before,
        "f6-f2",
        "backward only to capture",
    );
    refused("Phalanx movement", &before, "f3-f8", "unbroken row of own men");
    let clicks = before.position().clicks(&"f3-f7".parse().unwrap());
    assert_eq!(clicks, [Click::Cell(cell("f3")), Click::Cell(cell("f7"))]);
}

#[test]
fn phalanx_movement_a_king_is_never_part_of_one() {
    let before = men("f3 f5", "a5").on("f4", 'W');
    assert!(!before.steps().contains("f3-f"), "{}", before.steps());
    refused("Phalanx movement", &before, "f3-f6", "unbroken row of own men");
    refused("Phalanx movement", &before, "f4-f6", "is not open");
}

#[test]
fn phalanx_movement_the_front_man_is_promoted() {
    let before = men("e6 e7 e8", "a5");
    let after = before.clone().without("e6").on("e9", 'W').then("2");
    check("Phalanx movement", &before, "e6-e9", &after);
}
