//! The values in the address of a search, and the words for them.

use thicket_rules::GameKind;
use time::Date;
use time::macros::format_description;

use crate::error::PageError;
use crate::ids::TableId;
use crate::model::record::RecordHead;
use crate::model::record::ending::Reason;
use crate::model::record::filter::ClockKind;
use crate::time::UnixMs;

/// The places that can be looked for.
pub(crate) const PLACES: [(u8, &str); 6] = [
    (1, "won"),
    (2, "second"),
    (3, "third"),
    (4, "fourth"),
    (5, "fifth"),
    (6, "sixth"),
];
/// The value of `winner` where several share the first place.
const SHARED: &str = "shared";
/// The endings with their words.
pub(crate) const ENDINGS: [(Reason, &str); 7] = [
    (Reason::Rules, "Played to the end"),
    (Reason::Resignation, "Resignation"),
    (Reason::Time, "Time ran out"),
    (Reason::Away, "Player dropped for being away"),
    (Reason::Agreement, "Agreed on a draw"),
    (Reason::Scored, "Agreed to score the board"),
    (Reason::Abandoned, "Nobody played for 30 days"),
];
/// The kinds of clocks with their words.
pub(crate) const CLOCK_KINDS: [(ClockKind, &str); 3] = [
    (ClockKind::Untimed, "No clock"),
    (ClockKind::RealTime, "Minutes"),
    (ClockKind::Correspondence, "Days"),
];
/// The value of `opponents` that leaves out games with bots.
pub(crate) const PEOPLE: &str = "people";
/// Whether games are rated, as addresses and as people say it.
pub(crate) const RATED: [(bool, &str, &str); 2] = [(true, "yes", "Rated"), (false, "no", "Casual")];
/// More turns than any game has.
const MAX_TURNS: u32 = 100_000;

/// The place of a record in the list.
pub(crate) fn place_of(head: &RecordHead) -> (UnixMs, TableId) {
    (head.finished_at, head.table)
}

pub(crate) fn place_text((at, table): (UnixMs, TableId)) -> String {
    format!("{at}-{}", table.0.simple())
}

pub(super) fn read_place(text: &str) -> Option<(UnixMs, TableId)> {
    let (at, table) = text.split_once('-')?;
    Some((UnixMs(at.parse().ok()?), table.parse().ok()?))
}

pub(super) fn bad(sentence: impl Into<String>) -> PageError {
    PageError::malformed(sentence.into())
}

pub(super) fn known<T>(found: Option<T>, sentence: &str) -> Result<T, PageError> {
    found.ok_or_else(|| bad(sentence))
}

pub(super) fn seats(text: &str) -> Option<u8> {
    let seats = text.parse().ok()?;
    let has = |kind: &&GameKind| kind.info().seats.contains(&seats);
    GameKind::ALL.iter().find(has).map(|_| seats)
}

pub(super) fn variant(text: &str) -> Option<String> {
    let mut all = GameKind::ALL.iter().flat_map(|kind| kind.info().variants);
    all.find(|variant| **variant == text)
        .map(|variant| (*variant).to_owned())
}

pub(super) fn place(text: &str) -> Option<u8> {
    let place = text.parse().ok()?;
    PLACES.iter().any(|(known, _)| *known == place).then_some(place)
}

/// The name of a winner in addresses.
pub(crate) fn winner_name(seat: u8) -> String {
    match seat {
        0 => SHARED.to_owned(),
        seat => seat.to_string(),
    }
}

pub(super) fn winner(text: &str) -> Option<u8> {
    if text == SHARED { Some(0) } else { seat(text) }
}

/// A seat that some game has.
fn seat(text: &str) -> Option<u8> {
    let seat = text.parse().ok()?;
    let has = |kind: &GameKind| (1..=*kind.info().seats.end()).contains(&seat);
    GameKind::ALL.iter().any(has).then_some(seat)
}

/// The name of an ending in the store and in addresses.
pub(crate) fn ending_name(reason: Reason) -> String {
    let name = serde_json::to_value(reason).ok();
    name.and_then(|name| name.as_str().map(str::to_owned))
        .unwrap_or_default()
}

pub(super) fn turns(text: &str) -> Result<u32, PageError> {
    let turns = text.parse().ok().filter(|turns| *turns <= MAX_TURNS);
    known(turns, "A number of turns is written in digits, like 40.")
}

pub(super) fn date(text: &str) -> Result<Date, PageError> {
    let date = Date::parse(text, format_description!("[year]-[month]-[day]")).ok();
    let date = date.filter(|date| (1970..=9998).contains(&date.year()));
    known(date, "A day is written like 2026-11-20.")
}

/// A day as addresses and forms have it: `2026-11-20`.
pub(crate) fn day_text(day: Date) -> String {
    day.format(format_description!("[year]-[month]-[day]"))
        .unwrap_or_default()
}
