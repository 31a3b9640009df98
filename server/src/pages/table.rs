//! The page of a table, which is also the page of its record.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::{AtTable, Frame, assets, html, titled};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::names::PlayerName;
use crate::protocol::{EndingView, KindView, PageView, PhaseName, PlyView, Reason, TableView};
use crate::record;

/// A table as it is when the page is made; with scripts, the page goes on from there by itself.
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
    /// Whether the game has not begun.
    pub waiting: bool,
    /// The width of the board's drawing, if its height is 1.
    pub ratio: f32,
    /// How things stand, in a sentence: see [`status_sentence`].
    pub status: String,
    /// The chairs before the start, the seats in order of play afterwards.
    pub seats: Vec<SeatRow>,
    /// The turns and drops so far.
    pub turns: Vec<TurnRow>,
    /// How the game ended.
    pub ending: Option<EndingRows>,
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
        return format!("{name} is to move.");
    }
    match seats.iter().filter(|seat| seat.name.is_none()).count() {
        0 => "All chairs are taken.".to_owned(),
        1 => "One chair is free.".to_owned(),
        free => format!("{free} chairs are free."),
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

/// `GET /g/{code}`: the table, or its record once the game is over.
pub async fn show(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let link = app.address(&headers, &format!("/g/{}", row.code));
    let view = match app.store.record(row.id).await? {
        Some(found) => {
            let shown = record::view(&found)?;
            page_view(&user, shown.kind, 0, shown.table, link, false)
        }
        None => {
            let room = app.rooms.room(&row).await?;
            let table = room.table();
            page_view(
                &user,
                table.kind().clone(),
                table.state.seq,
                table.snapshot(),
                link,
                true,
            )
        }
    };
    Ok(html(&page(&user, &view), StatusCode::OK))
}

fn page_view(
    user: &CurrentUser,
    kind: KindView,
    seq: u64,
    table: TableView,
    link: String,
    live: bool,
) -> PageView {
    let own = user.0.as_ref().map(|player| player.name.clone());
    let suggested_name = own.unwrap_or_else(|| PlayerName::suggested().to_string());
    PageView {
        kind,
        seq,
        table,
        you: user.view(),
        suggested_name,
        live,
        link,
    }
}

fn page(user: &CurrentUser, view: &PageView) -> TablePage {
    let table = &view.table;
    let seats: Vec<SeatRow> = (0..table.chairs.len())
        .map(|index| seat_row(view, index))
        .collect();
    let ending = table.ending.as_ref().map(|ending| ending_rows(view, ending));
    let to_move = match table.phase {
        PhaseName::Playing => table.plies.last().map_or(Some(1), |ply| ply.to_move),
        PhaseName::Waiting | PhaseName::Over => None,
    };
    let mover = to_move.and_then(|seat| seats.get(usize::from(seat).checked_sub(1)?)?.name.as_deref());
    let status = match &ending {
        Some(ending) => format!("{}.", ending.headline),
        None => status_sentence(&seats, mover),
    };
    TablePage {
        frame: Frame::of(user),
        kind: view.kind.name.to_owned(),
        title: titled(view.kind.title, view.kind.variant),
        code: table.code.to_string(),
        link: view.link.clone(),
        public: table.public,
        waiting: table.phase == PhaseName::Waiting,
        ratio: view.kind.layout.width / view.kind.layout.height,
        status,
        turns: table
            .plies
            .iter()
            .enumerate()
            .map(|(index, ply)| turn_row(view, index, ply))
            .collect(),
        seats,
        ending,
        pieces: assets::text(&format!("kinds/{}.svg", view.kind.name)).unwrap_or_default(),
        hint: assets::text(&format!("kinds/{}.hint.txt", view.kind.name)),
        data: script_json(&serde_json::to_string(view).expect("view")),
    }
}

fn colour(view: &PageView, seat: u8) -> String {
    let colour = usize::from(seat)
        .checked_sub(1)
        .and_then(|index| view.kind.colours.get(index));
    colour.copied().unwrap_or_default().to_owned()
}

fn seat_row(view: &PageView, index: usize) -> SeatRow {
    let player = view.table.chairs.get(index).cloned().flatten();
    let begun = view.table.phase != PhaseName::Waiting;
    SeatRow {
        guest: player.as_ref().is_some_and(|player| player.guest),
        name: player.map(|player| player.name),
        colour: if begun {
            colour(view, index as u8 + 1)
        } else {
            String::new()
        },
    }
}

fn turn_row(view: &PageView, index: usize, ply: &PlyView) -> TurnRow {
    TurnRow {
        number: index + 1,
        colour: colour(view, ply.seat),
        text: ply.text.clone(),
        shown: ply.short.clone().unwrap_or_else(|| ply.text.clone()),
    }
}

fn ending_rows(view: &PageView, ending: &EndingView) -> EndingRows {
    let place = |(index, &rank): (usize, &u8)| {
        let SeatRow { name, colour, .. } = seat_row(view, index);
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
    let reason = match ending.reason {
        Reason::Rules => "The game ended by its rules.",
        Reason::Resignation => "All others have left the game.",
        Reason::Agreement => "The players agreed on a draw.",
    };
    let scores = view.kind.scores.iter().map(|&score| score.to_owned()).collect();
    EndingRows {
        headline: headline(&places),
        reason: reason.to_owned(),
        scores,
        places,
    }
}
