//! Telling other nodes of events and lines, within the transaction that writes them.

use std::collections::BTreeMap;

use super::change::Change;
use super::sql::{Engine, Tx};
use super::writer::Outcome;
use crate::bus::{NOTIFY, News};
use crate::ids::TableId;

/// How far the logs and the chats of tables have come with what was written.
pub(super) fn news(group: &[&Change], outcomes: &[Outcome]) -> Vec<News> {
    let (mut logs, mut chats) = (BTreeMap::new(), BTreeMap::new());
    for (change, outcome) in group.iter().zip(outcomes) {
        match (change, outcome) {
            (Change::Event(event), Outcome::Written) => note(&mut logs, event.table, event.seq),
            (Change::Chat(entry), Outcome::Numbered(n)) => note(&mut chats, entry.table, *n),
            _ => (),
        }
    }
    // Nobody waits for the first event of a table.
    logs.retain(|_, seq| *seq > 1);
    let mut news = Vec::new();
    if !logs.is_empty() {
        news.push(News::Committed(logs.into_iter().collect()));
    }
    if !chats.is_empty() {
        news.push(News::Chatted(chats.into_iter().collect()));
    }
    news
}

fn note(numbers: &mut BTreeMap<TableId, u64>, table: TableId, number: i64) {
    let last = numbers.entry(table).or_default();
    *last = (*last).max(number.unsigned_abs());
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
