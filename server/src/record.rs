//! Records as they leave the server: as text, as JSON, and as a page shows them.

pub mod check;
pub mod document;
pub mod import;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};
use thicket_rules::{AnyGame, Change, GameKind, Head, Seat};

use crate::model::clock_terms::ClockTerms;
use crate::model::game::playing::PlyFacts;
use crate::model::player::bot::is_program;
use crate::model::record::ending::Ending;
use crate::model::record::{Record, RecordHead, RecordOrigin, RecordSeat, RecordTurn};
use crate::model::terms::Starter;
use crate::model::turn::PlyEffect;
use crate::protocol::{
    ClockTermsView, EndingView, FromView, Kind, PhaseName, PlayerView, PlyView, RatingChangeView, RecordView,
    TableView,
};
use crate::time::{UnixMs, record_date};

/// This version cannot read a record.
#[derive(Debug, thiserror::Error)]
#[error("this record cannot be read: {0}")]
pub struct UnreadableRecord(pub String);

pub fn ending(record: &RecordHead) -> Result<Ending, UnreadableRecord> {
    serde_json::from_value(record.ending.clone()).map_err(|error| UnreadableRecord(error.to_string()))
}

pub fn start(record: &RecordHead) -> Result<Box<dyn AnyGame>, UnreadableRecord> {
    let unreadable = |error: &dyn std::fmt::Display| UnreadableRecord(error.to_string());
    let kind: GameKind = record.kind.parse().map_err(|error| unreadable(&error))?;
    let (seats, variant) = record.setup.split_once(' ').unwrap_or((&record.setup, ""));
    let seats = seats
        .parse()
        .map_err(|error: std::num::ParseIntError| unreadable(&error))?;
    kind.start(seats, variant).map_err(|error| unreadable(&error))
}

/// The game of a record at its end, as far as this version's rules can play it.
pub fn end(record: &Record) -> Result<(GameKind, Box<dyn AnyGame>), UnreadableRecord> {
    let mut game = start(&record.head)?;
    for turn in &record.turns {
        play(game.as_mut(), &turn.text);
    }
    let kind: Result<GameKind, _> = record.head.kind.parse();
    let kind = kind.map_err(|error| UnreadableRecord(error.to_string()))?;
    Ok((kind, game))
}

/// The seat that a turn of a record takes out of the game, if it does.
pub fn dropped(text: &str) -> Option<Seat> {
    text.strip_prefix("drop:").and_then(|seat| seat.parse().ok())
}

/// Plays a turn or a drop of a record. One that cannot be played is skipped.
pub fn play(game: &mut dyn AnyGame, text: &str) -> Vec<Change> {
    match dropped(text) {
        Some(seat) => game.drop_seat(seat).map(|()| Vec::new()).unwrap_or_default(),
        None => {
            let steps = text.split(',');
            steps
                .flat_map(|step| game.play(step).unwrap_or_default())
                .collect()
        }
    }
}

pub fn text(record: &Record) -> Result<String, UnreadableRecord> {
    let ending = ending(&record.head)?;
    let ranks: Vec<String> = ending.ranks.iter().map(ToString::to_string).collect();
    let (seats, variant) = record
        .head
        .setup
        .split_once(' ')
        .unwrap_or((&record.head.setup, ""));
    let mut head = Head::default();
    head.set("Game", &record.head.kind);
    head.set("Seats", seats);
    head.set("Variant", variant);
    head.set("Date", &record_date(record.head.started_at));
    if let Some(RecordOrigin { code, turn }) = &record.head.from {
        head.set("From", &format!("{code}#{turn}"));
    }
    for seat in &record.head.seats {
        head.set(&format!("Seat{}", seat.seat), &seat_name(seat));
    }
    if let Some(clock) = &record.head.clock {
        head.set("Clock", clock);
        head.set("Times", &times(record.turns.iter().map(|turn| turn.spent)));
    }
    head.set("Ending", ending.reason.name());
    head.set("Ranks", &ranks.join(" "));
    let turns = record.turns.iter().map(|turn| turn.text.clone()).collect();
    Ok(thicket_rules::Record { head, turns }.to_string())
}

/// What is said of a bot: "bot, level 3", "bot of Ann". None for a person.
pub fn bot_words(seat: &RecordSeat) -> Option<String> {
    match (seat.bot, &seat.owner) {
        (Some(level), _) => Some(format!("bot, level {}", level.number())),
        (None, Some(owner)) => Some(format!("bot of {owner}")),
        (None, None) => is_program(seat.player).then(|| "bot".to_owned()),
    }
}

/// The name of a seat's player, with what is said of a bot.
fn seat_name(seat: &RecordSeat) -> String {
    match bot_words(seat) {
        Some(words) => format!("{} ({words})", seat.name),
        None => seat.name.clone(),
    }
}

/// How much of its time each turn took, in seconds; a hyphen for a seat that dropped out of turn.
fn times(spent: impl Iterator<Item = Option<i64>>) -> String {
    let seconds = |ms: i64| (ms as f64 / 1000.0).to_string();
    let times = spent.map(|spent| spent.map_or_else(|| "-".to_owned(), seconds));
    times.collect::<Vec<_>>().join(" ")
}

