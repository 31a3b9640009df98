//! Files of one table: its record as text and as JSON, and the picture of its link.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;

use crate::app::App;
use crate::at_table::AtTable;
use crate::error::PageError;
use crate::model::record::Record;
use crate::record;

/// `GET /g/{code}/record.txt`: record text.
pub async fn text(State(app): State<App>, table: AtTable) -> Result<Response, PageError> {
    let found = find_record(&app, table).await?;
    let name = attachment(&found, "txt");
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        name,
    ];
    Ok((headers, record::text(&found)?).into_response())
}

/// `GET /g/{code}/record.json`: the record with the times.
pub async fn json(State(app): State<App>, table: AtTable) -> Result<Response, PageError> {
    let found = find_record(&app, table).await?;
    Ok(([attachment(&found, "json")], Json(record::json(&found))).into_response())
}

/// `GET /g/{code}/qr.svg`: the table's link, for a phone's camera.
pub async fn qr(
    State(app): State<App>,
    AtTable(table): AtTable,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let link = app.address(&headers, &format!("/g/{}", table.code));
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], qr_code(&link)?).into_response())
}

/// A link as a picture for a phone's camera: an SVG.
pub(super) fn qr_code(link: &str) -> Result<String, PageError> {
    let code = QrCode::new(link).map_err(|error| PageError::Bad(error.to_string()))?;
    // Dark on light with a margin whatever the page's colours: cameras need both.
    Ok(code
        .render::<svg::Color>()
        .quiet_zone(true)
        .min_dimensions(200, 200)
        .build())
}

async fn find_record(app: &App, AtTable(table): AtTable) -> Result<Record, PageError> {
    app.store.record(table.id).await?.ok_or(PageError::NotFound)
}

fn attachment(record: &Record, ending: &str) -> (header::HeaderName, String) {
    let name = format!(
        "attachment; filename=\"{}-{}.{ending}\"",
        record.head.kind, record.head.code
    );
    (header::CONTENT_DISPOSITION, name)
}
