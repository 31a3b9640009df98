//! A table being served: one task owns it, decides, has the event stored, and only then shows it.

pub mod deadlines;
pub mod feed;
pub mod live_table;
mod load;
mod outages;
pub mod presence;
pub mod rooms;
mod task;

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::ids::{PlayerId, TableId};
use crate::model::action::Command;
use crate::model::decision::Decision;
use crate::model::event::Logged;
use crate::model::refusal::Refusal;
use crate::model::stored;
use crate::moment::steady_ms;
use crate::store::NewEvent;
use live_table::LiveTable;
pub use load::{LoadError, load};
use presence::Presence;

/// A handle on a room; the room's task lives on its own.
#[derive(Clone, Debug)]
pub struct Room {
    /// The table's id.
    pub id: TableId,
    mailbox: mpsc::Sender<Box<Request>>,
    table: Arc<RwLock<LiveTable>>,
    live: watch::Receiver<LiveState>,
    /// Who is connected.
    pub presence: Arc<Presence>,
}

/// How far the feed has come, and what is neither numbered nor stored. Each value replaces the one before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveState {
    /// The number of the last event.
    pub seq: u64,
    /// Who is there, and what the table waits for. Shared, so that following a turn copies nothing.
    pub live: Arc<Live>,
}

/// What is the case at a table now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// The seated players who are connected.
    pub present: Vec<PlayerId>,
    /// How many others watch.
    pub watchers: u32,
    /// When the game starts, while a countdown runs.
    pub start: Option<Instant>,
}

/// The answer to a command: the number of its event, or a refusal.
pub type Answer = Result<u64, Refusal>;

/// A command on its way to the room's task.
struct Request {
    command: Command,
    /// When it was received, in unix milliseconds.
    received_at: i64,
    answer: oneshot::Sender<Answer>,
}

impl Room {
    /// Has a command decided that was received just now, and waits for the answer. The time counts from the call, not from
    /// when the future is polled.
    pub fn command(self, command: Command) -> impl Future<Output = Answer> + Send {
        let (answer, answered) = oneshot::channel();
        let request = Request {
            command,
            received_at: steady_ms(),
            answer,
        };
        async move {
            if self.mailbox.send(Box::new(request)).await.is_err() {
                return Err(Refusal::try_again());
            }
            // A task that ends answers everything that it did not do; silence means that it broke.
            answered.await.unwrap_or_else(|_| Err(Refusal::unknown()))
        }
    }

    /// The table as it is now. Held for a moment only, never across an `await`.
    pub fn table(&self) -> RwLockReadGuard<'_, LiveTable> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The live state, to be followed; closed when the room's task has ended.
    pub fn live(&self) -> watch::Receiver<LiveState> {
        self.live.clone()
    }

    fn is_over(&self) -> bool {
        self.mailbox.is_closed()
    }
}

/// A decision's event as the store takes it, with the projections, which the decision gives up.
pub fn new_event(table: TableId, decision: &mut Decision) -> NewEvent {
    let Logged {
        id,
        seq,
        at,
        command,
        event,
        ..
    } = &decision.event;
    let (player, command) = command.unzip();
    NewEvent {
        id: *id,
        table,
        seq: *seq as i64,
        player,
        command,
        at: *at,
        format: stored::FORMAT,
        body: stored::encode(event),
        projections: std::mem::take(&mut decision.projections),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::time::Duration;

    use super::*;
    use crate::ids::CommandId;
    use crate::model::action::Action;
    use crate::model::tests::simulation::Simulation;

    #[tokio::test]
    async fn a_command_counts_from_when_it_was_received() {
        let Simulation { state, log, .. } = Simulation::begin(1);
        let table = LiveTable::replay(state.id, state.code, &log).unwrap();
        let (sender, mut mailbox) = mpsc::channel(1);
        let room = Room {
            id: state.id,
            mailbox: sender,
            table: Arc::new(RwLock::new(table)),
            live: watch::channel(LiveState::default()).1,
            presence: Arc::default(),
        };
        let answer = room.command(Command {
            id: CommandId::fresh(),
            by: PlayerId::fresh(),
            action: Action::Stand,
        });
        let later = steady_ms() + 5;
        tokio::time::sleep(Duration::from_millis(20)).await;
        tokio::spawn(answer);
        assert!(mailbox.recv().await.unwrap().received_at < later);
    }
}
