//! The task that owns a table.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use rand::RngExt;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, info, warn};

use super::deadlines::{Deadlines, Expired};
use super::live_table::LiveTable;
use super::load::{LoadError, events_after};
use super::outages::{Following, Outages};
use super::presence::Presence;
use super::{Answer, Live, LiveState, Request, Room, new_event};
use crate::config::Timings;
use crate::ids::{EventId, PlayerId, TableId};
use crate::model::action::{Command, Due};
use crate::model::decision::{Context, Decision};
use crate::model::event::{Event, Logged};
use crate::model::refusal::Refusal;
use crate::model::state::{Phase, State};
use crate::moment::steady_ms;
use crate::store::{AppendError, Store, StoreError};

/// Commands that wait at one table; further ones wait for a place in the mailbox.
const MAILBOX: usize = 64;
/// How often one command is decided anew because other writers were first.
const MAX_CONFLICTS: usize = 20;

/// How soon a log that could not be read is tried again.
const RETRY: Duration = Duration::from_millis(200);

/// Why a room's task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nobody was there.
    Idle,
    /// The server is stopping.
    Shutdown,
    /// The log has to be read again from the start.
    Broken,
}

/// What rooms are made with.
#[derive(Clone, Debug)]
pub(super) struct Environment {
    pub(super) store: Store,
    pub(super) timings: Timings,
    pub(super) shutdown: CancellationToken,
    pub(super) outages: Outages,
}

/// The state of the task.
pub(super) struct Task {
    environment: Environment,
    /// Boxed, since a channel has room for many messages from the start.
    mailbox: mpsc::Receiver<Box<Request>>,
    table: Arc<RwLock<LiveTable>>,
    live: watch::Sender<LiveState>,
    presence: Arc<Presence>,
    deadlines: Deadlines,
    outages: Following,
    /// The version of the presence that was published last.
    visits_published: Option<u64>,
    /// Whether an event has changed who sits where since then.
    seating_changed: bool,
    /// The log may hold events that this task has not applied.
    behind: bool,
}

/// What became of an event that was handed to the store.
enum Appended {
    /// It is stored and applied: this is its number.
    Applied(u64),
    /// Another writer's event has its number. The table has to catch up before the command is decided anew.
    Conflict,
    /// It is not stored, or that is not known.
    Refused(Refusal),
}

impl Task {
    /// A task for a table, and the handle on its room. It does nothing before [`Task::run`].
    pub(super) fn new(environment: Environment, table: LiveTable) -> (Task, Room) {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let (id, seq) = (table.state.id, table.state.seq);
        let mut deadlines = Deadlines::default();
        deadlines.set_clock(Instant::now(), steady_ms(), table.state.deadline());
        let table = Arc::new(RwLock::new(table));
        let (live, following) = watch::channel(LiveState {
            seq,
            ..LiveState::default()
        });
        let presence = Arc::<Presence>::default();
        let room = Room {
            id,
            mailbox: sender,
            table: Arc::clone(&table),
            live: following,
            presence: Arc::clone(&presence),
        };
        let task = Task {
            outages: environment.outages.follow(),
            environment,
            mailbox,
            table,
            live,
            presence,
            deadlines,
            visits_published: None,
            seating_changed: false,
            behind: false,
        };
        (task, room)
    }

    /// Serves the table until nobody is there, the server stops, or the log cannot be followed.
    pub(super) async fn run(mut self) -> End {
        let end = loop {
            self.publish();
            let expired = expired(self.deadlines.next());
            let done = tokio::select! {
                biased;
                () = self.environment.shutdown.cancelled() => Err(End::Shutdown),
                request = self.mailbox.recv() => match request {
                    Some(request) => self.serve(request).await,
                    None => Err(End::Idle),
                },
                () = self.presence.changed() => Ok(()),
                () = self.outages.changed() => Box::pin(self.happen(Due::Flag)).await.map(drop),
                expired = expired => Box::pin(self.on_expired(expired)).await,
                () = sleep(RETRY), if self.behind => Box::pin(self.catch_up()).await.map(drop),
            };
            if let Err(end) = done {
                break end;
            }
        };
        self.refuse_the_rest();
        end
    }

    /// Tells all sockets how far the events have come, and who is there.
    fn publish(&mut self) {
        let seq = self.read(|state| state.seq);
        let live = self.live_if_changed();
        self.live.send_if_modified(|state| {
            let changed = state.seq != seq || live.is_some();
            state.seq = seq;
            if let Some(live) = live {
                state.live = live;
            }
            changed
        });
    }

