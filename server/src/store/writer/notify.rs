//! Notifications to other nodes about a group: new last numbers of logs and chats, and new plans.

use std::collections::{BTreeMap, BTreeSet};

use super::event::Event;
use super::outcome::Outcome;
use super::queue::Queued;
use crate::bus::BusMessage;
use crate::ids::TableId;
use crate::seq::Seq;

/// The last numbers of logs, if all events of the group are written.
pub(in crate::store) fn events<E: Event>(group: &[&Queued<E>]) -> Vec<BusMessage> {
    let mut logs = BTreeMap::new();
    let events = group.iter().filter_map(|write| write.event());
    for event in events.filter(|event| event.is_awaited()) {
        let last = logs.entry(event.table()).or_default();
        *last = event.seq().max(*last);
    }
    if_any(logs, BusMessage::Committed)
}

/// The last numbers of chats, which are not known before.
pub(in crate::store) fn lines<E: Event>(group: &[&Queued<E>], outcomes: &[Outcome]) -> Vec<BusMessage> {
    let mut chats = BTreeMap::new();
    for (write, outcome) in group.iter().zip(outcomes) {
        if let (Some(table), Outcome::Numbered(n) | Outcome::Found(n)) = (write.effects().chat, outcome) {
            let last: &mut u64 = chats.entry(table).or_default();
            *last = n.unsigned_abs().max(*last);
        }
    }
    if_any(chats, BusMessage::Chatted)
}

/// The tables that jobs have changed, with a number that every node knows: what changed is no event.
pub(in crate::store) fn tables<E: Event>(group: &[&Queued<E>], outcomes: &[Outcome]) -> Vec<BusMessage> {
    let written = group
        .iter()
        .zip(outcomes)
        .filter(|(_, outcome)| **outcome == Outcome::Written);
    let tables = written.filter_map(|(write, _)| write.effects().table);
    if_any(
        tables.map(|table| (table, Seq::FIRST)).collect(),
        BusMessage::Committed,
    )
}

/// The tables where plans have changed.
pub(in crate::store) fn plans<E: Event>(group: &[&Queued<E>], outcomes: &[Outcome]) -> Vec<BusMessage> {
    let written = group
        .iter()
        .zip(outcomes)
        .filter(|(_, outcome)| **outcome == Outcome::Written);
    let tables: BTreeSet<TableId> = written.filter_map(|(write, _)| write.effects().plans).collect();
    match tables.is_empty() {
        true => Vec::new(),
        false => vec![BusMessage::Planned(tables.into_iter().collect())],
    }
}

pub(in crate::store) fn ends_sessions<E: Event>(group: &[&Queued<E>], outcomes: &[Outcome]) -> bool {
    let mut written = group.iter().zip(outcomes);
    written.any(|(write, outcome)| *outcome == Outcome::Written && write.effects().ends_sessions)
}

fn if_any<N>(numbers: BTreeMap<TableId, N>, news: fn(Vec<(TableId, N)>) -> BusMessage) -> Vec<BusMessage> {
    match numbers.is_empty() {
        true => Vec::new(),
        false => vec![news(numbers.into_iter().collect())],
    }
}
