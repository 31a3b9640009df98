//! The queue of the writer, and how callers use it.

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Duration, Instant, timeout_at};

use super::event::Event;
use super::job::{AnyJob, Effects, Key, Lane, WriteJob};
use super::outcome::{Fault, Outcome};
use crate::store::StoreError;
use crate::store::engine::durability::Durability;
use crate::store::engine::sql::Conn;

/// For a write that is no event.
pub(in crate::store) const TIMEOUT: Duration = Duration::from_secs(4);
/// How many writes may wait before the next one waits for a place in the queue.
const CAPACITY: usize = 1024;

/// Events of a group are written together.
#[derive(Debug)]
pub(in crate::store) enum Queued<E> {
    Event(E),
    Job(Box<dyn AnyJob>),
}

impl<E: Event> Queued<E> {
    pub(in crate::store) fn job(job: impl AnyJob) -> Self {
        Self::Job(Box::new(job))
    }

    pub(super) fn event(&self) -> Option<&E> {
        match self {
            Self::Event(event) => Some(event),
            Self::Job(_) => None,
        }
    }

    pub(super) fn lane(&self) -> Lane {
        match self {
            Self::Event(event) if event.is_turn() => Lane::Turns,
            Self::Event(_) => Lane::Main,
            Self::Job(job) => job.lane(),
        }
    }

    pub(super) fn key(&self) -> Option<Key> {
        match self {
            Self::Event(_) => None,
            Self::Job(job) => job.key(),
        }
    }

    pub(super) fn effects(&self) -> Effects {
        match self {
            Self::Event(_) => Effects::NONE,
            Self::Job(job) => job.effects(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Event(event) => event.bytes(),
            Self::Job(job) => job.bytes(),
        }
    }
}

#[derive(Debug)]
pub(in crate::store) enum WriterRequest<E> {
    Write(Box<Pending<E>>),
    Durability(oneshot::Sender<Result<Durability, StoreError>>),
    /// Answered with the connection, when all that was queued is written.
    Close(oneshot::Sender<Option<Conn>>),
}

/// A write, and its caller.
#[derive(Debug)]
pub(in crate::store) struct Pending<E> {
    pub(super) write: Queued<E>,
    pub(super) bytes: usize,
    reply: oneshot::Sender<Result<Outcome, Fault>>,
}

impl<E: Event> Pending<E> {
    fn new(write: Queued<E>) -> (Box<Self>, oneshot::Receiver<Result<Outcome, Fault>>) {
        let (reply, answer) = oneshot::channel();
        let bytes = write.bytes();
        (Box::new(Pending { write, bytes, reply }), answer)
    }

    pub(super) fn is_given_up(&self) -> bool {
        self.reply.is_closed()
    }

    /// Answers the caller, who may be gone.
    pub(super) fn answer(self, outcome: Result<Outcome, Fault>) {
        let _ = self.reply.send(outcome);
    }
}

/// The callers' end of the queue. Clones share it.
#[derive(Clone, Debug)]
pub(in crate::store) struct Queue<E>(mpsc::Sender<WriterRequest<E>>);

impl<E: Event> Queue<E> {
    /// A queue, and the writer's end of it.
    pub(in crate::store) fn new() -> (Self, mpsc::Receiver<WriterRequest<E>>) {
        let (sender, queue) = mpsc::channel(CAPACITY);
        (Queue(sender), queue)
    }

    pub(in crate::store) fn submit(
        &self,
        write: Queued<E>,
        deadline: Instant,
    ) -> impl Future<Output = Result<Outcome, Fault>> + Send + use<'_, E> {
        let (pending, answer) = Pending::new(write);
        async move {
            match self.0.try_send(WriterRequest::Write(pending)) {
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

    async fn wait_for_place(&self, request: WriterRequest<E>, deadline: Instant) -> Result<(), Fault> {
        match timeout_at(deadline, self.0.send(request)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Fault::Closed),
            Err(_) => Err(Fault::Begin("too many others are waiting".to_owned())),
        }
    }

    /// Returns whether there was anything to change.
    pub(in crate::store) async fn write(&self, job: impl WriteJob) -> Result<bool, StoreError> {
        let outcome = self.submit(Queued::job(job), Instant::now() + TIMEOUT).await?;
        Ok(outcome == Outcome::Written)
    }

    /// Has a job written, if there is a place in the queue, without waiting for it.
    pub(in crate::store) fn write_later(&self, job: impl WriteJob) {
        let (pending, answer) = Pending::new(Queued::job(job));
        if self.0.try_send(WriterRequest::Write(pending)).is_ok() {
            // Dropping the answer would cancel the write.
            tokio::spawn(answer);
        }
    }

    pub(in crate::store) async fn durability(&self) -> Result<Durability, StoreError> {
        let (reply, answer) = oneshot::channel();
        let asked = self.0.send(WriterRequest::Durability(reply)).await;
        asked.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// The writer's connection, when all that was queued is written.
    pub(in crate::store) async fn close(&self) -> Option<Conn> {
        let (reply, done) = oneshot::channel();
        // An error means that the writer is gone already, which is just as well.
        self.0.send(WriterRequest::Close(reply)).await.ok()?;
        done.await.ok().flatten()
    }

    pub(in crate::store) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}
