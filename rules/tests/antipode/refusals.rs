//! Every illegal step has a reason, and `is_legal` agrees with the list of legal steps.

use crate::drawn;
use crate::sketch::{Drawn, Sketch, seat, spaces};
use thicket_rules::Position;
use thicket_rules::antipode::Step;

fn all_steps() -> Vec<Step> {
    let moves = spaces().flat_map(|from| spaces().map(move |to| Step::Move { from, to }));
    spaces().map(Step::Put).chain(moves).collect()
}

#[test]
fn legal_is_what_is_listed() {
    let all = all_steps();
    let middle = Sketch::start()
        .blue("b2 c3 d5 g7 h6 c6")
        .red("e5 f6 d4 b4 g4")
        .pawns("c3", "e5");
    let mut dropped = middle.position();
    dropped.drop_seat(seat(1));
    let positions = [
        Sketch::start().position(),
        middle.clone().position(),
        middle.clone().pawn_next().position(),
        middle.clone().blue("f3").position(),
        middle.red("f3").pawn_next().position(),
        dropped,
    ];
    for position in positions {
        assert!(position.legal_steps().is_sorted(), "in the order of the board");
        drawn::legal_is_what_is_listed(&position, &all);
    }
}
