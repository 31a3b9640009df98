//! Setting up, and the first step of a turn: a token and what it flips.

use crate::sketch::{Drawn, Sketch, cell, check, flip, hex, pawn, refused, seat, spaces, token};
use thicket_rules::antipode::Antipode;
use thicket_rules::{Cell, Change, Position};

#[test]
fn setting_up() {
    let start = Antipode::start(Antipode::INFO.setup(2, "").unwrap());
    assert_eq!(start.to_string(), "b3r/6/7/8/r7b/8/7/6/b3r 1 12 a1,i9 -");
    assert_eq!(start, Sketch::start().position());
    assert_eq!(
        start.status().to_move(),
        Some(seat(1)),
        "blue takes the first turn"
    );
    assert_eq!(Antipode::INFO.colours, ["blue", "red"]);
    assert_eq!(spaces().count(), 61, "a space for each token");
}

#[test]
fn setting_up_the_own_pawn_in_front() {
    let layout = Antipode::layout(Antipode::INFO.setup(2, "").unwrap());
    assert_eq!(layout.rotations.as_slice(), [0, 180]);
    let lowest = |turn: f32| {
        let depth = |index: &usize| turn * layout.cells[*index].y;
        (0..61).max_by(|a, b| depth(a).total_cmp(&depth(b))).unwrap()
    };
    assert_eq!(layout.cells[lowest(1.0)].name, "a1");
    assert_eq!(layout.cells[lowest(-1.0)].name, "i9");
}

#[test]
fn step_one_a_token_on_any_empty_space() {
    let before = Sketch::start();
    let after = before.clone().blue("c3").pawn_next();
    check("Step One", &before, "c3", &after);
    assert_eq!(
        before.changes("c3"),
        [Change::Put {
            cell: cell("c3"),
            piece: token(1)
        }]
    );
    refused("Step One", &before, "a1", "token on a1 already");
    refused("Step One", &before, "e9", "token on e9 already");
    refused("Step One", &before, "a1-e9", "begins with a token");
}

#[test]
fn flipping_1_all_neighbours_of_either_colour() {
    // A blue token, a red one and four empty spaces round c3; d5 is not a neighbour.
    let before = Sketch::start().blue("b3 d5").red("d4 b6");
    let after = before.clone().red("b3").blue("c3 d4").pawn_next();
    check("Flipping 1", &before, "c3", &after);
    assert_eq!(
        before.changes("c3")[1..],
        [flip("b3", 1, 2), flip("d4", 2, 1)],
        "in the order of the board"
    );
}

#[test]
fn flipping_1_all_six_sides() {
    let around = "c3 c4 d3 d5 e4 e5";
    let before = Sketch::start().red(around);
    let after = before.clone().blue(around).blue("d4").pawn_next();
    check("Flipping 1", &before, "d4", &after);
}

#[test]
fn flipping_3_not_under_a_pawn() {
    let before = Sketch::start();
    check(
        "Flipping 3, own pawn",
        &before,
        "b2",
        &before.clone().blue("b2").pawn_next(),
    );
    // Red is to move: h8 is beside its own pawn, c2 beside the blue one.
    let before = Sketch::start().blue("b2 h9").red("f6").pawns("b2", "i9");
    let after = before.clone().red("h8 h9").pawn_next();
    check("Flipping 3, the mover's pawn", &before, "h8", &after);
    let after = before.clone().red("c2").pawn_next();
    check("Flipping 3, the other's pawn", &before, "c2", &after);
}

#[test]
fn tokens_show_in_the_tally_by_colour() {
    let tallies = Sketch::start().blue("b3").position().diagram().tallies;
    assert_eq!(tallies[0].as_slice(), [4, 3]);
}

#[test]
fn pawns_stand_on_tokens() {
    let diagram = Sketch::start().blue("b2").pawns("b2", "i9").position().diagram();
    let on = |name| {
        let held = diagram.pieces.iter().filter(|(held, _)| *held == cell(name));
        held.map(|&(_, piece)| piece).collect::<Vec<_>>()
    };
    assert_eq!(on("b2"), [token(1), pawn(1)]);
    assert_eq!(on("i9"), [token(2), pawn(2)]);
    assert_eq!(on("a1"), [token(1)]);
    assert_eq!(cell("a1"), Cell(0));
    assert_eq!(hex("i9"), spaces().last().unwrap());
}
