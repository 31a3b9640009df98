//! What a table's task knows of the players besides the log: their names, and who has an account.

use tracing::warn;

use super::Task;
use crate::ids::PlayerId;
use crate::model::log::action::{Action, Command};
use crate::model::log::entry::LogEntry;
use crate::model::table::state::State;
use crate::room::people::{People, named};

impl Task {
    /// Whether a command asks for a seat that is for accounts alone.
    pub(super) fn asks_for_rated_seat(&self, command: &Command) -> bool {
        matches!(command.action, Action::Sit { .. }) && self.read(|state| state.terms.rated)
    }

    /// The player if they have an account, else an empty list; `None` if that cannot be found out now.
    pub(super) async fn if_member(&self, player: PlayerId) -> Option<Vec<PlayerId>> {
        let account = self.environment.store.account_of(player).await;
        let account = account
            .inspect_err(|error| warn!(table = %self.id(), %error, "it is not known who has an account"));
        Some(
            account
                .ok()?
                .map(|account| account.player.id)
                .into_iter()
                .collect(),
        )
    }

    /// Reads who sits or sat here before events that seat somebody are applied, so that their messages have names.
    pub(super) async fn refresh_people_before(&mut self, events: &[LogEntry]) {
        if events.iter().any(|entry| entry.event.named().is_some()) {
            Box::pin(self.refresh_people(events)).await;
        }
    }

    /// Reads again who is or was here, also by events that are about to be applied.
    pub(super) async fn refresh_people(&mut self, events: &[LogEntry]) {
        let known = self.read(State::known);
        let people = People::read(
            &self.environment.store,
            self.id(),
            known.into_iter().chain(named(events)),
        );
        match people.await {
            Ok(people) => {
                let mut table = self.table.write();
                table.set_people(&people);
            }
            // Until the table is loaded again, it shows what was known.
            Err(error) => warn!(table = %self.id(), %error, "it is not known who sits at a table"),
        }
    }
}
