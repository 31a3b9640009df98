//! Event bodies as the store keeps them: every format that was ever written can be read.

use serde_json::value::{RawValue, to_raw_value};

use super::event::TournamentEvent;
pub use crate::model::log::stored::UnreadableEvent;

/// The format that is written now, raised when a body changes its shape.
pub const FORMAT: i64 = 1;

pub fn encode(event: &TournamentEvent) -> Box<RawValue> {
    to_raw_value(event).expect("event")
}

/// Decodes a body of any known format.
pub fn decode(format: i64, body: &RawValue) -> Result<TournamentEvent, UnreadableEvent> {
    match format {
        FORMAT => serde_json::from_str(body.get()).map_err(|source| UnreadableEvent::Body { format, source }),
        _ => Err(UnreadableEvent::Format(format)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeSet;

    use super::*;

    const V1: &str = include_str!("stored/fixtures/v1.jsonl");

    fn events(format: i64, fixture: &str) -> Vec<TournamentEvent> {
        let decode = |line: &str| decode(format, &RawValue::from_string(line.to_owned()).unwrap()).unwrap();
        fixture.lines().map(decode).collect()
    }

    #[test]
    fn the_newest_format_is_written_as_its_fixture() {
        let written: Vec<String> = events(1, V1)
            .iter()
            .map(|event| encode(event).get().to_owned())
            .collect();
        assert_eq!(written, V1.lines().collect::<Vec<_>>());
    }

    #[test]
    fn the_fixture_has_every_event() {
        let name = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["event"].to_string();
        let names: BTreeSet<String> = V1.lines().map(name).collect();
        assert_eq!(names.len(), 13, "{names:?}");
    }

    #[test]
    fn what_is_not_known_is_refused() {
        let body = RawValue::from_string("{}".to_owned()).unwrap();
        assert!(matches!(decode(2, &body), Err(UnreadableEvent::Format(2))));
        assert!(matches!(
            decode(1, &body),
            Err(UnreadableEvent::Body { format: 1, .. })
        ));
    }
}
