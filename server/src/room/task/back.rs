//! Going back to the log, after the database has lost the last events of the table: a standby took over that had not received
//! them.

use std::collections::HashMap;
use std::mem::{replace, take};
use std::sync::Arc;

use tokio::time::Instant;
use tracing::{error, warn};

use super::events::Appended;
use super::{End, Task};
use crate::model::table::lost::Lost;
use crate::room::live_table::LiveTable;
use crate::room::load::{LoadError, load_with_chain};
use crate::time::monotonic_unix_ms;

impl Task {
    /// Reads the table again from its log, which does not have its last event, and has all sockets send it again.
    /// False if the store does not answer.
    pub(super) async fn reload(&mut self) -> Result<bool, End> {
        let (id, code, had) = self.read(|state| (state.id, state.code.clone(), state.seq));
        let (again, chain) = match load_with_chain(&self.environment.store, id, &code).await {
            Ok(loaded) => loaded,
            Err(LoadError::Store(error)) => {
                warn!(table = %id, %error, "the log could not be read");
                return Ok(false);
            }
            Err(error) => {
                error!(table = %id, events = %had, %error, "the database has lost a table");
                return Err(End::Broken);
            }
        };
        if self.read_table(|table| table.last() == again.last()) {
            return Ok(true);
        }
        let has = again.state.seq;
        self.chain = chain;
        let lost = self.take_over(again);
        let turns = lost.map(|lost| lost.turns);
        error!(table = %id, %had, %has, turns, "the database has lost events: the table goes back to its log");
        self.lost = lost;
        self.read_plans().await;
        self.status.send_modify(|status| status.refreshed += 1);
        // Once that is read, too, every socket sends it again.
        self.chat.read_anew();
        self.environment.store.changes().mark_table(id);
        self.request_bot_turn();
        Ok(true)
    }

    /// Replaces this table. Returns what the new one lacks, if it is the beginning of this one.
    fn take_over(&mut self, again: LiveTable) -> Option<Lost> {
        let handle = Arc::clone(&self.table);
        let mut table = handle.write();
        let mut before = replace(&mut *table, again);
        table.plans = take(&mut before.plans);
        let state = &table.state;
        self.deadlines
            .set_clock(Instant::now(), monotonic_unix_ms(), self.outages.due(state));
        self.deadlines.set_bot(Instant::now(), state);
        self.stored_deadline = self.deadlines.due_in_game();
        (self.nudged, self.seating_changed) = (None, true);
        before.lost_by(&table)
    }

    /// Writes into the log what it has lost, unless another node has. False if the store does not let that happen
    /// now.
    pub(super) async fn record_loss(&mut self) -> Result<bool, End> {
        while let Some(lost) = self.lost {
            let context = self.context(HashMap::new());
            let Some(decision) = self.read(|state| state.decide_lost(lost, &context)) else {
                self.lost = None;
                break;
            };
            match self.append(Box::new(decision)).await? {
                Appended::Applied(_) => self.lost = None,
                Appended::Refused(_) => return Ok(false),
                Appended::Conflict => {
                    if !self.catch_up().await? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }
}
