//! What one can do with one's account: change the password, download everything, and delete it.

use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Json};
use axum_extra::extract::CookieJar;
use serde::Deserialize;

use super::my_data::MyDataView;
use super::session::{self, SessionPage, unfinished};
use super::{Frame, html};
use crate::address::ClientAddress;
use crate::app::App;
use crate::auth::{AccountError, CurrentSession, CurrentUser, Password};
use crate::error::PageError;
use crate::moment::now_ms;

/// The page that asks once more before an account is deleted.
#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "delete_account.html")]
pub struct DeletePage {
    /// What every page has.
    pub frame: Frame,
    /// How many unfinished tables this player sits at.
    pub tables: usize,
    /// Why not.
    pub problem: Option<String>,
}

/// The form to change the password.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    password: String,
    new: String,
    /// For programs that keep passwords.
    #[serde(default, rename = "name")]
    _name: String,
}

/// The form to delete the account. A guest has no password.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Delete {
    #[serde(default)]
    password: String,
    /// For programs that keep passwords.
    #[serde(default, rename = "name")]
    _name: String,
}

/// `POST /session/password`: all other sessions of the player end.
pub async fn change_password(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    session: CurrentSession,
    headers: HeaderMap,
    form: Result<Form<ChangePassword>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let Some(player) = user.0.as_ref().filter(|player| player.member) else {
        return Ok(Redirect::to("/sign-in").into_response());
    };
    let page = session::page(&app, &user, player, &session, &headers).await?;
    let password = match Password::choose(&form.new, &player.name) {
        Ok(password) => password,
        Err(error) => {
            let new_problem = Some(error.to_string());
            return Ok(html(
                &SessionPage { new_problem, ..page },
                StatusCode::UNPROCESSABLE_ENTITY,
            ));
        }
    };
    let present = Password::typed(form.password);
    if let Err(error) = app.accounts.confirm(player, present, from).await {
        let (status, password_problem) = wrong(error)?;
        return Ok(html(
            &SessionPage {
                password_problem,
                ..page
            },
            status,
        ));
    }
    let keep = session.0.as_ref().map(|session| session.id);
    app.accounts.change_password(player.id, password, keep).await?;
    let page = SessionPage {
        changed: true,
        ..session::page(&app, &user, player, &session, &headers).await?
    };
    Ok(html(&page, StatusCode::OK))
}

/// What is said beside the field of a password that is not right.
pub(super) fn wrong(error: AccountError) -> Result<(StatusCode, Option<String>), PageError> {
    match error {
        AccountError::Store(error) => Err(error.into()),
        AccountError::TooMuch(error) => Ok((StatusCode::TOO_MANY_REQUESTS, Some(error.to_string()))),
        _ => {
            let sentence = "That is not your password.".to_owned();
            Ok((StatusCode::UNPROCESSABLE_ENTITY, Some(sentence)))
        }
    }
}

/// `GET /session/data`: everything that is known about the player.
pub async fn data(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    let Some(player) = &user.0 else {
        return Ok(Redirect::to("/").into_response());
    };
    let data = MyDataView::from(app.store.data_of(player, now_ms()).await?);
    let name = "attachment; filename=\"thicket.json\"";
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(data)).into_response())
}

/// `GET /session/delete`
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
        frame: Frame::of(user),
        tables,
        problem: None,
    })
}

/// `POST /session/delete`: seats in running games drop, and finished games stay without the name.
pub async fn delete(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    jar: CookieJar,
    form: Result<Form<Delete>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let Some(player) = &user.0 else {
        return Ok(Redirect::to("/").into_response());
    };
    if player.member
        && let Err(error) = app
            .accounts
            .confirm(player, Password::typed(form.password), from)
            .await
    {
        let (status, problem) = wrong(error)?;
        let page = delete_page(&app, &user).await?;
        return Ok(html(&DeletePage { problem, ..page }, status));
    }
    app.store.delete_player(player.id, now_ms()).await?;
    session::end(State(app), jar).await
}
