//! A game in a record from outside, which is shown and not stored.

use serde_json::Value;
use thicket_rules::{AnyGame, Head, HeadError, RecordError, TurnError, replay};

use super::document::{Document, Doubt};
use crate::http::limits::{IMPORT_BYTES, IMPORT_TURNS};
use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::clock_terms::ClockTerms;
use crate::model::record::ending::{Ending, Reason};
use crate::model::record::{FORMAT, Record, RecordHead, RecordSeat, RecordTurn};
use crate::time::UnixMs;

/// In characters: the longest name of an account, with the level of a bot.
const NAME: usize = 64;
/// The longest turn that is believed, in seconds: about thirty years.
const MAX_SECONDS: f64 = 1e9;

/// Why a record cannot be shown. The sentence is for people.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("Please paste the text of a record, or choose a file.")]
    Empty,
    #[error("A record can have at most {} kB. Its text is shorter than its JSON.", IMPORT_BYTES / 1024)]
    TooLong,
    #[error("A record can have at most {IMPORT_TURNS} turns.")]
    TooManyTurns,
    #[error("This is not valid JSON: {0}.")]
    Json(#[from] serde_json::Error),
    #[error("This cannot be read: {0}.")]
    Document(String),
    #[error("This cannot be read: {0}.")]
    Head(#[from] HeadError),
    #[error("In {0}.")]
    Turn(#[from] TurnError),
}

impl From<RecordError> for ImportError {
    fn from(error: RecordError) -> ImportError {
        match error {
            RecordError::Head(error) => ImportError::Head(error),
            RecordError::Turn(error) => ImportError::Turn(error),
        }
    }
}

/// A record from outside, and what is known of its origin.
#[derive(Clone, Debug)]
pub struct ImportedRecord {
    /// The game. The ending is null if it goes on.
    pub record: Record,
    /// The checksum that it agrees with, in hexadecimal; otherwise why it is not known to be as it was played.
    pub checked: Result<String, Doubt>,
}

/// Reads record text, or a record as JSON, and plays it through.
///
/// # Errors
/// When it is too long, or is no record of a game that the rules allow.
pub fn import(text: &str) -> Result<ImportedRecord, ImportError> {
    if text.len() > IMPORT_BYTES {
        return Err(ImportError::TooLong);
    }
    let (thicket_rules::Record { head, turns }, checked) = read(text.trim())?;
    if turns.len() > IMPORT_TURNS {
        return Err(ImportError::TooManyTurns);
    }
    let mut game = head.start_recorded()?;
    replay(game.as_mut(), &turns.join(" "), |_, _| ())?;
    Ok(ImportedRecord {
        record: record(&head, game.as_ref()),
        checked,
    })
}

/// The record and its checksum. A text has none.
fn read(text: &str) -> Result<(thicket_rules::Record, Result<String, Doubt>), ImportError> {
    // A file that was written on Windows may begin with a mark.
    let text = text.trim_start_matches('\u{feff}');
    match text.chars().next() {
        None => Err(ImportError::Empty),
        Some('{') => {
            let json: Value = serde_json::from_str(text)?;
            let document = Document::read(json).map_err(ImportError::Document)?;
            let checked = document.check();
            let sha256 = document.sha256().unwrap_or_default().to_owned();
            Ok((as_text(&document), checked.map(|()| sha256)))
        }
        Some(_) => Ok((text.parse()?, Err(Doubt::NoChecksum))),
    }
}

fn as_text(document: &Document) -> thicket_rules::Record {
    let mut head = Head::default();
    let (seats, variant) = document.setup();
    head.set("Game", document.game());
    head.set("Seats", seats);
    head.set("Variant", variant);
    for (seat, name) in (1..=9).zip(document.names()) {
        head.set(&format!("Seat{seat}"), name);
    }
    if let Some(clock) = document.clock() {
        head.set("Clock", clock);
        head.set("Times", &super::times(document.spent()));
    }
    if let Some((reason, ranks)) = document.ending() {
        head.set("Ending", reason.name());
        head.set("Ranks", &ranks);
    }
    thicket_rules::Record {
        head,
        turns: document.turns().map(str::to_owned).collect(),
    }
}

/// The record of a game that was played through. Its code and players are placeholders.
fn record(head: &Head, game: &dyn AnyGame) -> Record {
    let ending = ending(head, game);
    let turn = |(text, spent)| RecordTurn {
        text,
        at: UnixMs::default(),
        spent,
        reason: None,
    };
    let spent = spent(head).chain(std::iter::repeat(None));
    let seats = 1..=game.seats();
    Record {
        turns: game.plies().into_iter().zip(spent).map(turn).collect(),
        head: RecordHead {
            table: TableId::fresh(),
            code: TableCode::fresh(),
            kind: game.info().name.to_owned(),
            setup: format!("{} {}", game.seats(), game.variant())
                .trim_end()
                .to_owned(),
            rules_version: game.info().rules_version.into(),
            format: FORMAT,
            public: false,
            started_at: UnixMs::default(),
            finished_at: UnixMs::default(),
            plies: game.ply_count() as i64,
            seats: seats.map(|number| seat(head, number, ending.as_ref())).collect(),
            ending: serde_json::to_value(&ending).expect("ending"),
            clock: clock(head),
            rated: false,
            rating_weights: None,
            from: None,
        },
    }
}

fn clock(head: &Head) -> Option<String> {
    let text = head.get("Clock")?;
    let terms: ClockTerms = text.parse().ok()?;
    (terms != ClockTerms::Untimed).then(|| text.to_owned())
}

/// How much of its time each turn took, in milliseconds, as the tag `Times` says in seconds.
fn spent(head: &Head) -> impl Iterator<Item = Option<i64>> {
    let times = head.get("Times").unwrap_or_default().split_whitespace();
    let seconds = times.map(|time| time.parse().ok().filter(|time| (0.0..MAX_SECONDS).contains(time)));
    seconds.map(|seconds| seconds.map(|seconds: f64| (seconds * 1000.0).round() as i64))
}

fn seat(head: &Head, number: u8, ending: Option<&Ending>) -> RecordSeat {
    let name = head.get(&format!("Seat{number}")).unwrap_or_default().trim();
    let rank = ending.and_then(|ending| ending.ranks.get(usize::from(number) - 1));
    RecordSeat {
        seat: number.into(),
        player: PlayerId::fresh(),
        name: match name {
            "" => format!("Seat {number}"),
            name => name.chars().take(NAME).collect(),
        },
        rank: rank.copied().unwrap_or(0).into(),
        guest: true,
        bot: None,
        owner: None,
        device: None,
        rating: None,
    }
}

/// How the game ended: by its turns, or by the tags if the board allows that; `None` if it goes on.
fn ending(head: &Head, game: &dyn AnyGame) -> Option<Ending> {
    if let Some(outcome) = game.status().outcome() {
        let dropped = game.last_ply().is_some_and(|ply| ply.starts_with("drop:"));
        let reason = match head.get("Ending") {
            Some("time") if dropped => Reason::Time,
            Some("abandoned") if dropped => Reason::Away,
            _ if dropped => Reason::Resignation,
            _ => Reason::Rules,
        };
        return Some(Ending::new(game, &outcome, reason));
    }
    let scored = Ending::new(game, &game.standing(), Reason::Scored);
    let drawn = Ending::new(game, &game.agreed(), Reason::Agreement);
    let ranks = |ending: &Ending| {
        let ranks: Vec<String> = ending.ranks.iter().map(u8::to_string).collect();
        Some(ranks.join(" ").as_str()) == head.get("Ranks")
    };
    match head.get("Ending") {
        Some("agreement") if !ranks(&drawn) && ranks(&scored) => Some(scored),
        Some("agreement") => Some(drawn),
        Some("abandoned") => Some(Ending {
            reason: Reason::Abandoned,
            ..scored
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::record;

    const TEXT: &str = "[Game \"bushwhacked\"]\n[Seats \"2\"]\n[Seat1 \"<b>Ann\"]\n\n1. e5 2. f6";

    fn sentence(text: &str) -> String {
        import(text).unwrap_err().to_string()
    }

    #[test]
    fn a_game_that_goes_on_is_shown_as_far_as_it_came() {
        let record = import(&format!("\u{feff}{TEXT}")).unwrap().record;
        assert_eq!(record.head.ending, Value::Null);
        let names: Vec<&str> = record.head.seats.iter().map(|seat| seat.name.as_str()).collect();
        assert_eq!(names, ["<b>Ann", "Seat 2"]);
        let shown = record::show(&record).unwrap();
        assert_eq!(shown.table.plies.len(), 2);
        assert!(shown.table.ending.is_none());
    }

    #[test]
    fn what_was_agreed_is_in_the_tags() {
        for (tags, reason) in [
            ("[Ending \"agreement\"]", Some("agreement")),
            ("[Ending \"abandoned\"]", Some("abandoned")),
            ("[Ending \"time\"]", None),
        ] {
            let record = import(&format!("{tags}\n{TEXT}")).unwrap().record;
            assert_eq!(record.head.ending["reason"].as_str(), reason, "{tags}");
        }
        let record = import(&format!("[Ending \"time\"]\n{TEXT} drop:1"))
            .unwrap()
            .record;
        assert_eq!(record.head.ending["reason"], "time");
    }

    #[test]
    fn how_long_turns_took_is_in_the_tags() {
        let spent = |tags: &str| -> (Option<String>, Vec<Option<i64>>) {
            let record = import(&format!("{tags}\n{TEXT} 3. g7")).unwrap().record;
            let turns = record.turns.iter().map(|turn| turn.spent);
            (record.head.clock, turns.collect())
        };
        let clock = Some("300+5".to_owned());
        let whole = spent("[Clock \"300+5\"]\n[Times \"1.25 - 3\"]");
        assert_eq!(whole, (clock.clone(), vec![Some(1250), None, Some(3000)]));
        let odd = spent("[Clock \"300+5\"]\n[Times \"-1 NaN\"]");
        assert_eq!(odd, (clock, vec![None, None, None]));
        assert_eq!(
            spent("[Clock \"sand\"]\n[Times \"1e99 x 7 8 9\"]"),
            (None, vec![None, None, Some(7000)])
        );
        let record = import(TEXT).unwrap().record;
        let shown = record::show(&record).unwrap();
        assert_eq!((shown.table.started_at, shown.table.plies[0].at), (None, None));
    }

    #[test]
    fn what_is_wrong_is_named_with_turn_and_reason() {
        assert_eq!(
            sentence(&format!("{TEXT} 3. e5")),
            "In turn 3 (e5), step e5: e5 is occupied."
        );
        assert_eq!(
            sentence("[Seats \"2\"]\n\ne5"),
            "This cannot be read: the tag Game is missing."
        );
        assert!(sentence("{}").starts_with("This cannot be read: this is not a record"));
        assert!(sentence("{").starts_with("This is not valid JSON: "));
        assert!(sentence(" \n").starts_with("Please paste"));
        assert!(sentence(&"x".repeat(IMPORT_BYTES + 1)).contains("64 kB"));
        let long = format!(
            "[Game \"bushwhacked\"]\n[Seats \"2\"]\n\n{}",
            "pass ".repeat(IMPORT_TURNS + 1)
        );
        assert_eq!(sentence(&long), "A record can have at most 1000 turns.");
    }
}
