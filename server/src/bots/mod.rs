//! Bots at tables: each is one more client of its room, and plays by the commands that people send.
//!
//! A room says when it is a bot's turn: when it has written an event after which that is so, when it is opened, and when a bot
//! has not played for long. The bot thinks on a [`Pool`] of threads, and its turn is a command like any other. If several
//! nodes have the same bot play, the number of the turn decides.

mod search_cache;
mod turn;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use metrics::{counter, histogram};
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;
use tracing::{debug, warn};

use crate::config::Timings;
use crate::ids::TableId;
use crate::model::log::action::Command;
use crate::model::refusal::Refusal;
use crate::pool::{Pool, StopOnDrop, Urgency};
use crate::room::Room;
use crate::tables::Tables;
use search_cache::SearchCache;
use turn::{Answer, BotTurn};

const RETRY: Duration = Duration::from_millis(200);
/// How often a refused turn is tried in a row. The room asks again later.
const TRIES: u32 = 5;

#[derive(Clone, Debug)]
pub(crate) struct Bots {
    tables: Tables,
    timings: Timings,
    shutdown: CancellationToken,
    pool: Pool,
    searches: SearchCache,
    /// The tables where a bot is playing now, and whether the room asked again meanwhile.
    playing: Arc<Mutex<HashMap<TableId, bool>>>,
}

/// Removes a table from those where a bot is playing if the task panics, so that the bot can be asked again.
struct RemoveOnPanic<'a>(&'a Bots, TableId);

impl Drop for RemoveOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.playing().remove(&self.1);
        }
    }
}

impl Bots {
    pub(crate) fn new(tables: Tables, timings: Timings, pool: Pool, shutdown: CancellationToken) -> Bots {
        Bots {
            tables,
            timings,
            shutdown,
            pool,
            searches: SearchCache::default(),
            playing: Arc::default(),
        }
    }

    pub(crate) async fn run(self, mut tables: mpsc::UnboundedReceiver<TableId>) {
        while let Some(Some(table)) = self.shutdown.run_until_cancelled(tables.recv()).await {
            match self.playing().entry(table) {
                Entry::Occupied(mut again) => drop(again.insert(true)),
                Entry::Vacant(place) => {
                    place.insert(false);
                    let bots = self.clone();
                    let shutdown = self.shutdown.clone();
                    tokio::spawn(shutdown.run_until_cancelled_owned(bots.play_at(table)));
                }
            }
        }
    }

    /// Plays the turns of bots at a table, as long as it is a bot's turn there.
    async fn play_at(self, table: TableId) {
        let _guard = RemoveOnPanic(&self, table);
        loop {
            self.play_turns(table).await;
            let mut playing = self.playing();
            match playing.get_mut(&table) {
                Some(again) if *again => *again = false,
                _ => {
                    playing.remove(&table);
                    return;
                }
            }
        }
    }

    async fn play_turns(&self, table: TableId) {
        let mut tries = 0;
        while tries < TRIES {
            let room = match self.tables.open_by_id(table).await {
                Ok(Some(room)) => room,
                Ok(None) => return,
                Err(error) => {
                    warn!(%table, %error, "a bot cannot play");
                    return;
                }
            };
            let Some(turn) = BotTurn::of(&room.table().state) else {
                return;
            };
            match self.play(&room, &turn).await {
                Ok(()) => tries = 0,
                Err(refusal) => {
                    debug!(%table, code = %refusal.code, "the turn of a bot was refused");
                    tries += 1;
                    sleep(RETRY).await;
                }
            }
        }
    }

    /// Finds a turn and plays it, unless the game goes on otherwise meanwhile.
    async fn play(&self, room: &Room, turn: &BotTurn) -> Result<(), Refusal> {
        let now = Instant::now();
        let earliest = turn.earliest(now, &self.timings);
        let action = async {
            let action = match turn.end() {
                Some(end) => end,
                None => self.think(turn, now).await.action(turn.number),
            };
            sleep_until(earliest).await;
            action
        };
        let action = tokio::select! {
            action = action => action,
            () = has_passed(room, turn) => return Ok(()),
        };
        let command = Command {
            id: turn.command(),
            by: turn.bot.id(),
            action,
        };
        counter!("thicket_bot_turns_total", "level" => turn.bot.level.number().to_string()).increment(1);
        room.submit(command).await.map(drop)
    }

    /// The best turn that is found, or the other side if that is better; any legal turn if the search fails.
    async fn think(&self, turn: &BotTurn, now: Instant) -> Answer {
        let stop = StopOnDrop::default();
        let search = turn.search(now, &self.timings, &self.searches, stop.0.clone());
        let found = self.pool.run(Urgency::Turn, search).await;
        histogram!("thicket_bot_search_seconds").record(now.elapsed());
        found.flatten().unwrap_or_else(|| Answer::Steps(turn.any()))
    }

    fn playing(&self) -> MutexGuard<'_, HashMap<TableId, bool>> {
        self.playing.lock()
    }
}

/// Waits until the turn is not to be played any more: it was taken back or played, the game is over, or the room is closed.
async fn has_passed(room: &Room, turn: &BotTurn) {
    let mut status = room.status();
    let is_over = || {
        let state = &room.table().state;
        state.turn() != turn.number || state.bot_to_move() != Some(turn.bot)
    };
    while !is_over() {
        if status.changed().await.is_err() {
            return;
        }
    }
}
