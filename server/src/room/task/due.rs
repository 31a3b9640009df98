//! What is due at a table: deadlines that have passed, and the turns of bots.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;

use tokio::time::{Instant, Sleep, sleep};
use tracing::warn;

use super::events::Appended;
use super::{End, Environment, RETRY, Task};
use crate::ids::PlayerId;
use crate::model::log::action::Due;
use crate::model::player::bot::is_bot;
use crate::room::deadlines::Expired;
use crate::time::monotonic_unix_ms;

impl Task {
    pub(super) async fn on_expired(&mut self, expired: Expired) -> Result<(), End> {
        let due = match expired {
            Expired::Close if self.presence.any() => return Ok(()),
            Expired::Close if self.read(|state| state.bot_to_move().is_some()) => {
                let timings = self.environment.timings;
                self.deadlines.close_later(Instant::now(), &timings);
                return Ok(());
            }
            Expired::Close => return Err(End::Idle),
            Expired::RequestBotTurn => {
                self.request_bot_turn_again();
                return Ok(());
            }
            Expired::Due(due) => due,
        };
        if !self.happen(due).await? {
            // It stays due; the database gets a moment to come back.
            if !self.environment.cut_off.is_now() {
                warn!(table = %self.id(), ?due, "a deadline was not acted on");
            }
            sleep(RETRY).await;
        }
        Ok(())
    }

    /// Carries out what is due, if it still applies. False if the store does not let it happen now.
    pub(super) async fn happen(&mut self, due: Due) -> Result<bool, End> {
        if self.must_check_log() && !Box::pin(self.check_log()).await? {
            return Ok(false);
        }
        if self.misses_holiday() && !Box::pin(self.read_holidays()).await {
            return Ok(false);
        }
        let finished = match due {
            Due::Start => self.finished_games().await,
            Due::Flag | Due::NoShow if !self.read(|state| self.knows_time(state)) => return Ok(false),
            Due::ReplaceHost | Due::Flag | Due::NoShow => HashMap::new(),
        };
        let context = self.context(finished);
        let Some(decision) = self.read(|state| state.decide_due(due, &context)) else {
            return Ok(true);
        };
        let appended = self.append(Box::new(decision)).await?;
        Ok(!matches!(appended, Appended::Refused(_)))
    }

    /// Whether a clock does not know of a holiday yet, as far as this node has read who is on one.
    pub(super) fn misses_holiday(&self) -> bool {
        self.read(|state| self.outages.has_new_holiday(state))
    }

    /// Reads who is on holiday before that is acted on: what another node has written into the log may follow from more than this one
    /// has read. False if it cannot be read.
    pub(super) async fn read_holidays(&self) -> bool {
        let Environment { outages, store, .. } = &self.environment;
        outages.read_holidays(store).await.is_ok()
    }

    /// Applies new outages and holidays: clocks get their time back or rest, and a game without clocks lasts so much longer.
    pub(super) async fn on_outages(&mut self) -> Result<(), End> {
        self.happen(Due::Flag).await?;
        let now = monotonic_unix_ms();
        let (entry, due) = self.read(|state| (state.deadline(&[]), self.outages.due(state)));
        if entry != due {
            self.deadlines.set_clock(Instant::now(), now, due);
        }
        // The deadline written with the last event has passed, and would have every node open this room again and
        // again.
        if entry != due && entry.is_some_and(|entry| entry <= now) {
            self.record_deadline(self.deadlines.due_in_game());
        }
        Ok(())
    }

    /// How many games each player has finished. A game that cannot be told that starts all the same.
    async fn finished_games(&self) -> HashMap<PlayerId, i64> {
        let (mut players, kind) = self.read(|state| (state.players(), state.terms.kind));
        // A bot has finished so many that they are not worth counting.
        players.retain(|&player| !is_bot(player));
        let counts = self
            .environment
            .store
            .records()
            .finished_counts(kind.info().name, &players)
            .await;
        let counts = counts.unwrap_or_else(|error| {
            warn!(table = %self.id(), %error, "a game starts without the numbers of finished games");
            Vec::new()
        });
        players.into_iter().zip(counts).collect()
    }

    /// Has the bot to move play, if it is a bot's turn. Only the writer of the last event does so; others wait, in
    /// case that node is gone.
    pub(super) fn request_bot_turn(&self) {
        if self.read(|state| state.bot_to_move().is_some()) {
            // The receiver is gone when the server stops.
            let _ = self.environment.bots.send(self.id());
        }
    }

    /// The bot has not played for long.
    fn request_bot_turn_again(&mut self) {
        self.request_bot_turn();
        let table = Arc::clone(&self.table);
        let table = table.read();
        self.deadlines.set_bot(Instant::now(), &table.state);
        self.record_deadline(self.deadlines.due_in_game());
    }
}

/// Waits for the next deadline, to which the timer is set; for ever if there is none.
pub(super) async fn expired(timer: Pin<&mut Sleep>, next: Option<(Instant, Expired)>) -> Expired {
    match next {
        Some((_, expired)) => {
            timer.await;
            expired
        }
        None => std::future::pending().await,
    }
}
