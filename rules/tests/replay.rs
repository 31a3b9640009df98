//! The text of a game: what is played, what is refused, and how the refusal reads.

#![allow(clippy::unwrap_used, clippy::panic)]

use thicket_rules::{AnyGame, GameKind, replay};

fn start(seats: u8) -> Box<dyn AnyGame> {
    GameKind::Bushwhacked.start(seats, "").unwrap()
}

/// Plays a text; gives the steps that were played, and the error's line if there was one.
fn played(game: &mut dyn AnyGame, text: &str) -> (Vec<String>, String) {
    let mut steps = Vec::new();
    let result = replay(game, text, |step, _| steps.push(step.to_owned()));
    (
        steps,
        result.map_or_else(|error| error.to_string(), |()| String::new()),
    )
}

/// Two seats: the text is played as far as these steps, separated by spaces, and then this line says why.
fn check(text: &str, steps: &str, error: &str) {
    let (got, line) = played(start(2).as_mut(), text);
    assert_eq!(
        (got.join(" ").as_str(), line.as_str()),
        (steps, error),
        "{text:?}"
    );
}

#[test]
fn numbers_and_line_breaks_mean_nothing() {
    check("", "", "");
    check(" \n\t ", "", "");
    check("a1 b1\nc1\r\n\n\td1", "a1 b1 c1 d1", "");
    check("1. a1 2. b1", "a1 b1", "");
    check(
        "12.a1 12...b1 7... c1 1.2..",
        "a1 b1 c1",
        "turn 4 (2..), step 2..: a turn has one number, with a dot behind it",
    );
    check("007.a1 99999999999999999999999. b1 3.", "a1 b1", "");
    check("pass pass 3. a1,b1 4. pass", "pass pass a1 b1 pass", "");
}

#[test]
fn malformed_things_stop_the_game_where_they_stand() {
    let unknown = "no step of this game is spelt like that";
    check(
        "a1 12 b1",
        "a1",
        "turn 2 (12), step 12: a turn has one number, with a dot behind it",
    );
    check(
        "12",
        "",
        "turn 1 (12), step 12: a turn has one number, with a dot behind it",
    );
    check(
        "a1 2.2.b1",
        "a1",
        "turn 2 (2.b1), step 2.b1: a turn has one number, with a dot behind it",
    );
    check(
        "a1 2b1",
        "a1",
        "turn 2 (2b1), step 2b1: a turn has one number, with a dot behind it",
    );
    check("a1 .b1", "a1", &format!("turn 2 (.b1), step .b1: {unknown}"));
    check("a1 2.E5", "a1", &format!("turn 2 (E5), step E5: {unknown}"));
    check(
        "a1 \u{fffd} b1",
        "a1",
        &format!("turn 2 (\u{fffd}), step \u{fffd}: {unknown}"),
    );
    check(
        "pass pass e5,f\u{fffd}6",
        "pass pass e5",
        &format!("turn 3 (e5,f\u{fffd}6), step f\u{fffd}6: {unknown}"),
    );
    check(
        "pass pass e5,,f6",
        "pass pass e5",
        "turn 3 (e5,,f6), step : a step is missing",
    );
    check("a1 b1,", "a1 b1", "turn 2 (b1,), step : a step is missing");
    check("a1 ,b1", "a1", "turn 2 (,b1), step : a step is missing");
    check("a1 ,", "a1", "turn 2 (,), step : a step is missing");
    check(
        "a1 b1,drop:2",
        "a1 b1",
        "turn 2 (b1,drop:2), step drop:2: the turn has ended before this step",
    );
    check(
        "a1 drop:7",
        "a1",
        "turn 2 (drop:7), step drop:7: a seat is a number from 1 to 6",
    );
    check(
        "a1 drop:",
        "a1",
        "turn 2 (drop:), step drop:: a seat is a number from 1 to 6",
    );
    check(
        "a1 drop:drop:2",
        "a1",
        "turn 2 (drop:drop:2), step drop:drop:2: a seat is a number from 1 to 6",
    );
    check(
        "a1 [Seats",
        "a1",
        "turn 2 ([Seats), step [Seats: tags stand before the first turn",
    );
}

