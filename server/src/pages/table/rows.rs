//! The rows of the page of a table, and the sentences about it, for those who have no scripts.

use super::Shown;
use crate::clock_words;
use crate::ids::PlayerId;
use crate::model::record::ending::DropReason;
use crate::pages::parts::profile_address::address;
use crate::protocol::{
    ChangeView, EndingView, PhaseName, PlayerKind, PlayerView, PlyView, TableView, TallyView,
};
use crate::store::DELETED;
use crate::time::{monotonic_unix_ms, now_ms};
use crate::words::list;

/// A chair or a seat.
#[derive(Clone, Debug, Default)]
pub struct SeatRow {
    pub name: Option<String>,
    /// `None` for a member.
    pub kind: Option<String>,
    /// Empty before the start.
    pub colour: String,
    /// `None` before the start.
    pub state: Option<SeatState>,
    /// `None` without a clock.
    pub clock: Option<String>,
    /// The words and the number of each of the game's tallies. Empty before the start.
    pub tallies: Vec<(&'static str, u16)>,
}

/// The state on a player's card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatState {
    ToMove,
    Left,
    OutOfTime,
    /// Its player is not connected.
    Away,
    OnHoliday,
}

impl SeatState {
    /// The words of the scripts.
    pub fn words(self) -> &'static str {
        match self {
            SeatState::ToMove => "to move",
            SeatState::Left => "left",
            SeatState::OutOfTime => "out of time",
            SeatState::Away => "away",
            SeatState::OnHoliday => "on holiday",
        }
    }

    pub fn class(self) -> &'static str {
        match self {
            SeatState::ToMove => "moving",
            SeatState::Left | SeatState::OutOfTime => "dropped",
            SeatState::Away | SeatState::OnHoliday => "away",
        }
    }
}

#[derive(Clone, Debug)]
pub struct TurnRow {
    /// Counted from 1.
    pub number: usize,
    pub colour: String,
    pub text: String,
    pub shown: String,
    pub captures: Option<String>,
    pub took: Option<String>,
}

/// How a game ended, for those without scripts.
#[derive(Clone, Debug)]
pub struct EndingRows {
    /// Who won: "Ann wins".
    pub headline: String,
    pub reason: String,
    pub scores: Vec<String>,
    pub places: Vec<PlaceRow>,
    /// That some results changed ratings less than in full, or not at all.
    pub rating_note: Option<&'static str>,
}

impl EndingRows {
    /// Whether the game changed ratings.
    pub fn rated(&self) -> bool {
        self.places.iter().any(|place| place.rating.is_some())
    }
}

/// A seat in the result.
#[derive(Clone, Debug)]
pub struct PlaceRow {
    pub rank: u8,
    pub name: String,
    pub colour: String,
    pub scores: Vec<u16>,
    /// The address of the profile, for those who have an account.
    pub profile: Option<String>,
    /// The rating before the game and after it, if it changed.
    pub rating: Option<(i64, i64)>,
}

/// How a table stands that is not over: the chairs that are free, or who is to move.
pub fn status_sentence(seats: &[SeatRow], to_move: Option<&str>) -> String {
    if let Some(name) = to_move {
        return format!("{name}’s turn.");
    }
    match seats.iter().filter(|seat| seat.name.is_none()).count() {
        0 => "All seats are taken.".to_owned(),
        1 => "Waiting for one more player.".to_owned(),
        free => format!("Waiting for {free} more players."),
    }
}

pub(super) fn colour(shown: &Shown, seat: u8) -> String {
    let colour = usize::from(seat)
        .checked_sub(1)
        .and_then(|index| shown.kind.view.colours.get(index));
    colour.copied().unwrap_or_default().to_owned()
}

/// `None` before the start and after the end.
pub(super) fn to_move(table: &TableView) -> Option<u8> {
    match table.phase {
        PhaseName::Playing => table.plies.last().map_or(Some(1), |ply| ply.to_move),
        PhaseName::Waiting | PhaseName::Over => None,
    }
}

pub(super) fn seat_row(shown: &Shown, index: usize) -> SeatRow {
    let player = shown.table.chairs.get(index).cloned().flatten();
    let row = SeatRow {
        kind: player.as_ref().and_then(kind),
        name: player.as_ref().map(|player| player.name.clone()),
        ..SeatRow::default()
    };
    if shown.table.phase == PhaseName::Waiting {
        return row;
    }
    SeatRow {
        colour: colour(shown, index as u8 + 1),
        state: seat_state(shown, index as u8 + 1, player.map(|player| player.id)),
        clock: seat_clock(shown, index),
        tallies: seat_tallies(shown, index),
        ..row
    }
}

/// The words of the scripts.
fn kind(player: &PlayerView) -> Option<String> {
    match (player.kind, player.level) {
        (PlayerKind::Guest, _) => Some("guest".to_owned()),
        (PlayerKind::Bot, Some(level)) => Some(format!("bot, level {level}")),
        (PlayerKind::Bot, None) => Some(match &player.owner {
            Some(owner) => format!("bot of {owner}"),
            None => "bot".to_owned(),
        }),
        (PlayerKind::Member, _) => None,
    }
}

