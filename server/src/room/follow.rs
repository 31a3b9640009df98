//! Following the other nodes: receives their events and visitors, announces ours, and checks logs where a message may
//! have been lost. Deadlines that nobody acts on are found here, too, also on a single node.

mod database;
mod logs;
mod pause;
mod visitors;

use std::time::Duration;

use futures_util::future::join_all;
use metrics::{counter, gauge};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tracing::{info, warn};

use super::rooms::Rooms;
use crate::bus::{BusEvent, BusMessage, NodeId};
use crate::store::{StoreError, TableRow};
use crate::time::monotonic_unix_ms;

/// How long the first connection to the bus may take before the operator is warned.
const FIRST_CONNECTION: Duration = Duration::from_secs(2);
/// How often silent nodes are removed and missed deadlines are looked for.
const SWEEP: Duration = Duration::from_secs(1);
/// A deadline that passed less long ago is left to the node that set it (milliseconds).
const PATIENCE_MS: i64 = 500;
/// How often snapshots are released: those who come together, as after a restart, share one.
const SNAPSHOT_LIFE: Duration = Duration::from_secs(10);
/// How often it is looked for planned turns that nobody has played.
const PLANS: Duration = Duration::from_secs(10);
/// How many tables with passed deadlines are opened at once.
const OVERDUE_AT_ONCE: i64 = 64;

/// Follows the other nodes and the deadlines until the future is dropped. Without a bus there are no other nodes.
pub(crate) async fn follow(rooms: Rooms) {
    let by_itself = async {
        tokio::join!(
            logs::watch(&rooms),
            watch_reconnects(&rooms),
            watch_deadlines(&rooms),
            watch_plans(&rooms),
            release_snapshots(&rooms)
        )
    };
    if rooms.bus().is_none() {
        // Nothing that other nodes publish is missed where there are none.
        gauge!("thicket_bus_connected").set(1.0);
        by_itself.await;
        return;
    }
    tokio::join!(
        pause::watch(&rooms),
        database::watch(&rooms),
        receive(&rooms),
        visitors::announce(&rooms),
        visitors::repeat(&rooms),
        sweep(&rooms),
        by_itself
    );
}

/// A database that was away may have lost what it had not passed on to its standby.
async fn watch_reconnects(rooms: &Rooms) {
    loop {
        rooms.store().changes().reconnects().changed().await;
        rooms.nodes().request_resync();
    }
}

async fn receive(rooms: &Rooms) {
    let mut events = rooms.bus().subscribe();
    let mut next = match timeout(FIRST_CONNECTION, events.recv()).await {
        Ok(first) => first,
        Err(_) => {
            on_lost(rooms);
            events.recv().await
        }
    };
    while let Some(now) = next {
        match now {
            BusEvent::Connected => on_connected(rooms).await,
            BusEvent::Lost => on_lost(rooms),
            BusEvent::Message(node, message) => on_message(rooms, node, message).await,
        }
        next = events.recv().await;
    }
}

fn on_lost(rooms: &Rooms) {
    warn!("the bus cannot be reached: until it can, logs are read every second");
    gauge!("thicket_bus_connected").set(0.0);
    rooms.nodes().set_connected(false);
}

/// Messages sent before were missed, by us and perhaps by those to whom we sent some.
async fn on_connected(rooms: &Rooms) {
    info!("the bus is connected");
    gauge!("thicket_bus_connected").set(1.0);
    rooms.nodes().set_connected(true);
    rooms.nodes().extend(Instant::now());
    rooms.nodes().request_resync();
    visitors::rejoin(rooms).await;
}

async fn on_message(rooms: &Rooms, node: NodeId, message: BusMessage) {
    counter!("thicket_bus_messages_total").increment(1);
    match message {
        BusMessage::Committed(events) => {
            for (table, seq) in events {
                rooms.record_remote_seq(table, seq);
                rooms.store().changes().mark_table(table);
            }
        }
        BusMessage::Chatted(lines) => lines
            .iter()
            .for_each(|&(table, n)| rooms.record_remote_chat(table, n)),
        BusMessage::Planned(tables) => tables
            .into_iter()
            .for_each(|table| rooms.record_remote_plans(table)),
        BusMessage::Present(visitors) => {
            rooms.nodes().record_node(node, Instant::now());
            for visitors in visitors {
                let table = visitors.table;
                rooms.nodes().record_visitors(node, visitors, Instant::now());
                visitors::changed(rooms, table);
            }
            rooms.store().changes().notify_presence();
        }
        BusMessage::Joined => {
            rooms.nodes().record_node(node, Instant::now());
            visitors::announce_all(rooms);
            rooms.nodes().request_resync();
        }
        BusMessage::SessionsEnded => rooms.store().changes().notify_sessions_ended(),
        BusMessage::Leaving => rooms.nodes().record_leaving(node, Instant::now()),
    }
}

async fn sweep(rooms: &Rooms) {
    let mut ticks = interval(SWEEP);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if rooms.nodes().may_have_missed() {
            continue;
        }
        if rooms.nodes().is_connected() {
            let expired = rooms.nodes().remove_expired(Instant::now());
            expired
                .into_iter()
                .for_each(|table| visitors::changed(rooms, table));
        } else {
            rooms.nodes().request_resync();
            rooms.store().changes().mark_any();
        }
    }
}

async fn watch_deadlines(rooms: &Rooms) {
    let mut ticks = interval(SWEEP);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = act_on_deadlines(rooms).await {
            warn!(%error, "deadlines could not be looked at");
        }
    }
}

/// The room that writes a turn plays what is planned as an answer to it. If its node ends in between, another one does.
async fn watch_plans(rooms: &Rooms) {
    let mut ticks = interval(PLANS);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let before = monotonic_unix_ms() - PATIENCE_MS;
        match rooms.store().due_plans(before, OVERDUE_AT_ONCE).await {
            Ok(due) => {
                open(rooms, &due).await;
                due.iter().for_each(|row| rooms.record_remote_plans(row.id));
            }
            Err(error) => warn!(%error, "plans could not be looked at"),
        }
    }
}

async fn release_snapshots(rooms: &Rooms) {
    let mut ticks = interval(SNAPSHOT_LIFE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        for room in rooms.all_open() {
            room.table().release_snapshot();
        }
    }
}

/// Opens the rooms of tables whose deadline nobody has acted on: nobody is there, or the node that set it is gone.
async fn act_on_deadlines(rooms: &Rooms) -> Result<(), StoreError> {
    let before = monotonic_unix_ms() - PATIENCE_MS;
    let overdue = rooms.store().overdue(before, OVERDUE_AT_ONCE).await?;
    open(rooms, &overdue).await;
    Ok(())
}

async fn open(rooms: &Rooms, due: &[TableRow]) {
    let opened = due.iter().map(async |row| {
        if let Err(error) = rooms.room(row).await {
            warn!(table = %row.id, %error, "what is due at a table cannot happen");
        }
    });
    join_all(opened).await;
}
