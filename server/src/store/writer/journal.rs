//! What the writer does with SQLite's journal between its transactions.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use tracing::warn;

use super::Writer;
use super::event::Event;
use super::transaction::{COMMIT, within};
use crate::store::engine::journal;
use crate::store::engine::sql::Engine;

/// How long closing tries to empty the journal after a deletion.
const MAX_EMPTYING: Duration = Duration::from_secs(1);

impl<E: Event> Writer<E> {
    pub(super) fn empty_journal_soon(&mut self) {
        if self.is_sqlite() {
            self.emptying.soon();
        }
    }

    pub(super) async fn empty_journal(&mut self) {
        let emptied = match self.connection().await {
            Ok(Engine::Sqlite(mut conn)) => {
                let emptied = within(COMMIT, journal::empty(&mut conn)).await;
                // Otherwise the statement may still run, or the short timeout may still be set.
                if emptied.is_ok() {
                    self.conn = Some(Engine::Sqlite(conn));
                }
                emptied
            }
            Ok(Engine::Postgres(_)) => Ok(true),
            Err(error) => Err(error),
        };
        match emptied {
            Ok(true) => self.emptying.done(),
            Ok(false) => self.emptying.later(),
            Err(error) => {
                warn!(%error, "the journal could not be emptied");
                self.emptying.later();
            }
        }
    }

    /// Tries for a while to empty the journal, if that is due.
    pub(super) async fn empty_journal_at_last(&mut self) {
        let deadline = Instant::now() + MAX_EMPTYING;
        while let Some(due) = self.emptying.due().filter(|due| *due < deadline) {
            sleep_until(due).await;
            self.empty_journal().await;
        }
    }

    /// Counts writes, after each group.
    pub(super) async fn checkpoint(&mut self, writes: usize) {
        if let (Engine::Sqlite(options), Some(Engine::Sqlite(conn))) = (&self.options, &mut self.conn)
            && let Err(error) = within(COMMIT, self.checkpoints.count(writes, conn, options)).await
        {
            warn!(%error, "the journal could not be copied into the database");
            // The statement may still run.
            self.conn = None;
        }
    }
}