#[test]
fn illegal_steps_stop_the_game_where_they_stand() {
    check("a1 b1 3. a1", "a1 b1", "turn 3 (a1), step a1: a1 is occupied");
    check(
        "a1 e5,f6",
        "a1 e5",
        "turn 2 (e5,f6), step f6: the turn has ended before this step",
    );
    check(
        "a1 e5,end",
        "a1 e5",
        "turn 2 (e5,end), step end: the turn has ended before this step",
    );
    check(
        "pass pass e5,f6,end",
        "pass pass e5 f6",
        "turn 3 (e5,f6,end), step end: the turn has ended before this step",
    );
    check(
        "a1 end",
        "a1",
        "turn 2 (end), step end: nothing was placed yet, so the turn cannot be ended",
    );
}

#[test]
fn turns_that_are_left_unfinished() {
    let line = |turn: &str, step: &str| {
        format!("turn 3 ({turn}), step {step}: the turn is not finished, but something follows it")
    };
    check("pass pass e5", "pass pass e5", "");
    check("pass pass e5 4.", "pass pass e5", "");
    check("pass pass e5 f6", "pass pass e5", &line("e5", "e5"));
    check("pass pass 3. e5 4. f\u{fffd}", "pass pass e5", &line("e5", "e5"));
    check("pass pass e5 drop:2", "pass pass e5", &line("e5", "e5"));
    check("pass pass e5 drop:1", "pass pass e5", &line("e5", "e5"));
    check(
        "pass pass e5 4",
        "pass pass e5",
        "turn 4 (4), step 4: a turn has one number, with a dot behind it",
    );
    check(
        "pass pass pass pass a1,b1 b2",
        "pass pass pass pass a1 b1",
        &line("a1,b1", "b1").replace("turn 3", "turn 5"),
    );
}

#[test]
fn drops_are_numbered_and_end_the_game() {
    check("1. a1 2. drop:1", "a1 drop:1", "");
    check("drop:2 a1", "drop:2", "turn 2 (a1), step a1: the game is over");
    check(
        "drop:2 drop:1",
        "drop:2",
        "turn 2 (drop:1), step drop:1: the game is over",
    );
    check(
        "drop:3",
        "",
        "turn 1 (drop:3), step drop:3: seat 3 is not in play",
    );
    let (steps, line) = played(start(4).as_mut(), "a1 drop:3 drop:1 d1 drop:3");
    assert_eq!(steps, ["a1", "drop:3", "drop:1", "d1"]);
    assert_eq!(line, "turn 5 (drop:3), step drop:3: seat 3 is not in play");
}

#[test]
fn nothing_follows_the_end_of_the_game_in_its_last_turn_either() {
    let mut game = start(2);
    let (_, line) = played(game.as_mut(), &format!("{}q17,a3", thirty_stones()));
    assert_eq!(line, "turn 59 (q17,a3), step a3: the game is over");
    assert_eq!(game.status().to_move(), None);
}

/// 29 turns of each of two seats: white on odd files, red passing twice and then wasting it.
fn thirty_stones() -> String {
    let squares = (1..=17)
        .step_by(2)
        .flat_map(|rank| "acegikmoq".chars().map(move |file| format!("{file}{rank}")));
    let free = squares
        .filter(|square| !["i9", "q17"].contains(&square.as_str()))
        .take(58)
        .collect::<Vec<_>>();
    let turns = free[..29].iter().zip(&free[29..]);
    turns
        .flat_map(|(white, red)| [white.clone() + " ", red.clone() + " "])
        .collect()
}

#[test]
fn what_is_played_is_seen_as_it_was_then() {
    let mut positions = Vec::new();
    replay(start(2).as_mut(), "pass a1 e5,f6 drop:1", |step, game| {
        let (_, fields) = game
            .position_text()
            .split_once(' ')
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .unwrap();
        positions.push((step.to_owned(), fields));
    })
    .unwrap();
    let wanted = [
        ("pass", "2 12 1,0 30,30 - 1"),
        ("a1", "1 12 1,0 30,29 - 2"),
        ("e5", "1 12 1,0 29,29 1 2"),
        ("f6", "2 12 0,0 28,29 - 3"),
        ("drop:1", "- 2 0,0 28,29 - 3"),
    ];
    assert_eq!(
        positions,
        wanted.map(|(step, end)| (step.to_owned(), end.to_owned()))
    );
}
