//! Following the other nodes: their events and visitors come in, our visitors go out, and logs are looked into where a message
//! may have been lost. Deadlines that nobody acts on are found here, too, also where there is one node only.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::future::join_all;
use metrics::{counter, gauge};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tracing::{info, warn};

use super::rooms::Rooms;
use super::{cut_off, pause};
use crate::bus::{BusEvent, BusMessage, NodeId, Visitors};
use crate::ids::{EventId, TableId};
use crate::store::StoreError;
use crate::time::monotonic_unix_ms;

/// How long the first connection to the bus may take before the operator is warned.
const FIRST_CONNECTION: Duration = Duration::from_secs(2);
/// How often every node says who is connected to it.
const REPEAT: Duration = Duration::from_secs(10);
/// How often nodes that have fallen silent are forgotten, and deadlines are looked at that nobody acts on.
const SWEEP: Duration = Duration::from_secs(1);
/// Changes of who is connected are gathered for this long.
const GATHER: Duration = Duration::from_millis(100);
/// A deadline that passed less long ago is still left to the node that set it (milliseconds).
const PATIENCE_MS: i64 = 500;
/// How many tables with passed deadlines are opened at once.
const OVERDUE_AT_ONCE: i64 = 64;
/// How many logs are looked into with one query.
const COMPARED_AT_ONCE: usize = 500;

