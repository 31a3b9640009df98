//! What waits to be written, and what its callers are told.

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;
use tokio::time::{Duration, Instant, timeout_at};

use super::job::{AnyJob, Effects, Key, Lane, WriteJob};
use crate::model::log::projection::{Projection, TableState};
use crate::store::engine::durability::Durability;
use crate::store::engine::sql::Conn;
use crate::store::{NewChat, NewEvent, Store, StoreError};

/// How long a write that is no event may take.
pub(in crate::store) const TIMEOUT: Duration = Duration::from_secs(4);
/// What a row needs beside its text, in bytes.
const ROW_BYTES: usize = 128;
/// What the entry of one turn in a record needs beside its text.
const TURN_BYTES: usize = 40;

/// Something to be written. Events of a group are written together, and the number of a chat's entry is known afterwards.
#[derive(Debug)]
pub(in crate::store) enum Queued {
    Event(NewEvent),
    Chat(NewChat),
    Job(Box<dyn AnyJob>),
}

impl Queued {
    pub(in crate::store) fn job(job: impl WriteJob) -> Queued {
        Queued::Job(Box::new(job))
    }

    /// With which others this is written.
    pub(super) fn lane(&self) -> Lane {
        match self {
            Self::Event(event) if event.turn().is_some() => Lane::Turns,
            Self::Event(_) => Lane::Main,
            Self::Chat(_) => Lane::Chats,
            Self::Job(job) => job.lane(),
        }
    }

    pub(super) fn key(&self) -> Option<Key> {
        match self {
            Self::Event(_) | Self::Chat(_) => None,
            Self::Job(job) => job.key(),
        }
    }

    pub(super) fn effects(&self) -> Effects {
        match self {
            Self::Event(_) | Self::Chat(_) => Effects::NONE,
            Self::Job(job) => job.effects(),
        }
    }

    /// The event and how its table stands then, if it [is a turn](NewEvent::turn).
    pub(in crate::store) fn turn(&self) -> Option<(&NewEvent, &TableState)> {
        match self {
            Self::Event(event) => Some((event, event.turn()?)),
            Self::Chat(_) | Self::Job(_) => None,
        }
    }

    /// About how large this is in the database's journal.
    fn bytes(&self) -> usize {
        let event = match self {
            Self::Event(event) => event,
            Self::Chat(entry) => return ROW_BYTES + entry.row.text.len(),
            Self::Job(_) => return ROW_BYTES,
        };
        let projections = event.projections.iter().map(|projection| match projection {
            Projection::Record(record) => record.turns.iter().map(|turn| turn.text.len() + TURN_BYTES).sum(),
            _ => ROW_BYTES,
        });
        ROW_BYTES + event.body.get().len() + projections.sum::<usize>()
    }
}

/// What the writer can be asked for.
#[derive(Debug)]
pub(in crate::store) enum WriterRequest {
    Write(Box<Pending>),
    Durability(oneshot::Sender<Result<Durability, StoreError>>),
    /// Answered with the connection, when all that was queued is written.
    Close(oneshot::Sender<Option<Conn>>),
}

/// What became of a write whose transaction was committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Outcome {
    Written,
    /// There was nothing to change.
    Unchanged,
    /// Another event has the number.
    Conflict,
    /// The log does not have the event before this one.
    Gap,
    /// The transfer link cannot be used any more.
    LinkUsed,
    /// The entry of a chat has this number.
    Numbered(i64),
    /// An entry of a chat with its id was written before, and has this number. It may say something else.
    Found(i64),
}

/// Why something was not written, or not surely.
#[derive(Clone, Debug)]
pub(in crate::store) enum Fault {
    /// The store is closed.
    Closed,
    /// The connection was replaced since the log was last looked at that the event is for.
    Reconnected,
    /// No transaction could be begun, or its session was ended before the commit.
    Begin(String),
    /// The database failed before the commit.
    Database(String),
    /// A row cannot be written.
    Row(String),
    /// The commit failed or was not answered: it may have been written.
    Unknown(String),
}

/// What waits to be written, and who waits for it.
#[derive(Debug)]
pub(in crate::store) struct Pending {
    pub(super) write: Queued,
    pub(super) bytes: usize,
    reply: oneshot::Sender<Result<Outcome, Fault>>,
}

impl Pending {
    fn new(write: Queued) -> (Box<Pending>, oneshot::Receiver<Result<Outcome, Fault>>) {
        let (reply, answer) = oneshot::channel();
        let bytes = write.bytes();
        (Box::new(Pending { write, bytes, reply }), answer)
    }

    /// Whether nobody waits for it any more.
    pub(super) fn is_given_up(&self) -> bool {
        self.reply.is_closed()
    }

    /// Tells the caller, who may have gone away meanwhile.
    pub(super) fn answer(self, outcome: Result<Outcome, Fault>) {
        let _ = self.reply.send(outcome);
    }
}

impl Store {
    /// Has the writer write something.
    pub(in crate::store) fn submit(
        &self,
        write: Queued,
        deadline: Instant,
    ) -> impl Future<Output = Result<Outcome, Fault>> + Send + use<'_> {
        let (pending, answer) = Pending::new(write);
        async move {
            match self.writer.try_send(WriterRequest::Write(pending)) {
                Ok(()) => {}
                Err(TrySendError::Closed(_)) => return Err(Fault::Closed),
                Err(TrySendError::Full(request)) => Box::pin(self.wait_for_place(request, deadline)).await?,
            }
            match timeout_at(deadline, answer).await {
                Ok(Ok(outcome)) => outcome,
                Ok(Err(_)) => Err(Fault::Unknown("the writer stopped".to_owned())),
                Err(_) => Err(Fault::Unknown("the database did not answer in time".to_owned())),
            }
        }
    }

    async fn wait_for_place(&self, request: WriterRequest, deadline: Instant) -> Result<(), Fault> {
        match timeout_at(deadline, self.writer.send(request)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Fault::Closed),
            Err(_) => Err(Fault::Begin("too many others are waiting".to_owned())),
        }
    }

    /// Has a job written. Tells whether there was anything to change.
    pub(in crate::store) async fn write(&self, job: impl WriteJob) -> Result<bool, StoreError> {
        let outcome = self.submit(Queued::job(job), Instant::now() + TIMEOUT).await?;
        Ok(outcome == Outcome::Written)
    }

    /// Has the writer write a job in its turn, if there is a place in the queue. Nobody waits for it.
    pub(in crate::store) fn write_later(&self, job: impl WriteJob) {
        let (pending, answer) = Pending::new(Queued::job(job));
        if self.writer.try_send(WriterRequest::Write(pending)).is_ok() {
            // Nothing is written for those who have gone away.
            tokio::spawn(answer);
        }
    }
}
