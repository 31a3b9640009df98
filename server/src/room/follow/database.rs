//! Watches the connection to the database: see [`CutOff`](crate::room::cut_off::CutOff).

use std::time::Duration;

use metrics::gauge;
use tokio::time::{Instant, sleep, timeout};
use tracing::{info, warn};

use super::logs::catch_up_all;
use crate::pauses;
use crate::room::cut_off::AFTER;
use crate::room::rooms::Rooms;
use crate::store::Store;

/// How often a query is sent, and how soon it has to be answered.
const EVERY: Duration = Duration::from_millis(500);
/// The pause after a failure.
const RETRY: Duration = Duration::from_millis(100);

pub(super) async fn watch(rooms: &Rooms) {
    let store = rooms.store();
    gauge!("thicket_cut_off").set(0.0);
    loop {
        sleep(EVERY).await;
        if !is_lost(store).await || !rooms.nodes().has_others(Instant::now()) {
            continue;
        }
        warn!("the database cannot be reached: until it is back, visitors are sent to other nodes");
        rooms.cut_off().begin();
        // The visitors who were here have gone on elsewhere meanwhile.
        while !answers(store).await || catch_up_all(rooms).await.is_err() {
            sleep(RETRY).await;
        }
        info!("the database is back");
        rooms.cut_off().end();
    }
}

/// Whether the database has answered nothing here for so long. Returns at once if it answers.
async fn is_lost(store: &Store) -> bool {
    let pauses = pauses::count();
    while !answers(store).await {
        if pauses::count() != pauses {
            // The time in which this process was paused tells nothing about the database.
            return false;
        }
        if store.answered_at().elapsed() >= AFTER {
            return true;
        }
        sleep(RETRY).await;
    }
    false
}

/// Whether the database answers this query or another one: under load there may be no connection left for this one.
async fn answers(store: &Store) -> bool {
    let asked = Instant::now();
    let answer = timeout(EVERY, store.ping()).await;
    matches!(answer, Ok(Ok(()))) || store.answered_at() >= asked
}
