//! The end of the game, and drops.

use crate::drawn::game;
use crate::sketch::{Drawn, Sketch, check, men, ranks, seat};
use thicket_rules::bushka::Bushka;
use thicket_rules::{AnyGame, Head, Position, replay};

#[test]
fn object_nothing_left() {
    let before = men("f2 f3", "f5");
    let after = before.clone().go("f2", "f4").without("f5").then("-");
    check("Object", &before, "f2xf4", &after);
    assert_eq!(ranks(after.outcome()), [1, 2]);
}

#[test]
fn object_all_blocked() {
    let before = men("e1 f2 h4", "e2");
    let after = before.clone().go("h4", "h5").then("-");
    check("Object", &before, "h4-h5", &after);
    assert_eq!(ranks(after.outcome()), [1, 2]);
    assert_eq!(
        ranks(Some(before.position().standing())),
        [1, 1],
        "nobody has lost yet"
    );
}

#[test]
fn a_blocked_man_that_can_capture_is_not_lost() {
    // White has to capture with the phalanx, and leaves black's man a capture backward.
    let before = men("e1 f2 e4 h4 h5", "e2 h7");
    let after = before.play("h4xh6");
    let steps: Vec<String> = after.legal_steps().iter().map(ToString::to_string).collect();
    assert_eq!(steps, ["e2xe3xe2"]);
}

#[test]
fn five_hundred_turns_are_a_draw_but_a_loss_goes_first() {
    let last = men("f4", "h8").turns(498).black();
    let after = last.clone().go("h8", "h7").then("-");
    check("a guard", &last, "h8-h7", &after);
    assert_eq!(ranks(after.outcome()), [1, 1]);
    let blocking = men("b5", "a5 b6 h8").turns(498).black();
    let after = blocking.clone().go("h8", "h7").then("-");
    check("Object, then the guard", &blocking, "h8-h7", &after);
    assert_eq!(ranks(after.outcome()), [2, 1]);
}

#[test]
fn a_drop_ends_the_game() {
    for (leaver, left, wanted) in [(1, "2", [2, 1]), (2, "1", [1, 2])] {
        let mut game = game::<Bushka>(2, "", "f2-f5");
        game.drop_seat(seat(leaver)).unwrap();
        assert_eq!(game.status().outcome().unwrap().ranks.as_slice(), wanted);
        let text = game.position_text();
        assert!(text.ends_with(&format!(" - {left} 1")), "{text}");
    }
    // Who dropped is last, also where the other one would have lost.
    let alone = men("e1 f2", "e2").black().over("2");
    assert_eq!(ranks(alone.outcome()), [2, 1]);
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let text = include_str!("../../fixtures/bushka/three-times.txt");
    let (head, turns) = Head::split(text).unwrap();
    let turns: Vec<&str> = turns
        .split_whitespace()
        .filter(|token| !token.ends_with('.'))
        .collect();
    let play = |turns: &[&str]| -> Box<dyn AnyGame> {
        let mut game = head.start_recorded().unwrap();
        replay(game.as_mut(), &turns.join(" "), |_, _| ()).unwrap();
        game
    };
    let before = play(&turns[..turns.len() - 1]);
    assert!(before.status().to_move().is_some());
    let game = play(&turns);
    assert_eq!(ranks(game.status().outcome()), [1, 1]);
    assert!(game.legal().is_empty() && game.position_text().contains(" - 12 "));
    let again = Sketch::empty().on("e1", 'W').on("f0", 'B');
    assert_eq!(
        again.position().repeatable(),
        again.turns(2).position().repeatable()
    );
}
