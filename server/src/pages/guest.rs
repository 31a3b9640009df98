//! `POST /guest`: somebody gives a name.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tracing::error;

use crate::app::App;
use crate::auth::{CurrentUser, name_guest, set_cookie};
use crate::names::PlayerName;
use crate::protocol::{PlayerView, RefusalCode};

/// What is sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    name: String,
}

#[derive(Serialize)]
struct Refused {
    code: RefusalCode,
    sentence: String,
}

/// Makes a guest, or gives the one who asks another name; answers who they are now, and sets the cookie.
pub async fn name(
    State(app): State<App>,
    user: CurrentUser,
    named: Result<Json<Named>, JsonRejection>,
) -> Response {
    let Ok(Json(named)) = named else {
        let sentence = "That message was not understood.".to_owned();
        return refused(StatusCode::UNPROCESSABLE_ENTITY, RefusalCode::Malformed, sentence);
    };
    let name = match PlayerName::parse(&named.name) {
        Ok(name) => name,
        Err(error) => {
            return refused(
                StatusCode::UNPROCESSABLE_ENTITY,
                RefusalCode::BadName,
                error.to_string(),
            );
        }
    };
    match name_guest(&app, &user, &name).await {
        Ok((player, token)) => {
            let mut response = Json(PlayerView {
                id: player.id,
                name: player.name,
                guest: true,
            })
            .into_response();
            if let Some(token) = token {
                set_cookie(response.headers_mut(), &app, &token);
            }
            response
        }
        Err(error) => {
            error!(%error, "a name could not be stored");
            let sentence = "Your name could not be stored just now. Please try again.".to_owned();
            refused(StatusCode::SERVICE_UNAVAILABLE, RefusalCode::TryAgain, sentence)
        }
    }
}

fn refused(status: StatusCode, code: RefusalCode, sentence: String) -> Response {
    (status, Json(Refused { code, sentence })).into_response()
}
