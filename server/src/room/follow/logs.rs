//! Checks the logs, the chats and the plans of open rooms, which read what is new there.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::{sleep, timeout};
use tracing::warn;
use uuid::Uuid;

use crate::ids::{EventId, TableId};
use crate::room::Room;
use crate::room::rooms::Rooms;
use crate::seq::Seq;
use crate::store::StoreError;

/// How many logs are checked with one query.
const COMPARED_AT_ONCE: usize = 500;
/// How soon logs that could not be checked are tried again.
const RETRY: Duration = Duration::from_secs(1);
/// How long a room may take to read its log: as long as a query.
const READ: Duration = Duration::from_secs(3);

/// Compares the open rooms with their logs whenever that is requested.
pub(super) async fn watch(rooms: &Rooms) {
    loop {
        rooms.nodes().resync_requested().await;
        if let Err(error) = compare(rooms).await {
            warn!(%error, "logs could not be looked into");
            sleep(RETRY).await;
            rooms.nodes().request_resync();
        }
    }
}

/// Has rooms read a log, a chat or plans that has come further, or has less than they have.
async fn compare(rooms: &Rooms) -> Result<(), StoreError> {
    let open: Vec<TableId> = rooms.all_open().iter().map(|room| room.id).collect();
    for ids in open.chunks(COMPARED_AT_ONCE) {
        let logs: HashMap<TableId, (Seq, EventId)> = rooms
            .store()
            .last_events(ids)
            .await?
            .into_iter()
            .map(|(table, seq, id)| (table, (seq, id)))
            .collect();
        ids.iter().for_each(|id| rooms.saw(*id, logs.get(id).copied()));
        let chats = numbers(rooms.store().last_chat_numbers(ids).await?);
        ids.iter()
            .for_each(|id| rooms.saw_chat(*id, chats.get(id).copied()));
        let mut plans = HashMap::<TableId, BTreeSet<Uuid>>::new();
        for (table, id) in rooms.store().plan_ids(ids).await? {
            plans.entry(table).or_default().insert(id);
        }
        let none = BTreeSet::new();
        ids.iter()
            .for_each(|id| rooms.saw_plans(*id, plans.get(id).unwrap_or(&none)));
    }
    Ok(())
}

fn numbers(rows: Vec<(TableId, i64)>) -> HashMap<TableId, u64> {
    let numbers = rows
        .into_iter()
        .map(|(table, number)| (table, number.unsigned_abs()));
    numbers.collect()
}

/// Has all open rooms read what their logs have beyond them.
pub(super) async fn catch_up_all(rooms: &Rooms) -> Result<(), StoreError> {
    compare(rooms).await?;
    join_all(rooms.all_open().into_iter().map(follow_log)).await;
    Ok(())
}

/// Waits until a room has come as far as its log is known to have come, or has ended.
async fn follow_log(room: Room) {
    let (mut status, last) = (room.status(), room.remote_seq.seq());
    if timeout(READ, status.wait_for(|status| status.seq >= last))
        .await
        .is_err()
    {
        warn!(table = %room.id, "the log of a table is not read yet");
    }
}
