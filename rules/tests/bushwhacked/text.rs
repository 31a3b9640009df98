//! The text of positions and steps.

use crate::drawn::{no_position, one_spelling, with_field};
use crate::sketch::{Drawn, Sketch};
use thicket_rules::Position;
use thicket_rules::bushwhacked::{Bushwhacked, Step};

#[test]
fn positions_that_can_be() {
    let many = "a17 b17 c17 d17 e17 f17 g17 h17 i17 j17 k17 l17 m17 n17 o17 p17 q17 a15 c15 e15";
    let sketches = [
        Sketch::start(4)
            .on("a1 b2", 'w')
            .on("q17", 'Y')
            .saved(&[2, 1, 0, 2])
            .turn_of("3")
            .turns(7),
        Sketch::start(2).on("d4 n14", 'r').turn_of("2"),
        Sketch::start(4).in_play("13").turn_of("3"),
        Sketch::start(4).saved(&[2, 0, 0, 0]).on("a1", 'w').now("1"),
        Sketch::start(4).saved(&[2, 0, 0, 0]).on("a1 b1", 'w').now("2"),
        Sketch::start(4).on("a1", 'R').on(many, 'W').now("xa1:0"),
        Sketch::start(4).on("a1", 'R').on("b1", 'W').now("xa1:2"),
        Sketch::start(4).in_play("2").turn_of("-").turns(90),
        Sketch::start(3).turns(500).turn_of("-"),
    ];
    // Reading and printing is part of making a position from a sketch.
    sketches
        .iter()
        .for_each(|sketch| assert_eq!(sketch.position().to_string(), sketch.text()));
}

#[test]
fn positions_that_cannot_be() {
    let start = Sketch::start(4).text();
    let field = |index: usize, value: &str| with_field(&start, index, value);
    let cases = [
        (String::new(), "seven fields"),
        (format!("{start} "), "seven fields"),
        (format!(" {start}"), "seven fields"),
        (start.replace(" 1 ", "  1 "), "seven fields"),
        (start.replace(' ', "\t"), "seven fields"),
        (field(0, "17/17"), "17 rows"),
        (start.replacen("17/", "98/", 1), "row 17 is not 17 squares"),
        (start.replacen("17/", "16/", 1), "row 17 is not 17 squares"),
        (start.replacen("17/", "017/", 1), "row 17 is not 17 squares"),
        (start.replacen("17/", "w17/", 1), "row 17 is not 17 squares"),
        (
            start.replacen("17/", "99999999999/", 1),
            "row 17 is not 17 squares",
        ),
        (start.replacen("17/", "16g/", 1), "no stone of this table"),
        (start.replacen("17/", "16é/", 1), "no stone of this table"),
        (start.replacen("17/", "16*/", 1), "bases"),
        (start.replacen("3*4", "8", 1), "bases"),
        (start.replacen("3*", "3w", 1), "bases"),
        (start.replacen("17/", "16w/", 1), "seat 1 has not 30"),
        (field(4, "30,30,30,29"), "seat 4 has not 30"),
        (field(4, "30,30,30,256"), "hands"),
        (field(4, "30,30,30"), "hands"),
        (field(4, "30,30,30,030"), "hands"),
        (field(3, "0,0,0,3"), "saved passes"),
        (field(3, "0"), "saved passes"),
        (field(3, "0,0,0,0,0"), "saved passes"),
        (field(3, "0,0,0"), "bases"),
        (field(2, ""), "seats in play"),
        (field(2, "4321"), "seats in play"),
        (field(2, "1235"), "seats in play"),
        (field(2, "1123"), "seats in play"),
        (field(2, "234"), "seat to move"),
        (field(1, "5"), "seat to move"),
        (field(1, "0"), "seat to move"),
        (field(1, "-"), "not over"),
        (field(2, "1"), "the game is over"),
        (field(6, "500"), "the game is over"),
        (field(6, "501"), "turns"),
        (field(6, "-1"), "turns"),
        (field(6, "00"), "turns"),
        (field(5, "0"), "turn under way"),
        (field(5, "3"), "turn under way"),
        (field(5, "xe5"), "turn under way"),
        (field(5, "xe5:0"), "turn under way is not possible"),
        (field(5, "1"), "turn under way is not possible"),
    ];
    for (text, words) in cases {
        no_position::<Bushwhacked>(&text, words);
    }
}

#[test]
fn turns_under_way_that_cannot_be() {
    let traded = Sketch::start(4).on("a1 b1 c1", 'W').on("e1", 'R').on("g1", 'r');
    let many = "a17 b17 c17 d17 e17 f17 g17 h17 i17 j17 k17 l17 m17 n17 o17 p17 q17";
    let sketches = [
        Sketch::start(4).on("a1", 'w').now("1"),
        Sketch::start(4).on("a1 b1", 'w').saved(&[1, 0, 0, 0]).now("2"),
        Sketch::start(4).on("a1", 'w').saved(&[2, 0, 0, 0]).now("2"),
        Sketch::start(4).on("a1", 'w').saved(&[0, 2, 0, 0]).now("1"),
        Sketch::start(4)
            .on("a1", 'w')
            .saved(&[2, 0, 0, 0])
            .in_play("1")
            .turn_of("-")
            .now("1"),
        traded.clone().now("xa1:0"),
        traded.clone().now("xg1:0"),
        traded.clone().now("xe1:3"),
        traded.clone().on("c1", '.').now("xe1:0"),
        traded.clone().on("a1 b1 c1", '.').now("xe1:2"),
        traded.on(many, 'W').now("xe1:1"),
    ];
    for sketch in sketches {
        assert!(sketch.text().parse::<Bushwhacked>().is_err(), "{}", sketch.text());
    }
}

#[test]
fn too_many_stones_are_no_position() {
    let row = |letter: char| (0..17).map(|_| letter).collect::<String>();
    for (letter, hands) in [('w', "0,30,30,30"), ('W', "30,30,30,30"), ('y', "30,30,30,30")] {
        let start = Sketch::start(4).text();
        let full = start.replacen("17/17/17", &vec![row(letter); 3].join("/"), 1);
        let text = full.replacen("30,30,30,30", hands, 1);
        assert!(text.parse::<Bushwhacked>().is_err(), "{text}");
    }
}

#[test]
fn steps_have_one_spelling() {
    let steps = ["a1", "q17", "end", "pass", "xe5", "-c7"];
    let others = [
        "x-c7",
        "--c7",
        "",
        "x",
        "-",
        "e",
        "End",
        "PASS",
        "E5",
        "e05",
        "e18",
        "r1",
        "xe5:0",
        " e5",
        "e5 ",
        "é5",
        "x\u{fffd}",
    ];
    one_spelling::<Bushwhacked>(&steps, &others);
}

#[test]
fn every_position_is_small_and_copied_cheaply() {
    fn is_copy<T: Copy>() {}
    is_copy::<Bushwhacked>();
    assert!(size_of::<Bushwhacked>() <= 400, "{}", size_of::<Bushwhacked>());
    assert!(size_of::<Step>() <= 4);
    assert_eq!(Sketch::start(4).position().legal_steps().len(), 17 * 17 - 9 + 1);
}
