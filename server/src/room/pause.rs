//! After this process has paused: other nodes have gone on, and what they said waits to be heard. Nobody is answered before the open
//! rooms have what was written to their logs meanwhile.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tracing::{info, warn};

use super::Room;
use super::follow::{compare, rejoin};
use super::rooms::Rooms;
use crate::pauses;
use crate::store::StoreError;

/// How soon a pause is found where nobody asks for anything.
const LOOK: Duration = Duration::from_millis(250);
/// How soon logs that could not be compared are tried again.
const RETRY: Duration = Duration::from_millis(200);
/// How long a room may take to read its log: as long as a query.
const READ: Duration = Duration::from_secs(3);

/// Looks after pauses until the future is dropped.
pub(super) async fn watch(rooms: &Rooms) {
    let nodes = rooms.nodes();
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => (),
            () = nodes.pause_seen() => (),
        }
        if !nodes.may_have_missed() {
            continue;
        }
        let pauses = pauses::count();
        info!("this server stood still for a while; the logs of its tables are looked into");
        // What others said meanwhile is yet to be heard.
        nodes.extend(Instant::now());
        while let Err(error) = catch_up_all(rooms).await {
            warn!(%error, "logs could not be looked into");
            if !nodes.has_others(Instant::now()) {
                // Nobody has written to them, and nobody shall wait for a database that is away.
                break;
            }
            sleep(RETRY).await;
        }
        nodes.note_minded(pauses);
        rejoin(rooms).await;
    }
}

/// Has all open rooms read what their logs have beyond them.
pub(super) async fn catch_up_all(rooms: &Rooms) -> Result<(), StoreError> {
    compare(rooms).await?;
    join_all(rooms.all_open().into_iter().map(follow_log)).await;
    Ok(())
}

/// Waits until a room has come as far as its log is known to have come, or has ended.
async fn follow_log(room: Room) {
    let (mut live, last) = (room.live(), room.remote_seq.seq());
    if timeout(READ, live.wait_for(|live| live.seq >= last))
        .await
        .is_err()
    {
        warn!(table = %room.id, "the log of a table is not read yet");
    }
}
