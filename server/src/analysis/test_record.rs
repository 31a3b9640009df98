//! Records for tests of reviews.

use serde_json::json;

use crate::ids::{TableCode, TableId};
use crate::model::record::{FORMAT, Record, RecordHead, RecordTurn};
use crate::time::UnixMs;

/// A game that is over.
pub(super) fn record_of(kind: &str, setup: &str, turns: &[String], ranks: &[u8]) -> Record {
    let turn = |text: &String| RecordTurn {
        text: text.clone(),
        at: UnixMs(2),
        spent: None,
        reason: None,
    };
    Record {
        head: RecordHead {
            table: TableId::fresh(),
            code: TableCode::fresh(),
            kind: kind.to_owned(),
            setup: setup.to_owned(),
            rules_version: 1,
            format: FORMAT,
            public: false,
            started_at: UnixMs(1),
            finished_at: UnixMs(2),
            plies: turns.len() as i64,
            ending: json!({ "reason": "resignation", "ranks": ranks, "scores": [] }),
            clock: None,
            rated: false,
            rating_weights: None,
            from: None,
            seats: Vec::new(),
        },
        turns: turns.iter().map(turn).collect(),
    }
}