/// What players are told of a rated game in which results changed ratings less than in full, or not at all.
pub fn rating_note(record: &Record) -> Option<&'static str> {
    let changed = record.head.seats.iter().any(|seat| seat.rating.is_some());
    let weights = record.head.rating_weights.as_deref().unwrap_or_default();
    match (record.head.rated, changed) {
        (false, _) => None,
        (true, false) if !record.counts() => {
            Some("The game ended before every player had a turn, so it changed no ratings.")
        }
        (true, false) if weights.iter().any(|&weight| weight > 0.0) => {
            Some("The server was updated and is rating all games again. This game’s ratings will follow.")
        }
        (true, false) => Some("The game changed no ratings."),
        (true, true) if weights.iter().any(|&weight| weight < 1.0) => {
            Some("Results between some of these players did not count in full.")
        }
        (true, true) => None,
    }
}

/// The record with the times and without the events, as JSON has it: see [`document`].
pub fn view(record: &Record) -> RecordView {
    RecordView::new(record, rating_note(record))
}

/// [`view`] as JSON.
pub fn json(record: &Record) -> serde_json::Value {
    serde_json::to_value(view(record)).expect("record")
}

/// A finished game as its page shows it.
#[derive(Debug)]
pub struct ShownRecord {
    pub kind: Arc<Kind>,
    /// The table as it was at the end.
    pub table: TableView,
    pub json: Arc<RawValue>,
    pub finished_at: UnixMs,
    /// The events besides turns: after how many turns, and a sentence.
    pub story: Vec<(Option<usize>, String)>,
}

impl ShownRecord {
    /// Whether the players changed sides after the first turn: that is in the log of the table alone.
    pub(crate) fn set_sides_swapped(&mut self, swapped: bool) {
        if swapped {
            self.table.sides_swapped = true;
            self.json = to_raw_value(&self.table).expect("table").into();
        }
    }
}

/// Plays a record through for its page. Turns that this version's rules cannot play are still listed, with the
/// players and the result, which the record itself holds.
pub fn show(record: &Record) -> Result<ShownRecord, UnreadableRecord> {
    let mut game = start(&record.head)?;
    let player = |seat: &RecordSeat| {
        Some(PlayerView {
            owner: seat.owner.clone(),
            ..PlayerView::new(seat.player, seat.name.clone(), seat.guest)
        })
    };
    let kind = Kind::of(game.as_ref());
    let plies: Vec<Arc<PlyView>> = record
        .turns
        .iter()
        .map(|turn| Arc::new(ply(game.as_mut(), turn)))
        .collect();
    let ending = match &record.head.ending {
        // A record from outside may be one of a game that goes on.
        serde_json::Value::Null => None,
        _ => {
            let last = plies.last().map(|ply| ply.seat);
            Some(EndingView::new(&ending(&record.head)?, game.as_ref(), last))
        }
    };
    let clock: Option<ClockTerms> = record.head.clock.as_ref().and_then(|text| text.parse().ok());
    let table = TableView {
        code: record.head.code.clone(),
        public: record.head.public,
        starter: Starter::Seated,
        host: None,
        held_by: None,
        phase: match ending {
            Some(_) => PhaseName::Over,
            None => PhaseName::Playing,
        },
        chairs: record.head.seats.iter().map(player).collect(),
        start: Arc::clone(&kind.start),
        plies,
        taken_back: Vec::new(),
        turn: 0,
        offer: None,
        shared_devices: record.head.shared_devices(),
        only_watch: false,
        keeps_lines: false,
        pie_rule: false,
        in_tournament: false,
        sides_swapped: false,
        started_at: known(record.head.started_at),
        from: record.head.from.as_ref().map(FromView::from),
        ending,
        kept: None,
        swaps: Vec::new(),
        change: None,
        rematch: None,
        clock: clock.and_then(ClockTermsView::new),
        clocks: None,
        lost: None,
        changed_at: None,
        rated: record.head.rated,
        ratings: ratings(&record.head),
        rating_note: rating_note(record),
    };
    let json = to_raw_value(&table).expect("table").into();
    Ok(ShownRecord {
        kind,
        table,
        json,
        finished_at: record.head.finished_at,
        story: Vec::new(),
    })
}

/// How the ratings of the seats changed; nothing if none did.
fn ratings(head: &RecordHead) -> Vec<Option<RatingChangeView>> {
    let ratings = head.seats.iter().map(|seat| seat.rating.map(Into::into));
    let ratings: Vec<Option<RatingChangeView>> = ratings.collect();
    if ratings.iter().all(Option::is_none) {
        return Vec::new();
    }
    ratings
}

fn ply(game: &mut dyn AnyGame, turn: &RecordTurn) -> PlyView {
    let dropped = dropped(&turn.text);
    let seat = dropped.or(game.status().to_move());
    let (shorthand, words) = match dropped {
        Some(_) => (None, None),
        None => (game.shorthand(&turn.text), game.in_words(&turn.text)),
    };
    let changes = play(game, &turn.text);
    let effect = PlyEffect {
        seat: seat.unwrap_or(Seat::FIRST),
        text: turn.text.clone(),
        shorthand,
        words,
        changes,
    };
    let RecordTurn {
        at, spent, reason, ..
    } = *turn;
    PlyView {
        at: known(at),
        ..PlyView::new(effect, game, Some(PlyFacts { at, spent, reason }))
    }
}

/// A time of a record. Those from outside say only how long their turns took, if that.
fn known(at: UnixMs) -> Option<UnixMs> {
    (at > UnixMs::default()).then_some(at)
}