    /// What is the case now, if that is not what was published last. Most turns change nothing about it.
    fn live_if_changed(&mut self) -> Option<Arc<Live>> {
        let visits = self.presence.version();
        if !self.seating_changed && self.visits_published == Some(visits) {
            return None;
        }
        (self.seating_changed, self.visits_published) = (false, Some(visits));
        let live = self.look_around();
        (*self.live.borrow().live != live).then(|| Arc::new(live))
    }

    /// Sets the deadlines, and tells what is the case now.
    fn look_around(&mut self) -> Live {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        let present = |player| self.presence.has(player);
        self.deadlines.set(
            Instant::now(),
            &self.environment.timings,
            &table.state,
            &present,
            self.presence.any(),
        );
        let players = table.state.players();
        Live {
            watchers: self.presence.watchers(&players),
            present: players.into_iter().filter(|&player| present(player)).collect(),
            start: self.deadlines.start,
        }
    }

    async fn serve(&mut self, request: Box<Request>) -> Result<(), End> {
        let Request {
            command,
            received_at,
            answer,
        } = *request;
        let (reply, done) = match self.execute(&command, received_at).await {
            Ok(reply) => (reply, Ok(())),
            Err(end) => (Err(Refusal::unknown()), Err(end)),
        };
        // The client may be gone by now; the table will show what was done.
        let _ = answer.send(reply);
        done
    }

    /// Decides a command and has its event stored, anew if another writer was first. What clocks led to before it was
    /// received happens first.
    async fn execute(&mut self, command: &Command, received_at: i64) -> Result<Answer, End> {
        for _ in 0..MAX_CONFLICTS {
            if self.behind && !Box::pin(self.catch_up()).await? {
                return Ok(Err(Refusal::try_again()));
            }
            let context = Context {
                now: received_at,
                ..self.context(HashMap::new())
            };
            let decided = self.read(|state| match state.answered(command) {
                Some(seq) => Err(Ok(seq)),
                None if !self.knows_time(state) => Err(Err(Refusal::try_again())),
                None => match state.decide_overdue(&context) {
                    Some(overdue) => Ok(overdue),
                    None => state.decide(command, &context).map_err(Err),
                },
            });
            let decision = match decided {
                Ok(decision) => decision,
                Err(answer) => return Ok(answer),
            };
            let is_overdue = decision.event.command.is_none();
            match self.append(decision).await? {
                Appended::Applied(_) if is_overdue => (),
                Appended::Applied(seq) => return Ok(Ok(seq)),
                Appended::Refused(refusal) => return Ok(Err(refusal)),
                Appended::Conflict => (),
            }
        }
        Ok(Err(Refusal::try_again()))
    }

    async fn on_expired(&mut self, expired: Expired) -> Result<(), End> {
        let due = match expired {
            Expired::Close if self.presence.any() => return Ok(()),
            Expired::Close => return Err(End::Idle),
            Expired::Due(due) => due,
        };
        if !self.happen(due).await? {
            // It stays due; the database gets a moment to come back.
            warn!(table = %self.id(), ?due, "a deadline was not acted on");
            sleep(RETRY).await;
        }
        Ok(())
    }

    /// Does what is due, if it still applies. False if the store does not let it happen now.
    async fn happen(&mut self, due: Due) -> Result<bool, End> {
        if self.behind && !Box::pin(self.catch_up()).await? {
            return Ok(false);
        }
        let finished = match due {
            Due::Start => match self.finished_games().await {
                Ok(finished) => finished,
                Err(error) => {
                    warn!(table = %self.id(), %error, "finished games could not be counted");
                    return Ok(false);
                }
            },
            Due::Flag if !self.read(|state| self.knows_time(state)) => return Ok(false),
            Due::ReplaceHost | Due::Flag => HashMap::new(),
        };
        let context = self.context(finished);
        let Some(decision) = self.read(|state| state.decide_due(due, &context)) else {
            return Ok(true);
        };
        let appended = self.append(decision).await?;
        Ok(!matches!(appended, Appended::Refused(_)))
    }

    async fn finished_games(&self) -> Result<HashMap<PlayerId, i64>, StoreError> {
        let (players, kind) = self.read(|state| (state.players(), state.terms.kind));
        let counts = self
            .environment
            .store
            .finished_counts(kind.info().name, &players)
            .await?;
        Ok(players.into_iter().zip(counts).collect())
    }

