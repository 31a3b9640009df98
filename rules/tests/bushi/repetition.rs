//! The third occurrence of a position is a draw, and the game says so everywhere.

use crate::sketch::{game, seat};
use thicket_rules::{AnyGame, ClickTree, Game, IllegalDrop, PlayError, Position, Status};

/// Four turns after which everything stands as before.
const ROUND: &str = "e2-e3 e9-e8 e3-e2 e8-e9 ";

fn is_over(game: &dyn AnyGame) -> bool {
    matches!(game.status(), Status::Over(_))
}

#[test]
fn the_start_counts_as_an_occurrence() {
    assert!(!is_over(&game("", ROUND)), "twice");
    let over = game("", &ROUND.repeat(2));
    assert!(is_over(&over), "the third time");
    assert_eq!(over.status().outcome().unwrap().ranks.as_slice(), [1, 1]);
    assert_eq!(over.standing(), over.status().outcome().unwrap());
}

#[test]
fn a_game_knows_which_position_would_be_a_draw() {
    let (start, back) = (game("", ""), game("", ROUND));
    assert!(!start.is_drawn_by(start.position()), "the second time");
    assert!(back.is_drawn_by(start.position()), "the third time");
    assert!(!back.is_drawn_by(game("", "e2-e3").position()));
}

#[test]
fn a_turn_that_would_repeat_for_the_third_time_is_checked_as_a_draw() {
    let turns = ROUND.repeat(2);
    let (before, last) = turns.trim_end().rsplit_once(' ').unwrap();
    let game: Box<dyn AnyGame> = Box::new(game("", before));
    let checked = game.check_turn(&[last]).unwrap();
    assert_eq!(checked.status.outcome().unwrap().ranks.as_slice(), [1, 1]);
    assert_eq!(game.preview(&[last]).unwrap().clicks, ClickTree::empty());
    assert!(!is_over(game.as_ref()));
}

#[test]
fn a_game_that_is_over_by_repetition_is_over_everywhere() {
    let over = game("9x9", &"e2-e3 e8-e7 e3-e2 e7-e8 ".repeat(2));
    let text = "#MMGGGMM#/2KKGKK2/9/9/9/9/9/2kkgkk2/#mmgggmm# - 12 0,0 - 8";
    let mut any: Box<dyn AnyGame> = Box::new(over.clone());
    assert_eq!(any.position_text(), text);
    assert_eq!((any.legal(), any.click_tree()), (Vec::new(), ClickTree::empty()));
    let PlayError::Illegal(error) = any.play("e2-e3").unwrap_err() else {
        panic!("a step of the game");
    };
    assert_eq!(error.to_string(), "the game is over");
    assert_eq!(any.drop_seat(seat(1)), Err(IllegalDrop::Over));
    assert_eq!(any.position_text(), text);
    // The position by itself knows nothing of it.
    assert!(over.position().status().to_move().is_some());
}

#[test]
fn the_seat_to_move_counts() {
    // One seat goes round in three turns and the other in two: the start comes again with light to move.
    let once = "e2-e3 e9-e8 e3-d3 e8-e9 d3-e2 ";
    let game = game("", once);
    let board = |game: &Game<_>| game.position_text().split(' ').next().unwrap().to_owned();
    assert_eq!(board(&game), board(&crate::sketch::game("", "")));
    assert_eq!(game.status().to_move(), Some(seat(2)));
    let back = crate::sketch::game("", &(once.to_owned() + "e9-e8 e2-e3 e8-d8 e3-e2 d8-e9 "));
    assert_eq!(board(&back), board(&game));
    assert!(
        !is_over(&back),
        "the board stands for the third time, but twice with dark to move"
    );
}

#[test]
fn a_drop_that_waits_is_void_if_the_turn_repeats_for_the_third_time() {
    let halfway = "f1-f3 e9-e8 e2-e3 e8-e9 f3-f1,end e9-e8 f1-f3,end e8-e9 f3-f1,end e9-e8 f1-f3";
    let mut game = game("", halfway);
    assert!(game.position().mid_turn());
    game.drop_seat(seat(2)).unwrap();
    game.play(&"end".parse().unwrap(), &mut |_| ()).unwrap();
    let text = game.position_text();
    assert!(text.ends_with(" - 12 0,0 - 11"), "{text}");
    assert_eq!(game.status().outcome().unwrap().ranks.as_slice(), [1, 1]);
    assert!(
        game.plies()
            .iter()
            .all(|ply| !ply.to_string().starts_with("drop"))
    );
}

#[test]
fn a_drop_after_two_occurrences_ends_the_game_as_any_drop() {
    let mut dropped = game("", ROUND);
    dropped.drop_seat(seat(1)).unwrap();
    assert_eq!(dropped.status().outcome().unwrap().ranks.as_slice(), [2, 1]);
}
