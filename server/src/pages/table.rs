//! The page of a table, which is also the page of its record.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde_json::value::RawValue;

use super::link_card::LinkCard;
use super::{Frame, html, titled};
use crate::app::App;
use crate::assets;
use crate::at_table::AtTable;
use crate::auth::CurrentUser;
use crate::clock_words::{self, ClockWords};
use crate::error::PageError;
use crate::ids::{PlayerId, TableCode};
use crate::moment::steady_ms;
use crate::names::PlayerName;
use crate::protocol::{
    ChatView, DropReason, EndReasonView, EndingView, Kind, PageView, PhaseName, PlayerKind, PlayerView,
    PlyView, Reason, RematchView, TableView,
};
use crate::store::{RematchRow, TableRow};

/// A table as it is when the page is made; scripts keep the page up to date from there.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "table.html")]
pub struct TablePage {
    /// What every page has.
    pub frame: Frame,
    /// The name of the game: its style sheet is `kinds/<name>.css`.
    pub kind: String,
    /// The game's name on pages, with its variant.
    pub title: String,
    /// The table's code in the address.
    pub code: String,
    /// The whole address of this page.
    pub link: String,
    /// Whether it is shown in lists.
    pub public: bool,
    /// How much time the seats have, if there are clocks.
    pub clock: Option<ClockWords>,
    /// Whether the game has not begun.
    pub waiting: bool,
    /// The width of the board's drawing, if its height is 1.
    pub ratio: f32,
    /// How things stand, in a sentence: see [`status_sentence`].
    pub status: String,
    /// What a link to this page looks like in a chat.
    pub card: LinkCard,
    /// The chairs before the start, the seats in order of play afterwards.
    pub seats: Vec<SeatRow>,
    /// The turns and drops so far.
    pub turns: Vec<TurnRow>,
    /// The names of those who were on one device when the game began, device by device.
    pub shared_devices: Vec<String>,
    /// How the game ended.
    pub ending: Option<EndingRows>,
    /// Who proposed a rematch, if somebody did.
    pub rematch: Option<String>,
    /// Whether the reader played.
    pub played: bool,
    /// The other tables where it is the reader's turn.
    pub turns_elsewhere: Vec<String>,
    /// The pictures of the pieces: the text of `kinds/<name>.svg` as it is.
    pub pieces: String,
    /// A line for those who play it for the first time, if the game has one: `kinds/<name>.hint.txt`.
    pub hint: Option<String>,
    /// The `PageView` as JSON with every `<` written as `\u003c`: see [`script_json`].
    pub data: String,
}

/// A chair or a seat.
#[derive(Clone, Debug, Default)]
pub struct SeatRow {
    /// Who sits there.
    pub name: Option<String>,
    /// Whether it is a guest.
    pub guest: bool,
    /// The seat's colour; empty before the start.
    pub colour: String,
    /// What is to be said of it once the game has begun.
    pub state: Option<SeatState>,
    /// What its clock shows, if it has one.
    pub clock: Option<String>,
    /// What it holds: the words and the number of each of the game's tallies. Empty before the start.
    pub tallies: Vec<(&'static str, u16)>,
}

/// What a player's card says besides the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatState {
    /// It is this seat's turn.
    ToMove,
    /// It has left the game.
    Left,
    /// Its time has run out.
    OutOfTime,
    /// Its player is not connected.
    Away,
}

impl SeatState {
    /// As people read it: the same words as in the scripts.
    pub fn words(self) -> &'static str {
        match self {
            SeatState::ToMove => "to move",
            SeatState::Left => "left",
            SeatState::OutOfTime => "out of time",
            SeatState::Away => "away",
        }
    }

    /// The class of the card.
    pub fn class(self) -> &'static str {
        match self {
            SeatState::ToMove => "moving",
            SeatState::Left | SeatState::OutOfTime => "dropped",
            SeatState::Away => "away",
        }
    }
}

