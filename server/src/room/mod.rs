//! A table being served: one task owns it, decides, has the event stored, and only then shows it.

mod alive;
mod away;
pub mod chat;
pub mod cut_off;
pub mod deadlines;
pub mod feed;
pub(crate) mod follow;
pub mod live_table;
mod load;
mod nodes;
mod outages;
mod people;
pub(crate) mod plans;
pub mod presence;
mod remote_seq;
pub mod rooms;
mod task;

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::ws::Utf8Bytes;
use futures_util::FutureExt;
use parking_lot::{RwLock, RwLockReadGuard};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::bus::{MAX_NAMED, Visitors};
use crate::ids::{CommandId, PlayerId, TableId};
use crate::model::game::plan::{Plan, Planned};
use crate::model::log::action::Command;
use crate::model::refusal::Refusal;
use crate::seq::Seq;
use crate::time::{UnixMs, monotonic_unix_ms};
use chat::Chat;
use live_table::LiveTable;
pub(crate) use load::events_after;
pub use load::{LoadError, Log, load};
use presence::Presence;
use remote_seq::RemoteSeq;

/// A handle on a room, whose task runs on its own.
#[derive(Clone, Debug)]
pub struct Room {
    pub id: TableId,
    mailbox: mpsc::UnboundedSender<Box<Request>>,
    table: Arc<RwLock<LiveTable>>,
    status: watch::Receiver<RoomStatus>,
    remote_seq: Arc<RemoteSeq>,
    pub presence: Arc<Presence>,
    pub chat: Arc<Chat>,
}

/// How far the feed has come, and what is neither numbered nor stored. Each value replaces the one before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoomStatus {
    pub seq: Seq,
    /// The message of that event, for sockets that miss nothing else; `None` if it has none.
    pub last_message: Option<Utf8Bytes>,
    /// How often an event has changed something other than the position, such as who sits where.
    pub seating: u64,
    /// The number of the last entry of the chat.
    pub chat: u64,
    /// How often the chat was read from the store. A browser with later lines has some that are lost.
    pub chat_reads: u64,
    /// How often names or lines were changed after the fact, or events were lost: then sockets send everything again.
    pub refreshed: u64,
    /// How often what somebody has planned has changed.
    pub plans: u64,
    /// Shared, so that following a turn copies nothing.
    pub presence: Arc<TablePresence>,
}

impl RoomStatus {
    /// The message of the last event, if that is all that is new since `before` to a socket that has sent the events
    /// up to `sent`.
    pub fn next_message(&self, before: &RoomStatus, sent: Seq) -> Option<&Utf8Bytes> {
        let is_all = self.seq == sent.next()
            && self.seating == before.seating
            && self.chat == before.chat
            && self.chat_reads == before.chat_reads
            && self.refreshed == before.refreshed
            && self.plans == before.plans
            && Arc::ptr_eq(&self.presence, &before.presence);
        self.last_message.as_ref().filter(|_| is_all)
    }
}

/// Who is at a table now, and what it waits for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TablePresence {
    pub present: Vec<PlayerId>,
    /// Players of a game who are not connected, and since when.
    pub away: Vec<(PlayerId, UnixMs)>,
    pub nudged: Option<u32>,
    pub watchers: u32,
    /// While a countdown runs.
    pub start: Option<Instant>,
}

/// The number of the event or line, or a refusal.
pub type Answer = Result<u64, Refusal>;

enum Request {
    Command {
        command: Command,
        received_at: UnixMs,
        answer: oneshot::Sender<Answer>,
    },
    Nudge {
        by: PlayerId,
        turn: u32,
        answer: oneshot::Sender<Answer>,
    },
    /// Keep the plan of a player, or forget the one they have.
    Plan {
        by: PlayerId,
        id: CommandId,
        plan: Option<Plan>,
        answer: oneshot::Sender<Answer>,
    },
    /// Read the plans of the players again.
    ReadPlans,
    /// Read the names of the players again, and then the chat.
    Refresh(Arc<Chat>),
    /// Read the log; answered when that is done.
    CatchUp(oneshot::Sender<()>),
}

impl Request {
    /// A command that was received just now, and its pending answer.
    fn received(command: Command) -> (Request, PendingAnswer) {
        let (answer, answered) = oneshot::channel();
        let request = Request::Command {
            command,
            received_at: monotonic_unix_ms(),
            answer,
        };
        (request, PendingAnswer(answered))
    }

    fn refuse(self) {
        if let Request::Command { answer, .. }
        | Request::Nudge { answer, .. }
        | Request::Plan { answer, .. } = self
        {
            // The receiver may be gone by now.
            let _ = answer.send(Err(Refusal::try_again()));
        }
    }
}

/// The answer to a command that the room has received. Rooms answer in order.
#[derive(Debug)]
pub struct PendingAnswer(oneshot::Receiver<Answer>);

impl Future for PendingAnswer {
    type Output = Answer;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<Answer> {
        // A task that ends answers every command that it did not carry out; a closed channel means that it panicked.
        let answer = self.0.poll_unpin(cx);
        answer.map(|answer| answer.unwrap_or_else(|_| Err(Refusal::unknown())))
    }
}

impl Room {
    /// Submits a command that was received just now, however long it waits. The mailbox is unbounded: each caller
    /// limits how many of its commands may be under way.
    pub fn submit(&self, command: Command) -> PendingAnswer {
        let (request, answer) = Request::received(command);
        self.send(request);
        answer
    }