fn seat_state(shown: &Shown, seat: u8, player: Option<PlayerId>) -> Option<SeatState> {
    let Shown { table, present, .. } = shown;
    let gone = |present: &Vec<PlayerId>| player.is_some_and(|player| !present.contains(&player));
    let drop = table
        .plies
        .iter()
        .find(|ply| ply.seat == seat && ply.text == format!("drop:{seat}"));
    if let Some(drop) = drop {
        Some(match drop.reason {
            Some(DropReason::Time) => SeatState::OutOfTime,
            Some(DropReason::Resignation | DropReason::Away) | None => SeatState::Left,
        })
    } else if to_move(table) == Some(seat) {
        Some(SeatState::ToMove)
    } else if table.phase == PhaseName::Playing && on_holiday(table, seat) {
        Some(SeatState::OnHoliday)
    } else if table.phase == PhaseName::Playing && present.as_ref().is_some_and(gone) {
        Some(SeatState::Away)
    } else {
        None
    }
}

fn on_holiday(table: &TableView, seat: u8) -> bool {
    let mut holidays = table.clocks.iter().flat_map(|clocks| &clocks.holidays);
    holidays.any(|holiday| holiday.seat == seat && holiday.until > now_ms())
}

/// What the clock of a seat shows when the page is made.
fn seat_clock(shown: &Shown, index: usize) -> Option<String> {
    let left = shown.table.clocks.as_ref()?.left(index, monotonic_unix_ms())?;
    Some(clock_words::face(left))
}

fn seat_tallies(shown: &Shown, index: usize) -> Vec<(&'static str, u16)> {
    let table = &shown.table;
    let counts = table
        .plies
        .last()
        .map_or(&table.start.tallies, |ply| &ply.tallies);
    let count = |tally: &TallyView| tally.0.as_slice().get(index).copied().unwrap_or_default();
    let words = shown.kind.view.tallies.iter().copied();
    words.zip(counts.iter().map(count)).collect()
}

pub(super) fn turn_row(shown: &Shown, index: usize, ply: &PlyView) -> TurnRow {
    TurnRow {
        number: index + 1,
        colour: colour(shown, ply.seat),
        text: ply.text.clone(),
        shown: ply.short.clone().unwrap_or_else(|| ply.text.clone()),
        captures: captures(shown, ply),
        took: time_of(&shown.table, index, ply).map(clock_words::took),
    }
}

/// "captures e5 and f6".
fn captures(shown: &Shown, ply: &PlyView) -> Option<String> {
    let cells = &shown.kind.view.layout.cells;
    let taken = ply.changes.iter().filter_map(|change| match change {
        ChangeView::Taken { cell, .. } => cells.get(usize::from(*cell)),
        _ => None,
    });
    let names: Vec<&str> = taken.map(|place| place.name.as_str()).collect();
    (!names.is_empty()).then(|| format!("captures {}", list(&names)))
}

/// How long a turn took, in milliseconds: in games without clocks, since the turn before. Turns copied from another
/// game took no time here.
fn time_of(table: &TableView, index: usize, ply: &PlyView) -> Option<i64> {
    let copied = table.from.as_ref().map_or(0, |from| from.turn);
    if table.clock.is_some() || index < copied {
        return ply.spent;
    }
    let since = match index.checked_sub(1).filter(|_| index > copied) {
        Some(before) => table.plies.get(before)?.at,
        None => table.started_at,
    };
    Some(ply.at? - since?)
}

/// The name of whoever sits there.
fn name_of(shown: &Shown, seat: u8) -> String {
    let index = usize::from(seat).checked_sub(1);
    let name = index.and_then(|index| seat_row(shown, index).name);
    name.unwrap_or_else(|| format!("Seat {seat}"))
}

/// The address of the profile of whoever sat there, if they have an account.
fn profile(shown: &Shown, index: usize) -> Option<String> {
    let player = shown.table.chairs.get(index)?.as_ref()?;
    let is_account = player.kind == PlayerKind::Member || player.owner.is_some();
    let has_one = is_account && player.name != DELETED;
    has_one.then(|| address(&player.name))
}

fn rating(shown: &Shown, index: usize) -> Option<(i64, i64)> {
    let change = (*shown.table.ratings.get(index)?)?;
    let rounded = |rating: f64| rating.round() as i64;
    Some((rounded(change.before.rating), rounded(change.after.rating)))
}

pub(super) fn ending_rows(shown: &Shown, ending: &EndingView) -> EndingRows {
    let name = |seat| name_of(shown, seat);
    let place = |(index, &rank): (usize, &u8)| {
        let SeatRow { name, colour, .. } = seat_row(shown, index);
        let scores = ending.scores.get(index).cloned().unwrap_or_default();
        PlaceRow {
            rank,
            name: name.unwrap_or_default(),
            colour,
            scores,
            profile: profile(shown, index),
            rating: rating(shown, index),
        }
    };
    let mut places: Vec<PlaceRow> = ending.ranks.iter().enumerate().map(place).collect();
    places.sort_by_key(|place| place.rank);
    let scores = shown
        .kind
        .view
        .scores
        .iter()
        .map(|&score| score.to_owned())
        .collect();
    EndingRows {
        headline: ending.headline.with_names(name),
        reason: match &ending.score {
            Some(score) => format!("{}; {}.", score.with_names(name), ending.why.with_names(name)),
            None => format!("{}.", ending.why.with_names(name)),
        },
        scores,
        places,
        rating_note: shown.table.rating_note,
    }
}
