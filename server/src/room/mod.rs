//! A table being served: one task owns it, decides, has the event stored, and only then shows it.

pub mod clock;
pub mod command;
pub mod event;
pub mod fill;
pub mod presence;
pub mod rooms;
pub mod state;
pub mod table;
mod task;

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::ids::{PlayerId, TableId};
use command::{Answer, Command, Refusal};
use presence::Presence;
use table::Table;

/// A handle on a room; the room's task lives on its own.
#[derive(Clone, Debug)]
pub struct Room {
    /// The table's id.
    pub id: TableId,
    mailbox: mpsc::Sender<Request>,
    table: Arc<RwLock<Table>>,
    beat: watch::Receiver<Beat>,
    /// Who is connected.
    pub presence: Arc<Presence>,
}

/// What passes, and how far the events have come. Each beat replaces the one before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beat {
    /// The number of the last event.
    pub seq: u64,
    /// The seated players who are connected.
    pub present: Vec<PlayerId>,
    /// How many others look on.
    pub watchers: u32,
    /// When the game starts, while a countdown runs.
    pub start: Option<Instant>,
}

/// A command on its way to the room's task.
struct Request {
    command: Command,
    answer: oneshot::Sender<Answer>,
}

impl Room {
    /// Has a command decided, and waits for the answer.
    pub async fn command(&self, command: Command) -> Answer {
        let (answer, answered) = oneshot::channel();
        if self.mailbox.send(Request { command, answer }).await.is_err() {
            return Err(Refusal::try_again());
        }
        // A task that ends answers all that it surely did not do; silence is a task that broke.
        answered.await.unwrap_or_else(|_| Err(Refusal::unknown()))
    }

    /// The table as it is now. Held for a moment only, never across an `await`.
    pub fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The beats, to be followed; closed when the room's task has ended.
    pub fn beats(&self) -> watch::Receiver<Beat> {
        self.beat.clone()
    }

    fn is_over(&self) -> bool {
        self.mailbox.is_closed()
    }
}
