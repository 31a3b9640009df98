//! The page of a table, which is also the page of its record.

pub mod continue_game;
pub mod guest;
pub mod hint;
pub mod note;
pub mod planning;
pub mod rematch;
pub mod review;
pub(super) mod seating;
pub mod transfer;
pub mod writers;

pub mod embed;
mod from_here;
mod imported;
mod rows;

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde_json::value::RawValue;
use thicket_rules::GameKind;

use super::{PageContext, html, titled};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::clock_words::CLOCKS;
use crate::error::PageError;
use crate::http::assets;
use crate::http::at_table::AtTable;
use crate::ids::{ClubId, PlayerId, TableCode};
use crate::model::player::chat;
use crate::names::PlayerName;
use crate::pages::parts::link_card::LinkCard;
use crate::protocol::{
    ChatView, ClockForm, ClockTermsView, FromView, Kind, PageView, PhaseName, PlayerView, RematchView,
    TableView,
};
use crate::record::ShownRecord;
use crate::seq::Seq;
use crate::store::{RematchRow, TableRound, TableRow};
use crate::time::{millis, monotonic_unix_ms, now_ms};
use crate::words::list;
pub use from_here::{FromHere, ShownTurn};
pub(super) use imported::imported_page;
pub use rows::*;
use rows::{ending_rows, seat_row, to_move, turn_row};

/// A table as it is when the page is made; scripts keep the page up to date from there.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "table.html")]
pub struct TablePage {
    pub context: PageContext,
    /// Its style sheet is `kinds/<name>.css`.
    pub kind: String,
    /// With the variant.
    pub title: String,
    pub code: String,
    pub link: String,
    pub public: bool,
    pub rated: bool,
    /// Whether the lines of watchers are withheld until the end.
    pub keeps_lines: bool,
    /// Whether the sides can be swapped after the first turn.
    pub pie_rule: bool,
    /// How much time the seats have, if there are clocks.
    pub clock: Option<ClockTermsView>,
    /// Whether the game has not begun.
    pub waiting: bool,
    /// The numbers of seats that the host can choose before the start; empty where that is settled.
    pub more_seats: Vec<u8>,
    /// The values of the host's form, which scripts fill in.
    pub clock_form: ClockForm,
    /// Width divided by height.
    pub ratio: f32,
    /// See [`status_sentence`].
    pub status: String,
    pub card: LinkCard,
    /// The chairs before the start, the seats in order of play afterwards.
    pub seats: Vec<SeatRow>,
    pub turns: Vec<TurnRow>,
    /// The names of those who were on one device when the game began, device by device.
    pub shared_devices: Vec<String>,
    pub ending: Option<EndingRows>,
    /// The name of the player who proposed one.
    pub rematch: Option<String>,
    pub from_here: FromHere,
    pub from: Option<FromView>,
    /// The tournament to which the table belongs.
    pub tournament: Option<TableRound>,
    /// The club to which the table belongs, with its name.
    pub club: Option<(ClubId, String)>,
    /// The events besides turns, once the game is over: after how many turns, and in a sentence.
    pub story: Vec<(Option<usize>, String)>,
    pub played: bool,
    pub turns_elsewhere: Vec<String>,
    /// The text of `kinds/<name>.svg`.
    pub pieces: String,
    /// From `kinds/<name>.hint.txt`, if there is one.
    pub hint: Option<String>,
    /// Whether the reader plays against bots alone, and may ask for hints.
    pub plays_bots: bool,
    /// Whether the hint is hidden until the reader may see it: before the start, and until a turn of their own.
    pub hint_to_come: bool,
    /// The `PageView`: see [`script_json`].
    pub data: String,
}

/// Escapes JSON for a `script` element: every `<` becomes `\u003c`.
pub fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

struct Shown {
    kind: Arc<Kind>,
    seq: Seq,
    table: TableView,
    json: Arc<RawValue>,
    present: Option<Vec<PlayerId>>,
    rematch: Option<RematchView>,
    chat: Option<ChatView>,
    story: Vec<(Option<usize>, String)>,
}

