//! The store, on both engines.

mod accounts;
mod alive;
mod changes;
mod channels;
mod chat;
mod clubs;
mod disk;
mod lists;
mod log;
mod opening;
mod plans;
mod players;
mod practice;
pub(crate) mod ratings;
mod record_filters;
mod records;
mod reviews;
mod sessions;
mod tokens;
mod tournaments;
mod transfer_links;
mod trouble;
mod writer;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use thicket_server::ids::{CommandId, EventId, PlayerId, SessionToken, TableCode, TableId};
use thicket_server::model::log::entry::{LogEntry, StoredEntry, StoredEvent};
use thicket_server::model::log::projection::{NewTable, Projection, TablePhase, TableState};
use thicket_server::seq::Seq;
use thicket_server::store::{NewEntry, Step, Store, StoreError};
use thicket_server::time::UnixMs;

/// Some time or other.
const NOON: UnixMs = UnixMs(1_763_640_000_000);

fn new_table() -> NewTable {
    NewTable {
        id: TableId::fresh(),
        code: TableCode::fresh(),
        kind: "bushwhacked".into(),
        public: true,
        created_at: NOON,
    }
}

fn body(value: &Value) -> Box<RawValue> {
    to_raw_value(value).unwrap()
}

/// Fills in what older versions did not store, step by step. Returns for how many rows.
async fn all_steps(step: impl AsyncFn(TableId) -> Result<Option<Step>, StoreError>) -> usize {
    let (mut after, mut filled) = (TableId(uuid::Uuid::nil()), 0);
    while let Some(step) = step(after).await.unwrap() {
        after = step.last;
        filled += step.filled;
    }
    filled
}

fn event(table: TableId, seq: i64) -> NewEntry {
    let entry = LogEntry {
        id: EventId::fresh(),
        table,
        seq: Seq(seq as u64),
        player: None,
        command: Some(CommandId(uuid::Uuid::now_v7())),
        at: NOON + seq,
        event: StoredEvent {
            format: 1,
            body: body(&json!({ "played": { "turn": seq, "steps": ["e5", "é🌿"] } })),
        },
        name: None,
    };
    NewEntry {
        entry,
        projections: vec![],
        reconnects: None,
    }
}

/// This event with another body.
fn with_body(mut event: NewEntry, body: Box<RawValue>) -> NewEntry {
    event.entry.event.body = body;
    event
}

fn event_with(table: TableId, seq: i64, projections: Vec<Projection>) -> NewEntry {
    NewEntry {
        projections,
        ..event(table, seq)
    }
}

/// The event that creates a table.
fn created(table: &NewTable) -> NewEntry {
    event_with(table.id, 1, vec![Projection::Table(table.clone())])
}

/// How a game of two stands after this event.
fn state(seq: i64) -> TableState {
    TableState {
        seq: Seq(seq as u64),
        phase: TablePhase::Playing,
        variant: String::new(),
        seats: 2,
        public: true,
        rated: false,
        to_move: None,
        clock: None,
        pie_rule: false,
        deadline: None,
        changed_at: NOON + seq,
        plies: Some(seq as u32),
    }
}

fn seated(player: PlayerId, name: &str, seat: u8) -> Projection {
    let name = name.into();
    Projection::Seated { player, name, seat }
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
        .map(|event| event.seq.0 as i64)
        .collect()
}

/// Rows as they can be compared: Postgres keeps what a body says, not how it was spelled.
fn comparable(rows: &[StoredEntry]) -> Vec<(EventId, TableId, i64, String)> {
    rows.iter().map(comparable_row).collect()
}

fn comparable_row(row: &StoredEntry) -> (EventId, TableId, i64, String) {
    let body: Value = serde_json::from_str(row.event.body.get()).unwrap();
    let rest = format!(
        "{:?} {:?} {} {} {body}",
        row.player, row.command, row.at, row.event.format
    );
    (row.id, row.table, row.seq.0 as i64, rest)
}
