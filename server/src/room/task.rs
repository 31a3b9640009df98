//! The task that owns a table.

mod back;
mod background;
mod due;
mod events;
mod log;
mod patience;
mod people;
mod plans;
mod publish;

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use parking_lot::RwLock;
use rand::RngExt;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use background::BackgroundEvent;
use due::expired;
use events::Appended;
use log::wait_if;
use patience::patience;

use super::away::Away;
use super::chat::{Chat, Chats};
use super::cut_off::CutOff;
use super::deadlines::Deadlines;
use super::live_table::LiveTable;
use super::nodes::Nodes;
use super::outages::{Following, Outages};
use super::presence::Presence;
use super::remote_seq::RemoteSeq;
use super::{Answer, Request, Room, RoomStatus};
use crate::config::Timings;
use crate::ids::{EventId, PlayerId, TableId};
use crate::model::log::action::Command;
use crate::model::log::decision::{Context, Decision};
use crate::model::record::chain::Chain;
use crate::model::refusal::Refusal;
use crate::model::table::lost::Lost;
use crate::model::table::state::State;
use crate::store::Store;
use crate::time::{UnixMs, monotonic_unix_ms};
use crate::wake_filter::WakeFilter;

/// How often one command is decided again because other writers were first.
const MAX_CONFLICTS: usize = 20;

/// How soon a log that could not be read is tried again.
const RETRY: Duration = Duration::from_millis(200);

/// Why a room's task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Idle,
    Shutdown,
    /// The log has to be read again from the start.
    Broken,
}

#[derive(Clone, Debug)]
pub(super) struct Environment {
    pub(super) store: Store,
    pub(super) timings: Timings,
    pub(super) shutdown: CancellationToken,
    pub(super) cut_off: Arc<CutOff>,
    pub(super) nodes: Arc<Nodes>,
    pub(super) outages: Outages,
    pub(super) chats: Arc<Chats>,
    /// Receives the tables where it is a bot's turn.
    pub(super) bots: mpsc::UnboundedSender<TableId>,
}

pub(super) struct Task {
    environment: Environment,
    /// Boxed, since a channel reserves space for many messages from the start.
    mailbox: mpsc::UnboundedReceiver<Box<Request>>,
    table: Arc<RwLock<LiveTable>>,
    status: Arc<watch::Sender<RoomStatus>>,
    presence: Arc<Presence>,
    remote_seq: Arc<RemoteSeq>,
    deadlines: Deadlines,
    outages: Following,
    /// The version of the presence that was last published.
    visits_published: Option<u64>,
    /// The version of this node's own visitors that was last announced.
    visits_announced: u64,
    /// The stored deadline, for other nodes.
    stored_deadline: Option<Instant>,
    /// Who is away, as stored.
    away: Away,
    /// At which turn the player to move was nudged, and when.
    nudged: Option<(u32, UnixMs)>,
    /// Whether an event has changed who sits where since then.
    seating_changed: bool,
    /// Whether what somebody has planned has changed since then.
    plans_changed: bool,
    /// A planned turn could not be played just now.
    plan_waits: bool,
    /// The log may hold events that this task has not applied, or have lost some that it has.
    behind: bool,
    /// How often the store had reconnected when the log was last known to have all that this task has applied.
    reconnects: u64,
    /// The chain over the log, unless the game is over.
    chain: Option<Chain>,
    /// What the database has lost, until the log records it.
    lost: Option<Lost>,
    /// The chat, which may have lost lines, too.
    chat: Arc<Chat>,
}

/// What was stored when a table was last open.
pub(super) struct ResumedState {
    /// What another node waited for; continued if it still applies.
    pub(super) deadline: Option<Instant>,
    pub(super) away: Away,
    /// The chain over the log, unless the game is over.
    pub(super) chain: Option<Chain>,
    /// How often the store had reconnected before the log was read.
    pub(super) reconnects: u64,
}

