//! Looking at one's account and sessions, and ending them. Sessions of other browsers end only by the
//! password, so that whoever finds one browser open cannot shut the owner out of the others.

use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use axum_extra::extract::CookieJar;

use super::overview::{Refused, SessionPage, page};
use super::owner::{Confirmation, Owner};
use crate::app::App;
use crate::auth::{Confirmed, CurrentSession, CurrentUser, NotNamed};
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::ids::SessionId;
use crate::names::PlayerName;
use crate::pages::html;
use crate::pages::parts::done::Done;
use crate::pages::table::guest::NameForm;

pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    session: CurrentSession,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    match &user.player {
        Some(player) => {
            let here = session.0.map(|session| session.id);
            let page = page(&app, &user, player, here, &headers).await?;
            Ok(html(&page, StatusCode::OK))
        }
        None => Ok(Redirect::to("/").into_response()),
    }
}

/// `POST /session/name`: a guest takes another name.
pub async fn change_name(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    headers: HeaderMap,
    form: Result<Form<NameForm>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let Some(player) = user.player.as_ref().filter(|player| !player.member) else {
        return Ok(Redirect::to("/session").into_response());
    };
    app.count_name(from, &user).await?;
    let problem = match PlayerName::parse(&form.name) {
        Ok(name) => match app.sessions.name(&user, &name).await {
            Ok(_) => return Ok(Redirect::to("/session").into_response()),
            Err(NotNamed::Store(error)) => return Err(error.into()),
            Err(taken) => taken.to_string(),
        },
        Err(error) => error.to_string(),
    };
    let refused = Refused {
        place: "name".to_owned(),
        sentence: problem,
    };
    let page = SessionPage {
        refused: Some(refused),
        ..page(&app, &user, player, None, &headers).await?
    };
    Ok(html(&page, StatusCode::UNPROCESSABLE_ENTITY))
}

/// `POST /session/end`: the browser forgets its player.
pub async fn end(State(app): State<App>, jar: CookieJar) -> Result<Response, PageError> {
    leave(&app, &jar, Done::SignedOut).await
}

/// Ends the session of a browser, which says on its next page what was done.
pub(super) async fn leave(app: &App, jar: &CookieJar, done: Done) -> Result<Response, PageError> {
    let mut response = Redirect::to("/").into_response();
    app.sessions.end(jar, response.headers_mut()).await?;
    done.announce(response.headers_mut());
    Ok(response)
}

/// `POST /session/end-one`: one of the player's sessions ends, in whatever browser.
pub async fn end_one(
    State(app): State<App>,
    owner: Owner,
    form: Result<Form<Confirmation>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let no_session = |_| PageError::malformed("There is no such session.");
    let session: SessionId = form.which.parse().map_err(no_session)?;
    owner.confirm(&app, form).await?;
    app.sessions.end_one(owner.player.id, session).await?;
    Ok((Extension(Confirmed), Redirect::to("/session")).into_response())
}

/// `POST /session/end-all`: all of the player's sessions end, this one too.
pub async fn end_all(
    State(app): State<App>,
    owner: Owner,
    jar: CookieJar,
    form: Result<Form<Confirmation>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    owner.confirm(&app, form).await?;
    app.sessions.end_all(owner.player.id).await?;
    leave(&app, &jar, Done::SignedOut).await
}
