//! Players with an account, found by the beginning of their name.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::pages::parts::profile_address::address;
use crate::pages::{PageContext, html};

/// How many are listed.
const MAX_FOUND: i64 = 30;

/// What is looked for.
#[derive(Debug, Deserialize)]
pub struct PlayersQuery {
    #[serde(default)]
    name: String,
}

#[derive(Clone, Debug, askama::Template)]
#[template(path = "players.html")]
struct PlayersPage {
    context: PageContext,
    name: String,
    /// The names that begin so, with the addresses of their profiles; none if nothing is looked for.
    found: Option<Vec<(String, String)>>,
}

/// `GET /players`
pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    query: Result<Query<PlayersQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(PlayersQuery { name }) = query?;
    let name = name.trim();
    let found = match name.is_empty() {
        true => None,
        false => Some(app.accounts.names_beginning(name, MAX_FOUND).await?),
    };
    let with_address = |name: String| (name.clone(), address(&name));
    let page = PlayersPage {
        context: PageContext::of(&user),
        name: name.to_owned(),
        found: found.map(|names| names.into_iter().map(with_address).collect()),
    };
    Ok(html(&page, StatusCode::OK))
}
