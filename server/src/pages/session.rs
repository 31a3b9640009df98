//! The player of this browser, and ending the session.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;

use super::{Frame, html};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;

/// How many unfinished tables are counted.
const MAX_COUNTED: i64 = 100;

/// Who plays in this browser.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "session.html")]
pub struct SessionPage {
    /// What every page has.
    pub frame: Frame,
    /// How many unfinished tables this player sits at.
    pub tables: usize,
}

/// `GET /session`
pub async fn show(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    let tables = match user.id() {
        Some(player) => app.tables.of_player(player, MAX_COUNTED).await?.len(),
        None => return Ok(Redirect::to("/").into_response()),
    };
    let frame = Frame::of(&user);
    Ok(html(&SessionPage { frame, tables }, StatusCode::OK))
}

/// `POST /session/end`: the browser forgets its player.
pub async fn end(State(app): State<App>, jar: CookieJar) -> Result<Response, PageError> {
    let mut response = Redirect::to("/").into_response();
    app.sessions.end(&jar, response.headers_mut()).await?;
    Ok(response)
}
