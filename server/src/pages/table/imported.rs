//! A record from outside, shown as the page of a table shows one that is stored.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use data_encoding::BASE64;

use super::rows::{ending_rows, seat_row, to_move, turn_row};
use super::{EndingRows, SeatRow, Shown, TurnRow, page_view, script_json, status_sentence};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::http::assets;
use crate::pages::{PageContext, html, titled};
use crate::protocol::ClockTermsView;
use crate::record::ShownRecord;
use crate::record::document::Doubt;
use crate::records::Imported;
use crate::seq::Seq;

#[derive(Debug, askama::Template)]
#[template(path = "imported.html")]
struct ImportedPage {
    context: PageContext,
    kind: String,
    title: String,
    clock: Option<ClockTermsView>,
    ratio: f32,
    status: String,
    seats: Vec<SeatRow>,
    turns: Vec<TurnRow>,
    ending: Option<EndingRows>,
    pieces: String,
    /// A data URL of the last position.
    picture: String,
    /// The `PageView` as JSON for a `script` element.
    data: String,
    checked: Checked,
}

/// The result of checking a record.
#[derive(Clone, Debug)]
enum Checked {
    Fits(String),
    /// Nothing is known, for a reason that may be worth a sentence.
    Unknown(String),
    Changed(String),
}

impl Checked {
    fn of(checked: &Result<String, Doubt>) -> Checked {
        match checked {
            Ok(sha256) => Checked::Fits(sha256.clone()),
            Err(Doubt::Changed(why)) => Checked::Changed(why.clone()),
            Err(doubt) => Checked::Unknown(doubt.to_string()),
        }
    }
}

pub(in crate::pages) fn imported_page(app: &App, user: &CurrentUser, imported: &Imported) -> Response {
    let shown = shown(&imported.shown);
    let kind = &shown.kind.view;
    let seats: Vec<SeatRow> = (0..shown.table.chairs.len())
        .map(|index| seat_row(&shown, index))
        .collect();
    let mut ending = shown
        .table
        .ending
        .as_ref()
        .map(|ending| ending_rows(&shown, ending));
    // Whoever played may be somebody else than the account of that name here.
    for place in ending.iter_mut().flat_map(|ending| &mut ending.places) {
        place.profile = None;
    }
    let to_move = to_move(&shown.table).and_then(|seat| seats.get(usize::from(seat).checked_sub(1)?));
    let status = match &ending {
        Some(ending) => format!("{}.", ending.headline),
        None => status_sentence(&seats, to_move.and_then(|row| row.name.as_deref())),
    };
    let view = page_view(app, user, &shown, String::new(), Vec::new());
    let turns = shown.table.plies.iter().enumerate();
    let page = ImportedPage {
        context: PageContext::of(user),
        kind: kind.name.to_owned(),
        title: titled(kind.title, kind.variant),
        clock: shown.table.clock.clone(),
        ratio: kind.layout.width / kind.layout.height,
        status,
        turns: turns.map(|(index, ply)| turn_row(&shown, index, ply)).collect(),
        seats,
        ending,
        pieces: assets::text(&format!("kinds/{}.svg", kind.name)).unwrap_or_default(),
        picture: format!(
            "data:image/svg+xml;base64,{}",
            BASE64.encode(imported.svg.as_bytes())
        ),
        checked: Checked::of(&imported.checked),
        data: script_json(&serde_json::to_string(&view).expect("view")),
    };
    html(&page, StatusCode::OK)
}

fn shown(record: &ShownRecord) -> Shown {
    Shown {
        kind: Arc::clone(&record.kind),
        seq: Seq::ZERO,
        table: record.table.clone(),
        json: Arc::clone(&record.json),
        present: None,
        rematch: None,
        chat: None,
        story: Vec::new(),
    }
}
