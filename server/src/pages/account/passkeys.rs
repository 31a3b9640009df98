//! Passkeys: adding one to an account, removing it, and signing in with one.
//!
//! A ceremony has two requests. A script asks for the options of the browser's dialog, as JSON; what the authenticator answers is
//! sent as a form, so that the page that follows is that of any other form.

use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form, Json};
use axum_extra::extract::CookieJar;
use data_encoding::BASE64URL_NOPAD;
use serde::Deserialize;

use super::entering::{Way, enter};
use super::owner::{Confirmation, Owner};
use super::sign_in;
use crate::app::App;
use crate::auth::{
    AccountError, Browser, Confirmed, CreationOptions, CurrentSession, CurrentUser, Password, RelyingParty,
};
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::json::JsonBody;
use crate::ids::SessionId;
use crate::pages::account::password_field_error;
use crate::pages::html;
use crate::store::Player;

/// The list on the page of an account.
const LIST: &str = "/session#passkeys";

/// Who adds a passkey shows that the account is theirs, and not only that the browser is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPasskey {
    password: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Added {
    label: String,
    credential: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Used {
    credential: String,
    #[serde(default)]
    next: String,
    #[serde(default)]
    seats: String,
}

/// `POST /session/passkeys/options`: what the browser is to make.
pub async fn creation_options(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    session: CurrentSession,
    headers: HeaderMap,
    JsonBody(form): JsonBody<NewPasskey>,
) -> Result<(Extension<Confirmed>, Json<CreationOptions>), PageError> {
    let (player, session) = member(&user, &session)?;
    let party = party(&app, &headers)?;
    let password = Password::typed(form.password);
    match app.accounts.confirm(player.id, session, password, from).await {
        Ok(()) => {
            let options = app.passkeys.creation_options(&party, player, session).await?;
            Ok((Extension(Confirmed), Json(options)))
        }
        Err(AccountError::TooMuch(error)) => Err(error.into()),
        Err(error) => Err(PageError::malformed(password_field_error(error)?.1)),
    }
}

/// `POST /session/passkeys`: adds the passkey that the browser has made.
pub async fn add(
    State(app): State<App>,
    owner: Owner,
    headers: HeaderMap,
    form: Result<Form<Added>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let party = party(&app, &headers)?;
    let browser = (owner.player.id, owner.session);
    let added = app.passkeys.add(&party, browser, &form.label, &form.credential);
    match added.await {
        Ok(()) => Ok(Redirect::to(LIST).into_response()),
        Err(AccountError::Passkey(error)) => {
            let why = (StatusCode::UNPROCESSABLE_ENTITY, error.to_string());
            owner.refuse(&app, "add-passkey", why).await
        }
        Err(error) => Err(error.into()),
    }
}

/// `POST /session/passkeys/remove`. The password is always left, so nobody is shut out by this. Whoever removes the passkey of a
/// device that is lost can end its session as well.
pub async fn remove(
    State(app): State<App>,
    owner: Owner,
    form: Result<Form<Confirmation>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let no_passkey = |_| PageError::malformed("There is no such passkey.");
    let credential = BASE64URL_NOPAD
        .decode(form.which.as_bytes())
        .map_err(no_passkey)?;
    let ends_others = !form.others.is_empty();
    owner.confirm(&app, form).await?;
    let (player, from) = (owner.player.id, owner.browser.from);
    app.passkeys.remove(player, credential, from).await?;
    if ends_others {
        app.sessions.end_others(player, owner.session).await?;
    }
    Ok((Extension(Confirmed), Redirect::to(LIST)).into_response())
}

/// `POST /sign-in/passkey/options`: what an authenticator is to sign.
pub async fn request_options(
    State(app): State<App>,
    from: ClientAddress,
    jar: CookieJar,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    app.limits.challenge(from)?;
    let party = party(&app, &headers)?;
    let mut set = HeaderMap::new();
    let options = app.passkeys.request_options(&party, &jar, &mut set).await?;
    Ok((set, Json(options)).into_response())
}

pub async fn sign_in(
    State(app): State<App>,
    user: CurrentUser,
    jar: CookieJar,
    browser: Browser,
    headers: HeaderMap,
    form: Result<Form<Used>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let party = party(&app, &headers)?;
    let way = Way {
        next: form.next,
        seats: form.seats,
    };
    let page = sign_in::page_for(&app, &user, &headers, way).await?;
    if let Some(page) = page.without_choice() {
        return Ok(html(&page, StatusCode::UNPROCESSABLE_ENTITY));
    }
    let shown = app
        .passkeys
        .authenticate(&party, &jar, &form.credential, browser.from);
    match shown.await {
        Ok(player) => enter(&app, &user, player, (browser, "passkey"), &page.way).await,
        Err(error) => sign_in::refused(page, error, |page| &mut page.passkey_problem),
    }
}

fn party(app: &App, headers: &HeaderMap) -> Result<RelyingParty, PageError> {
    let none = || PageError::malformed("Passkeys need HTTPS, so there are none at this address.");
    app.relying_party(headers).ok_or_else(none)
}

fn member<'a>(user: &'a CurrentUser, session: &CurrentSession) -> Result<(&'a Player, SessionId), PageError> {
    let player = user.player.as_ref().filter(|player| player.member);
    player
        .zip(session.0.as_ref().map(|session| session.id))
        .ok_or_else(|| PageError::malformed("You are signed out. Please sign in again."))
}
