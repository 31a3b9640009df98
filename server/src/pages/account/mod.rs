//! What one can do with one's account: change the password, download everything, and delete it.

pub mod bots;
mod entering;
pub mod holiday;
mod holiday_part;
pub mod mail;
pub mod new_password;
pub mod notices;
mod overview;
pub(super) mod owner;
pub mod passkeys;
pub mod preferences;
pub mod session;
pub mod sign_in;
pub mod sign_up;
pub mod tokens;
pub mod webhooks;

use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Json};
use axum_extra::extract::CookieJar;
use serde::Deserialize;

use super::{PageContext, html};
use crate::app::App;
use crate::auth::{AccountError, CurrentSession, CurrentUser, Password};
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::ids::SessionId;
use crate::pages::account::overview::{SessionPage, unfinished};
use crate::pages::account::owner::Owner;
use crate::pages::parts::done::Done;
use crate::pages::parts::entry::with_session;
use crate::store::{Player, Session};

/// The page that asks once more before an account is deleted.
#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "delete_account.html")]
pub struct DeletePage {
    pub context: PageContext,
    pub tables: usize,
    pub problem: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    password: String,
    new: String,
    #[serde(default, rename = "name")]
    _name: String,
}

/// A guest has no password.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Delete {
    #[serde(default)]
    password: String,
    #[serde(default, rename = "name")]
    _name: String,
}

/// `POST /session/password`: all sessions of the player end, and a new one begins in this browser.
pub async fn change_password(
    State(app): State<App>,
    mut owner: Owner,
    form: Result<Form<ChangePassword>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let password = match Password::choose(&form.new, &owner.player.name) {
        Ok(password) => password,
        Err(error) => {
            let why = (StatusCode::UNPROCESSABLE_ENTITY, error.to_string());
            return owner.refuse(&app, "new", why).await;
        }
    };
    owner.confirm_password(&app, "password", form.password).await?;
    let (player, browser) = (owner.player.id, owner.browser.clone());
    let cookies = app.accounts.change_password(player, password, browser).await?;
    owner.session = SessionId(cookies.session.hash());
    let page = SessionPage {
        changed: true,
        ..owner.page(&app).await?
    };
    Ok(with_session(&app, html(&page, StatusCode::OK), &cookies))
}

/// The sentence beside the field of a wrong password.
pub(super) fn password_field_error(error: AccountError) -> Result<(StatusCode, String), PageError> {
    match error {
        AccountError::Store(error) => Err(error.into()),
        AccountError::TooMuch(error) => Ok((StatusCode::TOO_MANY_REQUESTS, error.to_string())),
        _ => {
            let sentence = "That is not your password.".to_owned();
            Ok((StatusCode::UNPROCESSABLE_ENTITY, sentence))
        }
    }
}

/// `GET /session/data`: everything that is known about the player.
pub async fn data(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    let Some(player) = &user.player else {
        return Ok(Redirect::to("/").into_response());
    };
    let data = app.accounts.data_of(player).await?;
    let name = "attachment; filename=\"thicket.json\"";
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(data)).into_response())
}

pub async fn ask_to_delete(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    match user.id() {
        Some(_) => Ok(html(&delete_page(&app, &user).await?, StatusCode::OK)),
        None => Ok(Redirect::to("/").into_response()),
    }
}

async fn delete_page(app: &App, user: &CurrentUser) -> Result<DeletePage, PageError> {
    let tables = match user.id() {
        Some(player) => unfinished(app, player).await?,
        None => 0,
    };
    Ok(DeletePage {
        context: PageContext::of(user),
        tables,
        problem: None,
    })
}

/// `POST /session/delete`: seats in running games drop, and finished games stay without the name.
pub async fn delete(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    CurrentSession(session): CurrentSession,
    jar: CookieJar,
    form: Result<Form<Delete>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let Some(player) = &user.player else {
        return Ok(Redirect::to("/").into_response());
    };
    app.limits.deletion(from)?;
    if player.member
        && let Err(error) = confirm(&app, player, session, form.password, from).await
    {
        let (status, sentence) = password_field_error(error)?;
        let page = DeletePage {
            problem: Some(sentence),
            ..delete_page(&app, &user).await?
        };
        return Ok(html(&page, status));
    }
    app.accounts.delete(player.id).await?;
    session::leave(&app, &jar, Done::Deleted).await
}

async fn confirm(
    app: &App,
    player: &Player,
    session: Option<Session>,
    password: String,
    from: ClientAddress,
) -> Result<(), AccountError> {
    let session = session.ok_or(AccountError::Wrong)?;
    let password = Password::typed(password);
    app.accounts.confirm(player.id, session.id, password, from).await
}