/// Follows the other nodes and the deadlines until the future is dropped. Without a bus there are no other nodes.
pub(crate) async fn follow(rooms: Rooms) {
    let by_itself = async {
        tokio::join!(
            look(&rooms),
            look_after_reconnects(&rooms),
            watch_deadlines(&rooms)
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
        cut_off::watch(&rooms),
        hear(&rooms),
        announce(&rooms),
        repeat(&rooms),
        sweep(&rooms),
        by_itself
    );
}

/// A database that was away may have lost what it had not passed on to its standby.
async fn look_after_reconnects(rooms: &Rooms) {
    loop {
        rooms.store().changes().reconnects().changed().await;
        rooms.nodes().look_into_logs();
    }
}

async fn hear(rooms: &Rooms) {
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

/// What was said before was missed, by us and perhaps by those whom we told something.
async fn on_connected(rooms: &Rooms) {
    info!("the bus is connected");
    gauge!("thicket_bus_connected").set(1.0);
    rooms.nodes().set_connected(true);
    rooms.nodes().extend(Instant::now());
    rooms.nodes().look_into_logs();
    rejoin(rooms).await;
}

/// Has the others say again who is connected to them, and says so itself.
pub(super) async fn rejoin(rooms: &Rooms) {
    rooms.bus().publish(BusMessage::Joined).await;
    announce_all(rooms);
    rooms.store().changes().note_any();
}

async fn on_message(rooms: &Rooms, node: NodeId, message: BusMessage) {
    counter!("thicket_bus_messages_total").increment(1);
    match message {
        BusMessage::Committed(events) => {
            for (table, seq) in events {
                rooms.record_remote_seq(table, seq);
                rooms.store().changes().note_table(table);
            }
        }
        BusMessage::Chatted(lines) => lines
            .iter()
            .for_each(|&(table, n)| rooms.record_remote_chat(table, n)),
        BusMessage::Present(visitors) => {
            rooms.nodes().note_other(node, Instant::now());
            for visitors in visitors {
                let table = visitors.table;
                rooms.nodes().note(node, visitors, Instant::now());
                visitors_changed(rooms, table);
            }
            rooms.store().changes().note_visit();
        }
        BusMessage::Joined => {
            rooms.nodes().note_other(node, Instant::now());
            announce_all(rooms);
            rooms.nodes().look_into_logs();
        }
        BusMessage::SessionsEnded => rooms.store().changes().note_ended(),
        BusMessage::Leaving => rooms.nodes().note_leaving(node, Instant::now()),
    }
}

/// Tells the others of visitors who came and went.
async fn announce(rooms: &Rooms) {
    loop {
        rooms.nodes().announcement_pending().await;
        sleep(GATHER).await;
        let changed = rooms.nodes().take_changed();
        let visitors = changed.into_iter().map(|table| visitors(rooms, table)).collect();
        rooms.bus().publish(BusMessage::Present(visitors)).await;
    }
}

/// Repeats who is connected. Nobody hears of an event whose node died before it said so, so logs are looked into as well.
async fn repeat(rooms: &Rooms) {
    let mut ticks = interval(REPEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let visitors = all_visitors(rooms);
        rooms.bus().publish(BusMessage::Present(visitors)).await;
        rooms.nodes().look_into_logs();
    }
}

/// Compares the open rooms with their logs whenever that is asked for.
async fn look(rooms: &Rooms) {
    loop {
        rooms.nodes().resync_requested().await;
        if let Err(error) = compare(rooms).await {
            warn!(%error, "logs could not be looked into");
            sleep(SWEEP).await;
            rooms.nodes().look_into_logs();
        }
    }
}

/// Rooms whose log or chat has come further read it, and so do those that have what it has not.
pub(super) async fn compare(rooms: &Rooms) -> Result<(), StoreError> {
    let open: Vec<TableId> = rooms.all_open().iter().map(|room| room.id).collect();
    for ids in open.chunks(COMPARED_AT_ONCE) {
        let logs: HashMap<TableId, (u64, EventId)> = rooms
            .store()
            .last_events(ids)
            .await?
            .into_iter()
            .map(|(table, seq, id)| (table, (seq.unsigned_abs(), id)))
            .collect();
        ids.iter().for_each(|id| rooms.saw(*id, logs.get(id).copied()));
        let chats = numbers(rooms.store().last_chat_numbers(ids).await?);
        ids.iter()
            .for_each(|id| rooms.saw_chat(*id, chats.get(id).copied()));
    }
    Ok(())
}

fn numbers(rows: Vec<(TableId, i64)>) -> HashMap<TableId, u64> {
    let numbers = rows
        .into_iter()
        .map(|(table, number)| (table, number.unsigned_abs()));
    numbers.collect()
}

/// Who is connected to this node at a table.
fn visitors(rooms: &Rooms, table: TableId) -> Visitors {
    let room = rooms.if_open(table);
    room.map_or_else(|| Visitors::none(table), |room| room.visitors())
}

/// The same for all tables where anybody is.
fn all_visitors(rooms: &Rooms) -> Vec<Visitors> {
    let visitors = rooms.all_open().into_iter().map(|room| room.visitors());
    visitors.filter(|visitors| !visitors.is_empty()).collect()
}

fn announce_all(rooms: &Rooms) {
    rooms.nodes().announce_self();
    for visitors in all_visitors(rooms) {
        rooms.nodes().announce(visitors.table);
    }
}

/// Has a room look again at who is connected to other nodes.
fn visitors_changed(rooms: &Rooms, table: TableId) {
    if let Some(room) = rooms.if_open(table) {
        room.presence.note_change();
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
            let forgotten = rooms.nodes().forget(Instant::now());
            forgotten
                .into_iter()
                .for_each(|table| visitors_changed(rooms, table));
        } else {
            rooms.nodes().look_into_logs();
            rooms.store().changes().note_any();
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

/// Opens the rooms of tables whose deadline nobody has acted on: nobody is there, or the node that set it is gone.
async fn act_on_deadlines(rooms: &Rooms) -> Result<(), StoreError> {
    let before = monotonic_unix_ms() - PATIENCE_MS;
    let overdue = rooms.store().overdue(before, OVERDUE_AT_ONCE).await?;
    let opened = overdue.iter().map(async |row| {
        if let Err(error) = rooms.room(row).await {
            warn!(table = %row.id, %error, "a deadline cannot be acted on");
        }
    });
    join_all(opened).await;
    Ok(())
}
