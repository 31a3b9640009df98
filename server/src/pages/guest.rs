//! `POST /guest`: somebody gives a name.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tracing::error;

use super::refusal::refused;
use crate::app::App;
use crate::auth::{ClientAddress, CurrentUser, name_guest, set_cookie};
use crate::names::PlayerName;
use crate::protocol::{PlayerView, RefusalCode as Code};

/// What is sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    name: String,
}

/// Makes a guest, or gives the one who asks another name; answers who they are now, and sets the cookie.
pub async fn name(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    named: Result<Json<Named>, JsonRejection>,
) -> Response {
    let Ok(Json(named)) = named else {
        return refused(
            StatusCode::UNPROCESSABLE_ENTITY,
            Code::Malformed,
            "That message was not understood.",
        );
    };
    let name = match PlayerName::parse(&named.name) {
        Ok(name) => name,
        Err(error) => {
            return refused(
                StatusCode::UNPROCESSABLE_ENTITY,
                Code::BadName,
                &error.to_string(),
            );
        }
    };
    if let Err(error) = app.limits.guest(from) {
        return refused(StatusCode::TOO_MANY_REQUESTS, Code::TooFast, &error.to_string());
    }
    let (player, token) = match name_guest(&app, &user, &name).await {
        Ok(named) => named,
        Err(error) => {
            error!(%error, "a name could not be stored");
            let sentence = "Your name could not be stored just now. Please try again.";
            return refused(StatusCode::SERVICE_UNAVAILABLE, Code::TryAgain, sentence);
        }
    };
    let view = PlayerView {
        id: player.id,
        name: player.name,
        guest: true,
    };
    let mut response = Json(view).into_response();
    if let Some(token) = token {
        set_cookie(response.headers_mut(), &app, &token);
    }
    response
}