    fn context(&self, finished: HashMap<PlayerId, i64>) -> Context {
        Context {
            now: steady_ms(),
            event_id: EventId::fresh(),
            dice: rand::rng().random(),
            present: self.live.borrow().live.present.clone(),
            finished,
            outages: self.outages.outages(),
        }
    }

    /// Whether it is known how much time the seats have: always, where there are no clocks.
    fn knows_time(&self, state: &State) -> bool {
        state.deadline().is_none() || self.outages.is_complete()
    }

    /// Has an event stored, then applies it: durable, then visible.
    async fn append(&mut self, mut decision: Decision) -> Result<Appended, End> {
        let (id, seq) = (self.id(), decision.event.seq);
        let new = new_event(id, &mut decision);
        let event = decision.event;
        match self.environment.store.append(new).await {
            Ok(_) => {
                self.apply_committed(&event)?;
                Ok(Appended::Applied(seq))
            }
            Err(AppendError::Conflict) => {
                debug!(table = %id, seq, "another writer was first");
                self.behind = true;
                Ok(Appended::Conflict)
            }
            Err(AppendError::LinkUsed) => Ok(Appended::Refused(Refusal::link_used())),
            Err(error @ AppendError::Failed(_)) => {
                warn!(table = %id, seq, %error, "an event was not stored");
                Ok(Appended::Refused(Refusal::try_again()))
            }
            Err(error @ AppendError::Unknown(_)) => {
                warn!(table = %id, seq, %error, "an event may not have been stored");
                self.behind = true;
                Ok(Appended::Refused(Refusal::unknown()))
            }
        }
    }

    /// Applies an event that is stored.
    fn apply_committed(&mut self, logged: &Logged) -> Result<(), End> {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = table.apply(logged) {
            error!(table = %table.state.id, %error, "a stored event does not fit");
            return Err(End::Broken);
        }
        self.deadlines
            .set_clock(Instant::now(), steady_ms(), table.state.deadline());
        self.seating_changed |= !matches!(logged.event, Event::Played { ending: None, .. });
        log_event(logged, &table.state);
        Ok(())
    }

    /// Reads and applies what the log has beyond this table. False if the store does not answer.
    async fn catch_up(&mut self) -> Result<bool, End> {
        let (id, seq) = self.read(|state| (state.id, state.seq));
        let missed = match events_after(&self.environment.store, id, seq).await {
            Ok(missed) => missed,
            Err(LoadError::Store(error)) => {
                warn!(table = %id, %error, "the log could not be read");
                return Ok(false);
            }
            Err(error) => {
                error!(table = %id, %error, "the log cannot be followed");
                return Err(End::Broken);
            }
        };
        for logged in &missed {
            self.apply_committed(logged)?;
        }
        self.behind = false;
        self.publish();
        Ok(true)
    }

    /// Answers what is still in the mailbox: none of it was done.
    fn refuse_the_rest(&mut self) {
        self.mailbox.close();
        while let Ok(request) = self.mailbox.try_recv() {
            let _ = request.answer.send(Err(Refusal::try_again()));
        }
    }

    fn id(&self) -> TableId {
        self.read(|state| state.id)
    }

    fn read<T>(&self, read: impl FnOnce(&State) -> T) -> T {
        read(&self.table.read().unwrap_or_else(PoisonError::into_inner).state)
    }
}

/// Waits until the next deadline, for ever if there is none.
async fn expired(next: Option<(Instant, Expired)>) -> Expired {
    match next {
        Some((at, expired)) => {
            sleep_until(at).await;
            expired
        }
        None => std::future::pending().await,
    }
}

fn log_event(logged: &Logged, state: &State) {
    let (table, seq) = (state.id, logged.seq);
    match &logged.event {
        Event::Played { ending: None, .. } => debug!(%table, seq, "played"),
        Event::Dropped { seat, reason, .. } => info!(%table, seq, seat, ?reason, "dropped"),
        Event::Started { seats } => info!(%table, seq, seats = seats.len(), "started"),
        _ => debug!(%table, seq, "event"),
    }
    if let (Some(_), Phase::Over(over)) = (logged.event.ending(), &state.phase) {
        info!(%table, seq, reason = ?over.ending.reason, "over");
    }
}
