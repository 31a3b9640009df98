//! Players with an account, found by the beginning of their name.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::ids::PlayerId;
use crate::pages::parts::profile_address::address;
use crate::pages::{PageContext, html};
use crate::store::Chosen;

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
    /// None if nothing is looked for.
    found: Option<Vec<FoundRow>>,
    followed: Vec<FollowedRow>,
    blocked: Vec<BlockedRow>,
}

/// Somebody whose name begins as was asked for.
#[derive(Clone, Debug)]
struct FoundRow {
    name: String,
    /// The name of the owner, if it is a bot.
    owner: Option<String>,
    profile: String,
}

/// Somebody whom the reader follows.
#[derive(Clone, Debug)]
struct FollowedRow {
    name: String,
    profile: String,
    /// Whether they have a page open now.
    online: bool,
}

/// Somebody whom the reader blocks.
#[derive(Clone, Debug)]
struct BlockedRow {
    name: String,
    profile: String,
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
    let chosen = match user.id() {
        Some(player) => app.people.chosen(player).await?,
        None => Chosen::default(),
    };
    let online = app
        .lobby
        .online(chosen.followed.iter().map(|(player, _)| *player).collect());
    let followed_row = |(player, name): (PlayerId, String)| FollowedRow {
        profile: address(&name),
        online: online.contains(&player),
        name,
    };
    let blocked_row = |(_, name): (PlayerId, String)| BlockedRow {
        profile: address(&name),
        name,
    };
    let found_row = |(name, owner): (String, Option<String>)| FoundRow {
        profile: address(&name),
        name,
        owner,
    };
    let page = PlayersPage {
        context: PageContext::of(&user),
        name: name.to_owned(),
        found: found.map(|names| names.into_iter().map(found_row).collect()),
        followed: chosen.followed.into_iter().map(followed_row).collect(),
        blocked: chosen.blocked.into_iter().map(blocked_row).collect(),
    };
    Ok(html(&page, StatusCode::OK))
}
