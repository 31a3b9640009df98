//! The events of a table: stored, then applied.

use tokio::time::Instant;
use tracing::{debug, error, warn};

use super::publish::log_event;
use super::{End, Task};
use crate::model::log::decision::Decision;
use crate::model::log::entry::{LogEntry, StoredEntry};
use crate::model::log::event::Event;
use crate::model::log::projection::Projection;
use crate::model::record::chain::Sum;
use crate::model::refusal::Refusal;
use crate::room::load::chained;
use crate::seq::Seq;
use crate::store::{AppendError, NewEntry};
use crate::time::monotonic_unix_ms;

/// What became of an event that was handed to the store.
pub(super) enum Appended {
    Applied(Seq),
    /// Another writer's event has its number. The table has to catch up before the command is decided again.
    Conflict,
    /// It is not stored, or that is not known.
    Refused(Refusal),
}

impl Task {
    /// Has an event stored, then applies it: durable, then visible.
    // Boxed, since each room keeps the memory of this future.
    pub(super) async fn append(&mut self, mut decision: Box<Decision>) -> Result<Appended, End> {
        let (id, seq) = (self.id(), decision.entry.seq);
        self.leave_out_planned_turn(&mut decision);
        let mut event = NewEntry {
            reconnects: Some(self.reconnects),
            ..NewEntry::of(&mut decision)
        };
        let sum = self.sum_after(&event.entry)?;
        if decision.entry.event.ending().is_some() {
            event.projections.extend(self.checksum(sum));
        }
        match self.environment.store.append(event).await {
            Ok(_) => {
                self.refresh_people_before(std::slice::from_ref(&decision.entry))
                    .await;
                self.apply_committed(&decision.entry, sum)?;
                self.request_bot_turn();
                Ok(Appended::Applied(seq))
            }
            Err(AppendError::Conflict) => {
                debug!(table = %id, %seq, "another writer was first");
                self.behind = true;
                Ok(Appended::Conflict)
            }
            Err(AppendError::Behind) => {
                debug!(table = %id, %seq, "the log has to be looked into first");
                self.behind = true;
                Ok(Appended::Conflict)
            }
            Err(AppendError::LinkUsed) => Ok(Appended::Refused(Refusal::link_used())),
            Err(error @ AppendError::Failed(_)) => {
                warn!(table = %id, %seq, %error, "an event was not stored");
                self.behind = true;
                Ok(Appended::Refused(Refusal::try_again()))
            }
            Err(error @ AppendError::Unknown(_)) => {
                warn!(table = %id, %seq, %error, "an event may not have been stored");
                self.behind = true;
                Ok(Appended::Refused(Refusal::unknown()))
            }
        }
    }

    /// The sum of the chain after the next entry of the log; `None` if the game is over.
    pub(super) fn sum_after(&self, next: &StoredEntry) -> Result<Option<Sum>, End> {
        let Some(chain) = &self.chain else { return Ok(None) };
        match chained(next) {
            Ok(event) => Ok(Some(chain.sum_after(&event))),
            Err(error) => {
                error!(table = %self.id(), %error, "an event cannot be a part of the chain");
                Err(End::Broken)
            }
        }
    }

    /// The chain with a last sum.
    fn checksum(&self, last: Option<Sum>) -> Option<Projection> {
        let (mut chain, last) = self.chain.clone().zip(last)?;
        chain.push(last);
        Some(Projection::Checksum(Box::new(chain)))
    }

    /// Applies an entry that is in the log, where the chain has this sum.
    pub(super) fn apply_committed(&mut self, entry: &LogEntry, sum: Option<Sum>) -> Result<(), End> {
        let mut table = self.table.write();
        if let Err(error) = table.apply(entry) {
            error!(table = %table.state.id, %error, "a stored event does not fit");
            return Err(End::Broken);
        }
        match (&mut self.chain, sum) {
            (Some(chain), Some(sum)) if table.state.begun().is_some() => chain.push(sum),
            (chain, _) => *chain = None,
        }
        self.deadlines.set_clock(
            Instant::now(),
            monotonic_unix_ms(),
            self.outages.due(&table.state),
        );
        self.deadlines.set_bot(Instant::now(), &table.state);
        self.seating_changed |= !matches!(entry.event, Event::Played { ending: None, .. });
        // Each event writes the deadline of the game, and clears all others.
        self.stored_deadline = self.deadlines.due_in_game();
        log_event(entry, &table.state);
        if !table.plans.is_empty() {
            drop(table);
            self.settle_plans(Some(entry));
        }
        Ok(())
    }
}
