//! The player of this browser: their account and their sessions, and ending them. Sessions of other browsers end only by the
//! password, so that whoever finds one browser open cannot shut the owner out of the others.

use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use axum_extra::extract::CookieJar;

use super::owner::{Confirmation, Owner};
use super::passkeys::PasskeyRow;
use crate::app::App;
use crate::auth::{Confirmed, CurrentSession, CurrentUser, agent};
use crate::error::PageError;
use crate::ids::{PlayerId, SessionId};
use crate::pages::{PageContext, html};
use crate::store::{ListedSession, Player};
use crate::time::{machine_time, now_ms, page_date};

/// How many unfinished tables are counted.
const MAX_COUNTED: i64 = 100;

/// Who plays in this browser.
#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "session.html")]
pub struct SessionPage {
    /// What every page has.
    pub context: PageContext,
    /// How many unfinished tables this player sits at.
    pub tables: usize,
    /// Since when they have an account; empty for a guest.
    pub since: String,
    /// Where they are signed in.
    pub sessions: Vec<SessionRow>,
    /// What was not done.
    pub refused: Option<Refused>,
    /// Whether the password was changed.
    pub changed: bool,
    /// The passkeys of the account.
    pub passkeys: Vec<PasskeyRow>,
    /// Whether one can be added here.
    pub can_add: bool,
    /// What a new one is called, unless its owner says something else.
    pub label: String,
}

/// Something on this page that was not done.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Where the page says so: `password`, `new`, `add-passkey`, `everywhere`, or the id of a session or of a passkey.
    pub place: String,
    /// Why.
    pub sentence: String,
}

impl SessionPage {
    /// Why something was not done, if it is to be said at this place.
    fn refusal(&self, place: &str) -> Option<&str> {
        let refused = self.refused.as_ref().filter(|refused| refused.place == place)?;
        Some(&refused.sentence)
    }
}

/// A browser where somebody is signed in.
#[derive(Clone, Debug)]
pub struct SessionRow {
    /// The session's id.
    pub id: String,
    /// The browser, in a few words.
    pub agent: String,
    /// The day when the session began.
    pub since: String,
    /// The day when it was used last, for people and for programs.
    pub seen: (String, String),
    /// Whether it is this browser.
    pub here: bool,
}

/// `GET /session`
pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    session: CurrentSession,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    match &user.0 {
        Some(player) => {
            let here = session.0.map(|session| session.id);
            let page = page(&app, &user, player, here, &headers).await?;
            Ok(html(&page, StatusCode::OK))
        }
        None => Ok(Redirect::to("/").into_response()),
    }
}

/// The page of a player.
///
/// # Errors
/// When the store does not answer.
pub(in crate::pages) async fn page(
    app: &App,
    user: &CurrentUser,
    player: &Player,
    here: Option<SessionId>,
    headers: &HeaderMap,
) -> Result<SessionPage, PageError> {
    let tables = unfinished(app, player.id).await?;
    let account = app.store.account_of(player.id).await?;
    let (sessions, passkeys) = match account {
        Some(_) => (
            app.store.sessions_of(player.id, now_ms()).await?,
            app.store.passkeys_of(player.id).await?,
        ),
        None => Default::default(),
    };
    Ok(SessionPage {
        context: PageContext::of(user),
        tables,
        since: account.map_or(String::new(), |account| page_date(account.created_at)),
        sessions: sessions.iter().map(|session| row(session, here)).collect(),
        passkeys: passkeys.into_iter().map(PasskeyRow::from).collect(),
        can_add: app.relying_party(headers).is_some(),
        label: agent(headers),
        ..SessionPage::default()
    })
}

/// At how many unfinished tables a player sits, or somebody on their device.
pub(in crate::pages) async fn unfinished(app: &App, player: PlayerId) -> Result<usize, PageError> {
    Ok(app.tables.of_player(player, MAX_COUNTED).await?.len())
}

fn row(session: &ListedSession, here: Option<SessionId>) -> SessionRow {
    let agent = match session.agent.is_empty() {
        true => "A browser".to_owned(),
        false => session.agent.clone(),
    };
    SessionRow {
        id: session.id.to_string(),
        agent,
        since: page_date(session.started_at),
        seen: (page_date(session.seen_at), machine_time(session.seen_at)),
        here: Some(session.id) == here,
    }
}

/// `POST /session/end`: the browser forgets its player.
pub async fn end(State(app): State<App>, jar: CookieJar) -> Result<Response, PageError> {
    let mut response = Redirect::to("/").into_response();
    app.sessions.end(&jar, response.headers_mut()).await?;
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
    // One that is not there has been ended before, which is what was wanted.
    app.store
        .end_session_of(owner.player.id, session, now_ms())
        .await?;
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
    app.store.end_sessions(owner.player.id, now_ms()).await?;
    end(State(app), jar).await
}
