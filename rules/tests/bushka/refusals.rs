//! Every illegal step has a reason.

use crate::sketch::{Drawn, Sketch, men};
use thicket_rules::bushka::{Bushka, Step};
use thicket_rules::{IllegalStep, Position};

fn sketches() -> Vec<Sketch> {
    let kings = Sketch::empty().on("e4", 'W').on("e7 i7", 'b').on("e1", 'B');
    vec![
        men("e2 f3 f4 g4", "d7 e7 f8"),
        men("f2 f3 h4 h5", "f5 h7 h8"),
        men("e4", "e6 g5 g4 f6 a5"),
        men("e3", "e5 e2 a5").on("i5", 'W'),
        kings.clone(),
        kings.clone().black(),
        kings.over("2"),
    ]
}

#[test]
fn illegal_is_what_has_a_sentence() {
    let names: Vec<String> = Bushka::layout(Bushka::INFO.setup(2, "").unwrap())
        .cells
        .into_iter()
        .map(|place| place.name)
        .collect();
    for sketch in sketches() {
        let position = sketch.position();
        let legal = position.legal_steps();
        let mut found = 0;
        for from in &names {
            for to in &names {
                for text in [
                    format!("{from}-{to}"),
                    format!("{from}x{to}"),
                    format!("{from}x{to}x{from}"),
                ] {
                    let step: Step = text.parse().unwrap();
                    assert_eq!(
                        position.why_illegal(&step).is_none(),
                        legal.contains(&step),
                        "{step} in {position}"
                    );
                    found += usize::from(legal.contains(&step));
                }
            }
        }
        let long = legal
            .iter()
            .filter(|step| step.to_string().matches('x').count() > 1)
            .count();
        assert!(found >= legal.len() - long);
    }
}

#[test]
fn a_game_that_is_over_says_so() {
    let over = men("f4", "h8").over("1").position();
    assert_eq!(
        over.why_illegal(&"f4-f5".parse().unwrap()),
        Some(IllegalStep::Over)
    );
    assert!(over.legal_steps().is_empty());
}