/// `GET /g/{code}`: the table, or its record once the game is over.
pub async fn show(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
    headers: HeaderMap,
    wanted: Result<Query<ShownTurn>, QueryRejection>,
) -> Result<Response, PageError> {
    // An address that was changed by hand shows the table all the same.
    let wanted = wanted.map_or_else(|_| ShownTurn::default(), |Query(wanted)| wanted);
    let link = app.address(&headers, &format!("/g/{}", row.code));
    let shown = shown(&app, &row).await?;
    let turns = turns_elsewhere(&app, &user, &shown.table.code).await?;
    let looked = looked(&app, &user, &shown, &row).await?;
    let view = PageView {
        looked,
        ..page_view(&app, &user, &shown, link, turns)
    };
    let from_here = FromHere::of(&shown, wanted, user.id());
    let page = TablePage {
        tournament: app.tournaments.of_table(row.id).await?,
        club: app.clubs.of_table(row.id).await?,
        ..page(&user, &shown, &view, from_here)
    };
    Ok(html(&page, StatusCode::OK))
}

async fn shown(app: &App, row: &TableRow) -> Result<Shown, PageError> {
    match app.shown_records.find(row.id).await? {
        Some(record) => finished(app, row, &record).await,
        None => live(app, row).await,
    }
}

/// A record. Its page follows the table until there is a rematch, for as long as one can write there.
async fn finished(app: &App, row: &TableRow, record: &ShownRecord) -> Result<Shown, PageError> {
    let (seq, rematch) = app.tables.rematch_after(row.id).await?;
    let rematch = rematch.map(rematch_view);
    let is_open = now_ms().duration_since(record.finished_at) < chat::CHAT_LIFE;
    let followed = seq.filter(|_| is_open && rematch.is_none());
    Ok(Shown {
        kind: Arc::clone(&record.kind),
        seq: followed.unwrap_or_default(),
        table: record.table.clone(),
        json: Arc::clone(&record.json),
        present: followed.map(|_| Vec::new()),
        rematch,
        story: record.story.clone(),
        chat: app.tables.chat(row.id).await,
    })
}

fn rematch_view(RematchRow { code, by_name: by }: RematchRow) -> RematchView {
    RematchView { code, by }
}

async fn turns_elsewhere(
    app: &App,
    user: &CurrentUser,
    here: &TableCode,
) -> Result<Vec<TableCode>, PageError> {
    match user.id() {
        Some(player) => Ok(app.lobby.turns_elsewhere(player, here).await?),
        None => Ok(Vec::new()),
    }
}

/// How many turns there were when the reader last had the table in sight, if they play there.
async fn looked(
    app: &App,
    user: &CurrentUser,
    shown: &Shown,
    row: &TableRow,
) -> Result<Option<u32>, PageError> {
    let plays = |player: PlayerId| {
        let mut chairs = shown.table.chairs.iter().flatten();
        shown.table.phase == PhaseName::Playing && chairs.any(|seated| seated.id == player)
    };
    match user.id().filter(|&player| plays(player)) {
        Some(player) => Ok(app.tables.looked(row.id, player).await?),
        None => Ok(None),
    }
}

async fn live(app: &App, row: &TableRow) -> Result<Shown, PageError> {
    let room = app.tables.open(row).await?;
    let table = room.table();
    Ok(Shown {
        kind: Arc::clone(&table.kind),
        seq: table.state.seq,
        table: table.shown().table(),
        json: table.snapshot(),
        present: Some(room.status().borrow().presence.present.clone()),
        rematch: None,
        chat: None,
        story: Vec::new(),
    })
}

fn page_view(app: &App, user: &CurrentUser, shown: &Shown, link: String, turns: Vec<TableCode>) -> PageView {
    let suggested_name = match user.name() {
        Some(name) => name.to_owned(),
        None => PlayerName::suggested().to_string(),
    };
    PageView {
        kind: Arc::clone(&shown.kind.json),
        seq: shown.seq,
        table: Arc::clone(&shown.json),
        you: user.player.as_ref().map(PlayerView::from),
        suggested_name,
        live: shown.present.is_some(),
        chat: shown.chat.clone(),
        now: shown.table.ending.is_none().then(monotonic_unix_ms),
        nudge_after: millis(app.config.timings.away_nudge),
        link,
        turns,
        looked: None,
        rematch: shown.rematch.clone(),
    }
}

