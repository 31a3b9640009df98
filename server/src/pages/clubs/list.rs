//! `GET /clubs`: one's own, and all of them.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::model::club::Role;
use crate::pages::{PageContext, html};
use crate::store::Club;

/// The most that are listed.
const LISTED: i64 = 100;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "clubs.html")]
struct ClubsPage {
    context: PageContext,
    /// A title, and the clubs below it.
    lists: Vec<(&'static str, Vec<ClubRow>)>,
}

#[derive(Clone, Debug)]
struct ClubRow {
    id: String,
    name: String,
    /// "12 members".
    members: String,
    /// "officer", "asked to join"; empty in the list of all.
    state: &'static str,
}

impl ClubRow {
    fn of(club: &Club, state: &'static str) -> ClubRow {
        ClubRow {
            id: club.id.to_string(),
            name: club.name.clone(),
            members: match club.members {
                1 => "1 member".to_owned(),
                members => format!("{members} members"),
            },
            state,
        }
    }
}

pub async fn show(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    let own = match user.id() {
        Some(player) => app.clubs.of_player(player).await?,
        None => Vec::new(),
    };
    let state = |role| match role {
        Role::Officer => "officer",
        Role::Asked => "asked to join",
        Role::Member | Role::Removed => "member",
    };
    let own = own.iter().map(|own| ClubRow::of(&own.club, state(own.role)));
    let all = app.clubs.list(LISTED).await?;
    let all = all.iter().map(|club| ClubRow::of(club, ""));
    let lists = [("Yours", own.collect::<Vec<_>>()), ("All clubs", all.collect())];
    let page = ClubsPage {
        context: PageContext::of(&user),
        lists: lists.into_iter().filter(|(_, rows)| !rows.is_empty()).collect(),
    };
    Ok(html(&page, StatusCode::OK))
}
