//! Any position of any game: what can be played there, and what some steps do.

use thicket_rules::{AnyGame, GameKind};

use super::{MainLine, check_line};
use crate::http::limits::{POSITION_BYTES, STEP_BYTES, STEPS};
use crate::model::record::ending::{Ending, Reason};
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::turn::{play_step, play_text, refused};
use crate::protocol::{ChangeView, EndingView, PositionQuestion, PositionView};
use crate::quote::quoted;

/// Refuses steps that are more or longer than those of any game.
pub fn check_steps(steps: &[String]) -> Result<(), Refusal> {
    if steps.len() > STEPS {
        return refuse(Code::TooLarge, "No turn has that many steps.");
    }
    if steps.iter().any(|step| step.len() > STEP_BYTES) {
        return refuse(Code::TooLarge, "No step is that long.");
    }
    Ok(())
}

/// The game that a text describes in one position.
pub fn at_text(game: &str, position: &str) -> Result<Box<dyn AnyGame>, Refusal> {
    let kind = kind(game)?;
    if position.len() > POSITION_BYTES {
        return refuse(Code::TooLarge, "No position is that long.");
    }
    kind.at(position)
        .map_err(|error| Refusal::new(Code::Malformed, format!("{error}.")))
}

fn kind(name: &str) -> Result<GameKind, Refusal> {
    name.parse()
        .map_err(|_| Refusal::new(Code::Malformed, format!("There is no game {}.", quoted(name))))
}

impl PositionQuestion {
    /// Refuses what is more or longer than that of any game, before anything is played.
    pub fn check(&self) -> Result<(), Refusal> {
        check_line(&self.turns)?;
        check_steps(&self.steps)
    }

    /// The position. Playing the turns takes as long as they are many.
    pub fn answer(&self) -> Result<PositionView, Refusal> {
        let mut game = self.begun()?;
        let plies = game.ply_count();
        let effect = match self.steps.as_slice() {
            [] => None,
            steps => Some(game.check_turn(steps).map_err(refused)?),
        };
        for step in &self.steps {
            play_step(game.as_mut(), step)?;
        }
        let changes = effect.map_or_else(Vec::new, |effect| effect.changes);
        Ok(PositionView {
            game: game.info().name,
            seats: game.seats(),
            variant: game.variant(),
            position: game.position_text(),
            to_move: game.status().to_move().map(|seat| seat.number()),
            legal: game.legal(),
            complete: game.ply_count() > plies,
            changes: changes.into_iter().map(ChangeView::from).collect(),
            diagram: game.diagram().into(),
            ending: ending(game.as_ref()),
        })
    }

    /// The game after the turns that come first.
    fn begun(&self) -> Result<Box<dyn AnyGame>, Refusal> {
        let Some(position) = &self.position else {
            return self.main_line()?.game();
        };
        if self.seats.is_some() || self.variant.is_some() {
            let sentence = "The text of a position says how many seats there are, and on which board. Please leave that out.";
            return refuse(Code::Malformed, sentence);
        }
        let mut game = at_text(&self.game, position)?;
        for turn in &self.turns {
            play_text(game.as_mut(), turn)?;
        }
        Ok(game)
    }

    fn main_line(&self) -> Result<MainLine, Refusal> {
        let kind = kind(&self.game)?;
        Ok(MainLine {
            kind,
            seats: self.seats.unwrap_or(kind.info().default_seats),
            variant: self.variant.clone().unwrap_or_default(),
            turns: self.turns.clone(),
        })
    }
}

fn ending(game: &dyn AnyGame) -> Option<EndingView> {
    let outcome = game.status().outcome()?;
    let ending = Ending::new(game, &outcome, Reason::Rules);
    let last = game.last_seat().map(|seat| seat.number());
    Some(EndingView::new(&ending, game, last))
}
