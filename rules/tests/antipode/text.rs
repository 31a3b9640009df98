//! The text of positions and steps.

use crate::drawn::{no_position, one_spelling, with_field};
use crate::sketch::{Drawn, Sketch};
use thicket_rules::antipode::{Antipode, Step};

const START: &str = "b3r/6/7/8/r7b/8/7/6/b3r 1 12 a1,i9 -";

fn field(index: usize, value: &str) -> String {
    with_field(START, index, value)
}

#[test]
fn positions_that_can_be() {
    let sketches = [
        Sketch::start(),
        Sketch::start().blue("c3").pawn_next(),
        Sketch::start().blue("c3").pawns("c3", "i9"),
        Sketch::start()
            .blue("c3")
            .red("g7")
            .pawns("c3", "g7")
            .pawn_next()
            .red("b4"),
        Sketch::start().in_play("1").over(),
        Sketch::start().red("c3").in_play("2").over(),
    ];
    // Reading and printing is part of making a position from a sketch.
    sketches
        .iter()
        .for_each(|sketch| assert_eq!(sketch.position().to_string(), sketch.text()));
}

#[test]
fn positions_that_cannot_be() {
    let cases = [
        (String::new(), "five fields"),
        (format!("{START} "), "five fields"),
        (format!(" {START}"), "five fields"),
        (START.replace(" 12 ", "  12 "), "five fields"),
        (START.replace(' ', "\t"), "five fields"),
        (field(0, "b3r/6"), "9 rows"),
        (START.replacen("/6/", "/7/", 1), "row 8 is not 6 spaces"),
        (START.replacen("/6/", "/33/", 1), "row 8 is not 6 spaces"),
        (START.replacen("/6/", "/06/", 1), "row 8 is not 6 spaces"),
        (START.replacen("/6/", "/99999999999/", 1), "row 8 is not 6 spaces"),
        (START.replacen("/6/", "/5g/", 1), "no token"),
        (START.replacen("/6/", "/5é/", 1), "no token"),
        (START.replacen("/6/", "/5B/", 1), "no token"),
        (START.replacen("r7b", "9", 1), "every corner"),
        (START.replacen("b3r ", "b4 ", 1), "every corner"),
        (field(3, "a1"), "two spaces"),
        (field(3, "a1,i9,"), "two spaces"),
        (field(3, "a1,j9"), "two spaces"),
        (field(3, "a1,-"), "two spaces"),
        (field(3, "i9,a1"), "pawn of seat 1"),
        (field(3, "a1,a1"), "pawn of seat 2"),
        (field(3, "a1,c3"), "pawn of seat 2"),
        (field(2, ""), "seats in play"),
        (field(2, "21"), "seats in play"),
        (field(2, "3"), "seats in play"),
        (field(2, "1"), "only one is in play"),
        (field(1, "-"), "not over"),
        (field(1, "2"), "whose turn"),
        (field(1, "3"), "whose turn"),
        (field(1, "0"), "whose turn"),
        (field(4, "pawn"), "not possible"),
        (field(4, "Pawn"), "`-` or `pawn`"),
        (field(4, ""), "`-` or `pawn`"),
    ];
    for (text, words) in cases {
        no_position::<Antipode>(&text, words);
    }
}

#[test]
fn positions_that_play_cannot_come_to() {
    let connected = Sketch::start().blue("a5 b5 c5 d5 e5 f5 g5 h5");
    let sketches = [
        (connected.clone(), "the game is over"),
        (connected.in_play("2").over(), "was over"),
        (Sketch::start().red("c3 c5").over(), "not over"),
        (
            Sketch::start().blue("e2").red("h4").pawn_next().red("a2"),
            "not possible",
        ),
        (
            Sketch::start().blue("c3").in_play("1").pawn_next(),
            "not possible",
        ),
    ];
    for (sketch, words) in sketches {
        no_position::<Antipode>(&sketch.text(), words);
    }
}

#[test]
fn steps_have_one_spelling() {
    let steps = ["a1", "i9", "e1", "a1-i9", "d4-d5", "e5-e5"];
    let others = [
        "",
        "-",
        "a",
        "a6",
        "f1",
        "A1",
        "a1-",
        "-a1",
        "a1-a",
        "a1--b2",
        "a1-b2-c3",
        "a1 -b2",
        "xa1",
        "a01",
        "é1",
        "a1\u{2013}b2",
        "end",
    ];
    one_spelling::<Antipode>(&steps, &others);
    assert!(size_of::<Step>() <= 5);
}
