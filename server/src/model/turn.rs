//! Turns as texts: checking them, playing them, and trying some of their steps.

use thicket_rules::{AnyGame, Change, PlayError, Seat, Status};

use super::refusal::{Refusal, RefusalCode as Code, refuse};

/// What a turn or a drop did, as far as it cannot be read off the game afterwards.
#[derive(Clone, Debug)]
pub struct PlyEffect {
    /// The seat whose turn or drop it was.
    pub seat: Seat,
    /// Its text in the record: `e5,f6`, `drop:3`.
    pub text: String,
    /// A shorter way to write it, where the game has one.
    pub shorthand: Option<String>,
    /// What changed on the board, in order.
    pub changes: Vec<Change>,
}

/// The status after a turn, which has to be legal and complete.
pub fn check(game: &dyn AnyGame, steps: &[String]) -> Result<Status, Refusal> {
    let mut after = game.boxed_clone();
    play_steps(after.as_mut(), steps)?;
    Ok(after.status())
}

/// Plays a turn that was checked.
pub(super) fn play(game: &mut dyn AnyGame, steps: &[String]) -> Result<PlyEffect, String> {
    let seat = game.status().to_move().ok_or("the game is over")?;
    let text = steps.join(",");
    let shorthand = shorthand(game, &text);
    let changes = play_steps(game, steps).map_err(|refusal| refusal.sentence)?;
    Ok(PlyEffect {
        seat,
        text,
        shorthand,
        changes,
    })
}

/// The shorthand of a turn that is about to be played, where it differs from the turn's own text.
pub fn shorthand(game: &dyn AnyGame, turn: &str) -> Option<String> {
    Some(game.shorthand(turn)).filter(|short| short != turn)
}

fn play_steps(game: &mut dyn AnyGame, steps: &[String]) -> Result<Vec<Change>, Refusal> {
    let plies = game.ply_count();
    let mut changes = Vec::new();
    for step in steps {
        if game.ply_count() != plies {
            return refuse(Code::IllegalStep, "Your turn is over before its last step.");
        }
        changes.extend(play_step(game, step)?);
    }
    if game.ply_count() == plies {
        return refuse(Code::Unfinished, "The turn is not complete.");
    }
    Ok(changes)
}

/// Plays one step, and tells what it changed on the board.
pub fn play_step(game: &mut dyn AnyGame, step: &str) -> Result<Vec<Change>, Refusal> {
    game.play(step).map_err(|error| match error {
        // The text could be anything, so it is not repeated.
        PlayError::Malformed(error) => Refusal::new(Code::IllegalStep, format!("Not a step: {error}.")),
        PlayError::Illegal(error) => {
            let why = error.to_string();
            // Most sentences name the place themselves; the others need the step in front of them.
            let sentence = match why.starts_with(step) {
                true => format!("{why}."),
                false => format!("{step}: {why}."),
            };
            Refusal::new(Code::IllegalStep, sentence)
        }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use thicket_rules::GameKind;

    use super::shorthand;

    #[test]
    fn only_turns_that_are_written_differently_have_a_shorthand() {
        for (kind, turn, written) in [
            (GameKind::Bushka, "f2-f5", Some("f25")),
            (GameKind::Bushka, "e3-d3", Some("ed3")),
            (GameKind::Bushi, "c2-c3", None),
            (GameKind::Bushwhacked, "e5", None),
        ] {
            let game = kind.start(2, "").unwrap();
            assert_eq!(
                shorthand(game.as_ref(), turn).as_deref(),
                written,
                "{kind} {turn}"
            );
        }
    }
}
