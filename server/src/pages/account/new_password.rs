//! Choosing a password in place of one that is good once: the page between signing in with it and everything else.

use axum::Form;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;
use url::form_urlencoded::Serializer;

use super::entering::{Way, entered, take_over};
use crate::app::App;
use crate::auth::{AccountError, Browser, CurrentUser, Password};
use crate::error::PageError;
use crate::ids::SessionToken;
use crate::pages::parts::entry;
use crate::pages::{PageContext, html};
use crate::store::Account;

const HERE: &str = "/sign-in/new-password";
/// Where everybody is redirected who may not choose one, or no longer.
const SIGN_IN: &str = "/sign-in";

#[derive(Clone, Debug, askama::Template)]
#[template(path = "new_password.html")]
pub struct NewPasswordPage {
    pub context: PageContext,
    pub name: String,
    pub way: Way,
    pub problem: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    new: String,
    #[serde(default)]
    next: String,
    #[serde(default)]
    seats: String,
    #[serde(default, rename = "name")]
    _name: String,
}

#[derive(Debug, Deserialize)]
pub struct Along {
    #[serde(default)]
    next: String,
    #[serde(default)]
    seats: String,
}

/// Redirects a browser to this page that may choose a password.
pub(in crate::pages) fn lead_on(app: &App, way: &Way, choice: &SessionToken) -> Response {
    let next = entry::page(&way.next).unwrap_or_default();
    let along = [("next", &next), ("seats", &way.seats)];
    let along = along.into_iter().filter(|(_, value)| !value.is_empty());
    let query = Serializer::new(String::new()).extend_pairs(along).finish();
    let place = match query.is_empty() {
        true => HERE.to_owned(),
        false => format!("{HERE}?{query}"),
    };
    let mut response = Redirect::to(&place).into_response();
    app.sessions.set_choice(response.headers_mut(), choice);
    response
}

/// Where a browser that may choose a password is redirected from the page to sign in; `None` if it may not.
pub(in crate::pages) async fn instead(app: &App, jar: &CookieJar) -> Result<Option<Response>, PageError> {
    let found = found(app, jar).await?;
    Ok(found.map(|_| Redirect::to(HERE).into_response()))
}

pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    jar: CookieJar,
    along: Result<Query<Along>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(along) = along?;
    let Some((account, _)) = found(&app, &jar).await? else {
        return Ok(Redirect::to(SIGN_IN).into_response());
    };
    let page = page(
        &user,
        &account,
        Way {
            next: along.next,
            seats: along.seats,
        },
    );
    Ok(html(&page, StatusCode::OK))
}

pub async fn choose(
    State(app): State<App>,
    user: CurrentUser,
    jar: CookieJar,
    browser: Browser,
    form: Result<Form<NewPassword>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let Some((account, choice)) = found(&app, &jar).await? else {
        return Ok(Redirect::to(SIGN_IN).into_response());
    };
    let mut page = page(
        &user,
        &account,
        Way {
            next: form.next,
            seats: form.seats,
        },
    );
    let refused = |page: &mut NewPasswordPage, status, sentence| {
        page.problem = Some(sentence);
        Ok(html(&*page, status))
    };
    let password = match Password::choose(&form.new, &account.player.name) {
        Ok(password) => password,
        Err(error) => return refused(&mut page, StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
    };
    let taken = take_over(&app, &user, &account.player, &page.way).await?;
    let chosen = app.accounts.choose_password(&account, &choice, password, browser);
    match chosen.await {
        Ok(cookies) => {
            let mut response = entered(&app, &user, account.player, taken, &page.way, &cookies);
            app.sessions.clear_choice(response.headers_mut());
            Ok(response)
        }
        Err(AccountError::UsedUp) => Ok(Redirect::to(SIGN_IN).into_response()),
        Err(AccountError::Password(error)) => {
            refused(&mut page, StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
        }
        Err(AccountError::TooMuch(error)) => {
            refused(&mut page, StatusCode::TOO_MANY_REQUESTS, error.to_string())
        }
        Err(error) => Err(error.into()),
    }
}

fn page(user: &CurrentUser, account: &Account, way: Way) -> NewPasswordPage {
    NewPasswordPage {
        context: PageContext::of(user),
        name: account.player.name.clone(),
        way,
        problem: None,
    }
}

async fn found(app: &App, jar: &CookieJar) -> Result<Option<(Account, SessionToken)>, PageError> {
    let Some(choice) = app.sessions.choice(jar) else {
        return Ok(None);
    };
    let account = app.accounts.choosing(&choice).await?;
    Ok(account.map(|account| (account, choice)))
}
