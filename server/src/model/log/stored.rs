//! Event bodies as the store keeps them: every format that was ever written can be read.

mod v1;

use serde_json::value::{RawValue, to_raw_value};

use super::event::Event;

/// The format that is written now, raised when a body changes its shape.
pub const FORMAT: i64 = 2;

#[derive(Debug, thiserror::Error)]
pub enum UnreadableEvent {
    #[error("event format {0} is not known to this version")]
    Format(i64),
    #[error("not an event body of format {format}: {source}")]
    Body { format: i64, source: serde_json::Error },
}

pub fn encode(event: &Event) -> Box<RawValue> {
    to_raw_value(event).expect("event")
}

/// Decodes a body of any known format.
pub fn decode(format: i64, body: &RawValue) -> Result<Event, UnreadableEvent> {
    let event = match format {
        1 => serde_json::from_str::<v1::Event>(body.get()).map(Event::from),
        FORMAT => serde_json::from_str(body.get()),
        _ => return Err(UnreadableEvent::Format(format)),
    };
    event.map_err(|source| UnreadableEvent::Body { format, source })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const V1: &str = include_str!("stored/fixtures/v1.jsonl");
    const V2: &str = include_str!("stored/fixtures/v2.jsonl");

    fn events(format: i64, fixture: &str) -> Vec<Event> {
        let decode = |line: &str| decode(format, &RawValue::from_string(line.to_owned()).unwrap()).unwrap();
        fixture.lines().map(decode).collect()
    }

    #[test]
    fn every_format_reads_as_the_same_events() {
        // Events that a later format brought stand behind those that every format has.
        let old = events(1, V1);
        assert_eq!(old, events(2, V2)[..old.len()]);
    }

    #[test]
    fn the_newest_format_is_written_as_its_fixture() {
        let written: Vec<String> = events(2, V2)
            .iter()
            .map(|event| encode(event).get().to_owned())
            .collect();
        assert_eq!(written, V2.lines().collect::<Vec<_>>());
    }

    #[test]
    fn what_is_not_known_is_refused() {
        let body = RawValue::from_string("{}".to_owned()).unwrap();
        assert!(matches!(decode(3, &body), Err(UnreadableEvent::Format(3))));
        assert!(matches!(
            decode(1, &body),
            Err(UnreadableEvent::Body { format: 1, .. })
        ));
        assert!(matches!(
            decode(2, &body),
            Err(UnreadableEvent::Body { format: 2, .. })
        ));
    }
}