impl Task {
    /// A task for a table, and the handle on its room. It does nothing before [`Task::run`].
    pub(super) fn new(environment: Environment, table: LiveTable, resumed: ResumedState) -> (Task, Room) {
        let ResumedState {
            deadline,
            away,
            chain,
            reconnects,
        } = resumed;
        let (sender, mailbox) = mpsc::unbounded_channel();
        let (id, seq) = (table.state.id, table.state.seq);
        let mut deadlines = Deadlines::resumed(deadline);
        let outages = environment.outages.follow();
        let due = outages.due(&table.state);
        deadlines.set_clock(Instant::now(), monotonic_unix_ms(), due);
        deadlines.set_bot(Instant::now(), &table.state);
        let table = Arc::new(RwLock::new(table));
        let (status, following) = watch::channel(RoomStatus {
            seq,
            ..RoomStatus::default()
        });
        let status = Arc::new(status);
        let chat = Chat::new(id, Arc::clone(&environment.chats), &status);
        let presence = Arc::<Presence>::default();
        let remote_seq = Arc::<RemoteSeq>::default();
        let room = Room {
            id,
            mailbox: sender,
            table: Arc::clone(&table),
            status: following,
            remote_seq: Arc::clone(&remote_seq),
            presence: Arc::clone(&presence),
            chat: Arc::clone(&chat),
        };
        let task = Task {
            outages,
            environment,
            mailbox,
            table,
            status,
            presence,
            remote_seq,
            visits_published: None,
            visits_announced: 0,
            stored_deadline: deadline.or(deadlines.due_in_game()),
            deadlines,
            away,
            nudged: None,
            seating_changed: false,
            plans_changed: false,
            plan_waits: false,
            behind: false,
            reconnects,
            chain,
            lost: None,
            chat,
        };
        (task, room)
    }

    /// Serves the table until nobody is there, the server stops, or the log cannot be followed.
    // Boxed, since a future reserves space twice for its arguments.
    pub(super) async fn run(mut self: Box<Task>) -> End {
        let mut background = pin!(self.background_events());
        let mut filter = WakeFilter::default();
        self.request_bot_turn();
        let mut timer = pin!(sleep(Duration::ZERO));
        self.settle_plans(None);
        let end = loop {
            self.publish();
            if self.has_due_plan() {
                match Box::pin(self.play_planned()).await {
                    Ok(()) => continue,
                    Err(end) => break end,
                }
            }
            let next = self.deadlines.next();
            // Set only if it changes: most turns move a deadline a little into the future, which costs next to
            // nothing.
            if let Some((at, _)) = next
                && at != timer.deadline()
            {
                timer.as_mut().reset(at);
            }
            let retry = wait_if(self.behind || self.lost.is_some() || self.plan_waits);
            let done = tokio::select! {
                biased;
                Some(event) = poll_fn(|cx| filter.poll(cx, |cx| background.poll_next_unpin(cx))) => match event {
                    BackgroundEvent::Shutdown => Err(End::Shutdown),
                    BackgroundEvent::Visit => Ok(()),
                    BackgroundEvent::RemoteSeq => Box::pin(self.on_remote_seq()).await,
                },
                request = self.mailbox.recv() => match request {
                    Some(request) => self.serve(request).await,
                    None => Err(End::Idle),
                },
                () = self.outages.changed(), if self.read(State::is_playing) => Box::pin(self.on_outages()).await,
                expired = expired(timer.as_mut(), next) => Box::pin(self.on_expired(expired)).await,
                () = retry => {
                    self.plan_waits = false;
                    Box::pin(self.check_log()).await.map(drop)
                }
            };
            if let Err(end) = done {
                break end;
            }
        };
        self.refuse_the_rest();
        end
    }

    async fn serve(&mut self, request: Box<Request>) -> Result<(), End> {
        let (command, received_at, answer) = match *request {
            Request::Command {
                command,
                received_at,
                answer,
            } => (command, received_at, answer),
            Request::Nudge { by, turn, answer } => {
                // The receiver may be gone by now.
                let _ = answer.send(self.nudge(by, turn));
                return Ok(());
            }
            Request::Plan { by, id, plan, answer } => {
                let (reply, done) = match Box::pin(self.plan(by, id, plan)).await {
                    Ok(reply) => (reply, Ok(())),
                    Err(end) => (Err(Refusal::unknown()), Err(end)),
                };
                let _ = answer.send(reply);
                return done;
            }
            Request::ReadPlans => {
                Box::pin(self.read_plans()).await;
                return Ok(());
            }
            Request::Refresh(chat) => {
                Box::pin(self.refresh_people(&[])).await;
                // Once that is read, too, every socket sends the table and the chat again.
                chat.read_anew();
                return Ok(());
            }
            Request::CatchUp(done) => {
                let caught_up = Box::pin(self.catch_up()).await.map(drop);
                let _ = done.send(());
                return caught_up;
            }
        };
        let (reply, done) = match self.execute(&command, received_at).await {
            Ok(reply) => (reply, Ok(())),
            Err(end) => (Err(Refusal::unknown()), Err(end)),
        };
        // The client may be gone by now; the table will show what was done.
        let _ = answer.send(reply);
        done
    }

