//! The owner of an account, who is signed in and types the password again before anything is done that could shut them out: a
//! browser that was left open, or a cookie that was stolen, is not enough for that.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::overview::{self, Refused, SessionPage};
use crate::app::App;
use crate::auth::{Browser, CurrentUser, Password};
use crate::error::PageError;
use crate::ids::SessionId;
use crate::pages::account::password_field_error;
use crate::pages::html;
use crate::store::Player;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// What is to be done, or to what: a place of the page of the account (see [`Refused`]).
    pub(in crate::pages) which: String,
    pub(in crate::pages) password: String,
    /// `end` if other sessions are to end as well.
    #[serde(default)]
    pub(in crate::pages) others: String,
    #[serde(default, rename = "name")]
    _name: String,
}

/// The owner of an account, and their browser. Anybody who is not signed in is sent to the page to sign in.
#[derive(Clone, Debug)]
pub struct Owner {
    pub(in crate::pages) player: Player,
    pub(in crate::pages) session: SessionId,
    pub(in crate::pages) browser: Browser,
    pub(in crate::pages) user: CurrentUser,
    headers: HeaderMap,
}

impl FromRequestParts<App> for Owner {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Owner, Response> {
        let user = CurrentUser::from_request_parts(parts, app).await;
        let user = user.map_err(IntoResponse::into_response)?;
        let browser = Browser::from_request_parts(parts, app).await;
        let browser = browser.map_err(IntoResponse::into_response)?;
        let player = user.player.clone().filter(|player| player.member);
        let Some((player, session)) = player.zip(browser.session) else {
            return Err(Redirect::to("/sign-in").into_response());
        };
        Ok(Owner {
            player,
            session,
            browser,
            user,
            headers: parts.headers.clone(),
        })
    }
}

impl Owner {
    pub(in crate::pages) async fn page(&self, app: &App) -> Result<SessionPage, PageError> {
        overview::page(app, &self.user, &self.player, Some(self.session), &self.headers).await
    }

    /// The page of the account with the reason at one of its places.
    pub(in crate::pages) async fn refuse(
        &self,
        app: &App,
        place: &str,
        (status, sentence): (StatusCode, String),
    ) -> Result<Response, PageError> {
        let place = place.to_owned();
        let page = SessionPage {
            refused: Some(Refused { place, sentence }),
            ..self.page(app).await?
        };
        Ok(html(&page, status))
    }

    /// Checks a password; if it is wrong, one of the places of the page says so.
    pub(in crate::pages) async fn confirm_password(
        &self,
        app: &App,
        place: &str,
        password: String,
    ) -> Result<(), PageError> {
        let password = Password::typed(password);
        let (player, from) = (self.player.id, self.browser.from);
        match app.accounts.confirm(player, self.session, password, from).await {
            Ok(()) => Ok(()),
            Err(error) => {
                let page = self.refuse(app, place, password_field_error(error)?).await?;
                Err(PageError::page(page))
            }
        }
    }

    pub(in crate::pages) async fn confirm(&self, app: &App, form: Confirmation) -> Result<(), PageError> {
        self.confirm_password(app, &form.which, form.password).await
    }
}
