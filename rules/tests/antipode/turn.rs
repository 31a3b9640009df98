//! Whole turns counted, and whose turn follows.

use crate::sketch::{Drawn, Sketch, seat};
use thicket_rules::Position;
use thicket_rules::antipode::Antipode;

/// How many different sequences of steps so many turns have.
fn sequences(position: &Antipode, turns: u32) -> u64 {
    if turns == 0 {
        return 1;
    }
    let steps = position.legal_steps().into_iter();
    let after = steps.map(|step| {
        let mut after = *position;
        after.play_unchecked(&step);
        after
    });
    after
        .map(|after| sequences(&after, turns - u32::from(!after.mid_turn())))
        .sum()
}

#[test]
fn so_many_games_begin() {
    let start = Sketch::start().position();
    assert_eq!(start.legal_steps().len(), 17, "first steps");
    assert_eq!(sequences(&start, 1), 19, "first turns");
    assert_eq!(sequences(&start, 2), 367);
}

#[test]
fn seats_take_turns() {
    let mut position = Sketch::start().position();
    for (steps, mover) in [("c3", 1), ("a1-c3", 2), ("g7", 2), ("i9-g7", 1)] {
        position.play(&steps.parse().unwrap()).unwrap();
        assert_eq!(position.status().to_move(), Some(seat(mover)), "after {steps}");
    }
    assert!(!position.mid_turn());
}

#[test]
fn positions_are_small_and_copied_cheaply() {
    fn is_copy<T: Copy>() {}
    is_copy::<Antipode>();
    assert!(size_of::<Antipode>() <= 48, "{}", size_of::<Antipode>());
}
