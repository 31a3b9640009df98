//! The task that owns a table.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use rand::RngExt;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, info, warn};

use super::clock::{Clock, Due};
use super::command::{Answer, Command, Refusal, Wish};
use super::event::{EVENT_FORMAT, Event};
use super::fill::table_state;
use super::presence::Presence;
use super::state::Phase;
use super::table::{Logged, Table};
use super::{Beat, Request, Room};
use crate::ids::{CommandId, EventId, PlayerId, TableId};
use crate::model::projection::Projection;
use crate::moment::now_ms;
use crate::record;
use crate::store::{AppendError, NewEvent, Store};

/// Commands that wait at one table; who sends more waits for a place.
const MAILBOX: usize = 64;

/// Why a room's task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nobody was there.
    Idle,
    /// The server stops.
    Shutdown,
    /// An event could not be stored, or it is not known whether it was: the log has to be read again.
    Broken,
}

/// The state of the task.
pub(super) struct Task {
    id: TableId,
    store: Store,
    mailbox: mpsc::Receiver<Request>,
    table: Arc<RwLock<Table>>,
    beat: watch::Sender<Beat>,
    presence: Arc<Presence>,
    clock: Clock,
    shutdown: CancellationToken,
}

impl Task {
    /// A task for a table as its log tells it, and the handle on it. It does nothing before [`Task::run`].
    pub(super) fn new(id: TableId, table: Table, store: Store, shutdown: CancellationToken) -> (Task, Room) {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let seq = table.state.seq;
        let table = Arc::new(RwLock::new(table));
        let (beat, beats) = watch::channel(Beat {
            seq,
            ..Beat::default()
        });
        let presence = Arc::<Presence>::default();
        let room = Room {
            id,
            mailbox: sender,
            table: Arc::clone(&table),
            beat: beats,
            presence: Arc::clone(&presence),
        };
        let clock = Clock::default();
        (
            Task {
                id,
                store,
                mailbox,
                table,
                beat,
                presence,
                clock,
                shutdown,
            },
            room,
        )
    }

    /// Serves the table until nobody is there, the server stops, or the store fails.
    pub(super) async fn run(mut self) -> End {
        let end = loop {
            self.show();
            let next = self.clock.next();
            let due = async {
                match next {
                    Some((at, due)) => {
                        sleep_until(at).await;
                        due
                    }
                    None => std::future::pending().await,
                }
            };
            let done = tokio::select! {
                biased;
                () = self.shutdown.cancelled() => Err(End::Shutdown),
                request = self.mailbox.recv() => match request {
                    Some(request) => self.serve(request).await,
                    None => Err(End::Idle),
                },
                () = self.presence.changed() => Ok(()),
                due = due => self.on_due(due).await,
            };
            if let Err(end) = done {
                break end;
            }
        };
        self.refuse_the_rest();
        end
    }

    /// Publishes what is the case now.
    fn show(&mut self) {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        let present = |player| self.presence.has(player);
        self.clock
            .set(Instant::now(), &table.state, &present, self.presence.any());
        let seated = table.state.seated();
        let beat = Beat {
            seq: table.state.seq,
            watchers: self.presence.watchers(&seated),
            present: seated.into_iter().filter(|&player| present(player)).collect(),
            start: self.clock.start,
        };
        drop(table);
        self.beat.send_if_modified(|old| {
            let new = *old != beat;
            *old = beat;
            new
        });
    }

    async fn serve(&mut self, request: Request) -> Result<(), End> {
        let Request { command, answer } = request;
        let (reply, done) = self.grant(command).await;
        // Who asked may be gone by now; the table will show them.
        let _ = answer.send(reply);
        done
    }

    async fn grant(&mut self, command: Command) -> (Answer, Result<(), End>) {
        let decided = self.read(|table| match table.state.answered(&command) {
            Some(seq) => Err(Ok(seq)),
            None => table
                .state
                .decide(command.by, &command.wish, &table.names)
                .map_err(Err),
        });
        let event = match decided {
            Ok(event) => event,
            Err(answer) => return (answer, Ok(())),
        };
        let Command { id, by, wish } = command;
        let besides = self.beside_wish(by, wish);
        self.append(event, Some((by, id)), besides).await
    }

    /// What of a wish is stored beside the event that it leads to.
    fn beside_wish(&self, by: PlayerId, wish: Wish) -> Vec<Projection> {
        match wish {
            Wish::Sit { name, chair } => vec![Projection::Seated {
                player: by,
                name: name.to_string(),
                seat: chair,
            }],
            Wish::Take { from, hash } => self.read(|table| {
                let name = table.player(from).name;
                let seated = table.state.seated();
                let seat = seated.iter().position(|&player| player == from).unwrap_or(0) as u8;
                vec![
                    Projection::TransferLinkUsed { hash, by },
                    Projection::Seated {
                        player: by,
                        name,
                        seat,
                    },
                    Projection::Unseated { player: from },
                ]
            }),
            Wish::Stand | Wish::Remove { .. } | Wish::Play { .. } | Wish::Resign | Wish::OfferDraw => {
                Vec::new()
            }
        }
    }

    async fn on_due(&mut self, due: Due) -> Result<(), End> {
        let event = match due {
            Due::Forget if self.presence.any() => return Ok(()),
            Due::Forget => return Err(End::Idle),
            Due::Start => self.starting().await?,
            Due::HandOver => self.read(|table| table.state.hand_over(|player| self.presence.has(player))),
        };
        match event {
            Some(event) => self.append(event, None, Vec::new()).await.1,
            None => Ok(()),
        }
    }