/// A turn or drop in the list.
#[derive(Clone, Debug)]
pub struct TurnRow {
    /// Its number, from 1.
    pub number: usize,
    /// The colour of the seat.
    pub colour: String,
    /// Its text in the record.
    pub text: String,
    /// How it is written in the list.
    pub shown: String,
    /// How long it took, if that is known.
    pub took: Option<String>,
}

/// How a game ended, for those without scripts.
#[derive(Clone, Debug)]
pub struct EndingRows {
    /// Who won: see [`headline`].
    pub headline: String,
    /// Why it ended, in a sentence.
    pub reason: String,
    /// What the parts of a score are.
    pub scores: Vec<String>,
    /// The seats, first place first.
    pub places: Vec<PlaceRow>,
}

/// A seat in the result.
#[derive(Clone, Debug)]
pub struct PlaceRow {
    /// The rank; shared ranks are equal.
    pub rank: u8,
    /// Who sat there.
    pub name: String,
    /// The colour of the seat.
    pub colour: String,
    /// Its score, part by part.
    pub scores: Vec<u16>,
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

/// Who won, of places in order: "Ann wins", "Ann and Ben share first place".
pub fn headline(places: &[PlaceRow]) -> String {
    let first: Vec<&str> = places
        .iter()
        .filter(|place| place.rank == 1)
        .map(|place| place.name.as_str())
        .collect();
    match first.as_slice() {
        [winner] => format!("{winner} wins"),
        _ if first.len() == places.len() => "A draw".to_owned(),
        [others @ .., last] => format!("{} and {last} share first place", others.join(", ")),
        [] => "The game is over".to_owned(),
    }
}

/// JSON that can stand inside a `script` element whatever it holds.
pub fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// A table, or the record of a finished game, on its way to a page.
struct Shown {
    kind: Arc<Kind>,
    seq: u64,
    table: TableView,
    /// The same as JSON.
    json: Arc<RawValue>,
    /// Who is connected, if there is a socket to open.
    present: Option<Vec<PlayerId>>,
    /// The rematch of a finished game, if one was proposed.
    rematch: Option<RematchView>,
    /// What was written, if there is none.
    chat: Option<ChatView>,
}

/// `GET /g/{code}`: the table, or its record once the game is over.
pub async fn show(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let link = app.address(&headers, &format!("/g/{}", row.code));
    let shown = match app.records.find(row.id).await? {
        Some(record) => Shown {
            kind: Arc::clone(&record.kind),
            seq: 0,
            table: record.table.clone(),
            json: Arc::clone(&record.json),
            present: None,
            rematch: app.store.rematch(row.id).await?.map(rematch_view),
            chat: app.tables.chat(row.id).await,
        },
        None => live(&app, &row).await?,
    };
    let turns = turns(&app, &user).await?;
    let view = PageView {
        nudge_after: app.config.timings.away_nudge.as_millis() as i64,
        ..page_view(&user, &shown, link.clone(), turns)
    };
    Ok(html(&page(&user, &shown, &view), StatusCode::OK))
}

fn rematch_view(RematchRow { code, by_name: by }: RematchRow) -> RematchView {
    RematchView { code, by }
}

/// The tables where it is the reader's turn.
async fn turns(app: &App, user: &CurrentUser) -> Result<Vec<TableCode>, PageError> {
    let player: Vec<PlayerId> = user.id().into_iter().collect();
    let turns = app.store.turns_of(&player).await?.into_iter();
    Ok(turns.map(|turn| turn.code).collect())
}

async fn live(app: &App, row: &TableRow) -> Result<Shown, PageError> {
    let room = app.tables.open(row).await?;
    let table = room.table();
    Ok(Shown {
        kind: Arc::clone(&table.kind),
        seq: table.state.seq,
        table: table.view(),
        json: table.snapshot(),
        present: Some(room.live().borrow().live.present.clone()),
        rematch: None,
        chat: None,
    })
}

fn page_view(user: &CurrentUser, shown: &Shown, link: String, turns: Vec<TableCode>) -> PageView {
    let suggested_name = match user.name() {
        Some(name) => name.to_owned(),
        None => PlayerName::suggested().to_string(),
    };
    PageView {
        kind: Arc::clone(&shown.kind.json),
        seq: shown.seq,
        table: Arc::clone(&shown.json),
        you: user.0.as_ref().map(PlayerView::from),
        suggested_name,
        live: shown.present.is_some(),
        chat: shown.chat.clone(),
        now: shown.present.is_some().then(steady_ms),
        nudge_after: 0,
        link,
        turns,
        rematch: shown.rematch.clone(),
    }
}

fn page(user: &CurrentUser, shown: &Shown, view: &PageView) -> TablePage {
    let (kind, table) = (&shown.kind.view, &shown.table);
    let seats: Vec<SeatRow> = (0..table.chairs.len())
        .map(|index| seat_row(shown, index))
        .collect();
    let ending = table.ending.as_ref().map(|ending| ending_rows(shown, ending));
    let to_move = to_move(table);
    let name_to_move = to_move.and_then(|seat| seats.get(usize::from(seat).checked_sub(1)?)?.name.as_deref());
    let status = match &ending {
        Some(ending) => format!("{}.", ending.headline),
        None => status_sentence(&seats, name_to_move),
    };
    TablePage {
        frame: Frame::of(user),
        kind: kind.name.to_owned(),
        title: titled(kind.title, kind.variant),
        code: table.code.to_string(),
        link: view.link.clone(),
        public: table.public,
        clock: table.clock.as_ref().map(ClockWords::of),
        waiting: table.phase == PhaseName::Waiting,
        ratio: kind.layout.width / kind.layout.height,
        card: LinkCard::of(table, &in_words(shown), &status),
        status,
        turns: table
            .plies
            .iter()
            .enumerate()
            .map(|(index, ply)| turn_row(shown, index, ply))
            .collect(),
        shared_devices: table
            .shared_devices
            .iter()
            .map(|group| names(&seats, group))
            .collect(),
        seats,
        ending,
        rematch: shown.rematch.as_ref().map(|rematch| rematch.by.clone()),
        played: table
            .chairs
            .iter()
            .flatten()
            .any(|player| Some(player.id) == user.id()),
        turns_elsewhere: view
            .turns
            .iter()
            .filter(|&code| *code != table.code)
            .map(TableCode::to_string)
            .collect(),
        pieces: assets::text(&format!("kinds/{}.svg", kind.name)).unwrap_or_default(),
        hint: assets::text(&format!("kinds/{}.hint.txt", kind.name)),
        data: script_json(&serde_json::to_string(view).expect("view")),
    }
}

/// The names of some seats: "Ann, Ben and Cem".
fn names(seats: &[SeatRow], wanted: &[u8]) -> String {
    let name = |&seat: &u8| seats.get(usize::from(seat).checked_sub(1)?)?.name.as_deref();
    let names: Vec<&str> = wanted.iter().filter_map(name).collect();
    match names.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    }
}

