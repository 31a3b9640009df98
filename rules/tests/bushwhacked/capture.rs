//! Section 8: surround, pierce, chain.

use crate::sketch::{Drawn, Sketch, capture, check, corner, seat, stone};
use thicket_rules::Change;

/// White plays, the corner then looks like this, and red is next.
fn white(section: &str, step: &str, before: &str, after: &str) {
    let before = corner(before);
    check(
        section,
        &before,
        step,
        &before.clone().draw("a1", after).then("2"),
    );
}

/// White plays, and no stone is captured.
fn nothing(section: &str, before: &Sketch, step: &str) {
    check(section, before, step, &before.clone().on(step, 'w').then("2"));
}

#[test]
fn section_8_1_three_sides_surround() {
    let after = ". w .\n w W .\n . w .";
    white("8.1", "b3", ". . .\n w r .\n . w .", after);
    white("8.1", "a2", ". w .\n . r .\n . w .", after);
    white("8.1", "b1", ". w .\n w r w\n . . .", ". w .\n w W w\n . w .");
    nothing(
        "8.1: two sides are too few",
        &corner(". . .\n . r .\n . w ."),
        "b3",
    );
}

#[test]
fn section_8_1_the_edge_is_no_side() {
    white("8.1", "a3", ". . .\n r w .\n w . .", "w . .\n W w .\n w . .");
    nothing("8.1", &corner(". . .\n r . .\n w . ."), "a3");
    nothing("8.1: a corner has two sides", &corner("w . .\n r . ."), "b1");
    nothing(
        "8.1: the far end of a rank is no neighbour",
        &corner("w\n r\n .").on("q1 q2 q3", 'w'),
        "a1",
    );
}

#[test]
fn section_8_1_only_play_stones_of_the_mover_are_sides() {
    nothing(
        "8.1: an old capture stone",
        &corner(". . .\n w r .\n . W ."),
        "b3",
    );
    nothing(
        "8.1: another seat's stone",
        &corner(". . .\n w r .\n . y ."),
        "b3",
    );
    nothing("8.1: a base", &Sketch::start(4).on("d5", 'r').on("c5", 'w'), "e5");
    nothing(
        "8.1: one's own stone is no target",
        &corner(". . .\n w w .\n . w ."),
        "b3",
    );
}

#[test]
fn section_8_1_stones_of_several_seats_at_once() {
    white("8.1", "c1", ". w . w .\n w r . y w", ". w . w .\n w W w W w");
}

#[test]
fn section_8_2_capture_stones_are_safe() {
    nothing("8.2: surrounded", &corner(". . .\n w R w\n . w ."), "b3");
    nothing("8.2: pierced", &corner(". R .\n . . .\n w . w"), "b2");
}

#[test]
fn section_8_3_captures_only_on_ones_own_turn() {
    // White enters between red stones and stays; red's own turn makes the capture, by whatever it does.
    let before = corner(". r .\n r . .\n . r .");
    let entered = before.clone().on("b2", 'w').then("2");
    check("8.3", &before, "b2", &entered);
    let captured = entered.clone().on("b2", 'R');
    check("8.3", &entered, "q17", &captured.clone().on("q17", 'r').then("3"));
    check(
        "8.3: a pass captures too",
        &entered,
        "pass",
        &captured.saved(&[0, 1, 0, 0]).then("3"),
    );
    // Another seat's turn does not.
    let blue = entered.clone().turn_of("3");
    check("8.3", &blue, "q17", &blue.clone().on("q17", 'b').then("4"));
}

#[test]
fn section_8_3_a_capturing_stone_may_stand_surrounded() {
    // The stone on c2 stands between three red ones; its own capture of b2 is what counts.
    white(
        "8.3",
        "c2",
        ". w r .\n w r . r\n . . r .",
        ". w r .\n w W w r\n . . r .",
    );
}

