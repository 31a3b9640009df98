//! Making an account. A guest who does so keeps tables and games.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::app::App;
use crate::auth::{AccountError, Browser, CurrentUser, Password};
use crate::error::PageError;
use crate::names::PlayerName;
use crate::pages::parts::done::Done;
use crate::pages::parts::entry::{came_from, welcome};
use crate::pages::{PageContext, html};

#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "sign_up.html")]
pub struct SignUpPage {
    pub context: PageContext,
    pub name: String,
    pub next: String,
    pub name_problem: Option<String>,
    pub password_problem: Option<String>,
    pub problem: Option<String>,
    /// Whether an address can be added to an account.
    pub has_mail: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignUp {
    name: String,
    password: String,
    #[serde(default)]
    next: String,
}

pub async fn show(State(app): State<App>, user: CurrentUser, headers: HeaderMap) -> Response {
    if user.is_member() {
        return Redirect::to("/session").into_response();
    }
    let page = SignUpPage {
        context: PageContext::of(&user),
        name: user.name().unwrap_or_default().to_owned(),
        next: came_from(&headers),
        has_mail: app.delivery.has_mail(),
        ..SignUpPage::default()
    };
    html(&page, StatusCode::OK)
}

pub async fn sign_up(
    State(app): State<App>,
    user: CurrentUser,
    browser: Browser,
    form: Result<Form<SignUp>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    if user.is_member() {
        return Ok(Redirect::to("/session").into_response());
    }
    let mut page = SignUpPage {
        context: PageContext::of(&user),
        name: form.name.clone(),
        next: form.next.clone(),
        has_mail: app.delivery.has_mail(),
        ..SignUpPage::default()
    };
    let name = PlayerName::parse(&form.name);
    let password = Password::choose(&form.password, &form.name);
    let (name, password) = match (name, password) {
        (Ok(name), Ok(password)) => (name, password),
        (name, password) => {
            page.name_problem = name.err().map(|error| error.to_string());
            page.password_problem = password.err().map(|error| error.to_string());
            return Ok(html(&page, StatusCode::UNPROCESSABLE_ENTITY));
        }
    };
    let made = app
        .accounts
        .sign_up(user.id(), name, password, browser, user.preferences);
    match made.await {
        Ok(cookies) => {
            let mut response = welcome(&app, &form.next, &cookies);
            Done::SignedUp.announce(response.headers_mut());
            Ok(response)
        }
        Err(error) => refused(page, error),
    }
}

fn refused(mut page: SignUpPage, error: AccountError) -> Result<Response, PageError> {
    let sentence = error.to_string();
    let status = match error {
        AccountError::Store(error) => return Err(error.into()),
        AccountError::TooMuch(_) => {
            page.problem = Some(sentence);
            StatusCode::TOO_MANY_REQUESTS
        }
        _ => {
            page.name_problem = Some(sentence);
            StatusCode::UNPROCESSABLE_ENTITY
        }
    };
    Ok(html(&page, status))
}
