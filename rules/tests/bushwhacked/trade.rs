//! Section 7: trading in capture stones.

use crate::sketch::{Drawn, Sketch, capture, cell, check, corner, refused, seat};
use thicket_rules::{Change, Position};

/// White has four capture stones, red one on b2.
fn four() -> Sketch {
    Sketch::start(4).on("a17 c17 e17 g17", 'W').on("b2", 'R')
}

#[test]
fn section_7_1_three_for_one() {
    let before = four().saved(&[1, 2, 0, 0]);
    check("7.1", &before, "xb2", &before.clone().now("xb2:0"));
    check(
        "7.1",
        &before,
        "xb2,-c17",
        &before.clone().on("c17", '.').now("xb2:1"),
    );
    check(
        "7.1",
        &before,
        "xb2,-c17,-a17",
        &before.clone().on("c17 a17", '.').now("xb2:2"),
    );
    let after = before
        .clone()
        .on("c17 a17 g17", '.')
        .on("b2", 'W')
        .saved(&[0, 2, 0, 0])
        .then("2");
    check("7.1", &before, "xb2,-c17,-a17,-g17", &after);
    assert_eq!(
        after.tally("in reserve"),
        [18, 20, 20, 20],
        "all four go back to their reserves"
    );
    assert_eq!(after.tally("in hand"), [30; 4], "7.1: no play stone is placed");
}

#[test]
fn section_7_1_what_is_seen() {
    let removed = |name| Change::Removed {
        cell: cell(name),
        piece: capture(1),
    };
    let b2 = cell("b2");
    let wanted = [
        removed("a17"),
        removed("c17"),
        removed("e17"),
        Change::Taken {
            cell: b2,
            piece: capture(2),
            by: seat(1),
        },
        Change::Put {
            cell: b2,
            piece: capture(1),
        },
    ];
    assert_eq!(four().changes("xb2,-a17,-c17,-e17"), wanted);
}

#[test]
fn section_7_1_for_another_seats_capture_stone_only() {
    let before = four().on("c2", 'r').on("e2", 'w');
    refused("7.1", &before, "xc2", "play stone");
    refused("7.1", &before, "xe2", "play stone");
    refused("7.1", &before, "xa17", "not another seat's");
    refused("7.1", &before, "xh8", "no capture stone on h8");
    refused("7.1", &before, "xd4", "no capture stone on d4");
    refused("7.1", &before.clone().on("a17 c17", '.'), "xb2", "needs 3");
    assert!(
        before.in_play("134").is_legal("xb2"),
        "a seat that dropped can lose its stone too"
    );
}

#[test]
fn section_7_1_three_of_ones_own_and_not_the_one_gained() {
    let begun = four().on("g17", '.').now("xb2:0");
    refused(
        "7.1",
        &begun,
        "-b2",
        "b2 holds no capture stone of the seat to move",
    );
    refused("7.1", &begun, "-h8", "h8 holds no capture stone");
    let steps = begun.position().legal_steps();
    assert_eq!(
        steps.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["-a17", "-c17", "-e17"]
    );
    refused("7.1", &four(), "-a17", "only in a trade in");
}

#[test]
fn section_7_2_once_and_nothing_else() {
    let begun = four().on("h9", 'B').saved(&[2, 0, 0, 0]).now("xb2:0");
    for step in ["xh9", "e5", "pass", "end"] {
        refused("7.2", &begun, step, "needs 3 more stones removed");
    }
    let almost = begun.on("a17 c17", '.').now("xb2:2");
    refused("7.2", &almost, "end", "needs one more stone removed");
    let placed = four().on("e5", 'w').saved(&[1, 0, 0, 0]).now("1");
    refused(
        "7.1: not after a stone was placed",
        &placed,
        "xb2",
        "too late to trade in",
    );
}

#[test]
fn section_4_5_the_stone_gained_is_a_side_at_once() {
    let before = four().draw("a1", ". . w .\n . R b .\n . . w .");
    let after = before.clone().on("a17 c17 e17", '.').on("b2 c2", 'W');
    check("4.5, 8.7", &before, "xb2,-a17,-c17,-e17", &after.then("2"));
    // And may begin a chain.
    let before = four().draw("a1", ". . w w\n . R b y\n . . w w");
    let after = before.clone().on("a17 c17 e17", '.').on("b2 c2 d2", 'W');
    check("4.5, 8.7", &before, "xb2,-a17,-c17,-e17", &after.then("2"));
}

#[test]
fn section_8_5_the_stone_gained_does_not_pierce() {
    for triangle in [". r .\n . R .\n w . w", ". r .\n . w .\n R . w"] {
        let before = Sketch::start(4).on("a17 c17 e17", 'W').draw("a1", triangle);
        let wanted = if triangle.contains(". R .") { "b2" } else { "a1" };
        let after = before.clone().on("a17 c17 e17", '.').on(wanted, 'W').then("2");
        check("8.5", &before, &format!("x{wanted},-a17,-c17,-e17"), &after);
    }
}

#[test]
fn section_8_5_a_removed_stone_opens_a_triangle() {
    // Inside the triangle stood an own capture stone, and it is one of the three.
    let before = four()
        .on("b2", '.')
        .on("q1", 'R')
        .draw("a1", ". r .\n . w .\n w W w");
    let after = before.clone().on("a17 c17 b1", '.').on("q1 b3", 'W').then("2");
    check("7.1, 8.5", &before, "xq1,-b1,-a17,-c17", &after);
}

#[test]
fn section_6_1_a_trade_in_moves_control() {
    // The fourth side of d4 is given away, the fourth side of i4 gained.
    let before = four()
        .on("b2", '.')
        .on("d5 d3 c4 i5 i3 h4", 'w')
        .on("e4", 'W')
        .on("j4", 'R');
    assert_eq!(before.tally("bases"), [1, 0, 0, 0]);
    let lost = Change::Control {
        cell: cell("d4"),
        seat: None,
    };
    let won = Change::Control {
        cell: cell("i4"),
        seat: Some(seat(1)),
    };
    assert_eq!(before.changes("xj4,-e4").last(), Some(&lost), "in mid-turn");
    let changes = before.changes("xj4,-e4,-a17,-c17");
    assert_eq!(
        changes
            .iter()
            .filter(|change| matches!(change, Change::Control { .. }))
            .count(),
        2
    );
    assert_eq!(changes.last(), Some(&won));
    assert_eq!(
        before.play("xj4,-e4,-a17,-c17").standing().scores[seat(1)],
        [1, 3]
    );
}

#[test]
fn section_3_5_stones_given_back_can_be_captured_with() {
    // All twenty are on the board; after the trade in there are two in the reserve, and three stones to capture.
    let twenty = "a17 b17 c17 d17 e17 f17 g17 h17 i17 j17 k17 l17 m17 n17 o17 p17 q17 a15 c15 e15";
    let chain = corner(". . w w w\n . R r r r\n . . w w w").on(twenty, 'W');
    let after = chain.clone().on("a15 c15 e15", '.').on("b2 c2 d2", 'W').then("2");
    check("3.5, 7.1", &chain, "xb2,-a15,-c15,-e15", &after);
    assert_eq!(after.tally("in reserve"), [0, 20, 20, 20]);
}
