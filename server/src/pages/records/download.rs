//! Files of one table: its record as text and as JSON, and the picture of its link.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::PageError;
use crate::http::assets;
use crate::http::at_table::AtTable;
use crate::model::record::Record;
use crate::pages::parts::qr_code::qr_code;
use crate::record::{self, document};

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

/// `GET /g/{code}/record.json`: the record with the times, the events and the checksum.
pub async fn json(State(app): State<App>, table: AtTable) -> Result<Response, PageError> {
    let AtTable(table) = table;
    let found = app
        .records
        .chained_record(table.id)
        .await?
        .ok_or_else(PageError::not_found)?;
    Ok(([attachment(&found.record, "json")], Json(document::write(&found))).into_response())
}

/// `GET /g/{code}/qr.svg`: the table's link, for a phone's camera.
pub async fn qr(
    State(app): State<App>,
    AtTable(table): AtTable,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let link = app.address(&headers, &format!("/g/{}", table.code));
    Ok(([(header::CONTENT_TYPE, assets::SVG)], qr_code(&link)?).into_response())
}

async fn find_record(app: &App, AtTable(table): AtTable) -> Result<Record, PageError> {
    app.records
        .record(table.id)
        .await?
        .ok_or_else(PageError::not_found)
}

fn attachment(record: &Record, ending: &str) -> (header::HeaderName, String) {
    let name = format!(
        "attachment; filename=\"{}-{}.{ending}\"",
        record.head.kind, record.head.code
    );
    (header::CONTENT_DISPOSITION, name)
}
