//! The names under which people sit down: those of accounts belong to their owners.

use super::{End, Socket};
use crate::auth::{NotNamed, Sessions};
use crate::model::log::action::{Action, Command};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::names::PlayerName;

impl Socket {
    /// Submits a command to the room. Members act under the name of their account; the name of a guest is checked
    /// first.
    pub(super) fn command(&mut self, mut command: Command) -> Result<(), End> {
        let id = command.id;
        if self.pending.is_full() {
            return self.too_fast(Some(id));
        }
        let guests_name = self.name(&mut command.action);
        let answer = match guests_name {
            None => self.room.submit(command),
            Some(name) => {
                let sessions = self.app.sessions.clone();
                let check = async move { check(&sessions, &name).await };
                self.room.submit_after(check, command)
            }
        };
        self.pending.push(id, answer);
        Ok(())
    }

    /// Puts a member's own name into an action; returns the name that a guest has chosen.
    fn name(&self, action: &mut Action) -> Option<PlayerName> {
        let (Action::Sit { name, .. } | Action::AskForSeat { name, .. }) = action else {
            return None;
        };
        *name = self.user.playing_as(name.clone());
        (!self.user.is_member()).then(|| name.clone())
    }
}

async fn check(sessions: &Sessions, name: &PlayerName) -> Result<(), Refusal> {
    sessions.check_free(name).await.map_err(|error| match error {
        NotNamed::Taken => Refusal::new(Code::BadName, error.to_string()),
        NotNamed::Store(_) => Refusal::new(
            Code::Unavailable,
            "Your name cannot be checked right now. Please try again in a moment.",
        ),
    })
}
