//! Seats that drop: resigned, out of time, or removed.

use crate::sketch::{Drawn, Sketch, check, corner, ranks, refused, seat};
use thicket_rules::Position;

fn drop_from(sketch: &Sketch, number: u8) -> String {
    let mut position = sketch.position();
    position.drop_seat(seat(number));
    position.to_string()
}

#[test]
fn play_passes_over_a_seat_that_dropped() {
    let start = Sketch::start(4);
    assert_eq!(
        drop_from(&start, 3),
        start.clone().in_play("124").text(),
        "not to move, before the first turn"
    );
    assert_eq!(
        drop_from(&start, 1),
        start.clone().in_play("234").turn_of("2").text(),
        "to move; turns stay 0"
    );
    let before = start.clone().in_play("14").turn_of("1");
    check("5.1", &before, "e5", &before.clone().on("e5", 'w').then("4"));
    let before = start.in_play("24").turn_of("4");
    check("5.1", &before, "e5", &before.clone().on("e5", 'y').then("2"));
}

#[test]
fn its_stones_stay_and_can_be_captured() {
    let before = corner(". . .\n w r .\n . w .").in_play("134");
    let after = before.clone().draw("a1", ". w .\n w W .\n . w .").then("3");
    check(
        "8.6: back to the hand of the seat that dropped",
        &before,
        "b3",
        &after,
    );
    assert_eq!(before.tally("in hand")[1], 29);
    assert_eq!(after.tally("in hand")[1], 30);
    refused("its stones block", &before, "b2", "occupied");
}

#[test]
fn its_stones_still_control() {
    let before = Sketch::start(4)
        .on("d5 d3 c4 e4", 'r')
        .saved(&[0, 2, 0, 0])
        .turn_of("2");
    let after = before.clone().in_play("134").turn_of("3");
    assert_eq!(
        drop_from(&before, 2),
        after.text(),
        "saved passes keep their last value"
    );
    assert_eq!(after.tally("bases"), [0, 1, 0, 0]);
}

#[test]
fn a_seat_that_dropped_ranks_below_those_in_play() {
    let over = Sketch::start(4)
        .on("d5 d3 c4 e4", 'r')
        .in_play("134")
        .turns(500)
        .turn_of("-");
    assert_eq!(ranks(over.outcome()), [1, 4, 1, 1]);
}

#[test]
fn the_last_seat_in_play_is_first() {
    let before = Sketch::start(3)
        .on("i5 i3 h4 j4", 'r')
        .in_play("23")
        .turns(70)
        .turn_of("3");
    let over = before.clone().in_play("3").turn_of("-");
    assert_eq!(drop_from(&before, 2), over.text());
    assert_eq!(ranks(over.outcome()), [2, 2, 1], "whatever bases the others hold");
    refused("over", &over, "e5", "the game is over");
}
