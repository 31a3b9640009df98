//! The boards, the nulls and the roots.

use crate::sketch::{Drawn, Sketch, check, refused, seat};
use thicket_rules::Position;
use thicket_rules::btt::Btt;

#[test]
fn setting_up_a_board_that_pyramids_fill() {
    for (seats, ranks, nulls, roots) in [
        (2, 4, 1, 1),
        (3, 6, 1, 2),
        (4, 8, 2, 2),
        (5, 10, 2, 3),
        (6, 12, 3, 3),
    ] {
        let setup = Btt::INFO.setup(seats, "").unwrap();
        let start = Btt::start(setup);
        let rows = vec!["8"; ranks].join("/");
        let each = |value: &str| vec![value; seats.into()].join(",");
        let in_play = &"123456"[..usize::from(seats)];
        assert_eq!(
            start.to_string(),
            format!("{rows} 1 {in_play} {} {}", each("5"), each("555"))
        );
        let squares = Btt::layout(setup).cells.len();
        assert_eq!(squares, 8 * ranks);
        assert_eq!(squares, 15 * usize::from(seats) + nulls + roots);
        // In seat order, so many nulls and then so many roots.
        let steps = ["Na1", "Nc1", "Ne1", "Ra4", "Rc4", "Re4"];
        let turns = steps[..nulls].iter().chain(&steps[3..3 + roots]);
        let mut position = start;
        for (turn, mover) in turns.zip(1..) {
            assert_eq!(
                position.status().to_move(),
                Some(seat(mover)),
                "{seats} seats, {turn}"
            );
            position.play(&turn.parse().unwrap()).unwrap();
        }
        assert_eq!(position.status().to_move(), Some(seat(1)));
        assert!(position.is_legal(&"Sa3>a4".parse().unwrap()));
    }
}

#[test]
fn setting_up_colours_in_order() {
    assert_eq!(
        Btt::INFO.colours,
        ["white", "black", "red", "blue", "green", "yellow"]
    );
}

#[test]
fn setting_up_a_null_must_not_isolate() {
    let before = Sketch::start(4).with("b1:o").turn_of("2");
    refused("Setting Up", &before, "Na2", "cut the board");
    check(
        "Setting Up",
        &before,
        "Na1",
        &before.clone().with("a1:o").turn_of("3"),
    );
    refused("Setting Up", &before, "Nb1", "b1 is a hole");
    let diagonal = Sketch::start(6).with("d1:o e2:o").turn_of("3");
    refused("diagonals do not count", &diagonal, "Nf1", "cut the board");
    assert_eq!(diagonal.position().legal_steps().len(), 96 - 2 - 1, "all but f1");
}

#[test]
fn setting_up_three_nulls_round_a_corner() {
    let before = Sketch::start(6).with("a2:o h12:o").turn_of("3");
    refused("Setting Up", &before, "Nb1", "cut the board");
    assert!(before.is_legal("Na1"), "nothing is left there to be cut off");
    assert!(before.is_legal("Nb2"));
}

#[test]
fn setting_up_a_root_may_isolate() {
    let before = Sketch::start(2).with("b1:o").turn_of("2");
    check(
        "Setting Up",
        &before,
        "Ra2",
        &before.clone().with("a2:*").turn_of("1"),
    );
    refused("Setting Up", &before, "Rb1", "b1 is a hole");
    assert_eq!(before.position().legal_steps().len(), 31, "any free square");
}

#[test]
fn setting_up_comes_in_order() {
    let start = Sketch::start(4);
    refused("Setting Up", &start, "Ra1", "puts a hole");
    refused("Setting Up", &start, "Sa1>a2", "puts a hole");
    let roots = start.with("a1:o h1:o").turn_of("3");
    refused("Setting Up", &roots, "Nc3", "all holes");
    refused("Setting Up", &roots, "Sc3>c4", "puts a root");
    let play = roots.with("c3:* f6:*").turn_of("1");
    refused("Setting Up", &play, "Nc4", "all holes");
    refused("Setting Up", &play, "Rc4", "all roots");
}

#[test]
fn page_a_seat_may_put_twice_when_another_dropped() {
    let mut position = Sketch::start(4).play("Na1");
    position.drop_seat(seat(2));
    let sketch = Sketch::start(4).in_play("134").with("a1:o").turn_of("3");
    assert_eq!(position, sketch.position());
    let after = sketch.with("h1:o c3:* f6:*").turn_of("3");
    for step in ["Nh1", "Rc3", "Rf6"] {
        position.play(&step.parse().unwrap()).unwrap();
    }
    assert_eq!(
        position,
        after.position(),
        "seat 1 put the last root, its second thing, and seat 3 goes on"
    );
}
