//! Files of one table: its record as text and as JSON, and the picture of its link.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use qrcode::{Color, QrCode};

use crate::app::App;
use crate::error::PageError;
use crate::http::assets;
use crate::http::at_table::AtTable;
use crate::model::record::Record;
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
        .store
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

/// A link as a picture for a phone's camera: an SVG.
pub(in crate::pages) fn qr_code(link: &str) -> Result<String, PageError> {
    let code = QrCode::new(link).map_err(|error| PageError::malformed(error.to_string()))?;
    Ok(drawn(&code))
}

/// The room that cameras need around a code, in modules.
const MARGIN: usize = 4;

/// A code as SVG: a line for each run of dark modules, a third as long as the squares that the crate would draw. Dark on light
/// whatever the page's colours, as cameras need it.
fn drawn(code: &QrCode) -> String {
    let width = code.width();
    let size = width + 2 * MARGIN;
    let modules = code.to_colors();
    let mut lines = String::new();
    for (row, modules) in modules.chunks(width).enumerate() {
        let mut column = 0;
        for run in modules.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                lines += &format!("M{} {}.5h{}", MARGIN + column, MARGIN + row, run.len());
            }
            column += run.len();
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/><path stroke=\"#000\" d=\"{lines}\"/></svg>"
    )
}

async fn find_record(app: &App, AtTable(table): AtTable) -> Result<Record, PageError> {
    app.store.record(table.id).await?.ok_or_else(PageError::not_found)
}

fn attachment(record: &Record, ending: &str) -> (header::HeaderName, String) {
    let name = format!(
        "attachment; filename=\"{}-{}.{ending}\"",
        record.head.kind, record.head.code
    );
    (header::CONTENT_DISPOSITION, name)
}