fn page(user: &CurrentUser, shown: &Shown, view: &PageView, from_here: FromHere) -> TablePage {
    let (kind, table) = (&shown.kind.view, &shown.table);
    let (seats, ending, status) = page_sentences(shown);
    TablePage {
        context: PageContext::of(user),
        kind: kind.name.to_owned(),
        title: titled(kind.title, kind.variant),
        code: table.code.to_string(),
        link: view.link.clone(),
        public: table.public,
        rated: table.rated,
        keeps_lines: table.keeps_lines,
        pie_rule: table.pie_rule,
        clock: table.clock.clone(),
        waiting: table.phase == PhaseName::Waiting,
        more_seats: more_seats(shown),
        clock_form: ClockForm::default(),
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
        from_here,
        from: table.from.clone(),
        tournament: None,
        club: None,
        story: shown.story.clone(),
        played: table
            .chairs
            .iter()
            .flatten()
            .any(|player| Some(player.id) == user.id()),
        turns_elsewhere: view.turns.iter().map(TableCode::to_string).collect(),
        pieces: assets::text(&format!("kinds/{}.svg", kind.name)).unwrap_or_default(),
        hint: assets::text(&format!("kinds/{}.hint.txt", kind.name)),
        plays_bots: plays_bots(user, table),
        hint_to_come: hint_to_come(user, table),
        data: script_json(&serde_json::to_string(view).expect("view")),
    }
}

/// Whether a game between the reader and bots alone is on, or about to begin.
fn plays_bots(user: &CurrentUser, table: &TableView) -> bool {
    let (own, others): (Vec<_>, Vec<_>) = table
        .chairs
        .iter()
        .flatten()
        .partition(|player| Some(player.id) == user.id());
    let bots_alone = others.iter().all(|player| player.level.is_some());
    let is_full = table.chairs.iter().all(Option::is_some);
    table.phase != PhaseName::Over && own.len() == 1 && bots_alone && is_full
}

/// A game that goes on from another one has as many seats as that.
fn more_seats(shown: &Shown) -> Vec<u8> {
    match shown.kind.view.name.parse::<GameKind>() {
        Ok(kind) if shown.table.from.is_none() => kind.info().seats.clone().collect(),
        _ => Vec::new(),
    }
}

/// Whether the reader sits or may sit at the table, and has made no turn there.
fn hint_to_come(user: &CurrentUser, table: &TableView) -> bool {
    let is_reader = |player: &PlayerView| Some(player.id) == user.id();
    let sits_there = |seat: u8| {
        let index = usize::from(seat).checked_sub(1);
        index
            .and_then(|index| table.chairs.get(index)?.as_ref())
            .is_some_and(is_reader)
    };
    match table.phase {
        PhaseName::Waiting => true,
        PhaseName::Playing => {
            table.chairs.iter().flatten().any(is_reader)
                && !table.plies.iter().any(|ply| sits_there(ply.seat))
        }
        PhaseName::Over => false,
    }
}

/// Who sits there, how the game ended, and the status.
fn page_sentences(shown: &Shown) -> (Vec<SeatRow>, Option<EndingRows>, String) {
    let table = &shown.table;
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
    (seats, ending, status)
}

fn names(seats: &[SeatRow], wanted: &[u8]) -> String {
    let name = |&seat: &u8| seats.get(usize::from(seat).checked_sub(1)?)?.name.as_deref();
    let names: Vec<&str> = wanted.iter().filter_map(name).collect();
    list(&names)
}

/// "Bushi 9x9 · 10+10".
fn in_words(shown: &Shown) -> String {
    let title = titled(shown.kind.view.title, shown.kind.view.variant);
    match &shown.table.clock {
        Some(clock) => format!("{title} · {}", clock.short),
        None => title,
    }
}