#[test]
fn section_8_4_three_stones_ambush() {
    let before = corner(". . .\n . r .\n . . .").saved(&[2, 0, 0, 0]);
    let after = corner(". w .\n w W .\n . w .");
    check("8.4", &before, "b3,a2,b1", &after.then("2"));
}

#[test]
fn section_8_4_nothing_is_captured_before_the_turn_ends() {
    let before = corner(". w .\n w r .\n . . .").saved(&[1, 0, 0, 0]);
    let surrounded = before.clone().on("b1", 'w').now("1");
    check("8.4", &before, "b1", &surrounded);
    check(
        "8.4",
        &before,
        "b1,end",
        &surrounded.on("b2", 'W').saved(&[0; 4]).then("2"),
    );
}

#[test]
fn section_8_5_a_triangle_pierces_in_all_directions() {
    let up = ". r .\n . w .\n w . w";
    let down = "w . w\n . w .\n . r .";
    let left = ". . w\n r w .\n . . w";
    let right = "w . .\n . w r\n w . .";
    for drawing in [up, down, left, right] {
        let after = Sketch::start(4).draw("e6", &drawing.replace('r', "W")).then("2");
        for last in ["e6", "g6", "e8", "g8", "f7"] {
            let whole = Sketch::start(4).draw("e6", drawing);
            let before = whole.clone().on(last, '.');
            if before.tally("in hand")[0] > whole.tally("in hand")[0] {
                check("8.5: any stone may be the last", &before, last, &after);
            }
        }
    }
}

#[test]
fn section_8_5_all_three_are_play_stones_of_the_mover() {
    let triangle = corner(". r .\n . w .\n w . .");
    for other in ["b", "r", "W", "B", "."] {
        nothing(
            "8.5: the head",
            &corner(&format!(". r .\n . {other} .\n w . .")),
            "c1",
        );
        nothing(
            "8.5: a foot",
            &corner(&format!(". r .\n . w .\n {other} . .")),
            "c1",
        );
    }
    check("8.5", &triangle, "c1", &corner(". W .\n . w .\n w . w").then("2"));
}

#[test]
fn section_8_5_nothing_stands_inside_the_triangle() {
    for inside in ["w", "W", "R", "B"] {
        nothing("8.5", &corner(&format!(". r .\n . . .\n w {inside} w")), "b2");
    }
    // A play stone inside is itself surrounded and goes, but the triangle was not empty, and is not afterwards.
    white("8.5, 8.1", "b2", ". r .\n . . .\n w r w", ". r .\n . w .\n w W w");
    white("8.5, 8.1", "b2", ". r .\n . . .\n w b w", ". r .\n . w .\n w W w");
    let triangle = ". r .\n . . .\n w . w";
    nothing("8.5: a base inside", &Sketch::start(4).draw("c4", triangle), "d5");
    // For two seats there is no base on d4.
    let before = Sketch::start(2).draw("c4", triangle);
    check(
        "8.5, 3.3",
        &before,
        "d5",
        &before.clone().on("d5", 'w').on("d6", 'W').then("2"),
    );
}

#[test]
fn section_8_5_at_the_edge_of_the_board() {
    nothing(
        "8.5: below the head is no square",
        &corner(". . .\n . r .\n w . w"),
        "b1",
    );
    nothing(
        "8.5: left of the head is no square",
        &Sketch::start(4).on("b3", 'r').on("q1 q2 q3", 'w'),
        "a3",
    );
    nothing(
        "8.5: nor on the other side",
        &Sketch::start(4).on("p3", 'r').on("a2 a3 a4 a5", 'w'),
        "q3",
    );
    nothing(
        "8.5: left of the inside is no square",
        &corner("r\n .\n .\n .").on("b2 q1 q2 q3", 'w'),
        "a3",
    );
    let before = Sketch::start(4).on("a3", 'r').on("c2 c4", 'w');
    check(
        "8.5: a target on the edge",
        &before,
        "b3",
        &before.clone().on("b3", 'w').on("a3", 'W').then("2"),
    );
}

