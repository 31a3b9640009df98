//! What a game adds to its positions: whole turns, turns that are only tried out, drops, and who dropped when.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "common/drawn.rs"]
mod drawn;

use drawn::seat;
use thicket_rules::bushwhacked::Bushwhacked;
use thicket_rules::{AnyGame, ClickTree, Game, IllegalDrop, IllegalTakeBack, Position};

/// A game after these turns.
fn game(seats: u8, turns: &str) -> Game<Bushwhacked> {
    drawn::game(seats, "", turns)
}

fn plies(game: &Game<Bushwhacked>) -> String {
    game.plies()
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The fields behind the board.
fn fields(game: &Game<Bushwhacked>) -> String {
    game.position().to_string().split_once(' ').unwrap().1.to_owned()
}

#[test]
fn the_history_holds_whole_turns() {
    let mut game = game(2, "pass pass a1");
    assert_eq!(plies(&game), "pass pass", "a1 is half a turn");
    game.play(&"c1".parse().unwrap(), &mut |_| ()).unwrap();
    assert_eq!(plies(&game), "pass pass a1,c1");
    let before = game.position().to_string();
    let illegal = game.play(&"a1".parse().unwrap(), &mut |_| ()).unwrap_err();
    assert_eq!(
        (illegal.to_string(), game.position().to_string()),
        ("a1 is occupied".to_owned(), before)
    );
}

#[test]
fn a_turn_is_checked_and_previewed_without_being_played() {
    let game = game(2, "pass pass");
    let before = game.position().to_string();
    let any: &dyn AnyGame = &game;

    let started = any.check_turn(&["a1"]).unwrap();
    assert_eq!((started.changes.len(), started.complete), (1, false));
    assert_eq!(started.status.to_move(), Some(seat(1)));
    let whole = any.check_turn(&["a1", "c1"]).unwrap();
    assert_eq!((whole.changes.len(), whole.complete), (2, true));
    assert_eq!(whole.status.to_move(), Some(seat(2)));

    let preview = any.preview(&["a1"]).unwrap();
    assert_eq!(preview.changes, started.changes);
    assert_eq!(preview.end, Some(Vec::new()), "the turn could end here");
    assert_eq!(preview.tallies[0].as_slice(), [29, 30], "stones in hand");
    assert_ne!(preview.clicks, ClickTree::empty());
    let preview = any.preview(&["a1", "c1"]).unwrap();
    assert_eq!((preview.complete, preview.end), (true, None));
    assert_eq!(preview.clicks, ClickTree::empty());

    assert_eq!(game.position().to_string(), before);
    assert_eq!(plies(&game), "pass pass");
}

#[test]
fn a_game_that_is_over_takes_no_turn_back() {
    let mut game = game(2, &format!("{} pass q2 q4", far_apart(28)));
    assert!(game.check_take_back(1).is_ok());
    game.play(&"q6".parse().unwrap(), &mut |_| ()).unwrap();
    assert_eq!(game.take_back(1), Err(IllegalTakeBack::Over));
}

#[test]
fn a_turn_that_ends_the_game_says_so_before_it_is_played() {
    let mut game = game(2, &format!("{} pass q2 q4", far_apart(28)));
    let any: &mut dyn AnyGame = &mut game;
    let checked = any.check_turn(&["q6"]).unwrap();
    assert!(checked.status.outcome().is_some());
    assert_eq!(any.play_turn(&["q6"]), Ok(checked.clone()));
    assert_eq!(any.status(), checked.status);
}

#[test]
fn a_turn_is_played_whole_or_not_at_all() {
    let mut game = game(2, "pass pass");
    let any: &mut dyn AnyGame = &mut game;
    let refusals = [
        (vec!["a1"], "the turn is not finished"),
        (vec![], "the turn is not finished"),
        (vec!["a1", "a1"], "a1 is occupied"),
        (
            vec!["a1", "pass"],
            "pass: a stone was placed this turn, so it is too late to pass",
        ),
        (vec!["a1", "z9"], "z9: no step of this game is spelt like that"),
        (vec!["a1", "c1", "e1"], "e1: the turn is over before this step"),
    ];
    for (steps, sentence) in refusals {
        let refusal = any.play_turn(&steps).unwrap_err();
        assert_eq!(refusal.to_string(), sentence);
        assert_eq!((any.ply_count(), any.mid_turn()), (2, false));
    }
    any.play_turn(&["a1", "c1"]).unwrap();
    assert_eq!(any.last_ply().as_deref(), Some("a1,c1"));
}

#[test]
fn a_drop_is_checked_without_being_made() {
    let game = game(2, "a1");
    let outcome = game.check_drop(seat(1)).unwrap().outcome().unwrap();
    assert_eq!(outcome.ranks.as_slice(), [2, 1]);
    assert_eq!(plies(&game), "a1");
    assert_eq!(game.check_drop(seat(3)), Err(IllegalDrop::NotInPlay(seat(3))));
}

#[test]
fn half_a_turn_of_a_seat_that_drops_is_forgotten() {
    let mut game = game(3, "pass pass pass a1");
    game.drop_seat(seat(1)).unwrap();
    assert_eq!(plies(&game), "pass pass pass drop:1");
    assert_eq!(fields(&game), "2 23 1,1,1 30,30,30 - 3");
}

#[test]
fn a_drop_waits_for_the_end_of_anothers_turn() {
    let mut game = game(3, "pass pass pass a1");
    game.drop_seat(seat(2)).unwrap();
    assert_eq!(game.drop_seat(seat(2)), Err(IllegalDrop::NotInPlay(seat(2))));
    assert_eq!(fields(&game), "1 123 1,1,1 29,30,30 1 3");
    game.play(&"c1".parse().unwrap(), &mut |_| ()).unwrap();
    assert_eq!(plies(&game), "pass pass pass a1,c1 drop:2");
    assert_eq!(fields(&game), "3 13 0,1,1 28,30,30 - 4");
}

#[test]
fn a_drop_that_waits_is_void_if_the_turn_ends_the_game() {
    let mut game = game(2, &format!("{} pass q2 q4", far_apart(28)));
    assert_eq!(fields(&game), "1 12 1,0 1,1 1 58", "white has one stone left");
    game.drop_seat(seat(2)).unwrap();
    game.play(&"q6".parse().unwrap(), &mut |_| ()).unwrap();
    assert_eq!(fields(&game), "- 12 0,0 0,1 - 59");
    assert!(!plies(&game).contains("drop"));
}

/// So many turns of each of two seats, without captures.
fn far_apart(turns: usize) -> String {
    let squares = (1..=17)
        .step_by(2)
        .flat_map(|rank| "acegkmoq".chars().map(move |file| format!("{file}{rank}")));
    squares.take(2 * turns).collect::<Vec<_>>().join(" ")
}

#[test]
fn who_waits_drops_before_the_one_who_ends_the_turn_by_dropping() {
    let mut game = game(4, "pass pass pass pass a1");
    game.drop_seat(seat(3)).unwrap();
    game.drop_seat(seat(1)).unwrap();
    assert_eq!(plies(&game), "pass pass pass pass drop:3 drop:1");
    assert_eq!(fields(&game), "2 24 1,1,1,1 30,30,30,30 - 4");
}

#[test]
fn who_is_alone_in_play_cannot_drop_any_more() {
    let mut game = game(2, "pass pass a1");
    game.drop_seat(seat(2)).unwrap();
    game.drop_seat(seat(1)).unwrap();
    assert_eq!(plies(&game), "pass pass drop:2");
    assert_eq!(game.status().outcome().unwrap().ranks.as_slice(), [1, 2]);
    assert_eq!(game.drop_seat(seat(1)), Err(IllegalDrop::Over));
}

#[test]
fn who_dropped_later_ranks_higher() {
    let mut game = game(4, "a1");
    for number in [1, 4, 2] {
        game.drop_seat(seat(number)).unwrap();
    }
    assert_eq!(
        game.position().status().outcome().unwrap().ranks.as_slice(),
        [2, 2, 1, 2]
    );
    assert_eq!(game.status().outcome().unwrap().ranks.as_slice(), [4, 2, 1, 3]);
    assert_eq!(game.standing(), game.status().outcome().unwrap());
}

#[test]
fn seats_that_are_not_at_the_table_cannot_drop() {
    let mut game = game(2, "a1");
    assert_eq!(game.drop_seat(seat(3)), Err(IllegalDrop::NotInPlay(seat(3))));
}
