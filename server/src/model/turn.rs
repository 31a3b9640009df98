//! Turns as texts: checking them and playing them.

use thicket_rules::{AnyGame, Change, ParseStep, PlayError, Seat, TurnEffect, TurnRefusal};

use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};

/// What a turn or a drop did, as far as it cannot be read off the game afterwards.
#[derive(Clone, Debug)]
pub struct PlyEffect {
    /// The seat whose turn or drop it was.
    pub seat: Seat,
    /// Its text in the record: `e5,f6`, `drop:3`.
    pub text: String,
    /// A shorter way to write it, where the game has one.
    pub shorthand: Option<String>,
    /// The turn in words that follow the player's name, where its changes do not say it all.
    pub words: Option<String>,
    /// What changed on the board, in order.
    pub changes: Vec<Change>,
}

impl PlyEffect {
    /// A seat left the game.
    pub(in crate::model) fn drop(seat: Seat) -> PlyEffect {
        PlyEffect {
            seat,
            text: format!("drop:{seat}"),
            shorthand: None,
            words: None,
            changes: Vec::new(),
        }
    }
}

/// What a turn would do, which has to be legal and complete.
///
/// # Errors
/// When it is not.
pub fn check(game: &dyn AnyGame, steps: &[String]) -> Result<TurnEffect, Refusal> {
    let effect = game.check_turn(steps).map_err(refused)?;
    if !effect.complete {
        return Err(refused(TurnRefusal::Unfinished));
    }
    Ok(effect)
}

/// Plays a turn.
///
/// # Errors
/// When it is not legal; nothing changes then.
pub fn play(game: &mut dyn AnyGame, steps: &[String]) -> Result<PlyEffect, String> {
    let seat = game.status().to_move().ok_or("the game is over")?;
    let text = steps.join(",");
    let (shorthand, words) = (game.shorthand(&text), game.in_words(&text));
    let effect = game.play_turn(steps).map_err(|refusal| refusal.to_string())?;
    Ok(PlyEffect {
        seat,
        text,
        shorthand,
        words,
        changes: effect.changes,
    })
}

/// The seat that the text of a turn takes out of the game, if it does: `drop:3`.
pub fn drop_of(text: &str) -> Option<&str> {
    text.strip_prefix("drop:").filter(|seat| !seat.contains(','))
}

/// Plays a whole turn or a drop, as record text spells it.
///
/// # Errors
/// When it is not legal. Nothing has changed then.
pub fn play_text(game: &mut dyn AnyGame, text: &str) -> Result<PlyEffect, Refusal> {
    let illegal = |sentence: String| Refusal::new(Code::IllegalStep, sentence);
    if let Some(number) = drop_of(text) {
        let seat: Seat = number
            .parse()
            .map_err(|_| illegal("There is no such seat.".to_owned()))?;
        game.drop_seat(seat)
            .map_err(|error| illegal(format!("{error}.")))?;
        return Ok(PlyEffect::drop(seat));
    }
    let Some(seat) = game.status().to_move() else {
        return refuse(Code::Over, "The game is over.");
    };
    let steps: Vec<&str> = text.split(',').collect();
    let (shorthand, words) = (game.shorthand(text), game.in_words(text));
    let effect = game.play_turn(&steps).map_err(refused)?;
    Ok(PlyEffect {
        seat,
        text: text.to_owned(),
        shorthand,
        words,
        changes: effect.changes,
    })
}

/// A refusal by the rules, as the table refuses.
pub fn refused(refusal: TurnRefusal) -> Refusal {
    match refusal {
        // The text could be anything, so it is not repeated.
        TurnRefusal::Malformed { .. } => Refusal::new(Code::IllegalStep, format!("Not a step: {ParseStep}.")),
        TurnRefusal::Unfinished => Refusal::new(Code::Unfinished, "The turn is not complete."),
        TurnRefusal::TurnOver { .. } => {
            Refusal::new(Code::IllegalStep, "Your turn is over before its last step.")
        }
        illegal @ TurnRefusal::Illegal { .. } => Refusal::new(Code::IllegalStep, format!("{illegal}.")),
    }
}

/// Plays one step, and tells what it changed on the board.
///
/// # Errors
/// When it is not legal.
pub fn play_step(game: &mut dyn AnyGame, step: &str) -> Result<Vec<Change>, Refusal> {
    game.play(step).map_err(|error| {
        refused(match error {
            PlayError::Malformed(_) => TurnRefusal::Malformed {
                step: step.to_owned(),
            },
            PlayError::Illegal(reason) => TurnRefusal::Illegal {
                step: step.to_owned(),
                reason,
            },
        })
    })
}
