//! The page where the owner of an account makes tokens for programs, for themselves or for their bots, and revokes them.
//!
//! Making one needs the password, since a token outlives the session of a browser that was left open. Revoking one does not: it
//! may have to be done at once.

use axum::Extension;
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::owner::Owner;
use crate::app::App;
use crate::auth::{Confirmed, Password, WantedToken};
use crate::error::PageError;
use crate::ids::{PlayerId, TokenId};
use crate::model::player::scopes::{Scope, Scopes};
use crate::pages::account::password_field_error;
use crate::pages::parts::profile_address::address;
use crate::pages::{PageContext, html};
use crate::store::{Player, Token};
use crate::time::{UnixMs, machine_time, now_ms, page_date};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// For how many days a token can be made, and the words for that; 0 for one that lasts until it is revoked.
const LIVES: [(u32, &str); 4] = [
    (30, "In 30 days"),
    (90, "In 90 days"),
    (365, "In a year"),
    (0, "Never"),
];

#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "tokens.html")]
pub(in crate::pages) struct TokensPage {
    pub context: PageContext,
    pub tokens: Vec<TokenRow>,
    pub bots: Vec<BotRow>,
    pub form: TokenForm,
    pub bot_form: BotForm,
    /// The place of another form that was refused, the id of a bot, and why.
    pub refused: Option<(String, String)>,
    /// The name and the secret of a token that was just made.
    pub made: Option<(String, String)>,
}

impl TokensPage {
    /// The sentence for this place, if any.
    fn refusal(&self, place: &str) -> Option<&str> {
        let (_, sentence) = self.refused.as_ref().filter(|(refused, _)| refused == place)?;
        Some(sentence)
    }
}

/// A bot in the list of its owner.
#[derive(Clone, Debug)]
pub(in crate::pages) struct BotRow {
    pub id: String,
    pub name: String,
    pub address: String,
    pub since: String,
}

impl From<Player> for BotRow {
    fn from(bot: Player) -> BotRow {
        BotRow {
            id: bot.id.to_string(),
            address: address(&bot.name),
            since: page_date(bot.created_at),
            name: bot.name,
        }
    }
}

