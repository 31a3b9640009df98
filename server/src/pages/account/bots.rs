//! Making bots on the page of an account, and deleting them.

use axum::Extension;
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::owner::{Confirmation, Owner};
use super::tokens::{BotForm, TokensPage, page};
use crate::app::App;
use crate::auth::{AccountError, Confirmed, Password, WantedToken};
use crate::error::PageError;
use crate::ids::{PlayerId, TokenId};
use crate::model::player::scopes::Scopes;
use crate::names::PlayerName;
use crate::pages::account::password_field_error;
use crate::pages::html;

/// What the token is called that is made with a bot.
const FIRST_TOKEN: &str = "First token";
/// Where the list of bots is.
const LIST: &str = "/session/tokens#bots";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    bot: String,
    password: String,
    #[serde(default, rename = "name")]
    _name: String,
}

/// `POST /session/bots`: makes a bot and its first token, and shows the secret of that this once.
pub async fn make(
    State(app): State<App>,
    owner: Owner,
    form: Result<Form<NewBot>, FormRejection>,
) -> Result<Response, PageError> {
    const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
    let Form(NewBot { bot, password, .. }) = form?;
    let name = match PlayerName::parse(&bot) {
        Ok(name) => name,
        Err(error) => return refuse(&app, &owner, bot, ("bot-name", error.to_string()), INVALID).await,
    };
    let (password, from) = (Password::typed(password), owner.browser.from);
    if let Err(error) = app
        .accounts
        .confirm(owner.player.id, owner.session, password, from)
        .await
    {
        let (status, sentence) = password_field_error(error)?;
        return refuse(&app, &owner, bot, ("bot-password", sentence), status).await;
    }
    let player = match app.accounts.make_bot(owner.player.id, name.clone()).await {
        Ok(player) => player,
        Err(AccountError::Store(error)) => return Err(error.into()),
        Err(error) => return refuse(&app, &owner, bot, ("bot-name", error.to_string()), INVALID).await,
    };
    let wanted = WantedToken {
        id: TokenId::fresh(),
        name: FIRST_TOKEN.to_owned(),
        scopes: Scopes::all(),
        expires_at: None,
    };
    let secret = app.tokens.make(player, wanted).await?;
    let page = TokensPage {
        made: secret.map(|secret| (name.to_string(), secret)),
        ..page(&app, &owner).await?
    };
    Ok((Extension(Confirmed), html(&page, StatusCode::OK)).into_response())
}

async fn refuse(
    app: &App,
    owner: &Owner,
    name: String,
    refused: (&'static str, String),
    status: StatusCode,
) -> Result<Response, PageError> {
    let page = TokensPage {
        bot_form: BotForm {
            name,
            refused: Some(refused),
        },
        ..page(app, owner).await?
    };
    Ok(html(&page, status))
}

/// `POST /session/bots/delete`: its seats in running games drop, and finished games stay without its name.
pub async fn delete(
    State(app): State<App>,
    owner: Owner,
    form: Result<Form<Confirmation>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let no_bot = || PageError::malformed("You have no such bot.");
    let bot: PlayerId = form.which.parse().map_err(|_| no_bot())?;
    let (password, from) = (Password::typed(form.password), owner.browser.from);
    app.limits.deletion(from)?;
    if let Err(error) = app
        .accounts
        .confirm(owner.player.id, owner.session, password, from)
        .await
    {
        let (status, sentence) = password_field_error(error)?;
        let page = TokensPage {
            refused: Some((form.which, sentence)),
            ..page(&app, &owner).await?
        };
        return Ok(html(&page, status));
    }
    match app.accounts.delete_bot(owner.player.id, bot).await? {
        true => Ok((Extension(Confirmed), Redirect::to(LIST)).into_response()),
        false => Err(no_bot()),
    }
}
