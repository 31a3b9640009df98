//! Signing in to an account.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::entry::{came_from, welcome, with_session};
use super::session::unfinished;
use super::{Frame, html};
use crate::app::App;
use crate::auth::{AccountError, Browser, CurrentUser, Password};
use crate::error::PageError;
use crate::ids::PlayerId;
use crate::store::Player;
use crate::tables::TakenOver;

/// The page with the form.
#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "sign_in.html")]
pub struct SignInPage {
    /// What every page has.
    pub frame: Frame,
    /// The name that was typed.
    pub name: String,
    /// Where to go afterwards.
    pub next: String,
    /// At how many unfinished tables the guest of this browser sits.
    pub tables: usize,
    /// What is to become of the seats there, if that was chosen: `take` or `leave`.
    pub seats: String,
    /// Why not, about the name and the password.
    pub problem: Option<String>,
    /// Whether one can sign in with a passkey here.
    pub passkeys: bool,
    /// Why not, about the passkey.
    pub passkey_problem: Option<String>,
    /// Why not, about the seats.
    pub seats_problem: Option<String>,
}

/// What is said when some seats of a guest could not be taken over.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "seats_stayed.html")]
pub struct SeatsStayedPage {
    /// What every page has.
    pub frame: Frame,
    /// The seats that the account has now.
    pub moved: usize,
    /// The seats that it has not.
    pub stayed: usize,
}

/// The form.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    name: String,
    password: String,
    #[serde(default)]
    next: String,
    #[serde(default)]
    seats: String,
}

/// `GET /sign-in`
pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    if user.is_member() {
        return Ok(Redirect::to("/session").into_response());
    }
    let page = page_for(&app, &user, &headers, (came_from(&headers), String::new())).await?;
    Ok(html(&page, StatusCode::OK))
}

/// The page with what was typed already: where to go afterwards, and what becomes of the seats.
pub(super) async fn page_for(
    app: &App,
    user: &CurrentUser,
    headers: &HeaderMap,
    (next, seats): (String, String),
) -> Result<SignInPage, PageError> {
    let tables = match guest(user) {
        Some(guest) => unfinished(app, guest).await?,
        None => 0,
    };
    Ok(SignInPage {
        frame: Frame::of(user),
        tables,
        passkeys: app.relying_party(headers).is_some(),
        next,
        seats,
        ..SignInPage::default()
    })
}

impl SignInPage {
    /// The page that asks what becomes of a guest's seats, if that is not chosen yet.
    pub(super) fn without_choice(&self) -> Option<SignInPage> {
        let is_missing = self.tables > 0 && !["take", "leave"].contains(&self.seats.as_str());
        is_missing.then(|| SignInPage {
            seats_problem: Some("Please choose what becomes of your seats.".to_owned()),
            ..self.clone()
        })
    }
}

fn guest(user: &CurrentUser) -> Option<PlayerId> {
    user.id().filter(|_| !user.is_member())
}

/// `POST /sign-in`
pub async fn sign_in(
    State(app): State<App>,
    user: CurrentUser,
    browser: Browser,
    headers: HeaderMap,
    form: Result<Form<SignIn>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let page = SignInPage {
        name: form.name.clone(),
        ..page_for(&app, &user, &headers, (form.next, form.seats)).await?
    };
    if let Some(page) = page.without_choice() {
        return Ok(html(&page, StatusCode::UNPROCESSABLE_ENTITY));
    }
    let password = Password::typed(form.password);
    let shown = app.accounts.authenticate(&form.name, password, browser.from);
    match shown.await {
        Ok(player) => enter(&app, &user, player, browser, &page).await,
        Err(error) => refused(page, error, |page| &mut page.problem),
    }
}

/// Begins the session of somebody who has shown who they are.
pub(super) async fn enter(
    app: &App,
    user: &CurrentUser,
    player: Player,
    browser: Browser,
    page: &SignInPage,
) -> Result<Response, PageError> {
    let taken = match guest(user) {
        Some(guest) if page.seats == "take" => app.tables.take_over(guest, &player).await?,
        _ => TakenOver::default(),
    };
    let token = app.accounts.sign_in(player.id, browser).await?;
    if taken.stayed == 0 {
        return Ok(welcome(app, &page.next, &token));
    }
    let page = SeatsStayedPage {
        frame: Frame::of(&CurrentUser(Some(player))),
        moved: taken.moved,
        stayed: taken.stayed,
    };
    Ok(with_session(app, html(&page, StatusCode::OK), &token))
}

/// The page again, with why not in its place.
pub(super) fn refused(
    mut page: SignInPage,
    error: AccountError,
    place: fn(&mut SignInPage) -> &mut Option<String>,
) -> Result<Response, PageError> {
    let sentence = error.to_string();
    let status = match error {
        AccountError::Store(error) => return Err(error.into()),
        AccountError::TooMuch(_) => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    *place(&mut page) = Some(sentence);
    Ok(html(&page, status))
}