/// The game with its variant and its clock: "Bushi 9x9 · 10+10".
fn in_words(shown: &Shown) -> String {
    let title = titled(shown.kind.view.title, shown.kind.view.variant);
    match &shown.table.clock {
        Some(terms) => format!("{title} · {}", ClockWords::of(terms).short),
        None => title,
    }
}

fn colour(shown: &Shown, seat: u8) -> String {
    let colour = usize::from(seat)
        .checked_sub(1)
        .and_then(|index| shown.kind.view.colours.get(index));
    colour.copied().unwrap_or_default().to_owned()
}

/// The seat to move; none before the start and after the end.
fn to_move(table: &TableView) -> Option<u8> {
    match table.phase {
        PhaseName::Playing => table.plies.last().map_or(Some(1), |ply| ply.to_move),
        PhaseName::Waiting | PhaseName::Over => None,
    }
}

fn seat_row(shown: &Shown, index: usize) -> SeatRow {
    let player = shown.table.chairs.get(index).cloned().flatten();
    let row = SeatRow {
        guest: player
            .as_ref()
            .is_some_and(|player| player.kind == PlayerKind::Guest),
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
    } else if table.phase == PhaseName::Playing && present.as_ref().is_some_and(gone) {
        Some(SeatState::Away)
    } else {
        None
    }
}

