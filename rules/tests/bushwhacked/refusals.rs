//! Every illegal step has a reason, and `is_legal` agrees with the list of legal steps.

use crate::drawn;
use crate::sketch::{Drawn, Sketch, square};
use thicket_rules::bushwhacked::Step;
use thicket_rules::{Position, Square};

fn all_steps() -> Vec<Step> {
    let squares = (0..17).flat_map(|rank| (0..17).filter_map(move |file| Square::new(file, rank)));
    let on_squares =
        squares.flat_map(|square| [Step::Place(square), Step::Trade(square), Step::Remove(square)]);
    on_squares.chain([Step::Pass, Step::End]).collect()
}

fn full() -> Sketch {
    Sketch::start(4)
        .on("a17 c17 e17", 'W')
        .on("b2", 'R')
        .on("h9", 'B')
        .on("a1 a2", 'w')
        .on("j3", 'y')
}

#[test]
fn legal_is_what_is_listed() {
    let all = all_steps();
    let sketches = [
        full(),
        full().saved(&[2, 0, 0, 0]),
        full().saved(&[1, 0, 0, 0]).now("1"),
        full().now("xh9:0"),
        full().on("a17", '.').now("xh9:1"),
        full().on("a17 c17", '.').now("xb2:2"),
        full().turn_of("2"),
        full().in_play("3").turn_of("-"),
        Sketch::start(2),
        Sketch::start(3),
    ];
    for sketch in sketches {
        drawn::legal_is_what_is_listed(&sketch.position(), &all);
    }
}

#[test]
fn legal_steps_come_in_the_order_of_the_board() {
    let steps = full().position().legal_steps();
    assert_eq!(steps[..2], [Step::Place(square("b1")), Step::Place(square("c1"))]);
    assert_eq!(
        steps[steps.len() - 3..],
        [Step::Pass, Step::Trade(square("b2")), Step::Trade(square("h9"))]
    );
}
