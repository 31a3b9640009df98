//! Passing a seat to another device: a link is made, inspected, and used once.
//!
//! The secret stands behind the `#` of the link, so that opening the link sends it nowhere; only a script's `POST` does.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::at_table::AtTable;
use crate::http::json::JsonBody;
use crate::ids::PlayerId;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::pages::parts::qr_code::qr_code;
use crate::protocol::{PlayerView, TransferLinkView};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    secret: String,
}

/// Whose seat, of those on the same device; by default one's own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whose {
    #[serde(default, rename = "as")]
    player: Option<PlayerId>,
}

/// `POST /g/{code}/transfer`: a link for one's own seat, or for one on the same device. It takes the place of an older one.
pub async fn make(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    headers: HeaderMap,
    whose: Option<JsonBody<Whose>>,
) -> Result<Json<TransferLinkView>, PageError> {
    let user = named(&user)?;
    app.limits.transfer_link(from)?;
    let player = app.tables.acting_player(&row, user, named_in(whose)).await?;
    let made = app.tables.make_link(&row, player).await?;
    let path = format!("/g/{}#move={}", row.code, made.secret.cookie_text());
    let link = app.address(&headers, &path);
    Ok(Json(TransferLinkView {
        qr: qr_code(&link)?,
        link,
        expires: made.expires_at,
    }))
}

/// `POST /g/{code}/transfer/revoke`: the link is no longer valid.
pub async fn revoke(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    whose: Option<JsonBody<Whose>>,
) -> Result<StatusCode, PageError> {
    if let Some(user) = user.id() {
        app.limits.transfer_link(from)?;
        let player = app.tables.acting_player(&row, user, named_in(whose)).await?;
        app.tables.revoke_link(&row, player).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /g/{code}/transfer/inspect`: whose seat a link transfers. Changes nothing.
pub async fn inspect(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    JsonBody(Secret { secret }): JsonBody<Secret>,
) -> Result<Json<PlayerView>, PageError> {
    app.limits.transfer_link(from)?;
    let seat = app.tables.linked_seat(&row, &secret, user.id()).await?;
    Ok(Json(PlayerView::new(seat.holder, seat.name, true)))
}

/// `POST /g/{code}/transfer/take`: the seat passes to this browser, which has given a name before. The same secret again from the
/// same player is answered the same.
pub async fn take(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    JsonBody(Secret { secret }): JsonBody<Secret>,
) -> Result<Json<PlayerView>, PageError> {
    let player = named(&user)?;
    app.limits.transfer_link(from)?;
    let seat = app.tables.linked_seat(&row, &secret, Some(player)).await?;
    app.tables.take_seat(&row, &seat, player, false).await?;
    Ok(Json(PlayerView::new(player, seat.name, true)))
}

fn named_in(whose: Option<JsonBody<Whose>>) -> Option<PlayerId> {
    whose.and_then(|JsonBody(whose)| whose.player)
}

/// A seat can only be given to a browser that has a cookie already: a response that carries both may be lost.
fn named(user: &CurrentUser) -> Result<PlayerId, Refusal> {
    let no_name = || Refusal::new(Code::NoName, "Please choose a name first.");
    user.id().ok_or_else(no_name)
}
