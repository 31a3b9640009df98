//! Random games against captures that are looked for square by square.

use crate::common::naive::{self, How};
use crate::common::{Rng, choose, setup};
use thicket_rules::bushwhacked::Bushwhacked;
use thicket_rules::{Position, Square};

#[test]
fn captures_agree_with_a_naive_reading_of_section_8() {
    let mut seen = [0; 3];
    for seed in 0..300 {
        let mut rng = Rng(seed);
        let mut position = Bushwhacked::start(setup::<Bushwhacked>(2 + (seed % 3) as u8, ""));
        while position.status().to_move().is_some() {
            let (before, step) = (position.to_string(), near(&position, &mut rng));
            position.play_unchecked(&step);
            let (board, captures) = naive::step(&before, &step.to_string(), !position.mid_turn());
            assert_eq!(
                board,
                naive::letters(&position.to_string()),
                "seed {seed}: {step} in {before}"
            );
            captures.iter().for_each(|&(_, how)| seen[how as usize] += 1);
        }
    }
    for how in [How::Surrounded, How::Pierced, How::Chained] {
        assert!(seen[how as usize] > 100, "{how:?} was hardly tested: {seen:?}");
    }
}

/// A step in a part of the board that is small enough for the stones to meet.
fn near(position: &Bushwhacked, rng: &mut Rng) -> thicket_rules::bushwhacked::Step {
    use thicket_rules::bushwhacked::Step;
    let inner = |square: Square| square.file() < 10 && square.rank() < 10;
    for _ in 0..20 {
        match choose(position, rng) {
            Step::Place(square) if !inner(square) => (),
            step => return step,
        }
    }
    choose(position, rng)
}
