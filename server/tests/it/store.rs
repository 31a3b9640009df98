//! The store, told to both engines.

mod log;
mod opening;
mod players;
mod records;
mod writer;

use serde_json::json;
use thicket_server::ids::{CommandId, EventId, PlayerId, SessionToken, TableCode, TableId};
use thicket_server::store::{Beside, NewEvent, NewTable, Store};

/// Some time or other.
const NOON: i64 = 1_763_640_000_000;

fn new_table() -> NewTable {
    NewTable {
        id: TableId::fresh(),
        code: TableCode::fresh(),
        kind: "bushwhacked".into(),
        public: true,
        created_at: NOON,
    }
}

fn event(table: TableId, seq: i64) -> NewEvent {
    NewEvent {
        id: EventId::fresh(),
        table,
        seq,
        player: None,
        command: Some(CommandId(uuid::Uuid::now_v7())),
        at: NOON + seq,
        body: json!({ "played": { "turn": seq, "steps": ["e5", "é🌿"] } }),
        beside: vec![],
    }
}

/// The event that brings a table into being.
fn created(table: &NewTable) -> NewEvent {
    NewEvent {
        beside: vec![Beside::Created(table.clone())],
        ..event(table.id, 1)
    }
}

/// A table with its first event.
async fn table(store: &Store) -> NewTable {
    let table = new_table();
    store.append(created(&table)).await.unwrap();
    table
}

async fn player(store: &Store, name: &str) -> PlayerId {
    let player = PlayerId::fresh();
    store
        .create_guest(player, name, SessionToken::fresh().hash(), NOON, NOON + 1)
        .await
        .unwrap();
    player
}

/// The numbers of a table's events.
async fn seqs(store: &Store, table: TableId) -> Vec<i64> {
    store
        .events(table)
        .await
        .unwrap()
        .iter()
        .map(|event| event.seq)
        .collect()
}
