//! After a pause of this process: other nodes have gone on, and their messages have yet to be received. Nobody is
//! answered before the open rooms have read what was written to their logs meanwhile.

use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use tracing::{info, warn};

use super::logs::catch_up_all;
use super::visitors::rejoin;
use crate::pauses;
use crate::room::rooms::Rooms;

/// How soon a pause is found where there are no requests.
const EVERY: Duration = Duration::from_millis(250);
/// How soon logs that could not be compared are tried again.
const RETRY: Duration = Duration::from_millis(200);

pub(super) async fn watch(rooms: &Rooms) {
    let nodes = rooms.nodes();
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => (),
            () = nodes.pause_noticed() => (),
        }
        if !nodes.may_have_missed() {
            continue;
        }
        let pauses = pauses::count();
        info!("this server stood still for a while; the logs of its tables are looked into");
        // The messages of others have yet to be received.
        nodes.extend(Instant::now());
        while let Err(error) = catch_up_all(rooms).await {
            warn!(%error, "logs could not be looked into");
            if !nodes.has_others(Instant::now()) {
                // Nobody has written to the logs, and nobody shall wait for a database that is away.
                break;
            }
            sleep(RETRY).await;
        }
        nodes.record_caught_up(pauses);
        rejoin(rooms).await;
    }
}
