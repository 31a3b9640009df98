//! A record as a file of JSON that says everything about its game and can be checked by itself. `docs/records.md` describes it.

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::check;
use crate::ids::TableCode;
use crate::model::chained_record::{ChainedRecord, record_of};
use crate::model::record::chain::{Break, Chain, ChainStart, ChainedEvent, Link, find_break};
use crate::model::record::ending::{Ending, Reason};
use crate::protocol::RecordView;

/// The format of these files, raised when something in them changes its meaning, not when something is added.
pub const FORMAT: u64 = 1;

/// A record that was read from such a file.
#[derive(Clone, Debug)]
pub struct Document {
    parts: Parts,
    json: Value,
}

#[derive(Clone, Debug, Deserialize)]
struct Parts {
    code: TableCode,
    game: String,
    setup: String,
    rules_version: i64,
    clock: Option<String>,
    seats: Vec<SeatPart>,
    turns: Vec<TurnPart>,
    #[serde(default)]
    events: Vec<LinkedEvent>,
    sha256: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct SeatPart {
    name: String,
}

#[derive(Clone, Debug, Deserialize)]
struct TurnPart {
    turn: String,
    spent: Option<i64>,
}

/// A finished game with all that happened at its table, which can be checked by itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DocumentView {
    /// The format of the record, 1.
    format: u64,
    #[serde(flatten)]
    record: RecordView,
    /// The log of the table up to the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<Vec<LinkedEvent>>,
    /// The checksum of the log, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
}

/// An event of a table's log.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
struct LinkedEvent {
    #[serde(flatten)]
    event: ChainedEvent,
    /// The first bytes of the sum after it, in hexadecimal.
    link: String,
}

/// Why a record is not known to be as it was played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    #[error("it has no checksum")]
    NoChecksum,
    #[error("it was played by version {0} of the rules, which this version of Thicket does not know")]
    OtherRules(i64),
    #[error("{0}")]
    Changed(String),
}

/// The record with its events, as JSON has it.
pub fn view(chained: &ChainedRecord) -> DocumentView {
    let chain = chained.chain.clone().or_else(|| chained.made());
    let linked = |(event, link): (&ChainedEvent, &Link)| LinkedEvent {
        event: event.clone(),
        link: HEXLOWER.encode(link),
    };
    let events = |chain: &Chain| chained.game().iter().zip(&chain.links).map(linked).collect();
    DocumentView {
        format: FORMAT,
        record: super::view(&chained.record),
        events: chain.as_ref().map(events),
        sha256: chain.map(|chain| HEXLOWER.encode(&chain.sha256)),
    }
}

/// [`view`] as JSON.
pub fn write(chained: &ChainedRecord) -> Value {
    serde_json::to_value(view(chained)).expect("record")
}

impl Document {
    /// Reads a record. The error says in a few words why it is none, or none that this version knows.
    pub fn read(json: Value) -> Result<Document, String> {
        match json["format"].as_u64() {
            Some(FORMAT) => (),
            Some(format) => return Err(format!("format {format} of records is not known to this version")),
            None => return Err("this is not a record: it has no format".to_owned()),
        }
        let parts = Parts::deserialize(&json).map_err(|error| format!("this is not a record: {error}"))?;
        Ok(Document { parts, json })
    }

    pub fn code(&self) -> &TableCode {
        &self.parts.code
    }

    pub fn game(&self) -> &str {
        &self.parts.game
    }

    /// The number of seats, and the variant; empty if there is none.
    pub fn setup(&self) -> (&str, &str) {
        self.parts
            .setup
            .split_once(' ')
            .unwrap_or((&self.parts.setup, ""))
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.seats.iter().map(|seat| seat.name.as_str())
    }

    pub fn turns(&self) -> impl Iterator<Item = &str> {
        self.parts.turns.iter().map(|turn| turn.turn.as_str())
    }

    /// How much time the seats had, if there was a clock.
    pub fn clock(&self) -> Option<&str> {
        self.parts.clock.as_deref()
    }

    /// How much of its time each turn took, in milliseconds, as far as that is known.
    pub fn spent(&self) -> impl Iterator<Item = Option<i64>> {
        self.parts.turns.iter().map(|turn| turn.spent)
    }

    /// Why the game ended, and the ranks of the seats as record text has them.
    pub fn ending(&self) -> Option<(Reason, String)> {
        let ending = Ending::deserialize(&self.json["ending"]).ok()?;
        let ranks: Vec<String> = ending.ranks.iter().map(u8::to_string).collect();
        Some((ending.reason, ranks.join(" ")))
    }

