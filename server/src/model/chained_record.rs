//! A record with its log and its checksum: all that is needed to check it.

use std::collections::HashSet;

use serde_json::value::to_raw_value;
use uuid::Uuid;

use crate::ids::{EventId, PlayerId, TableCode, TableId};
use crate::model::log::entry::LogEntry;
use crate::model::log::stored;
use crate::model::record::chain::{Chain, ChainStart, ChainedEvent};
use crate::model::record::{Record, RecordHead};
use crate::model::table::state::{BrokenLog, State};
use crate::seq::Seq;

#[derive(Clone, Debug)]
pub struct ChainedRecord {
    pub record: Record,
    /// Of its table, also after the end of the game.
    pub events: Vec<ChainedEvent>,
    /// `None` as long as a record of an older version has no checksum yet.
    pub chain: Option<Chain>,
}

impl ChainedRecord {
    /// The events up to the one that ended the game.
    pub fn game(&self) -> &[ChainedEvent] {
        let count = match &self.chain {
            Some(chain) => chain.links.len(),
            None => self.events.iter().position(ends_game).map_or(0, |last| last + 1),
        };
        &self.events[..count.min(self.events.len())]
    }

    /// The checksum of the present events; `None` if none of them ends the game.
    pub fn made(&self) -> Option<Chain> {
        let game = self.game();
        (!game.is_empty()).then(|| Chain::over(chain_start(&self.record.head), game))
    }
}

pub fn chain_start(head: &RecordHead) -> ChainStart<'_> {
    ChainStart {
        code: head.code.as_str(),
        game: &head.kind,
        rules_version: head.rules_version,
    }
}

/// The start of the chain of a game that is not over.
pub fn chain_start_at(state: &State) -> ChainStart<'_> {
    let game = state.terms.kind.info();
    ChainStart {
        code: state.code.as_str(),
        game: game.name,
        rules_version: game.rules_version.into(),
    }
}

fn ends_game(event: &ChainedEvent) -> bool {
    decoded(event).is_ok_and(|entry| entry.event.ending().is_some())
}

/// The result of replaying a log.
#[derive(Clone, Debug)]
pub struct ReplayedLog {
    pub state: State,
    /// `None` while the game goes on. Names are not in the log.
    pub record: Option<Record>,
    pub seated: HashSet<PlayerId>,
}

/// Replays a log; an error if no decisions could have made it.
pub fn replay(table: TableId, code: TableCode, events: &[ChainedEvent]) -> Result<ReplayedLog, BrokenLog> {
    let [first, rest @ ..] = events else {
        return Err(broken(Seq::FIRST, "there is no event"));
    };
    let mut state = State::new(table, code, &decoded(first)?)?;
    let mut seated: HashSet<PlayerId> = state.players().into_iter().collect();
    let mut record = None;
    for event in rest {
        let entry = decoded(event)?;
        record = record.or_else(|| Record::of(&state, &entry));
        state.apply(&entry)?;
        seated.extend(state.players());
    }
    Ok(ReplayedLog {
        state,
        record,
        seated,
    })
}

/// The record of a log whose last event ends the game.
pub fn record_of(code: TableCode, events: &[ChainedEvent]) -> Result<Record, BrokenLog> {
    let replayed = replay(TableId(Uuid::nil()), code, events)?;
    let ends = events.last().is_some_and(ends_game);
    replayed
        .record
        .filter(|_| ends)
        .ok_or_else(|| broken(replayed.state.seq, "it does not end the game"))
}

fn broken(seq: Seq, why: &str) -> BrokenLog {
    BrokenLog {
        seq,
        why: why.to_owned(),
    }
}

fn decoded(event: &ChainedEvent) -> Result<LogEntry, BrokenLog> {
    let body = to_raw_value(&event.event).map_err(|error| broken(event.seq, &error.to_string()))?;
    let decoded =
        stored::decode(event.format, &body).map_err(|error| broken(event.seq, &error.to_string()))?;
    Ok(LogEntry {
        id: EventId(Uuid::nil()),
        table: TableId(Uuid::nil()),
        seq: event.seq,
        at: event.at,
        player: event.by,
        command: None,
        event: decoded,
        name: None,
    })
}
