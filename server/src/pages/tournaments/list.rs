//! `GET /tournaments`: those that begin, those that are being played, and those that are over.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::model::tournament::state::Status;
use crate::pages::parts::tournament_row::TournamentRow;
use crate::pages::{PageContext, html};

/// The most of each sort.
const LISTED: i64 = 50;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "tournaments.html")]
struct TournamentsPage {
    context: PageContext,
    /// A title, and the tournaments below it.
    lists: Vec<(&'static str, Vec<TournamentRow>)>,
}

pub async fn show(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    let mut lists = Vec::new();
    for (title, status) in [
        ("Players sign up", Status::Open),
        ("Running", Status::Running),
        ("Finished", Status::Finished),
    ] {
        let found = app.tournaments.list(status, LISTED).await?;
        if !found.is_empty() {
            lists.push((title, found.iter().map(TournamentRow::of).collect()));
        }
    }
    let page = TournamentsPage {
        context: PageContext::of(&user),
        lists,
    };
    Ok(html(&page, StatusCode::OK))
}