    /// Decides a command and has its event stored; decides again if another writer was first. What clocks led to
    /// before it was received happens first.
    async fn execute(&mut self, command: &Command, received_at: UnixMs) -> Result<Answer, End> {
        for _ in 0..MAX_CONFLICTS {
            self.behind |=
                self.environment.nodes.may_have_missed() || self.read(|state| state.is_behind(command));
            if self.must_check_log() && !Box::pin(self.check_log()).await? {
                return Ok(Err(Refusal::try_again()));
            }
            if self.misses_holiday() && !Box::pin(self.read_holidays()).await {
                return Ok(Err(Refusal::try_again()));
            }
            let members = match self.asks_for_rated_seat(command) {
                true => Box::pin(self.if_member(command.by)).await,
                false => Some(Vec::new()),
            };
            let Some(members) = members else {
                return Ok(Err(Refusal::try_again()));
            };
            let decision = match self.decide(command, received_at, members) {
                Ok(decision) => decision,
                Err(answer) => return Ok(answer),
            };
            let is_overdue = decision.entry.command.is_none();
            match self.append(decision).await? {
                Appended::Applied(_) if is_overdue => (),
                Appended::Applied(seq) => return Ok(Ok(seq.0)),
                Appended::Refused(refusal) => return Ok(Err(refusal)),
                Appended::Conflict => (),
            }
        }
        Ok(Err(Refusal::try_again()))
    }

    /// What a command that was received then leads to, or its answer if it leads to nothing new. What clocks led to
    /// before comes first.
    fn decide(
        &self,
        command: &Command,
        received_at: UnixMs,
        members: Vec<PlayerId>,
    ) -> Result<Box<Decision>, Answer> {
        let context = Context {
            now: received_at,
            members,
            ..self.context(HashMap::new())
        };
        let decided = self.read(|state| match state.answered(command) {
            Some(seq) => Err(Ok(seq.0)),
            None if !self.knows_time(state) => Err(Err(Refusal::try_again())),
            None => match state.decide_overdue(&context) {
                Some(overdue) => Ok(overdue),
                None => state.decide(command, &context).map_err(Err),
            },
        });
        decided.map(Box::new)
    }

    fn context(&self, finished: HashMap<PlayerId, i64>) -> Context {
        let presence = Arc::clone(&self.status.borrow().presence);
        Context {
            now: monotonic_unix_ms(),
            event_id: EventId::fresh(),
            dice: rand::rng().random(),
            present: presence.present.clone(),
            away: presence.away.iter().copied().collect(),
            patience: patience(&self.environment.timings),
            finished,
            members: Vec::new(),
            outages: self.outages.outages(),
            holidays: self.outages.holidays(),
        }
    }

    /// Whether all that time has led to is known: without clocks, in most cases.
    fn knows_time(&self, state: &State) -> bool {
        !state.asks_for_outages(monotonic_unix_ms())
            || self.outages.is_complete() && !self.environment.cut_off.is_now()
    }

    /// Refuses the commands that are still in the mailbox.
    fn refuse_the_rest(&mut self) {
        self.mailbox.close();
        while let Ok(request) = self.mailbox.try_recv() {
            request.refuse();
        }
    }

    fn id(&self) -> TableId {
        self.read(|state| state.id)
    }

    fn read<T>(&self, read: impl FnOnce(&State) -> T) -> T {
        self.read_table(|table| read(&table.state))
    }

    fn read_table<T>(&self, read: impl FnOnce(&LiveTable) -> T) -> T {
        read(&self.table.read())
    }
}
