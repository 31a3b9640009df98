//! `POST /guest`: somebody gives a name.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::json::JsonBody;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::names::PlayerName;
use crate::protocol::PlayerView;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameForm {
    pub(in crate::pages) name: String,
}

/// Makes a guest, or renames the player who asks; answers who they are now, and sets the cookie.
pub async fn name(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    JsonBody(form): JsonBody<NameForm>,
) -> Result<Response, PageError> {
    let name =
        PlayerName::parse(&form.name).map_err(|error| Refusal::new(Code::BadName, error.to_string()))?;
    app.count_name(from, &user).await?;
    let named = app.sessions.name(&user, &name).await?;
    let mut response = Json(PlayerView::from(&named.player)).into_response();
    if let Some(token) = named.token {
        app.sessions.set_cookie(response.headers_mut(), &token);
    }
    Ok(response)
}
