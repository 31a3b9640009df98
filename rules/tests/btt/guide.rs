//! What a player is told while composing a turn.

use crate::sketch::{Drawn, Sketch};
use thicket_rules::Position;

/// Two seats: white's large pyramid on c2 and black's small one on d3 grow from the root on d2.
fn grown() -> Sketch {
    Sketch::start(2).with("d1:o d2:* c2:wL> d3:kSv")
}

fn cost(sketch: &Sketch, step: &str) -> Option<String> {
    sketch.position().cost(&step.parse().unwrap())
}

#[test]
fn pointing_at_another_seat_costs_its_points() {
    assert_eq!(
        cost(&grown(), "Md4>d3").unwrap(),
        "You pay 1 token, and Black gets 2."
    );
    assert_eq!(
        cost(&grown().with("b2:wM>").turn_of("2"), "Sc3>c2").unwrap(),
        "You pay 3 tokens, and White gets 1."
    );
    assert_eq!(cost(&grown(), "Le2>d2"), None, "a root");
    assert_eq!(cost(&grown(), "Lb2>c2"), None, "an own pyramid");
}

#[test]
fn setting_up_asks_for_holes_and_roots() {
    let ask = |sketch: &Sketch| sketch.position().guide().asks[0].clone();
    assert_eq!(
        ask(&Sketch::start(2)),
        "Choose a square for a hole. Nobody plays there."
    );
    assert_eq!(
        ask(&Sketch::start(2).with("d1:o").turn_of("2")),
        "Choose a square for a root. Branches grow from roots."
    );
    assert_eq!(ask(&grown()), "Choose the size of your pyramid.");
}