#[test]
fn section_8_6_the_stone_returns_to_its_owners_hand() {
    let before = corner(". . .\n w r .\n . w .");
    let after = corner(". w .\n w W .\n . w .").then("2");
    check("8.6", &before, "b3", &after);
    assert_eq!(before.tally("in hand"), [28, 29, 30, 30]);
    assert_eq!(after.tally("in hand"), [27, 30, 30, 30]);
    assert_eq!(
        after.tally("in reserve"),
        [19, 20, 20, 20],
        "8.1: a capture stone took its square"
    );
}

#[test]
fn section_8_7_a_chain_in_two_waves() {
    let before = ". . w .\n w r r .\n . w w .";
    white("8.7", "b3", before, ". w w .\n w W W .\n . w w .");
    // An old capture stone on the same square is no link.
    nothing("8.7, 8.1", &corner(". . .\n . W r .\n . . w ."), "c3");
}

#[test]
fn section_8_7_a_chain_through_three_seats() {
    let before = ". . w w .\n w r b y .\n . w w w .";
    white("8.7", "b3", before, ". w w w .\n w W W W .\n . w w w .");
    // The chain stops where only two sides are held.
    let before = ". . w . .\n w r b y .\n . w w w .";
    white("8.7", "b3", before, ". w w . .\n w W W y .\n . w w w .");
}

#[test]
fn section_8_7_a_gained_stone_does_not_pierce() {
    // c2 is captured; with a2 and b3 it looks like a triangle that touches b4, but it is no play stone.
    white(
        "8.7, 8.5",
        "c1",
        ". r . .\n . w w .\n w . r w\n . . . .",
        ". r . .\n . w w .\n w . W w\n . . w .",
    );
}

#[test]
fn captures_are_seen_wave_by_wave() {
    // c2 is surrounded at once and b2 only by it, although b2 comes first on the board.
    let before = corner(". w . .\n . r y w\n . w w .");
    let cell = |name| crate::sketch::cell(name);
    let taken = |name, owner| Change::Taken {
        cell: cell(name),
        piece: stone(owner),
        by: seat(1),
    };
    let put = |name, piece| Change::Put {
        cell: cell(name),
        piece,
    };
    let wanted = [
        put("c3", stone(1)),
        taken("c2", 4),
        put("c2", capture(1)),
        taken("b2", 2),
        put("b2", capture(1)),
    ];
    assert_eq!(before.changes("c3"), wanted);
}

/// 19 squares where capture stones are out of the way.
const NINETEEN: &str = "a17 b17 c17 d17 e17 f17 g17 h17 i17 j17 k17 l17 m17 n17 o17 p17 q17 a15 c15";

#[test]
fn the_reserve_runs_out_within_a_wave() {
    // 3.5: one capture stone is left. c2 comes before b3, since it stands on the lower rank.
    let before = corner(". w . .\n w r . .\n . . r w\n . . w .").on(NINETEEN, 'W');
    let after = before
        .clone()
        .draw("a1", ". w . .\n w r . .\n . w W w\n . . w .")
        .then("2");
    check("3.5, 8.1", &before, "b2", &after);
    assert_eq!(after.tally("in reserve"), [0, 20, 20, 20]);
    // On the same rank the file decides.
    let before = corner(". w . w .\n w r . r w").on(NINETEEN, 'W');
    check(
        "3.5",
        &before,
        "c1",
        &before.clone().draw("a1", ". w . w .\n w W w r w").then("2"),
    );
    // With none left nothing is captured at all.
    nothing(
        "3.5",
        &corner(". . .\n w r .\n . w .").on(NINETEEN, 'W').on("e15", 'W'),
        "b3",
    );
}

#[test]
fn the_reserve_runs_out_between_waves() {
    let before = corner(". . w .\n w r r .\n . w w .").on(NINETEEN, 'W');
    check(
        "3.5, 8.7",
        &before,
        "b3",
        &before.clone().draw("a1", ". w w .\n w W r .\n . w w .").then("2"),
    );
}
