//! Announcing to other nodes who is connected to this one.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::bus::{BusMessage, Visitors};
use crate::ids::TableId;
use crate::room::rooms::Rooms;

/// How often every node announces its visitors.
const REPEAT: Duration = Duration::from_secs(10);
/// Changes of who is connected are gathered for this long.
const GATHER: Duration = Duration::from_millis(100);

/// Announces that this node has joined, and its visitors; the others answer with theirs.
pub(super) async fn rejoin(rooms: &Rooms) {
    rooms.bus().publish(BusMessage::Joined).await;
    announce_all(rooms);
    rooms.store().changes().mark_any();
}

/// Announces visitors who came and went.
pub(super) async fn announce(rooms: &Rooms) {
    loop {
        rooms.nodes().announcement_pending().await;
        sleep(GATHER).await;
        let changed = rooms.nodes().take_changed();
        let visitors = changed.into_iter().map(|table| visitors(rooms, table)).collect();
        rooms.bus().publish(BusMessage::Present(visitors)).await;
    }
}

/// Announces all visitors repeatedly. No message arrives about an event whose node died before it could send one, so
/// logs are checked as well.
pub(super) async fn repeat(rooms: &Rooms) {
    let mut ticks = interval(REPEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let visitors = all_visitors(rooms);
        rooms.bus().publish(BusMessage::Present(visitors)).await;
        rooms.nodes().request_resync();
    }
}

fn visitors(rooms: &Rooms, table: TableId) -> Visitors {
    let room = rooms.if_open(table);
    room.map_or_else(|| Visitors::none(table), |room| room.visitors())
}

fn all_visitors(rooms: &Rooms) -> Vec<Visitors> {
    let visitors = rooms.all_open().into_iter().map(|room| room.visitors());
    visitors.filter(|visitors| !visitors.is_empty()).collect()
}

pub(super) fn announce_all(rooms: &Rooms) {
    rooms.nodes().announce_self();
    for visitors in all_visitors(rooms) {
        rooms.nodes().announce(visitors.table);
    }
}

/// Has a room refresh its presence after a change at other nodes.
pub(super) fn changed(rooms: &Rooms, table: TableId) {
    if let Some(room) = rooms.if_open(table) {
        room.presence.notify_change();
    }
}
