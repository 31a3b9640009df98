//! The end of the game, skipped seats, and drops.

use crate::sketch::{Drawn, Sketch, check, game, ranks, seat};
use thicket_rules::Position;

#[test]
fn end_of_the_game_all_off() {
    let last = Sketch::empty(10).on("b10", 'k').on("e5", 'K');
    check(
        "End of the game",
        &last,
        "b10-off",
        &last.clone().without("b10").then("-"),
    );
    assert_eq!(ranks(last.clone().without("b10").turn_of("-").outcome()), [1, 2]);
    let light = Sketch::empty(9).on("b9", 'k').on("e1", 'G').turn_of("2");
    check(
        "End of the game",
        &light,
        "e1-off",
        &light.clone().without("e1").then("-"),
    );
    assert_eq!(ranks(light.without("e1").turn_of("-").outcome()), [2, 1]);
}

#[test]
fn the_last_one_off_wins_in_the_last_turn_too() {
    let last = Sketch::empty(10).on("b10", 'k').on("e5", 'K').turns(499);
    let after = last.clone().without("b10").then("-");
    check("twelve off, then 500 turns", &last, "b10-off", &after);
    assert_eq!(ranks(after.outcome()), [1, 2]);
}

#[test]
fn five_hundred_turns_are_a_draw() {
    let last = Sketch::empty(10).on("b9", 'k').on("e5", 'K').turns(499);
    let after = last.clone().go("b9", "b10").then("-");
    check("a guard", &last, "b9-b10", &after);
    assert_eq!(ranks(after.outcome()), [1, 1]);
}

/// A small light Bushi in the lower left corner of the board, hemmed in by large dark ones.
fn hemmed_in() -> Sketch {
    Sketch::empty(10)
        .on("a2", 'K')
        .on("a3 b1 b2 b3", 'g')
        .on("f6", 'k')
        .turns(6)
}

#[test]
fn a_seat_without_a_step_is_skipped() {
    let before = hemmed_in();
    // Nothing is written: the turns are dark's own.
    check("ours", &before, "f6-f7", &before.clone().go("f6", "f7").then("1"));
    check(
        "ours",
        &before,
        "f6-f7,f7-f8",
        &before.clone().go("f6", "f8").then("1").then("1"),
    );
    // Once it has a step, it is its turn.
    check("ours", &before, "b1-c1", &before.clone().go("b1", "c1").then("2"));
}

#[test]
fn a_skipped_seat_is_still_in_play() {
    let last = Sketch::empty(10)
        .on("a2", 'K')
        .on("a3 b1 b2 b3", 'g')
        .on("f6", 'k')
        .turns(499);
    let after = last.clone().go("f6", "f7").then("-");
    check("ours", &last, "f6-f7", &after);
    assert_eq!(ranks(after.outcome()), [1, 1]);
}

#[test]
fn a_drop_ends_the_game() {
    for (leaver, left, wanted) in [(1, "2", [2, 1]), (2, "1", [1, 2])] {
        let mut game = game("10x10", "d2-d3");
        game.drop_seat(seat(leaver)).unwrap();
        assert_eq!(game.status().outcome().unwrap().ranks.as_slice(), wanted);
        let text = game.position_text();
        assert!(text.ends_with(&format!(" - {left} 0,0 - 1")), "{text}");
    }
}

#[test]
fn a_drop_in_the_middle_of_a_turn() {
    let before = game("10x10", "e2-e3 e9-e8 f1-f3");
    assert!(before.position().mid_turn());
    // One's own half turn is forgotten.
    let mut own = before.clone();
    own.drop_seat(seat(1)).unwrap();
    assert_eq!(own.plies().len(), 3);
    assert!(
        own.position_text()
            .ends_with("/4k5/3k1kk3/#mmggggmm# - 2 0,0 - 2"),
        "{}",
        own.position_text()
    );
    // Another seat's drop waits for the end of the turn.
    let mut other = before;
    other.drop_seat(seat(2)).unwrap();
    assert!(other.position().mid_turn());
    other.play(&"end".parse().unwrap(), &mut |_| ()).unwrap();
    assert!(
        other
            .position_text()
            .ends_with("/4kg4/3k1kk3/#mmgg1gmm# - 1 0,0 - 3"),
        "{}",
        other.position_text()
    );
    assert_eq!(other.status().outcome().unwrap().ranks.as_slice(), [1, 2]);
}
