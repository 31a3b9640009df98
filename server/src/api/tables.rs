//! Tables: as they are now, and pictures of them.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::assets;
use crate::http::at_table::AtTable;
use crate::http::etag::has_already;
use crate::pictures::{Form, PlyRef};
use crate::protocol::{RematchView, SnapshotView};
use crate::store::RematchRow;
use crate::time::monotonic_unix_ms;

/// A table as it is now
///
/// Who sits there, all turns with what they change on the board, clocks and offers, as somebody who watches sees them. Once its
/// game is over this is its record. Whoever has the code of a private table may read it.
#[utoipa::path(
    get,
    path = "/tables/{code}",
    tag = "tables",
    params(("code" = crate::ids::TableCode, Path, description = "The code in the address of the table.")),
    responses(
        (status = 200, description = "The table.", body = SnapshotView),
        (status = 404, description = "There is no table with this code."),
    )
)]
pub(super) async fn table(
    State(app): State<App>,
    AtTable(row): AtTable,
) -> Result<Json<SnapshotView>, PageError> {
    let now = monotonic_unix_ms();
    if let Some(record) = app.shown_records.find(row.id).await? {
        let (seq, rematch) = app.tables.rematch_after(row.id).await?;
        return Ok(Json(SnapshotView {
            kind: Arc::clone(&record.kind.json),
            seq: seq.unwrap_or_default(),
            table: Arc::clone(&record.json),
            rematch: rematch.map(|RematchRow { code, by_name: by }| RematchView { code, by }),
            now,
        }));
    }
    let room = app.tables.open(&row).await?;
    let table = room.table();
    Ok(Json(SnapshotView {
        kind: Arc::clone(&table.kind.json),
        seq: table.state.seq,
        table: table.snapshot(),
        rematch: None,
        now,
    }))
}

/// Which board of a game is drawn.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Drawn {
    /// After how many turns and drops; after the last one if there is none.
    turn: Option<u32>,
}

/// The board as SVG
#[utoipa::path(
    get,
    path = "/tables/{code}/board.svg",
    tag = "tables",
    params(("code" = crate::ids::TableCode, Path, description = "The code of the table."), Drawn),
    responses(
        (status = 200, description = "The picture.", body = String, content_type = "image/svg+xml"),
        (status = 304, description = "It is the one that `If-None-Match` names."),
        (status = 404, description = "There is no table with this code, or its game has not come to that turn."),
        (status = 422, description = "The number of the turn is none."),
    )
)]
pub(super) async fn board_svg(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    query: Result<Query<Drawn>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let Query(drawn) = query?;
    board(&app, (&row, from), (drawn, Form::Svg), &headers).await
}

/// The board as PNG
#[utoipa::path(
    get,
    path = "/tables/{code}/board.png",
    tag = "tables",
    params(("code" = crate::ids::TableCode, Path, description = "The code of the table."), Drawn),
    responses(
        (status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/png"),
        (status = 304, description = "It is the one that `If-None-Match` names."),
        (status = 404, description = "There is no table with this code, or its game has not come to that turn."),
        (status = 422, description = "The number of the turn is none."),
    )
)]
pub(super) async fn board_png(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    query: Result<Query<Drawn>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let Query(drawn) = query?;
    board(&app, (&row, from), (drawn, Form::Png), &headers).await
}

async fn board(
    app: &App,
    (row, from): (&crate::store::TableRow, ClientAddress),
    (drawn, form): (Drawn, Form),
    headers: &HeaderMap,
) -> Result<Response, PageError> {
    let ply = drawn.turn.map_or(PlyRef::Last, PlyRef::After);
    let allowed = || match form {
        Form::Svg => Ok(()),
        Form::Png | Form::Card | Form::Gif => app.limits.picture(from),
    };
    let picture = app.pictures.find(row, (ply, form), allowed).await?;
    let mime = match form {
        Form::Svg => assets::SVG,
        Form::Png | Form::Card | Form::Gif => "image/png",
    };
    let about = [
        (header::ETAG, picture.tag.clone()),
        (header::CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    if has_already(headers, &picture.tag) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    Ok((about, [(header::CONTENT_TYPE, mime)], picture.bytes.clone()).into_response())
}