    async fn starting(&self) -> Result<Option<Event>, End> {
        let (players, kind) = self.read(|table| (table.state.seated(), table.state.terms.kind));
        let finished = self
            .store
            .finished_counts(kind.info().name, &players)
            .await
            .map_err(|error| {
                warn!(table = %self.id, %error, "experience could not be read");
                End::Broken
            })?;
        let finished: HashMap<PlayerId, i64> = players.into_iter().zip(finished).collect();
        let count = |player: PlayerId| finished.get(&player).copied().unwrap_or(0);
        let dice = rand::rng().random();
        Ok(self.read(|table| table.state.start(count, dice)).ok())
    }

    /// Has an event stored, then makes it true: durable, then visible.
    async fn append(
        &mut self,
        event: Event,
        command: Option<(PlayerId, CommandId)>,
        mut besides: Vec<Projection>,
    ) -> (Answer, Result<(), End>) {
        let logged = Logged {
            at: now_ms(),
            command,
            event,
        };
        besides.extend(self.beside(&logged));
        let seq = self.read(|table| table.state.seq) + 1;
        match self
            .store
            .append(row(self.id, seq, &logged, besides.clone()))
            .await
        {
            Ok(_) => self.make_true(seq, &logged, &besides),
            Err(error @ AppendError::LinkUsed) => (Err(refusal(&error)), Ok(())),
            Err(error) => (Err(refusal(&error)), Err(self.lost(seq, &error))),
        }
    }

    fn make_true(&mut self, seq: u64, logged: &Logged, besides: &[Projection]) -> (Answer, Result<(), End>) {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        for beside in besides {
            match beside {
                Projection::Seated { player, name, .. } => drop(table.names.insert(*player, name.clone())),
                Projection::Unseated { player } => drop(table.names.remove(player)),
                _ => (),
            }
        }
        if let Err(error) = table.apply(logged) {
            error!(table = %self.id, seq, %error, "an event that was decided on does not fit");
            return (Err(Refusal::unknown()), Err(End::Broken));
        }
        log_event(self.id, seq, &logged.event, &table);
        (Ok(seq), Ok(()))
    }

    /// What else must be true in the store when this event is.
    fn beside(&self, logged: &Logged) -> Vec<Projection> {
        let mut besides = match &logged.event {
            Event::Stood { player, .. } => vec![Projection::Unseated { player: *player }],
            Event::Started { seats } => self.read(|table| {
                let seat = |(seat, &player): (usize, &PlayerId)| Projection::Seated {
                    player,
                    name: table.player(player).name,
                    seat: seat as u8,
                };
                seats.iter().enumerate().map(seat).collect()
            }),
            event if event.ending().is_some() => self
                .read(|table| record::of_table(self.id, table, logged))
                .map(Box::new)
                .map(Projection::Record)
                .into_iter()
                .collect(),
            _ => Vec::new(),
        };
        let mut after = self.read(|table| table.state.clone());
        if after.apply(&logged.event, None).is_ok() {
            besides.push(Projection::TableState(table_state(&after, logged.at)));
        }
        besides
    }

    fn lost(&self, seq: u64, error: &AppendError) -> End {
        match error {
            AppendError::Conflict => warn!(table = %self.id, seq, "another writer was first"),
            error => warn!(table = %self.id, seq, %error, "an event was not stored"),
        }
        End::Broken
    }

    /// Answers what is still in the mailbox: none of it was done.
    fn refuse_the_rest(&mut self) {
        self.mailbox.close();
        while let Ok(request) = self.mailbox.try_recv() {
            let _ = request.answer.send(Err(Refusal::try_again()));
        }
    }

    fn read<T>(&self, read: impl FnOnce(&Table) -> T) -> T {
        read(&self.table.read().unwrap_or_else(PoisonError::into_inner))
    }
}

fn row(table: TableId, seq: u64, logged: &Logged, projections: Vec<Projection>) -> NewEvent {
    let (player, command) = logged.command.unzip();
    NewEvent {
        id: EventId::fresh(),
        table,
        seq: seq as i64,
        player,
        command,
        at: logged.at,
        format: EVENT_FORMAT,
        body: serde_json::value::to_raw_value(&logged.event).expect("event"),
        projections,
    }
}

fn refusal(error: &AppendError) -> Refusal {
    match error {
        AppendError::Conflict | AppendError::Failed(_) => Refusal::try_again(),
        AppendError::Unknown(_) => Refusal::unknown(),
        AppendError::LinkUsed => Refusal::new(
            crate::protocol::RefusalCode::LinkUsed,
            "This link was used already, or is too old. Please ask for a new one.",
        ),
    }
}

fn log_event(id: TableId, seq: u64, event: &Event, table: &Table) {
    match event {
        Event::Played { ending: None, .. } => debug!(table = %id, seq, "played"),
        Event::Dropped { seat, .. } => info!(table = %id, seq, seat, "dropped"),
        Event::Started { seats } => info!(table = %id, seq, seats = seats.len(), "started"),
        _ => debug!(table = %id, seq, "event"),
    }
    if let Phase::Over { ending, .. } = &table.state.phase {
        info!(table = %id, seq, reason = ?ending.reason, "over");
    }
}
