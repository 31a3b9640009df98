//! Perft: the number of sequences of so many turns from the start. Any mistake in the rules changes it.
//!
//! `perft/<kind>.txt` holds lines of `variant turns sequences`, the variant `-` where the game has none.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use thicket_rules::{GameKind, Position, Visitor};

struct Count<'a> {
    variant: &'a str,
    turns: u32,
}

impl Visitor for Count<'_> {
    type Out = u64;

    fn visit<P: Position>(self) -> u64 {
        let setup = P::INFO.setup(P::INFO.default_seats, self.variant).unwrap();
        sequences(&P::start(setup), self.turns)
    }
}

/// Sequences of so many whole turns from here, or of fewer where the game ends before.
fn sequences<P: Position>(position: &P, turns: u32) -> u64 {
    let steps = position.legal_steps();
    if turns == 0 || steps.is_empty() {
        return 1;
    }
    let after = |step: &P::Step| {
        let mut after = position.clone();
        after.play_unchecked(step);
        let left = if after.mid_turn() { turns } else { turns - 1 };
        sequences(&after, left)
    };
    steps.iter().map(after).sum()
}

#[test]
fn sequences_of_turns_are_as_many_as_known() {
    for &kind in GameKind::ALL {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/perft/{kind}.txt"));
        let Ok(known) = std::fs::read_to_string(&file) else {
            continue;
        };
        for line in known.lines() {
            let [variant, turns, wanted] = line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{}: {line}", file.display());
            };
            let variant = if variant == "-" { "" } else { variant };
            let count = Count {
                variant,
                turns: turns.parse().unwrap(),
            };
            assert_eq!(kind.with(count), wanted.parse().unwrap(), "{kind}: {line}");
        }
    }
}
