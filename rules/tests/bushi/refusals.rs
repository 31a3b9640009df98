//! Every illegal step has a reason, and `is_legal` agrees with the list of legal steps.

use crate::drawn;
use crate::sketch::{Drawn, Sketch, corner};
use thicket_rules::Square;
use thicket_rules::bushi::Step;

fn all_steps() -> Vec<Step> {
    let squares = || (0..10).flat_map(|rank| (0..10).filter_map(move |file| Square::new(file, rank)));
    let moves = squares().flat_map(|from| squares().map(move |to| Step::Move { from, to }));
    let others = squares().map(Step::Off).chain([Step::End]);
    moves.chain(others).collect()
}

#[test]
fn legal_is_what_is_listed() {
    let all = all_steps();
    let mixed = corner(". k M . k\n m . K g .\n . k . M k\n . g m . .").on("b10 e10", 'g');
    let ring = corner(". . . . .\n . k . k .\n . . . . g\n . k . k .\n . . . . .");
    let done = corner(". . . . . .\n . . . . k .\n . K m g k .\n . . . . . .");
    let sketches = [
        mixed.clone(),
        mixed.clone().turn_of("2"),
        mixed.turn_of("-").in_play("2"),
        ring.clone().now("e3/a3+c5/-"),
        done.clone().now("-/-/c2"),
        done.go("d2", "f2").now("f2/d2/c2"),
        Sketch::empty(9).on("b9 i8", 'k').on("h1", 'K'),
    ];
    for sketch in sketches {
        drawn::legal_is_what_is_listed(&sketch.position(), &all);
    }
}
