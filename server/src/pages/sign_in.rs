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
    let page = SignInPage {
        next: came_from(&headers),
        ..page(&app, &user).await?
    };
    Ok(html(&page, StatusCode::OK))
}

async fn page(app: &App, user: &CurrentUser) -> Result<SignInPage, PageError> {
    let tables = match guest(user) {
        Some(guest) => unfinished(app, guest).await?,
        None => 0,
    };
    Ok(SignInPage {
        frame: Frame::of(user),
        tables,
        ..SignInPage::default()
    })
}

fn guest(user: &CurrentUser) -> Option<PlayerId> {
    user.id().filter(|_| !user.is_member())
}

/// `POST /sign-in`
pub async fn sign_in(
    State(app): State<App>,
    user: CurrentUser,
    browser: Browser,
    form: Result<Form<SignIn>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let mut page = SignInPage {
        name: form.name.clone(),
        next: form.next.clone(),
        seats: form.seats.clone(),
        ..page(&app, &user).await?
    };
    if page.tables > 0 && !["take", "leave"].contains(&form.seats.as_str()) {
        page.seats_problem = Some("Please choose what becomes of your seats.".to_owned());
        return Ok(html(&page, StatusCode::UNPROCESSABLE_ENTITY));
    }
    let password = Password::typed(form.password);
    let player = match app
        .accounts
        .authenticate(&form.name, password, browser.from)
        .await
    {
        Ok(player) => player,
        Err(error) => return refused(page, error),
    };
    let taken = match guest(&user) {
        Some(guest) if form.seats == "take" => app.tables.take_over(guest, player.id).await?,
        _ => TakenOver::default(),
    };
    let token = app.accounts.sign_in(player.id, browser).await?;
    if taken.stayed == 0 {
        return Ok(welcome(&app, &form.next, &token));
    }
    let page = SeatsStayedPage {
        frame: Frame::of(&CurrentUser(Some(player))),
        moved: taken.moved,
        stayed: taken.stayed,
    };
    Ok(with_session(&app, html(&page, StatusCode::OK), &token))
}

/// The page again, with why not.
fn refused(page: SignInPage, error: AccountError) -> Result<Response, PageError> {
    let status = match error {
        AccountError::Store(error) => return Err(error.into()),
        AccountError::TooMuch(_) => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let problem = Some(error.to_string());
    Ok(html(&SignInPage { problem, ..page }, status))
}
