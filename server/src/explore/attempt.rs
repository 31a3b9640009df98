//! Steps that are tried after some turns of a line, and what they would do.

use serde::Deserialize;
use thicket_rules::AnyGame;

use super::{Branch, check_line, check_steps, tried};
use crate::model::refusal::Refusal;
use crate::model::turn::play_text;
use crate::protocol::{ExploredView, preview, why_not};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The number of the turn of the game after which the line begins.
    pub at: usize,
    pub line: Vec<String>,
    pub steps: Vec<String>,
    /// Clicks that lead nowhere, for the reason why.
    pub clicks: Option<Vec<String>>,
}

impl Attempt {
    /// Refuses what is more or longer than that of any game, before anything is played.
    pub fn check(&self) -> Result<(), Refusal> {
        check_steps(&self.steps)?;
        check_steps(self.clicks.as_deref().unwrap_or_default())?;
        check_line(&self.line)
    }

    /// What the steps would do, and what the whole turn does if they complete it. The line begins in the position of this game.
    ///
    /// # Errors
    /// When something is not legal; for clicks that lead nowhere, why not.
    pub fn answer(&self, mut game: Box<dyn AnyGame>) -> Result<ExploredView, Refusal> {
        for turn in &self.line {
            play_text(game.as_mut(), turn)?;
        }
        if let Some(clicks) = &self.clicks {
            return Err(why_not(game.as_ref(), &self.steps, clicks));
        }
        let preview = preview(game.as_ref(), &self.steps)?;
        let branch = Branch {
            after: 0,
            turn: self.steps.join(","),
        };
        let turn = match preview.complete {
            true => Some(tried(game.as_mut(), &branch)?),
            false => None,
        };
        Ok(ExploredView { preview, turn })
    }
}
