//! The text of positions and steps.

use crate::drawn::{one_spelling, spoilt_by};
use crate::sketch::{Drawn, Sketch, men};
use thicket_rules::Position;
use thicket_rules::bushka::Bushka;

#[test]
fn steps_have_one_spelling() {
    let path = ["e3"; 18].join("x");
    let long = path.clone() + "xe3";
    let steps = ["f4-f5", "f2-f5", "h4xe4", "d6xe6xe5", "f0-e9", path.as_str()];
    let others = [
        "",
        "-",
        "x",
        "f4",
        "f4-",
        "-f5",
        "f4f5",
        "f4-f5-f6",
        "f4-f5xf6",
        "f4x",
        "xf4",
        "f4-a1",
        "F4-f5",
        "f4-f10",
        long.as_str(),
    ];
    one_spelling::<Bushka>(&steps, &others);
}

#[test]
fn what_is_no_position() {
    let start = "bbbbbb/bbbbb/bbbbbb/5/6/5/wwwwww/wwwww/wwwwww 1 12 0";
    let changes = [
        ("bbbbbb/", "bbbbb/"),
        ("bbbbbb/", "bbbbbbb/"),
        ("bbbbbb/", "6b/"),
        ("bbbbbb/", "wbbbbb/"),
        ("bbbbbb/", "xbbbbb/"),
        ("/5/6/", "/6/5/"),
        ("/5/6/", "/5/6/5/"),
        ("/5/6/", "/32/6/"),
        ("/5/6/", "/b4/6/"),
        ("wwwwww 1", "wwwwwb 1"),
        ("wwwwww 1", "wwwwww 2"),
        ("wwwwww 1", "wwwwww -"),
        ("wwwwww 1", "wwwwww  1"),
        (" 12 ", " 1 "),
        (" 12 ", " 123 "),
        (" 12 ", "  "),
        (" 12 0", " 12 1"),
        (" 12 0", " 12 500"),
        (" 12 0", " 12 501"),
        (" 12 0", " 12 00"),
        (" 12 0", " 12 0 "),
        (" 12 0", " 12"),
    ];
    spoilt_by::<Bushka>(start, &changes);
}

#[test]
fn positions_that_can_be() {
    let sketches = [
        men("e1 j6 e2", "a5 f0 b5"),
        Sketch::empty().on("a5 f0", 'W').on("e1 j6", 'B'),
        men("f4", "h8").turns(498),
        men("f4", "h8").over("1"),
        men("f4", "h8").turns(500).over("12"),
    ];
    for sketch in sketches {
        let position = sketch.position();
        assert_eq!(position.legal_steps().is_empty(), sketch.text().contains(" - "));
    }
}
