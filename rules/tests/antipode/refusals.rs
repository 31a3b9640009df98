//! Every way of being illegal has a sentence, and `is_legal` agrees with the list of legal steps.

use crate::sketch::{Drawn, Sketch, seat, spaces};
use thicket_rules::Position;
use thicket_rules::antipode::Step;

fn all_steps() -> Vec<Step> {
    let moves = spaces().flat_map(|from| spaces().map(move |to| Step::Move { from, to }));
    spaces().map(Step::Put).chain(moves).collect()
}

#[test]
fn legal_is_what_is_listed() {
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
        let mut legal = position.legal_steps();
        assert!(legal.is_sorted(), "in the order of the board");
        let mut found = all_steps();
        found.retain(|step| position.is_legal(step));
        legal.sort_unstable();
        assert_eq!(legal, found, "{position}");
        for step in all_steps() {
            let legal = legal.contains(&step);
            assert_eq!(
                position.why_illegal(&step).is_empty(),
                legal,
                "{step} in {position}"
            );
        }
    }
}
