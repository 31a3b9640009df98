//! The log of a table, as it is stored.

use thicket_server::model::log::entry::StoredEntry;
use thicket_server::store::Store;

/// The events of a table, checked to be numbered from 1 without a gap.
pub(crate) async fn events_of(store: &Store, code: &str) -> Vec<StoredEntry> {
    let table = store
        .table_by_code(&code.parse().unwrap())
        .await
        .unwrap()
        .unwrap();
    let events = store.events(table.id).await.unwrap();
    assert!(events.iter().map(|event| event.seq.0).eq(1..=events.len() as u64));
    events
}
