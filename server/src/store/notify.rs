//! Telling other nodes of a group's events and lines.

use std::collections::BTreeMap;

use super::change::Change;
use super::sql::{Engine, Tx};
use super::writer::Outcome;
use crate::bus::{NOTIFY, News};
use crate::ids::TableId;

/// How far a group brings the logs of its tables. Nobody waits for the first event of a table.
pub(super) fn events(group: &[&Change]) -> Vec<News> {
    let mut tables = BTreeMap::new();
    for change in group {
        if let Change::Event(event) = change {
            note(&mut tables, event.table, event.seq);
        }
    }
    tables.retain(|_, seq| *seq > 1);
    news(tables, News::Committed)
}

/// How far the lines that were written bring the chats of their tables.
pub(super) fn lines(group: &[&Change], outcomes: &[Outcome]) -> Vec<News> {
    let mut tables = BTreeMap::new();
    for (change, outcome) in group.iter().zip(outcomes) {
        if let (Change::Chat(entry), Outcome::Numbered(n)) = (change, outcome) {
            note(&mut tables, entry.table, *n);
        }
    }
    news(tables, News::Chatted)
}

fn note(numbers: &mut BTreeMap<TableId, u64>, table: TableId, number: i64) {
    let last = numbers.entry(table).or_default();
    *last = (*last).max(number.unsigned_abs());
}

fn news(numbers: BTreeMap<TableId, u64>, news: fn(Vec<(TableId, u64)>) -> News) -> Vec<News> {
    match numbers.is_empty() {
        true => Vec::new(),
        false => vec![news(numbers.into_iter().collect())],
    }
}

/// Notifies those who listen to the database, as soon as the transaction is committed.
pub(super) async fn notify(tx: &mut Tx<'_>, messages: Vec<String>) -> sqlx::Result<()> {
    match tx {
        Engine::Postgres(tx) if !messages.is_empty() => sqlx::query(NOTIFY)
            .bind(messages)
            .execute(&mut **tx)
            .await
            .map(drop),
        _ => Ok(()),
    }
}