    pub fn sha256(&self) -> Option<&str> {
        self.parts.sha256.as_deref()
    }

    /// Checks the events by the checksum, the record by the events, and the game by the rules. Names are in no event,
    /// so they are not checked. The error says in a few words what is wrong.
    pub fn check(&self) -> Result<(), Doubt> {
        let events: Vec<ChainedEvent> = self
            .parts
            .events
            .iter()
            .map(|linked| linked.event.clone())
            .collect();
        self.check_events(&events)?;
        self.check_record(&events)
    }

    fn check_events(&self, events: &[ChainedEvent]) -> Result<(), Doubt> {
        let changed = |why: &str| Err(Doubt::Changed(why.to_owned()));
        let sum = match (&self.parts.sha256, events) {
            (None, []) => return Err(Doubt::NoChecksum),
            (Some(_), []) => return changed("its events are missing"),
            (sum, _) => sum.as_ref().map(|sum| bytes::<32>(sum)),
        };
        let links: Option<Vec<Link>> = self
            .parts
            .events
            .iter()
            .map(|linked| bytes(&linked.link))
            .collect();
        let Some(links) = links else {
            return changed("the link of an event cannot be read");
        };
        let known = sum.flatten();
        if let Some(found) = find_break(&links, known.as_ref(), self.start(), events) {
            return Err(Doubt::Changed(format!("{found}{}", self.turn_of(found))));
        }
        match (sum, known) {
            (_, Some(_)) => Ok(()),
            (None, None) => changed("its checksum is missing"),
            (Some(_), None) => changed("its checksum cannot be read"),
        }
    }

    /// The turn that an event changed, for people who see only turns; `None` if it is no turn or turns were taken
    /// back.
    fn turn_of(&self, found: Break) -> String {
        let events = &self.parts.events;
        let is = |linked: &LinkedEvent, name: &str| linked.event.event["event"] == name;
        let is_turn = |linked: &&LinkedEvent| is(linked, "played") || is(linked, "dropped");
        match found {
            Break::Changed(seq)
                if is_turn(&&events[seq - 1]) && !events.iter().any(|event| is(event, "taken_back")) =>
            {
                let copied = self.json["from"]["turn"].as_u64().unwrap_or(0);
                let turn = events[..seq].iter().filter(is_turn).count() as u64 + copied;
                format!(" (turn {turn})")
            }
            _ => String::new(),
        }
    }

    fn check_record(&self, events: &[ChainedEvent]) -> Result<(), Doubt> {
        let made =
            record_of(self.parts.code.clone(), events).map_err(|error| Doubt::Changed(error.to_string()))?;
        if made.head.rules_version != self.parts.rules_version {
            return Err(Doubt::OtherRules(self.parts.rules_version));
        }
        if let Some(part) = differing(&comparable(super::json(&made)), &comparable(self.json.clone())) {
            return Err(Doubt::Changed(format!(
                "its {part:?} are not those of its events"
            )));
        }
        check::by_rules(&made).map_or(Ok(()), |why| Err(Doubt::Changed(why)))
    }

    fn start(&self) -> ChainStart<'_> {
        ChainStart {
            code: self.parts.code.as_str(),
            game: &self.parts.game,
            rules_version: self.parts.rules_version,
        }
    }
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let bytes = HEXLOWER.decode(text.as_bytes()).ok()?;
    bytes.try_into().ok()
}

/// What of a record its events say: not the names and what depends on them, nor the ratings, which earlier games have made.
fn comparable(mut json: Value) -> Value {
    for part in ["format", "events", "sha256", "rating_weights", "rating_note"] {
        json.as_object_mut().map(|parts| parts.remove(part));
    }
    for seat in json["seats"].as_array_mut().into_iter().flatten() {
        for part in ["name", "guest", "rating"] {
            seat.as_object_mut().map(|parts| parts.remove(part));
        }
    }
    json
}

/// The first part of the one record that is different in the other.
fn differing<'a>(made: &'a Value, given: &Value) -> Option<&'a str> {
    // Most records do not have these parts at all.
    let rare = ["clock", "rated", "from", "shared_devices"];
    let parts = made.as_object().into_iter().flatten();
    let mut parts = parts.map(|(name, _)| name.as_str()).chain(rare);
    parts.find(|name| given[*name] != made[*name])
}
