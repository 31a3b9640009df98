//! The text of positions and steps.

use crate::drawn::{no_position, one_spelling, with_field};
use crate::sketch::{Drawn, Sketch};
use thicket_rules::btt::{Btt, Step};

const START: &str = "8/8/8/8 1 12 5,5 555,555";

fn field(index: usize, value: &str) -> String {
    with_field(START, index, value)
}

#[test]
fn positions_that_can_be() {
    let two = Sketch::start(2).with("d1:o d2:*");
    let sketches = [
        Sketch::start(2).with("a1:o").turn_of("2"),
        two.clone()
            .with("c2:wL> c3:kMv c4:wSv b2:kL> a2:wL> a3:kSv")
            .refills(1),
        two.in_play("2").turn_of("-"),
        Sketch::start(6).with("a1:o c1:o e1:o a9:* b12:* h12:*"),
        Sketch::start(5).in_play("35").turn_of("5").with("a1:o"),
        Sketch::start(3)
            .with("a1:o c3:* f4:* c4:wSv b3:kL>")
            .in_play("13")
            .turn_of("3"),
    ];
    // Reading and printing is part of making a position from a sketch.
    sketches
        .iter()
        .for_each(|sketch| assert_eq!(sketch.position().to_string(), sketch.text()));
    let text = sketches[1].text();
    assert!(text.starts_with("2wSv5/kSv1kMv5/wL>kL>wL>*4/3o4 1 12 "), "{text}");
}

#[test]
fn positions_that_cannot_be() {
    let cases = [
        (String::new(), "five fields"),
        (format!("{START} "), "five fields"),
        (format!(" {START}"), "five fields"),
        (START.replace(" 12 ", "  12 "), "five fields"),
        (START.replace(' ', "\t"), "five fields"),
        (field(0, "8/8"), "4 rows"),
        (field(0, "8/8/8/8/8/8"), "4 rows"),
        (field(0, "8/8/8/44"), "row 1"),
        (field(0, "8/8/8/7"), "row 1"),
        (field(0, "8/8/8/9"), "row 1"),
        (field(0, "8/8/8/07o"), "row 1"),
        (field(0, "8/8/8/x7"), "row 1"),
        (field(0, "8/8/8/7w"), "row 1"),
        (field(0, "8/8/8/7wL"), "row 1"),
        (field(0, "8/8/8/wL7"), "row 1"),
        (field(0, "8/8/8/7rL<"), "row 1"),
        (field(0, "8/8/8/7wX<"), "row 1"),
        (field(0, "8/8/8/7wLé"), "row 1"),
        (field(0, "8/8/8/oo6"), "too many"),
        (field(0, "8/8/8/o**5"), "too many"),
        (field(0, "8/8/8/*7"), "before all holes"),
        (field(0, "8/8/8/owL<6"), "before all holes"),
        (field(0, "8/8/8/owL<*5"), "does not grow"),
        (field(0, "8/8/8/o1wL<4*"), "does not grow"),
        (field(0, "8/8/8/o1wL>kL<3*"), "does not grow"),
        (field(0, "8/8/8/o1*wL<4"), "seat 1 has not 5"),
        (field(3, "5"), "tokens"),
        (field(3, "5,256"), "tokens"),
        (field(3, "5,05"), "tokens"),
        (field(3, "5,5,5"), "6 rows"),
        (field(3, "5,5,5,5,5,5,5"), "tokens"),
        (field(3, "5,6"), "tokens are not"),
        (field(3, "10,10"), "tokens are not"),
        (field(3, "0,0"), "tokens are not"),
        (field(2, ""), "seats in play"),
        (field(2, "21"), "seats in play"),
        (field(2, "123"), "seats in play"),
        (field(2, "1"), "the game is over"),
        (field(1, "-"), "not over"),
        (field(1, "3"), "seat to move"),
        (field(1, "2"), "taken turns"),
        (field(4, "555"), "stashes"),
        (field(4, "555,55"), "stashes"),
        (field(4, "555,5555"), "stashes"),
        (field(4, "555,55x"), "stashes"),
        (field(4, "555,554"), "seat 2 has not 5"),
    ];
    for (text, words) in cases {
        no_position::<Btt>(&text, words);
    }
}

#[test]
fn positions_that_play_cannot_come_to() {
    let two = Sketch::start(2).with("d1:o d2:*");
    let four = Sketch::start(4).with("b1:o h8:o d2:* d5:*");
    let sketches = [
        (Sketch::start(4).with("b1:o a2:o").turn_of("3"), "cut the board"),
        (two.clone().with("c2:wL> b2:wL>"), "taken turns"),
        (two.clone().with("c2:wL>").turn_of("1"), "taken turns"),
        (two.clone().with("c2:kL>").turn_of("2"), "taken turns"),
        (
            four.clone().with("c2:wL> d3:rSv").in_play("123").turn_of("1"),
            "taken turns",
        ),
        (four.with("c2:kL> b2:kS>").in_play("134"), "taken turns"),
        (two.clone().refills(1).with("c2:wL> b2:wS>"), "tokens are not"),
        (two.refills(2).with("c2:wL> b2:kS>"), "tokens are not"),
    ];
    for (sketch, words) in sketches {
        no_position::<Btt>(&sketch.text(), words);
    }
}

#[test]
fn steps_have_one_spelling() {
    let steps = ["Na1", "Rh12", "Sa1>a2", "Mh8>g8", "La1>c5"];
    let others = [
        "",
        "N",
        "a1",
        "na1",
        "Xa1",
        "N01",
        "Na1>a2",
        "La1",
        "La1>",
        "L>a1",
        "La1<a2",
        "La1>a2>a3",
        "La1 >a2",
        "LA1>a2",
        "La1>a02",
        "éa1>a2",
        "N\u{fffd}",
        "end",
    ];
    one_spelling::<Btt>(&steps, &others);
    assert!(size_of::<Step>() <= 6);
}

#[test]
fn positions_are_small_and_copied_cheaply() {
    fn is_copy<T: Copy>() {}
    is_copy::<Btt>();
    assert!(size_of::<Btt>() <= 350, "{}", size_of::<Btt>());
}
