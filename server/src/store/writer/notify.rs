//! What other nodes are told of a group: how far it brings the logs and the chats of its tables.

use std::collections::BTreeMap;

use super::event::Event;
use super::outcome::Outcome;
use super::queue::Queued;
use crate::bus::BusMessage;
use crate::ids::TableId;

/// How far a group brings logs, if all its events are written. Nobody waits for the first event of a table.
pub(in crate::store) fn events<E: Event>(group: &[&Queued<E>]) -> Vec<BusMessage> {
    let mut logs = BTreeMap::new();
    for event in group.iter().filter_map(|write| write.event()) {
        note(&mut logs, event.table(), event.seq());
    }
    logs.retain(|_, seq| *seq > 1);
    if_any(logs, BusMessage::Committed)
}

/// How far a group has brought chats: their numbers are not known before.
pub(in crate::store) fn lines<E: Event>(group: &[&Queued<E>], outcomes: &[Outcome]) -> Vec<BusMessage> {
    let mut chats = BTreeMap::new();
    for (write, outcome) in group.iter().zip(outcomes) {
        if let (Some(table), Outcome::Numbered(n) | Outcome::Found(n)) = (write.effects().chat, outcome) {
            note(&mut chats, table, *n);
        }
    }
    if_any(chats, BusMessage::Chatted)
}

/// Whether a group has ended sessions, or deleted a player.
pub(in crate::store) fn ends_sessions<E: Event>(group: &[&Queued<E>], outcomes: &[Outcome]) -> bool {
    let mut written = group.iter().zip(outcomes);
    written.any(|(write, outcome)| *outcome == Outcome::Written && write.effects().ends_sessions)
}

fn note(numbers: &mut BTreeMap<TableId, u64>, table: TableId, number: i64) {
    let last = numbers.entry(table).or_default();
    *last = (*last).max(number.unsigned_abs());
}

fn if_any(numbers: BTreeMap<TableId, u64>, news: fn(Vec<(TableId, u64)>) -> BusMessage) -> Vec<BusMessage> {
    match numbers.is_empty() {
        true => Vec::new(),
        false => vec![news(numbers.into_iter().collect())],
    }
}
