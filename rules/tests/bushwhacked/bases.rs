//! Section 6: control of bases.

use crate::sketch::{Drawn, Sketch, cell, check, corner, seat};
use thicket_rules::{Change, Position};

/// Which of the nine bases are controlled, and by whom.
fn control(sketch: &Sketch) -> Vec<(thicket_rules::Cell, u8)> {
    let control = sketch.position().diagram().control;
    control
        .into_iter()
        .map(|(cell, seat)| (cell, seat.number()))
        .collect()
}

fn round_d4(stones: [char; 4]) -> Sketch {
    let [up, down, left, right] = stones;
    Sketch::start(4)
        .on("d5", up)
        .on("d3", down)
        .on("c4", left)
        .on("e4", right)
}

#[test]
fn section_6_1_four_stones_of_one_seat() {
    assert_eq!(control(&round_d4(['w', 'w', 'w', 'w'])), [(cell("d4"), 1)]);
    assert_eq!(
        control(&round_d4(['Y', 'y', 'Y', 'y'])),
        [(cell("d4"), 4)],
        "6.1: of either kind"
    );
    assert_eq!(control(&round_d4(['W', 'W', 'W', 'W'])), [(cell("d4"), 1)]);
    assert_eq!(control(&round_d4(['w', 'w', 'w', '.'])), []);
    assert_eq!(
        control(&round_d4(['w', 'w', 'w', 'r'])),
        [],
        "6.1: of a single seat"
    );
    assert_eq!(round_d4(['w', 'w', 'W', 'w']).tally("bases"), [1, 0, 0, 0]);
}

#[test]
fn section_6_1_only_where_a_base_is() {
    let two = Sketch::start(2).on("d5 d3 c4 e4", 'w');
    assert_eq!(control(&two), [], "3.3: d4 is no base for two seats");
    assert_eq!(control(&corner(". w .\n w . w\n . w .")), []);
}

#[test]
fn section_6_1_control_is_seen_when_it_comes() {
    let before = round_d4(['w', '.', 'W', 'w']).saved(&[1, 0, 0, 0]);
    let changes = before.changes("d3");
    assert_eq!(
        changes.last(),
        Some(&Change::Control {
            cell: cell("d4"),
            seat: Some(seat(1))
        })
    );
    assert!(before.play("d3").mid_turn(), "also while the turn goes on");
    assert_eq!(before.play("d3").standing().scores[seat(1)], [1, 1]);
}

#[test]
fn section_6_1_control_is_lost_with_a_side() {
    // Red captures white's stone on d3.
    let before = round_d4(['w', 'w', 'w', 'w']).on("c3 d2", 'r').turn_of("2");
    let after = before.clone().on("e3", 'r').on("d3", 'R').then("3");
    check("6.1", &before, "e3", &after);
    assert_eq!(after.tally("bases"), [0, 0, 0, 0]);
    assert_eq!(
        before.changes("e3").last(),
        Some(&Change::Control {
            cell: cell("d4"),
            seat: None
        })
    );
}

#[test]
fn section_6_1_control_changes_hands() {
    // Red's capture of the one white stone beside the base makes the fourth side its own.
    let before = round_d4(['r', 'w', 'R', 'r']).on("c3 d2", 'r').turn_of("2");
    assert_eq!(
        before.changes("e3").last(),
        Some(&Change::Control {
            cell: cell("d4"),
            seat: Some(seat(2))
        })
    );
}
