//! Helpers for the tests of every game: small positions that are drawn, and texts.

#![allow(dead_code, unreachable_pub)]

use thicket_rules::{BySeat, Cell, Change, Game, Outcome, ParseStep, Piece, Position, Seat};

/// A position as a test draws it. Each game has a sketch of its own that writes the text; the rest is the same.
pub trait Drawn {
    type Game: Position;

    /// The text of the position.
    fn text(&self) -> String;

    fn position(&self) -> Self::Game {
        let text = self.text();
        let position: Self::Game = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_string(), text);
        position
    }

    /// After these steps, joined by commas, or by spaces where a step is a turn.
    fn play(&self, steps: &str) -> Self::Game {
        let mut position = self.position();
        for step in steps.split([',', ' ']) {
            let played = position.play(&step.parse().unwrap());
            played.unwrap_or_else(|error| panic!("{step}: {error}"));
        }
        position
    }

    /// All changes while these steps, joined by commas, are played.
    fn changes(&self, steps: &str) -> Vec<Change> {
        let (mut position, mut changes) = (self.position(), Vec::new());
        for step in steps.split(',') {
            let step = step.parse().unwrap();
            assert!(position.is_legal(&step), "{step}");
            position.play_with(&step, &mut |change| changes.push(change));
        }
        changes
    }

    /// The legal steps, in one line.
    fn legal(&self) -> String {
        let steps = self.position().legal_steps();
        let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
        steps.join(" ")
    }

    fn is_legal(&self, step: &str) -> bool {
        self.position().is_legal(&step.parse().unwrap())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position().status().outcome()
    }
}

/// The steps lead from one position to exactly the other. `section` is where the rules say so.
pub fn check<S: Drawn>(section: &str, before: &S, steps: &str, after: &S) {
    assert_eq!(before.play(steps).to_string(), after.text(), "{section}: {steps}");
}

/// The step is not legal, for a reason that has these words in it.
pub fn refused(section: &str, before: &impl Drawn, step: &str, words: &str) {
    let illegal = before.position().play(&step.parse().unwrap()).expect_err(step);
    let reason = illegal.to_string();
    assert!(reason.contains(words), "{section}: {step}: {reason}");
}

/// `is_legal` agrees with the list of legal steps, and exactly the others among `all` have a sentence against them.
pub fn legal_is_what_is_listed<P: Position>(position: &P, all: &[P::Step]) {
    let mut legal = position.legal_steps();
    let mut found = all.to_vec();
    found.retain(|step| position.is_legal(step));
    legal.sort_unstable();
    found.sort_unstable();
    assert_eq!(legal, found, "{position}");
    for step in all {
        let (illegal, listed) = (position.why_illegal(step), legal.binary_search(step).is_ok());
        assert_eq!(illegal.is_none(), listed, "{step} in {position}");
        assert!(illegal.is_none_or(|illegal| !illegal.to_string().is_empty()));
    }
}

/// The text is no position, for a reason that has these words in it.
pub fn no_position<P: Position>(text: &str, words: &str) {
    let error = text.parse::<P>().expect_err(text).to_string();
    assert!(error.contains(words), "{text}: {error}");
}

/// The text is a position, but not with any one of these parts written differently.
pub fn spoilt_by<P: Position>(text: &str, changes: &[(&str, &str)]) {
    text.parse::<P>().unwrap();
    for (part, other) in changes {
        let spoilt = text.replacen(part, other, 1);
        assert!(spoilt != text && spoilt.parse::<P>().is_err(), "{spoilt}");
    }
}

/// The text of a position with another value in one of its fields.
pub fn with_field(text: &str, index: usize, value: &str) -> String {
    let mut fields: Vec<&str> = text.split(' ').collect();
    fields[index] = value;
    fields.join(" ")
}

/// These are spellings of steps, and the others are not.
pub fn one_spelling<P: Position>(spellings: &[&str], others: &[&str]) {
    for spelling in spellings {
        assert_eq!(spelling.parse::<P::Step>().unwrap().to_string(), *spelling);
    }
    for other in others {
        assert_eq!(other.parse::<P::Step>(), Err(ParseStep), "{other:?}");
    }
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// A game after these turns, whose steps are joined by commas.
pub fn game<P: Position>(seats: u8, variant: &str, turns: &str) -> Game<P> {
    let mut game = Game::new(P::INFO.setup(seats, variant).unwrap());
    for step in turns.split_whitespace().flat_map(|turn| turn.split(',')) {
        let played = game.play(&step.parse().unwrap(), &mut |_| ());
        played.unwrap_or_else(|error| panic!("{step}: {error}"));
    }
    game
}

/// A seat's piece that faces nowhere.
pub fn piece(symbol: &'static str, number: u8) -> Piece {
    Piece {
        symbol,
        seat: Some(seat(number)),
        facing: None,
    }
}

/// The number of a place in the layout for the usual number of seats.
pub fn cell<P: Position>(name: &str) -> Cell {
    let places = P::layout(P::INFO.setup(P::INFO.default_seats, "").unwrap()).cells;
    let index = places.iter().position(|place| place.name == name).unwrap();
    Cell(u16::try_from(index).unwrap())
}

pub fn ranks(outcome: Option<Outcome>) -> Vec<u8> {
    by_seat(&outcome.unwrap().ranks)
}

pub fn by_seat<T: Copy + Default>(values: &BySeat<T>) -> Vec<T> {
    values.as_slice().to_vec()
}

/// A row of letters as positions write it: runs of dots are numbers.
pub fn runs(letters: &str) -> String {
    // The longest runs first, so that each is replaced whole.
    (1..=17).rev().fold(letters.to_owned(), |row, run| {
        row.replace(&".".repeat(run), &run.to_string())
    })
}
