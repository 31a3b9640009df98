//! What a table's task knows of those who sit there, besides the log: their names, and who has an account.

use std::sync::PoisonError;

use tracing::warn;

use super::Task;
use crate::model::event::Logged;

impl Task {
    /// Reads who sits or sat here before events that seat somebody are applied, so that their messages say who it is.
    pub(super) async fn learn_before(&mut self, events: &[Logged]) {
        if events.iter().any(|logged| logged.event.named().is_some()) {
            Box::pin(self.learn()).await;
        }
    }

    /// Reads again who sits or sat here.
    pub(super) async fn learn(&mut self) {
        let people = self.environment.store.people_at(self.id()).await;
        match people {
            Ok(people) => {
                let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
                table.learn(&people);
            }
            // Until the table is loaded again, it shows what was known.
            Err(error) => warn!(table = %self.id(), %error, "it is not known who sits at a table"),
        }
    }
}
