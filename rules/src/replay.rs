//! Playing the text of a game step by step, up to the first thing that is wrong.

use std::fmt;

use crate::any::AnyGame;
use crate::seat::{ParseSeat, Seat};
use crate::text::excerpt;

/// The first thing in the text of a game that is malformed or illegal. Everything before it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnError {
    /// The number of the turn or drop, as in record text.
    pub number: usize,
    /// Its text, without the number.
    pub turn: String,
    /// The step that is wrong; the last one of a turn that should go on and does not.
    pub step: String,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "turn {} ({}), step {}: {}",
            self.number,
            excerpt(&self.turn),
            excerpt(&self.step),
            self.reason
        )
    }
}

impl std::error::Error for TurnError {}

/// One item in the text of turns, without its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    Turn(&'a str),
    /// `drop:3`, or anything else that begins with `drop:`.
    Drop(&'a str),
    /// Begins with digits that are not the number of a turn. No step of any game does.
    Digits(&'a str),
    /// Begins like a tag.
    Tag(&'a str),
}

/// The turns and drops of a text, malformed items among them.
pub(crate) fn tokens(turns: &str) -> impl Iterator<Item = Token<'_>> {
    turns
        .split_whitespace()
        .map(without_number)
        .filter(|token| !token.is_empty())
        .map(|token| {
            if token.starts_with('[') {
                Token::Tag(token)
            } else if token.starts_with(|c: char| c.is_ascii_digit()) {
                Token::Digits(token)
            } else if token.starts_with(DROP) && !token.contains(',') {
                Token::Drop(token)
            } else {
                Token::Turn(token)
            }
        })
}

const DROP: &str = "drop:";

/// Takes the number off the front of a token: digits and one or more dots.
fn without_number(token: &str) -> &str {
    let behind = token.trim_start_matches(|c: char| c.is_ascii_digit());
    let dotted = behind.len() < token.len() && behind.starts_with('.');
    if dotted {
        behind.trim_start_matches('.')
    } else {
        token
    }
}

impl<'a> Token<'a> {
    pub(crate) fn text(self) -> &'a str {
        match self {
            Token::Turn(text) | Token::Drop(text) | Token::Digits(text) | Token::Tag(text) => text,
        }
    }

    /// Why it can be neither a turn nor a drop.
    pub(crate) fn malformed(self) -> Option<&'static str> {
        match self {
            Token::Turn(_) | Token::Drop(_) => None,
            Token::Digits(_) => Some("a turn has one number, with a dot behind it"),
            Token::Tag(_) => Some("tags stand before the first turn"),
        }
    }

    pub(crate) fn error(self, number: usize, step: &str, reason: impl ToString) -> TurnError {
        TurnError {
            number,
            turn: self.text().to_owned(),
            step: step.to_owned(),
            reason: reason.to_string(),
        }
    }
}

/// Plays the text of turns on a game that is between turns; [`Head::split`](crate::Head::split) takes off the tags that
/// may precede it. `on_play` is called after each step and each drop, with its text. The last turn may be unfinished.
///
/// ```
/// use thicket_rules::{GameKind, replay};
///
/// let mut game = GameKind::Bushwhacked.start(2, "")?;
/// let mut positions = Vec::new();
/// let error = replay(game.as_mut(), "1. a2 2. b2 3. b2", |step, game| {
///     positions.push((step.to_owned(), game.position_text()));
/// });
///
/// // Everything before the first error was played.
/// assert_eq!(error.unwrap_err().to_string(), "turn 3 (b2), step b2: b2 is occupied");
/// assert_eq!((positions.len(), game.ply_count()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replay(
    game: &mut dyn AnyGame,
    turns: &str,
    mut on_play: impl FnMut(&str, &dyn AnyGame),
) -> Result<(), TurnError> {
    let mut last = None;
    for (index, token) in tokens(turns).enumerate() {
        let number = index + 1;
        if let Some(reason) = token.malformed() {
            return Err(token.error(number, token.text(), reason));
        }
        if let Some(unfinished) = last.filter(|_| game.mid_turn()) {
            return Err(unfinished_turn(unfinished, index));
        }
        last = Some(token);
        match token {
            Token::Drop(drop) => play_drop(game, drop).map_err(|reason| token.error(number, drop, reason))?,
            _ => {
                play_turn(game, token, number, &mut on_play)?;
                continue;
            }
        }
        on_play(token.text(), game);
    }
    Ok(())
}

fn unfinished_turn(turn: Token, number: usize) -> TurnError {
    let step = turn.text().rsplit(',').next().unwrap_or_default();
    turn.error(number, step, "the turn is not finished, but something follows it")
}

fn play_drop(game: &mut dyn AnyGame, drop: &str) -> Result<(), String> {
    let seat: Seat = drop[DROP.len()..]
        .parse()
        .map_err(|error: ParseSeat| error.to_string())?;
    game.drop_seat(seat).map_err(|error| error.to_string())
}

fn play_turn(
    game: &mut dyn AnyGame,
    turn: Token,
    number: usize,
    on_play: &mut impl FnMut(&str, &dyn AnyGame),
) -> Result<(), TurnError> {
    for (index, step) in turn.text().split(',').enumerate() {
        if step.is_empty() {
            return Err(turn.error(number, step, "a step is missing"));
        }
        let over = game.status().to_move().is_none();
        if index > 0 && !over && !game.mid_turn() {
            return Err(turn.error(number, step, "the turn has ended before this step"));
        }
        game.play(step).map_err(|error| turn.error(number, step, error))?;
        on_play(step, game);
    }
    Ok(())
}
