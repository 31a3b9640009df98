//! Rated tables: their games change ratings, so accounts play there, against the clock, and nobody plays for somebody
//! else.

use crate::model::log::action::{Action, Command};
use crate::model::log::decision::Context;
use crate::model::log::proposal::Proposal;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::table::state::State;
use crate::model::terms::{ClockTerms, Terms};

impl Terms {
    /// Refuses a rated table that has no clock, or whose host has no account.
    pub fn check_rated(&self, host_is_member: bool) -> Result<(), Refusal> {
        match self.rated {
            true if !host_is_member => refuse(
                Code::Rated,
                "Rated games are for accounts. Please sign in, or open a casual table.",
            ),
            true if self.clock == ClockTerms::Untimed => refuse(
                Code::Rated,
                "A rated game needs a clock. Please choose one, or open a casual table.",
            ),
            _ => Ok(()),
        }
    }
}

impl State {
    /// Refuses what would leave a rated game without a clock, or a seat of it to somebody else than the account that
    /// took it.
    pub(in crate::model) fn check_rated(&self, command: &Command, context: &Context) -> Result<(), Refusal> {
        if !self.terms.rated {
            return Ok(());
        }
        let sentence = match &command.action {
            Action::Sit {
                companion_of: Some(_),
                ..
            } => "This table is rated, so everybody plays in their own browser.",
            Action::Sit { .. } if !context.members.contains(&command.by) => {
                "This table is rated, so its seats are for accounts. Please sign in, or sign up."
            }
            Action::SeatBot { .. }
            | Action::Offer {
                proposal: Proposal::Bot { .. },
                ..
            } => "This table is rated, so bots do not play here.",
            Action::TakeSeat { .. } => {
                "This table is rated, so its seats cannot be given to others. To play on another device, sign in there."
            }
            Action::AskForSeat { .. } => "This game is rated, so its seats cannot be given to others.",
            Action::ChangeClock {
                clock: ClockTerms::Untimed,
            } => "This table is rated, so it needs a clock.",
            _ => return Ok(()),
        };
        refuse(Code::Rated, sentence)
    }
}
