//! Who may explore a game: try other turns from its positions.

use crate::ids::PlayerId;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::table::state::{Phase, State};

impl State {
    /// Allows watchers to explore the game while it is on, if the table does, and everybody afterwards.
    pub fn may_explore(&self, user: Option<PlayerId>) -> Result<(), Refusal> {
        let plays = || user.is_some_and(|user| !self.players_on(user).is_empty());
        match &self.phase {
            Phase::Waiting(_) => refuse(Code::NotPlaying, "The game has not begun."),
            Phase::Playing(_) if !self.terms.explorable => refuse(
                Code::NotOver,
                "Nobody can try other turns at this table until the game is over.",
            ),
            Phase::Playing(_) if plays() => refuse(
                Code::NotOver,
                "You are playing this game. You can try other turns when it is over.",
            ),
            Phase::Playing(_) | Phase::Over(_) => Ok(()),
        }
    }
}
