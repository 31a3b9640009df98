//! Bots of members: nobody meets one who has not chosen to.

use crate::model::log::action::{Action, Command};
use crate::model::log::decision::Context;
use crate::model::player::bot::is_program;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::table::state::{Phase, State};

impl State {
    /// Refuses a bot where people expect people. A table that a bot has opened says so before anybody sits down there; to a
    /// private one somebody has to bring it, by its link or by an invitation, and nobody's rating depends on it. At a rematch
    /// it has the chair of those who have played.
    pub(in crate::model) fn check_program(
        &self,
        command: &Command,
        context: &Context,
    ) -> Result<(), Refusal> {
        let takes_seat = matches!(
            command.action,
            Action::Sit { .. } | Action::TakeSeat { .. } | Action::AskForSeat { .. }
        );
        if !takes_seat || !is_program(command.by) || is_program(self.host) {
            return Ok(());
        }
        if let Phase::Waiting(waiting) = &self.phase
            && waiting.here(context.now).any(|player| player == command.by)
        {
            return Ok(());
        }
        if self.terms.rated {
            return refuse(
                Code::Rated,
                "Bots play rated games only at tables that a bot has opened.",
            );
        }
        match self.terms.public {
            true => refuse(
                Code::BotsElsewhere,
                "This table is for people. Bots sit down at private tables, and at those that a bot has opened.",
            ),
            false => Ok(()),
        }
    }

    /// Whether a member's bot has opened this table, or sits here.
    pub fn has_program(&self) -> bool {
        is_program(self.host) || self.players().into_iter().any(is_program)
    }
}