/// The form for a new bot, as it was sent.
#[derive(Clone, Debug, Default)]
pub(in crate::pages) struct BotForm {
    pub name: String,
    /// The field that is wrong, `bot-name` or `bot-password`, and why.
    pub refused: Option<(&'static str, String)>,
}

impl BotForm {
    /// The sentence for this field, if any.
    fn refusal(&self, field: &str) -> Option<&str> {
        let (_, sentence) = self.refused.as_ref().filter(|(refused, _)| *refused == field)?;
        Some(sentence)
    }
}

/// A token in the list of its owner.
#[derive(Clone, Debug)]
pub(in crate::pages) struct TokenRow {
    pub id: TokenId,
    pub name: String,
    /// The bot that it acts for, if it is one.
    pub bot: Option<String>,
    pub scopes: Vec<&'static str>,
    pub since: String,
    /// Empty if it lasts until it is revoked.
    pub ends: String,
    pub has_ended: bool,
    /// The last day of use, for people and for programs.
    pub used: Option<(String, String)>,
}

/// The form for a new token, with what was typed.
#[derive(Clone, Debug)]
pub(in crate::pages) struct TokenForm {
    pub id: TokenId,
    pub label: String,
    /// The id of the bot that it acts for; empty if it acts for its owner.
    pub bot: String,
    pub scopes: Scopes,
    pub days: u32,
    /// The field that is wrong, `label`, `scopes` or `password`, and why.
    pub refused: Option<(&'static str, String)>,
}

impl Default for TokenForm {
    fn default() -> TokenForm {
        TokenForm {
            id: TokenId::fresh(),
            label: String::new(),
            bot: String::new(),
            scopes: Scopes::default(),
            days: 90,
            refused: None,
        }
    }
}

impl TokenForm {
    /// The sentence for this field, if any.
    fn refusal(&self, field: &str) -> Option<&str> {
        let (_, sentence) = self.refused.as_ref().filter(|(refused, _)| *refused == field)?;
        Some(sentence)
    }
}

/// What a scope allows, in words for people.
fn about(scope: Scope) -> &'static str {
    match scope {
        Scope::Read => "See my tables and invitations",
        Scope::Play => "Sit down, play, answer offers, write in chats",
        Scope::Host => "Open tables, start games, propose rematches",
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    id: TokenId,
    label: String,
    #[serde(default)]
    bot: String,
    #[serde(default)]
    read: String,
    #[serde(default)]
    play: String,
    #[serde(default)]
    host: String,
    days: u32,
    password: String,
    #[serde(default, rename = "name")]
    _name: String,
}

impl Wanted {
    fn form(&self) -> TokenForm {
        let sent = [
            (Scope::Read, &self.read),
            (Scope::Play, &self.play),
            (Scope::Host, &self.host),
        ];
        let chosen = sent.into_iter().filter(|(_, sent)| !sent.is_empty());
        TokenForm {
            id: self.id,
            label: self.label.clone(),
            bot: self.bot.clone(),
            scopes: chosen.map(|(scope, _)| scope).collect(),
            days: self.days,
            refused: None,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revoked {
    which: TokenId,
}

/// `GET /session/tokens`
pub async fn show(State(app): State<App>, owner: Owner) -> Result<Response, PageError> {
    Ok(html(&page(&app, &owner).await?, StatusCode::OK))
}

pub(super) async fn page(app: &App, owner: &Owner) -> Result<TokensPage, PageError> {
    let now = now_ms();
    let tokens = app.tokens.of(owner.player.id).await?;
    let bots = app.accounts.bots_of(owner.player.id).await?;
    Ok(TokensPage {
        bots: bots.into_iter().map(BotRow::from).collect(),
        context: PageContext::of(&owner.user),
        tokens: tokens.into_iter().map(|token| row(token, now)).collect(),
        ..TokensPage::default()
    })
}

fn row(token: Token, now: UnixMs) -> TokenRow {
    let has = |scope: &Scope| token.scopes.has(*scope);
    TokenRow {
        id: token.id,
        scopes: Scope::ALL.into_iter().filter(has).map(Scope::word).collect(),
        name: token.name,
        bot: token.bot,
        since: page_date(token.created_at),
        ends: token.expires_at.map(page_date).unwrap_or_default(),
        has_ended: token.expires_at.is_some_and(|at| at <= now),
        used: token.used_at.map(|at| (page_date(at), machine_time(at))),
    }
}

/// `POST /session/tokens`: makes a token, and shows its secret this once.
pub async fn make(
    State(app): State<App>,
    owner: Owner,
    form: Result<Form<Wanted>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(wanted) = form?;
    let form = wanted.form();
    if form.label.trim().is_empty() {
        return refuse(
            &app,
            &owner,
            form,
            "label",
            "Give the token a name, so that you know it again.",
        )
        .await;
    }
    if form.scopes.is_empty() {
        return refuse(
            &app,
            &owner,
            form,
            "scopes",
            "Choose at least one thing that the token allows.",
        )
        .await;
    }
    if !LIVES.iter().any(|(days, _)| *days == form.days) {
        return Err(PageError::malformed("A token cannot last that long."));
    }
    let player = acts_for(&app, &owner, &form.bot).await?;
    let from = owner.browser.from;
    let password = Password::typed(wanted.password);
    if let Err(error) = app
        .accounts
        .confirm(owner.player.id, owner.session, password, from)
        .await
    {
        let (status, sentence) = password_field_error(error)?;
        return refuse_with(&app, &owner, form, ("password", sentence), status).await;
    }
    let lasts = i64::from(form.days) * DAY_MS;
    let wanted = WantedToken {
        id: form.id,
        name: form.label.clone(),
        scopes: form.scopes,
        expires_at: (lasts > 0).then(|| now_ms() + lasts),
    };
    let Some(secret) = app.tokens.make(player, wanted).await? else {
        let sentence = "This token could not be made: the account has as many as it can have, or the form was sent twice.";
        let fresh = TokenForm {
            id: TokenId::fresh(),
            ..form
        };
        return refuse(&app, &owner, fresh, "label", sentence).await;
    };
    let page = TokensPage {
        made: Some((form.label.trim().to_owned(), secret)),
        ..page(&app, &owner).await?
    };
    Ok((Extension(Confirmed), html(&page, StatusCode::OK)).into_response())
}

/// The owner, or the one of their bots with this id.
async fn acts_for(app: &App, owner: &Owner, bot: &str) -> Result<PlayerId, PageError> {
    if bot.is_empty() {
        return Ok(owner.player.id);
    }
    let bots = app.accounts.bots_of(owner.player.id).await?.into_iter();
    let mut ids = bots.map(|bot| bot.id);
    ids.find(|id| id.to_string() == bot)
        .ok_or_else(|| PageError::malformed("You have no such bot."))
}

async fn refuse(
    app: &App,
    owner: &Owner,
    form: TokenForm,
    field: &'static str,
    sentence: &str,
) -> Result<Response, PageError> {
    let refused = (field, sentence.to_owned());
    refuse_with(app, owner, form, refused, StatusCode::UNPROCESSABLE_ENTITY).await
}

async fn refuse_with(
    app: &App,
    owner: &Owner,
    form: TokenForm,
    refused: (&'static str, String),
    status: StatusCode,
) -> Result<Response, PageError> {
    let form = TokenForm {
        refused: Some(refused),
        ..form
    };
    let page = TokensPage {
        form,
        ..page(app, owner).await?
    };
    Ok(html(&page, status))
}

/// `POST /session/tokens/revoke`
pub async fn revoke(
    State(app): State<App>,
    owner: Owner,
    form: Result<Form<Revoked>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    app.tokens.revoke(owner.player.id, form.which).await?;
    Ok(Redirect::to("/session/tokens").into_response())
}
