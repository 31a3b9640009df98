//! Every illegal step has a reason, and `is_legal` agrees with the list of legal steps.

use crate::drawn;
use crate::sketch::{Drawn, Sketch, seat};
use thicket_rules::btt::{Size, Step};
use thicket_rules::{Position, Square};

/// Also such as lie beyond the board.
fn all_steps() -> Vec<Step> {
    let squares = || (0..9).flat_map(|file| (0..9).filter_map(move |rank| Square::new(file, rank)));
    let pyramids = Size::ALL.into_iter().flat_map(move |size| {
        squares().flat_map(move |on| squares().map(move |at| Step::Pyramid { size, on, at }))
    });
    let marks = squares().flat_map(|on| [Step::Null(on), Step::Root(on)]);
    marks.chain(pyramids).collect()
}

#[test]
fn legal_is_what_is_listed() {
    let all = all_steps();
    let two = Sketch::start(2).with("b1:o d2:*");
    let grown = two.clone().with("c2:wL> d3:kSv b2:wM> e3:kL< a2:wS> f3:kS<");
    let mut dropped = grown.position();
    dropped.drop_seat(seat(1));
    let positions = [
        Sketch::start(2).position(),
        Sketch::start(2).with("b1:o").turn_of("2").position(),
        two.position(),
        grown.position(),
        Sketch::start(3).position(),
        Sketch::start(4).with("b1:o").turn_of("2").position(),
        dropped,
    ];
    for position in positions {
        drawn::legal_is_what_is_listed(&position, &all);
    }
}
