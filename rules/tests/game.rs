//! A game's own business: whole turns, drops in the middle of one, and who dropped when.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "common/drawn.rs"]
mod drawn;

use drawn::seat;
use thicket_rules::bushwhacked::Bushwhacked;
use thicket_rules::{Game, IllegalDrop, Position};

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
