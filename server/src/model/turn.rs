//! Turns as texts: checking them and playing them.

use thicket_rules::{AnyGame, Change, ParseStep, PlayError, Seat, TurnEffect, TurnRefusal};

use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};

/// The effect of a turn or a drop that cannot be derived from the game afterwards.
#[derive(Clone, Debug)]
pub struct PlyEffect {
    pub seat: Seat,
    /// As in the record: `e5,f6`, `drop:3`.
    pub text: String,
    /// A shorter notation, where the game has one.
    pub shorthand: Option<String>,
    /// The turn in words that follow the player's name, where its changes do not tell everything.
    pub words: Option<String>,
    pub changes: Vec<Change>,
}

impl PlyEffect {
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

/// The effect of a turn, which has to be legal and complete.
pub fn check(game: &dyn AnyGame, steps: &[String]) -> Result<TurnEffect, Refusal> {
    let effect = game.check_turn(steps).map_err(refused)?;
    if !effect.complete {
        return Err(refused(TurnRefusal::Unfinished));
    }
    Ok(effect)
}

/// Plays a turn. An illegal one changes nothing.
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

/// The seat in the text of a drop: `drop:3`.
pub fn drop_of(text: &str) -> Option<&str> {
    text.strip_prefix("drop:").filter(|seat| !seat.contains(','))
}

/// Plays a whole turn or a drop, as record text spells it. An illegal one changes nothing.
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

/// A refusal of the rules as one of the table.
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

/// Plays one step, and returns what it changed on the board.
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