/// What the clock of a seat shows when the page is made.
fn seat_clock(shown: &Shown, index: usize) -> Option<String> {
    let left = clock_words::left(shown.table.clocks.as_ref()?, index, steady_ms())?;
    Some(clock_words::face(left))
}

/// What a seat holds after the last ply.
fn seat_tallies(shown: &Shown, index: usize) -> Vec<(&'static str, u16)> {
    let table = &shown.table;
    let counts = table
        .plies
        .last()
        .map_or(&table.start.tallies, |ply| &ply.tallies);
    let count = |of: &Vec<u16>| of.get(index).copied().unwrap_or_default();
    let words = shown.kind.view.tallies.iter().copied();
    words.zip(counts.iter().map(count)).collect()
}

fn turn_row(shown: &Shown, index: usize, ply: &PlyView) -> TurnRow {
    TurnRow {
        number: index + 1,
        colour: colour(shown, ply.seat),
        text: ply.text.clone(),
        shown: match ply.reason {
            Some(DropReason::Time) => "out of time".to_owned(),
            Some(DropReason::Away) => "away for too long".to_owned(),
            _ => ply.short.clone().unwrap_or_else(|| ply.text.clone()),
        },
        took: ply.spent.map(clock_words::took),
    }
}

fn rule_sentence(shown: &Shown, rule: EndReasonView) -> String {
    let words = rule.words;
    let name = rule
        .seat
        .and_then(|seat| seat_row(shown, usize::from(seat).checked_sub(1)?).name);
    name.map_or_else(|| format!("{words}."), |name| format!("{name} {words}."))
}

/// Whose time ran out: that of whoever dropped last.
fn time_sentence(shown: &Shown) -> String {
    let last = shown.table.plies.last().map(|ply| usize::from(ply.seat));
    let row = last.and_then(|seat| Some(seat_row(shown, seat.checked_sub(1)?)));
    let name = row.and_then(|row| row.name);
    name.map_or_else(
        || "The game is over.".to_owned(),
        |name| format!("{name} ran out of time."),
    )
}

fn ending_rows(shown: &Shown, ending: &EndingView) -> EndingRows {
    let place = |(index, &rank): (usize, &u8)| {
        let SeatRow { name, colour, .. } = seat_row(shown, index);
        let scores = ending.scores.get(index).cloned().unwrap_or_default();
        PlaceRow {
            rank,
            name: name.unwrap_or_default(),
            colour,
            scores,
        }
    };
    let mut places: Vec<PlaceRow> = ending.ranks.iter().enumerate().map(place).collect();
    places.sort_by_key(|place| place.rank);
    let reason = match (ending.reason, ending.rule) {
        (Reason::Rules, Some(rule)) => rule_sentence(shown, rule),
        (Reason::Rules, None) => "The game is over.".to_owned(),
        (Reason::Away, _) => "The others agreed to go on without whoever was away.".to_owned(),
        (Reason::Resignation, _) => "All others have left the game.".to_owned(),
        (Reason::Time, _) => time_sentence(shown),
        (Reason::Abandoned, _) => {
            "Nobody played for 30 days, so the board was scored as it stood.".to_owned()
        }
        (Reason::Agreement, _) => "The players agreed on a draw.".to_owned(),
        (Reason::Scored, _) => {
            "The players agreed to end the game and score the board as it stood.".to_owned()
        }
    };
    let scores = shown
        .kind
        .view
        .scores
        .iter()
        .map(|&score| score.to_owned())
        .collect();
    EndingRows {
        headline: headline(&places),
        reason,
        scores,
        places,
    }
}
