//! What the fuzz targets do with their input. `tests/texts.rs` of the rules compiles this file as a module and runs it as well,
//! so that it cannot fall behind the rules.

use std::collections::BTreeMap;

use thicket_rules::{AnyGame, GameKind, Head, Position, Record, Seats, Square, Visitor, replay};

/// Parses a text as a position and as a step of every game, and as a square and a set of seats. Whatever is accepted must print
/// as it was written, and a position must be playable.
pub fn texts(text: &str) {
    GameKind::ALL.iter().for_each(|kind| kind.with(Parse(text)));
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string(), text);
    }
    if let Ok(seats) = text.parse::<Seats>() {
        assert_eq!(seats.to_string(), text);
    }
}

/// Parses a text as a position and as a step of one game.
pub struct Parse<'a>(pub &'a str);

impl Visitor for Parse<'_> {
    type Out = ();

    fn visit<P: Position>(self) {
        if let Ok(step) = self.0.parse::<P::Step>() {
            assert_eq!(step.to_string(), self.0);
        }
        if let Ok(position) = self.0.parse::<P>() {
            assert_eq!(position.to_string(), self.0);
            play_on(position);
        }
    }
}

/// Plays some steps from a position that need not be reachable.
fn play_on<P: Position>(mut position: P) {
    for choice in 0..30 {
        let steps = position.legal_steps();
        let to_move = position.status().to_move();
        assert_eq!(to_move.is_some(), !steps.is_empty(), "{position}");
        let (mut diagram, _) = (position.diagram(), position.standing());
        if steps.is_empty() {
            return;
        }
        let step = &steps[choice * 7919 % steps.len()];
        assert!(position.is_legal(step) && !position.clicks(step).is_empty());
        position.play_with(step, &mut |change| diagram.apply(change));
        assert_eq!(diagram.pieces, position.diagram().pieces);
        assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
    }
    if !position.mid_turn()
        && let Some(seat) = position.status().to_move()
    {
        position.drop_seat(seat);
        assert_ne!(position.status().to_move(), Some(seat));
    }
}

/// Parses a text as a record, and replays its turns as those of every game.
pub fn records(text: &str) {
    if let Ok(record) = text.parse::<Record>() {
        assert_eq!(record.to_string().parse().ok(), Some(record), "{text:?}");
    }
    let Ok((head, turns)) = Head::split(text) else {
        return;
    };
    assert_eq!(
        Head::split(&head.to_string()).ok().map(|(head, _)| head),
        Some(head.clone())
    );
    let recorded = head.start_recorded().ok();
    let defaults = GameKind::ALL
        .iter()
        .filter_map(|kind| kind.start(kind.info().default_seats, "").ok());
    for mut game in recorded.into_iter().chain(defaults) {
        match replay(game.as_mut(), turns, |_, _| ()) {
            Ok(()) => reads_back(game.as_ref()),
            Err(error) => assert!(!error.reason.is_empty()),
        }
    }
}

/// Plays a game: the first byte names the kind, the second the setup, and each pair of bytes that follows is a legal step, a drop
/// or a takeback.
pub fn turns(choices: &[u8]) {
    let [kind, setup, choices @ ..] = choices else {
        return;
    };
    let mut game = start(*kind, *setup);
    let mut positions = BTreeMap::from([(0, game.position_text())]);
    for choice in choices.chunks_exact(2) {
        let number = usize::from(choice[1]);
        match choice[0] {
            255 => drop_seat(game.as_mut(), number),
            254 => take_back(game.as_mut(), number, &mut positions),
            high => step(game.as_mut(), (usize::from(high) << 8) | number),
        }
        if !game.mid_turn() {
            positions.insert(game.ply_count(), game.position_text());
        }
        if game.status().to_move().is_none() {
            break;
        }
    }
    reads_back(game.as_ref());
}

fn start(kind: u8, setup: u8) -> Box<dyn AnyGame> {
    let kind = GameKind::ALL[usize::from(kind) % GameKind::ALL.len()];
    let info = kind.info();
    let (seats, variant) = (usize::from(setup & 15), usize::from(setup >> 4));
    let seats = info.seats.clone().nth(seats).unwrap_or(info.default_seats);
    let variant = info.variants.get(variant).copied().unwrap_or_default();
    kind.start(seats, variant).expect("a setup of the game")
}

/// Plays a legal step, which must do what trying it out has shown.
fn step(game: &mut dyn AnyGame, choice: usize) {
    let legal = game.legal();
    let step = &legal[choice % legal.len()];
    let effect = game.check_turn(&[step]).expect("a legal step can be tried out");
    let mut diagram = game.diagram();
    let changes = game.play(step).expect("a legal step can be played");
    changes.iter().for_each(|&change| diagram.apply(change));
    assert_eq!(changes, effect.changes);
    assert_eq!(effect.status, game.status());
    assert_eq!(effect.complete, !game.mid_turn());
    assert_eq!(diagram.pieces, game.diagram().pieces);
    assert_eq!(diagram.control, game.diagram().control);
}

/// Lets a seat drop, if it can; the check must have told what follows.
fn drop_seat(game: &mut dyn AnyGame, choice: usize) {
    let seats: Vec<_> = game.in_play().iter().collect();
    let seat = seats[choice % seats.len()];
    let expected = game.check_drop(seat);
    assert_eq!(game.drop_seat(seat).map(|()| game.status()), expected);
}

/// Takes turns back, if it can; the position must be the one that was there before.
fn take_back(game: &mut dyn AnyGame, turns: usize, positions: &mut BTreeMap<usize, String>) {
    let expected = game.check_take_back(turns);
    let taken = game.take_back(turns);
    assert_eq!(taken.is_ok(), expected.is_ok());
    if let Ok(seat) = expected {
        assert_eq!(game.status().to_move(), Some(seat));
        assert_eq!(positions.get(&game.ply_count()), Some(&game.position_text()));
        positions.retain(|&plies, _| plies <= game.ply_count());
    }
}

/// The record of a game reads back as the same game. The steps of an unfinished turn are in no record.
fn reads_back(game: &dyn AnyGame) {
    let record = Record {
        head: Head::of(game),
        turns: game.plies(),
    };
    let text = record.to_string();
    assert_eq!(text.parse().ok().as_ref(), Some(&record));
    let (head, turns) = Head::split(&text).expect("tags");
    let mut again = head.start_recorded().expect("a setup");
    replay(again.as_mut(), turns, |_, _| ()).expect("legal turns");
    if !game.mid_turn() {
        assert_eq!(again.position_text(), game.position_text());
        assert_eq!(again.status(), game.status());
    }
}
