//! The frame of a game for other sites: its board and its turns, and a link to the game.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse, Response};

use super::{Shown, TablePage, page_sentences, script_json, shown};
use crate::app::App;
use crate::error::PageError;
use crate::http::assets;
use crate::http::at_table::AtTable;
use crate::protocol::{FigureView, PhaseName};

/// Any site may frame this page, which has nothing to be clicked but the turns of the game and a link, and knows no reader.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors *";

#[derive(Clone, Debug, Template)]
#[template(path = "embed.html")]
struct EmbedPage {
    assets: Arc<str>,
    kind: String,
    game: String,
    status: String,
    /// By seat, with the class of the colour.
    players: Vec<(String, String)>,
    link: String,
    code: String,
    over: bool,
    turns: usize,
    ratio: f32,
    pieces: String,
    /// The `FigureView` as JSON for a `script` element.
    data: String,
}

/// `GET /embed/{code}`: the table for a frame on another site.
pub async fn show(
    State(app): State<App>,
    AtTable(row): AtTable,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let link = app.address(&headers, &format!("/g/{}", row.code));
    let shown = shown(&app, &row).await?;
    let html = page(&shown, link).render();
    let html = html.map_err(|error| {
        tracing::error!(%error, "the frame of a game could not be written");
        PageError::panicked()
    })?;
    Ok(([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(html)).into_response())
}

fn page(shown: &Shown, link: String) -> EmbedPage {
    let (kind, table) = (&shown.kind.view, &shown.table);
    let (seats, ending, status) = page_sentences(shown);
    let players = seats
        .into_iter()
        .filter_map(|seat| Some((seat.name?, seat.colour)));
    let game = FigureView {
        kind: kind.clone(),
        start: table.start.as_ref().clone(),
        plies: table.plies.iter().map(|ply| ply.as_ref().clone()).collect(),
    };
    EmbedPage {
        assets: assets::root(),
        kind: kind.name.to_owned(),
        game: super::in_words(shown),
        status,
        players: players.collect(),
        link,
        code: table.code.to_string(),
        over: ending.is_some() && table.phase == PhaseName::Over,
        turns: table.plies.len(),
        ratio: kind.layout.width / kind.layout.height,
        pieces: assets::text(&format!("kinds/{}.svg", kind.name)).unwrap_or_default(),
        data: script_json(&serde_json::to_string(&game).expect("game")),
    }
}

impl TablePage {
    /// The HTML that shows the game on another site.
    pub(super) fn snippet(&self) -> String {
        let TablePage {
            link, code, title, ..
        } = self;
        let site = link.strip_suffix(&format!("/g/{code}")).unwrap_or_default();
        format!(
            "<iframe src=\"{site}/embed/{code}\" title=\"{title} on Thicket\" width=\"100%\" height=\"640\" \
             frameborder=\"0\" loading=\"lazy\"></iframe>"
        )
    }
}
