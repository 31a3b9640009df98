//! Finished games.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Json, http::header};
use utoipa::IntoParams;

use crate::app::App;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::at_table::AtTable;
use crate::http::etag::{unless_same, unless_same_json};
use crate::http::limits::RECORDS_PER_PAGE;
use crate::protocol::{RecordListView, RecordRowView};
use crate::record::{self, document};
use crate::records::lines::lines;
use crate::records::search::{Search, place_of, place_text};
use crate::store::RecordsPage;

/// How many records a page has unless told otherwise.
const PAGE: usize = 30;
/// Where records are listed as lines.
const LINES: &str = "/api/records.ndjson";

/// What is looked for, as on the page of records: [`Search`] reads it.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes what `Search` reads")]
pub(super) struct Looked {
    /// The name of the game.
    game: Option<String>,
    seats: Option<u8>,
    /// The variant of the game.
    board: Option<String>,
    /// Who took part; may be given several times.
    player: Option<Vec<String>>,
    /// The rank of the first player who is named.
    place: Option<u8>,
    /// The number of the seat that won, or `shared`.
    winner: Option<String>,
    /// How it ended: `rules`, `resignation`, `time`, `away`, `agreement`, `scored` or `abandoned`.
    ending: Option<String>,
    /// `untimed`, `real_time` or `correspondence`
    clock: Option<String>,
    /// `people` leaves out games with bots.
    opponents: Option<String>,
    /// `yes` or `no`
    rated: Option<String>,
    /// The first day: `2026-11-20`.
    from: Option<String>,
    /// The last day.
    to: Option<String>,
    /// The fewest turns.
    shortest: Option<u32>,
    /// The most turns.
    longest: Option<u32>,
    /// Where the list goes on: `next` of the page before.
    before: Option<String>,
}

/// Records that fit, newest first
///
/// All public games, without their turns, a page at a time.
#[utoipa::path(
    get,
    path = "/records",
    tag = "records",
    params(Looked, ("limit" = Option<u8>, Query, description = "How many at most, up to 100; 30 unless told otherwise.")),
    responses(
        (status = 200, description = "A page of records.", body = RecordListView),
        (status = 422, description = "What is looked for makes no sense."),
    )
)]
pub(super) async fn records(
    State(app): State<App>,
    query: Result<Query<Vec<(String, String)>>, QueryRejection>,
) -> Result<Json<RecordListView>, PageError> {
    let Query(pairs) = query?;
    let search = Search::read(&pairs)?;
    let limit = limit(&pairs)?;
    // One more than is shown tells whether there are older ones.
    let asked = RecordsPage {
        filter: search.filter(),
        before: search.before,
        limit: limit + 1,
        ..RecordsPage::default()
    };
    let found = app.records.search(&asked).await?;
    let shown = &found.heads[..found.heads.len().min(limit)];
    let last = shown.last().filter(|_| found.heads.len() > limit);
    let next = last.map(place_of).or(found.stopped);
    Ok(Json(RecordListView {
        records: shown.iter().map(RecordRowView::from).collect(),
        next: next.map(place_text),
    }))
}

fn limit(pairs: &[(String, String)]) -> Result<usize, PageError> {
    let Some((_, text)) = pairs
        .iter()
        .find(|(name, value)| name == "limit" && !value.is_empty())
    else {
        return Ok(PAGE);
    };
    let limit = text
        .parse()
        .ok()
        .filter(|limit| (1..=RECORDS_PER_PAGE).contains(limit));
    limit.ok_or_else(|| PageError::malformed(format!("A page has 1 to {RECORDS_PER_PAGE} records.")))
}

/// Whole records that fit, as lines
///
/// With their turns, events and checksums, between a first line and a last one. At most 1,000
/// games in one answer; the last line says where it goes on.
#[utoipa::path(
    get,
    path = "/records.ndjson",
    tag = "records",
    params(Looked),
    responses(
        (status = 200, description = "Records, one a line, between a first and a last line.", body = Object, content_type = "application/x-ndjson"),
        (status = 422, description = "What is looked for makes no sense."),
    )
)]
pub(super) async fn record_lines(
    State(app): State<App>,
    from: ClientAddress,
    query: Result<Query<Vec<(String, String)>>, QueryRejection>,
) -> Result<Response, PageError> {
    app.limits.download(from)?;
    let Query(pairs) = query?;
    let search = Search::read(&pairs)?;
    let mut response = lines(app.records.clone(), search, None, LINES);
    response.headers_mut().remove(header::CONTENT_DISPOSITION);
    Ok(response)
}

/// A record
///
/// The whole game, with the events of its table and a checksum.
#[utoipa::path(
    get,
    path = "/records/{code}",
    tag = "records",
    params(("code" = crate::ids::TableCode, Path, description = "The code of the table.")),
    responses(
        (status = 200, description = "The record.", body = document::DocumentView),
        (status = 304, description = "It is the one that `If-None-Match` names."),
        (status = 404, description = "There is no table with this code, or its game is not over."),
    )
)]
pub(super) async fn record(
    State(app): State<App>,
    AtTable(row): AtTable,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let found = app.records.chained_record(row.id).await?.ok_or_else(not_over)?;
    Ok(unless_same_json(&headers, &document::view(&found)))
}

/// A record as text
#[utoipa::path(
    get,
    path = "/records/{code}/text",
    tag = "records",
    params(("code" = crate::ids::TableCode, Path, description = "The code of the table.")),
    responses(
        (status = 200, description = "The record, with its tags and turns.", body = String, content_type = "text/plain"),
        (status = 304, description = "It is the one that `If-None-Match` names."),
        (status = 404, description = "There is no table with this code, or its game is not over."),
    )
)]
pub(super) async fn record_text(
    State(app): State<App>,
    AtTable(row): AtTable,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let found = app.records.record(row.id).await?.ok_or_else(not_over)?;
    let text = record::text(&found)?;
    Ok(unless_same(&headers, "text/plain; charset=utf-8", text.into()))
}

fn not_over() -> PageError {
    PageError::missing("The game at this table is not over, so there is no record of it.")
}
