//! Laying pyramids.

use crate::sketch::{Drawn, Sketch, check, piece, refused, seat};
use thicket_rules::btt::Btt;
use thicket_rules::{Cell, Change, Click, Piece, Position, Seat};

/// Two seats: a null on d1, a root on d2.
fn two() -> Sketch {
    Sketch::start(2).with("d1:o d2:*")
}

#[test]
fn playing_next_to_a_root() {
    let before = two();
    assert_eq!(
        before.legal(),
        "Sc2>d2 Se2>d2 Sd3>d2 Mc2>d2 Me2>d2 Md3>d2 Lc2>d2 Le2>d2 Ld3>d2"
    );
    let after = before.clone().with("c2:wM>").turn_of("2");
    check("Playing", &before, "Mc2>d2", &after);
    let piece = Piece {
        facing: Some(90),
        ..piece("medium", 1)
    };
    let put = Change::Put {
        cell: Cell(10),
        piece,
    };
    assert_eq!(before.changes("Mc2>d2"), [put]);
}

#[test]
fn playing_next_to_any_pyramid() {
    let before = two().with("c2:wM>").turn_of("2");
    for (step, thing) in [
        ("Sc1>c2", "c1:kS^"),
        ("Lb2>c2", "b2:kL>"),
        ("Mc3>c2", "c3:kMv"),
        ("Se2>d2", "e2:kS<"),
    ] {
        let after = before.clone().with(thing).turn_of("1");
        check("Playing", &before, step, &after);
    }
}

#[test]
fn playing_the_player_chooses_where_to_point() {
    let before = two().with("c2:wM> d3:kSv");
    let both =
        |step: &str, thing: &str| check("Playing", &before, step, &before.clone().with(thing).turn_of("2"));
    both("Sc3>c2", "c3:wSv");
    both("Sc3>d3", "c3:wS>");
}

#[test]
fn playing_not_in_a_null_and_not_at_one() {
    let before = two();
    refused("Playing", &before, "Sd1>d2", "d1 is a hole");
    refused("Playing", &before, "Sc1>d1", "d1 is a hole, and nothing points");
    refused("Playing", &before, "Sd2>c2", "d2 is occupied");
    refused("Playing", &before, "Sa4>a3", "a3 is empty");
    refused("diagonals do not count", &before, "Sc3>d2", "not beside");
    refused("Playing", &before, "Sc2>c2", "not beside");
    refused("Playing", &before, "Sa5>a4", "no square a5");
    refused("Playing", &before, "Si2>h2", "no square i2");
    refused("Playing", &before, "Sa4>a5", "no square a5");
}

#[test]
fn playing_from_the_stash() {
    let spent = "c2:wS> e2:wS< d3:wSv c3:wSv e3:wSv a1:kL> b1:kL> c1:kL^ b2:kL> a2:kL>";
    let before = two().with(spent);
    refused("Playing", &before, "Sb3>c3", "no small pyramid is left");
    assert!(before.is_legal("Mb3>c3"));
    assert!(!before.legal().contains('S'));
    let black = before.with("b3:wM>").turn_of("2");
    refused("Playing", &black, "La3>a2", "no large pyramid is left");
    let left = |position: Btt| {
        position.diagram().tallies[1..]
            .iter()
            .map(|tally| tally[seat(1)])
            .collect::<Vec<_>>()
    };
    assert_eq!(left(black.position()), [0, 4, 5]);
}

#[test]
fn playing_a_step_is_clicked_as_size_square_and_target() {
    let position = two().position();
    let clicks = position.clicks(&"Lc2>d2".parse().unwrap());
    assert_eq!(
        clicks,
        [Click::Button("L"), Click::Cell(Cell(10)), Click::Cell(Cell(11))]
    );
    let null = Sketch::start(2).position();
    assert_eq!(null.clicks(&"Nd1".parse().unwrap()), [Click::Cell(Cell(3))]);
}

#[test]
fn playing_passes_over_a_seat_that_dropped() {
    let before = Sketch::start(3)
        .with("a1:o c3:* f4:* c4:wSv")
        .in_play("13")
        .turn_of("3");
    check(
        "Playing",
        &before,
        "Sc2>c3",
        &before.clone().with("c2:rS^").turn_of("1"),
    );
    let mut position = before.clone().in_play("123").turn_of("2").position();
    position.drop_seat(seat(2));
    assert_eq!(position, before.position(), "its turn goes to the next");
    let mut position = before.clone().in_play("123").turn_of("2").position();
    position.drop_seat(seat(1));
    assert_eq!(position, before.in_play("23").turn_of("2").position());
}

#[test]
fn what_points_where_is_seen() {
    let position = two().with("c2:wM> d3:kSv e2:wL<").turn_of("2").position();
    let diagram = position.diagram();
    let seen: Vec<_> = diagram
        .pieces
        .iter()
        .map(|(cell, piece)| (cell.0, piece.symbol, piece.seat.map(Seat::number), piece.facing))
        .collect();
    assert_eq!(
        seen,
        [
            (3, "null", None, None),
            (10, "medium", Some(1), Some(90)),
            (11, "root", None, None),
            (12, "large", Some(1), Some(270)),
            (19, "small", Some(2), Some(180)),
        ]
    );
}