    /// Submits a command once `check` has succeeded.
    pub fn submit_after(
        &self,
        check: impl Future<Output = Result<(), Refusal>> + Send + 'static,
        command: Command,
    ) -> PendingAnswer {
        let (answer, answered) = oneshot::channel();
        let room = self.clone();
        tokio::spawn(async move {
            let answered = match check.await {
                Ok(()) => room.submit(command).await,
                Err(refusal) => Err(refusal),
            };
            // The receiver may be gone by now.
            let _ = answer.send(answered);
        });
        PendingAnswer(answered)
    }

    /// Nudges the player to move, who has been away for a while. The answer has the number of the last event.
    pub fn nudge(&self, by: PlayerId, turn: u32) -> PendingAnswer {
        let (answer, answered) = oneshot::channel();
        self.send(Request::Nudge { by, turn, answer });
        PendingAnswer(answered)
    }

    /// Has the table keep what a player has planned in this turn, or forget it. The answer has the number of the last event.
    ///
    /// # Errors
    /// When something in the plan is not legal where it stands.
    pub fn plan(
        &self,
        id: CommandId,
        by: PlayerId,
        turn: u32,
        planned: Option<Planned>,
    ) -> Result<PendingAnswer, Refusal> {
        let (answer, answered) = oneshot::channel();
        if self.table().plans.has(by, id) {
            // It was kept before, and is sent once more.
            let _ = answer.send(Ok(self.table().state.seq.0));
            return Ok(PendingAnswer(answered));
        }
        let plan = match planned {
            None => None,
            Some(planned) => {
                // Tried out on a copy, so that the table is not held meanwhile.
                let playing = self.table().state.may_plan(by)?.0.clone();
                Some(playing.plan(by, turn, planned)?)
            }
        };
        self.send(Request::Plan { by, id, plan, answer });
        Ok(PendingAnswer(answered))
    }

    /// Has the plans of the players read again.
    pub(super) fn read_plans(&self) {
        self.send(Request::ReadPlans);
    }

    fn send(&self, request: Request) {
        if let Err(mpsc::error::SendError(request)) = self.mailbox.send(Box::new(request)) {
            request.refuse();
        }
    }

    pub(super) fn refresh(&self) {
        self.send(Request::Refresh(Arc::clone(&self.chat)));
    }

    /// Has the log read for events of other nodes. Returns when that is done, or cannot be done now.
    pub async fn catch_up(self) {
        let (done, read) = oneshot::channel();
        if self.mailbox.send(Box::new(Request::CatchUp(done))).is_ok() {
            // If the task ends instead, the next one begins with reading the log.
            let _ = read.await;
        }
    }

    /// Has the room compare itself with its log, which seems to be shorter or longer.
    pub(super) fn resync(&self) {
        let (done, _) = oneshot::channel();
        self.send(Request::CatchUp(done));
    }

    /// The table as it is now. Not to be held across an `await`.
    pub fn table(&self) -> RwLockReadGuard<'_, LiveTable> {
        self.table.read()
    }

    /// The status, to be followed; closed when the room's task has ended.
    pub fn status(&self) -> watch::Receiver<RoomStatus> {
        self.status.clone()
    }

    fn visitors(&self) -> Visitors {
        let (players, mut anonymous) = self.presence.visitors();
        let state = &self.table().state;
        let (seated, mut watching): (Vec<_>, Vec<_>) =
            players.into_iter().partition(|&player| state.is_seated(player));
        let named = watching.len().min(MAX_NAMED.saturating_sub(seated.len()));
        anonymous += watching.drain(named..).len() as u32;
        let in_sight = seated.iter().copied();
        Visitors {
            table: self.id,
            in_sight: in_sight
                .filter(|&player| self.presence.is_in_sight(player))
                .collect(),
            seated,
            watching,
            anonymous,
            listed: state.begun().filter(|_| state.terms.public),
        }
    }

    fn is_over(&self) -> bool {
        self.mailbox.is_closed()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
    use super::*;
    use crate::model::log::action::Action;

    #[test]
    fn the_last_message_is_enough_when_nothing_else_is_new() {
        let before = RoomStatus {
            seq: Seq(7),
            ..RoomStatus::default()
        };
        let now = RoomStatus {
            seq: Seq(8),
            last_message: Some("eighth".into()),
            ..before.clone()
        };
        let next = |now: RoomStatus, sent| now.next_message(&before, sent).map(Utf8Bytes::to_string);
        assert_eq!(next(now.clone(), Seq(7)).as_deref(), Some("eighth"));
        assert_eq!(next(now.clone(), Seq(6)), None, "another one is missing");
        assert_eq!(next(now.clone(), Seq(8)), None, "it was sent before");
        let others: [fn(&mut RoomStatus); 7] = [
            |now| now.last_message = None,
            |now| now.seating += 1,
            |now| now.chat += 1,
            |now| now.chat_reads += 1,
            |now| now.refreshed += 1,
            |now| now.plans += 1,
            |now| now.presence = Arc::default(),
        ];
        for change in others {
            let mut now = now.clone();
            change(&mut now);
            assert_eq!(next(now, Seq(7)), None);
        }
    }

    #[test]
    fn a_command_counts_from_when_it_was_received() {
        let before = monotonic_unix_ms();
        let (request, _answer) = Request::received(Command {
            id: CommandId::fresh(),
            by: PlayerId::fresh(),
            action: Action::Stand,
        });
        let after = monotonic_unix_ms();
        let Request::Command { received_at, .. } = request else {
            panic!("a command");
        };
        assert!((before..=after).contains(&received_at));
    }
}
