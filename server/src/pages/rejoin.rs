//! Moving a seat to another device: a link is made, looked at, and used once.
//!
//! The secret stands behind the `#` of the link, so that opening the link sends it nowhere; only a script's `POST` does.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::AtTable;
use super::refusal::refused;
use crate::app::App;
use crate::auth::{ClientAddress, CurrentUser, name_guest, set_cookie};
use crate::error::PageError;
use crate::ids::{CommandId, SessionToken};
use crate::moment::now_ms;
use crate::names::PlayerName;
use crate::protocol::{PlayerView, RefusalCode as Code};
use crate::room::Room;
use crate::room::command::{Command, Refusal, Wish};
use crate::store::{TableRow, TransferLink};

/// How long a link is good.
const LIFE_MS: i64 = 15 * 60 * 1000;

/// A link that moves a seat.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RejoinView {
    /// The link, with its secret.
    pub link: String,
    /// Until when it is good, in unix milliseconds.
    pub expires: i64,
}

/// The secret of a link.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    secret: String,
}

/// `POST /g/{code}/rejoin`: a link for one's own seat. It takes the place of an older one.
pub async fn make(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let room = app.rooms.room(&row).await?;
    let Some(player) = user.id().filter(|id| room.table().state.seated().contains(id)) else {
        return Ok(refused(
            StatusCode::FORBIDDEN,
            Code::NotSeated,
            "You do not sit at this table.",
        ));
    };
    let (secret, expires) = (SessionToken::fresh(), now_ms() + LIFE_MS);
    app.store
        .make_transfer_link(secret.hash(), row.id, player, expires, now_ms())
        .await?;
    let link = app.address(
        &headers,
        &format!("/g/{}#move={}", row.code, secret.cookie_text()),
    );
    Ok(Json(RejoinView { link, expires }).into_response())
}

/// `POST /g/{code}/rejoin/revoke`: the link is good no longer.
pub async fn revoke(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
) -> Result<StatusCode, PageError> {
    if let Some(player) = user.id() {
        app.store.revoke_transfer_links(row.id, player).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /g/{code}/rejoin/look`: whose seat a link moves. Moves nothing.
pub async fn look(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
    Json(secret): Json<Secret>,
) -> Result<Response, PageError> {
    let room = app.rooms.room(&row).await?;
    Ok(match find(&app, &row, &room, &user, &secret).await? {
        Ok((_, rejoin)) => Json(room.table().player(rejoin.player)).into_response(),
        Err(refusal) => refuse(&refusal),
    })
}

/// `POST /g/{code}/rejoin/take`: the seat moves to this browser.
pub async fn take(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    Json(secret): Json<Secret>,
) -> Result<Response, PageError> {
    let room = app.rooms.room(&row).await?;
    let (hash, rejoin) = match find(&app, &row, &room, &user, &secret).await? {
        Ok(found) => found,
        Err(refusal) => return Ok(refuse(&refusal)),
    };
    if let Err(error) = app.limits.guest(from) {
        return Ok(refused(
            StatusCode::TOO_MANY_REQUESTS,
            Code::TooFast,
            &error.to_string(),
        ));
    }
    let name = room.table().player(rejoin.player).name;
    let (player, token) = match &user.0 {
        Some(player) => (player.clone(), None),
        None => {
            name_guest(
                &app,
                &user,
                &PlayerName::parse(&name).unwrap_or_else(|_| PlayerName::suggested()),
            )
            .await?
        }
    };
    let wish = Wish::Take {
        from: rejoin.player,
        hash,
    };
    let command = Command {
        id: CommandId(Uuid::now_v7()),
        by: player.id,
        wish,
    };
    if let Err(refusal) = room.command(command).await {
        return Ok(refuse(&refusal));
    }
    let mut response = Json(PlayerView {
        id: player.id,
        name,
        guest: true,
    })
    .into_response();
    if let Some(token) = token {
        set_cookie(response.headers_mut(), &app, &token);
    }
    Ok(response)
}

/// The link with this secret, if this browser may use it.
async fn find(
    app: &App,
    row: &TableRow,
    room: &Room,
    user: &CurrentUser,
    secret: &Secret,
) -> Result<Result<([u8; 32], TransferLink), Refusal>, PageError> {
    let stale = || {
        Refusal::new(
            Code::LinkUsed,
            "This link was used already, or is too old. Please ask for a new one.",
        )
    };
    let Ok(secret) = secret.secret.parse::<SessionToken>() else {
        return Ok(Err(stale()));
    };
    let link = app.store.transfer_link(row.id, secret.hash(), now_ms()).await?;
    let Some(rejoin) = link.filter(|link| link.used_by.is_none()) else {
        return Ok(Err(stale()));
    };
    let seated = room.table().state.seated();
    if user.id().is_some_and(|id| seated.contains(&id)) {
        return Ok(Err(Refusal::new(
            Code::AlreadySeated,
            "This browser sits at this table already.",
        )));
    }
    Ok(if seated.contains(&rejoin.player) {
        Ok((secret.hash(), rejoin))
    } else {
        Err(stale())
    })
}

fn refuse(refusal: &Refusal) -> Response {
    let status = match refusal.code {
        Code::LinkUsed => StatusCode::GONE,
        Code::TryAgain | Code::Unknown => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::CONFLICT,
    };
    refused(status, refusal.code, &refusal.sentence)
}
