//! The text of positions and steps.

use crate::drawn::{one_spelling, spoilt_by};
use crate::sketch::{Drawn, Sketch, corner};
use thicket_rules::Position;
use thicket_rules::bushi::Bushi;

#[test]
fn steps_have_one_spelling() {
    let steps = ["c2-c3", "c2-c4", "j10-i9", "b10-off", "a1-off", "end"];
    let others = [
        "", "-", "c2", "c2-", "-c3", "c2-c3-c4", "c2c3", "k1-k2", "a11-a10", "C2-c3", "c2-Off", "END",
        "c02-c3", "c2xc3", "off",
    ];
    one_spelling::<Bushi>(&steps, &others);
}

fn ring() -> Sketch {
    corner(". . . . .\n . k . k .\n . . . . g\n . k . k .\n . . . . .")
}

/// After an enemy jump from a2 to c2, with another Bushi that can go on from f2 to d4.
fn second() -> Sketch {
    corner(". . . . . .\n . . . . k .\n . K m . k g\n . . . . . .")
}

#[test]
fn turns_under_way() {
    for now in ["e3/c5/-", "e3/a3+c5/-", "e3/c1/-"] {
        ring().now(now).position();
    }
    second().now("-/-/c2").position();
    second().now("f2/d2/c2").position();
    let wrong = [
        "e3",
        "e3/",
        "e3/c5",
        "e3/c5/",
        "e3/c5/-/-",
        "-/-/-",
        "e3/-/-",
        "-/c5/-",
        "e3/e3/-",
        "e3/c3/-",
        "e3/b3/-",
        "e3/e5/-",
        "e3/c5+c5/-",
        "e3/c5+a3+c5/-",
        "e3/c5/e3",
        "e3/c5/b4",
        "-/-/e3",
        "i10/g10/-",
        "c5/e3/-",
        "e3/a1+c3/-",
        "b4/d2/-",
        "e3/c1+a3+c5/-",
        "e3/c1+c5/-",
        "e3/c5+c1/-",
        "k3/c5/-",
        "e3/c5/-+-",
    ];
    for now in wrong {
        let text = ring().now(now).text();
        assert!(text.parse::<Bushi>().is_err(), "{text}");
    }
    for now in [
        "f2/d2/-", "f2/d2/e3", "f2/a2/c2", "f2/b2/c2", "-/-/f2", "-/-/b2", "f2/d2/f2",
    ] {
        let text = second().now(now).text();
        assert!(text.parse::<Bushi>().is_err() || now == "f2/d2/-", "{text}");
    }
    // It cannot have come from where somebody stands, unless that one came there later.
    let onto = corner(". . g .\n . k . .\n . K m .\n . . k .");
    onto.clone().go("c4", "a2").now("-/-/c2").position_error();
    onto.now("-/-/c2").position();
    // A turn that cannot go on has ended.
    let alone = corner(". K m .").now("-/-/c1");
    alone.position_error();
    corner(". . k m").now("d1/b1/-").position_error();
}

impl Sketch {
    fn position_error(&self) {
        let text = self.text();
        assert!(text.parse::<Bushi>().is_err(), "{text}");
    }
}

#[test]
fn what_is_no_position() {
    let start = "#MMGGGGMM#/3KKKK3/10/10/10/10/10/10/3kkkk3/#mmggggmm# 1 12 0,0 - 0";
    let changes = [
        ("#MM", "1MM"),
        ("#MM", "MMM"),
        ("3KKKK3", "3KKKK2"),
        ("3KKKK3", "2#KKKK3"),
        ("3KKKK3", "3KKKX3"),
        ("3KKKK3", "3KKKM3"),
        ("/10/10/", "/10/"),
        ("/10/10/", "/10/10/10/"),
        ("/10/", "/19/"),
        ("mm# 1", "mm# 3"),
        ("mm# 1", "mm# -"),
        ("mm# 1", "mm#  1"),
        (" 12 ", " 21 "),
        (" 12 ", " 1 "),
        (" 12 ", "  "),
        ("0,0", "0,1"),
        ("0,0", "0"),
        ("0,0", "0,0,0"),
        ("0,0", "00,0"),
        (" - 0", " - 501"),
        (" - 0", " - 500"),
        (" - 0", " - 00"),
        (" - 0", " - 0 "),
        (" - 0", " -"),
    ];
    spoilt_by::<Bushi>(start, &changes);
    let ends = [
        start.replace(" 1 12 0,0 - 0", " - 12 0,0 - 500"),
        start.replace(" 1 12 ", " - 2 "),
    ];
    for text in ends {
        let over: Bushi = text.parse().unwrap();
        assert!(over.legal_steps().is_empty() && over.to_string() == text);
    }
    // Nobody to move while somebody can, a seat to move that cannot, and no army at all.
    Sketch::empty(10)
        .on("a2", 'K')
        .on("b2", 'k')
        .turn_of("-")
        .position_error();
    Sketch::empty(10)
        .on("a2", 'K')
        .on("a3 b1 b2 b3", 'g')
        .turn_of("2")
        .position_error();
    Sketch::empty(10).turn_of("-").position_error();
    Sketch::empty(9)
        .on("b1 c1 d1 e1 f1", 'k')
        .on("a2", 'K')
        .position_error();
}
