//! The page where the owner of an account makes webhooks: addresses that are told of their turns, or of a table's events.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::owner::Owner;
use crate::app::App;
use crate::delivery::{WantedChannel, secret_text};
use crate::error::PageError;
use crate::ids::{ChannelId, TableCode, TableId};
use crate::pages::{PageContext, html};
use crate::store::{Channel, ChannelForm};
use crate::time::{machine_time, page_date};

/// Where the list of webhooks is.
const LIST: &str = "/session/webhooks";

#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "webhooks.html")]
pub(in crate::pages) struct WebhooksPage {
    pub context: PageContext,
    pub webhooks: Vec<WebhookRow>,
    pub form: WebhookForm,
    /// What became of a message that was sent to try a webhook.
    pub tried: Option<Tried>,
}

/// A webhook in the list of its owner.
#[derive(Clone, Debug)]
pub(in crate::pages) struct WebhookRow {
    pub id: String,
    pub url: String,
    /// The host of the address, which is enough to know it by.
    pub host: String,
    /// The table whose events are sent.
    pub table: Option<String>,
    pub form: &'static str,
    /// None where nothing is signed.
    pub secret: Option<String>,
    pub since: String,
    /// Since when it fails, for people and for programs, and why.
    pub failing: Option<(String, String, String)>,
    pub is_disabled: bool,
}

#[derive(Clone, Debug)]
pub(in crate::pages) struct Tried {
    pub host: String,
    /// Why it failed, if it did.
    pub problem: Option<String>,
}

/// The form for a new webhook, with what was typed.
#[derive(Clone, Debug)]
pub(in crate::pages) struct WebhookForm {
    pub id: String,
    pub url: String,
    pub form: String,
    pub table: String,
    /// The field that is wrong, `url` or `table`, and why.
    pub refused: Option<(&'static str, String)>,
}

impl Default for WebhookForm {
    fn default() -> WebhookForm {
        WebhookForm {
            id: ChannelId::fresh().to_string(),
            url: String::new(),
            form: ChannelForm::Standard.name().to_owned(),
            table: String::new(),
            refused: None,
        }
    }
}

impl WebhookForm {
    /// The sentence for this field, if any.
    fn refusal(&self, field: &str) -> Option<&str> {
        let (_, sentence) = self.refused.as_ref().filter(|(refused, _)| *refused == field)?;
        Some(sentence)
    }
}

/// What is sent, in words for people.
fn about(form: ChannelForm) -> &'static str {
    match form {
        ChannelForm::Standard => "Signed JSON, for a program",
        ChannelForm::Discord => "Sentences for Discord",
        ChannelForm::Slack => "Sentences for Slack, Matrix, Mattermost",
        ChannelForm::Push => "Notices for a browser",
        ChannelForm::Mail => "Mails",
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    id: ChannelId,
    url: String,
    form: String,
    #[serde(default)]
    table: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    which: ChannelId,
}

/// `GET /session/webhooks`
pub async fn show(State(app): State<App>, owner: Owner) -> Result<Response, PageError> {
    Ok(html(&page(&app, &owner).await?, StatusCode::OK))
}

async fn page(app: &App, owner: &Owner) -> Result<WebhooksPage, PageError> {
    let channels = app.delivery.channels_of(owner.player.id).await?;
    Ok(WebhooksPage {
        context: PageContext::of(&owner.user),
        webhooks: channels.into_iter().map(row).collect(),
        ..WebhooksPage::default()
    })
}

fn row(channel: Channel) -> WebhookRow {
    WebhookRow {
        id: channel.id.to_string(),
        host: host(&channel.url),
        table: channel.table.map(|code| code.to_string()),
        form: about(channel.form),
        secret: (channel.form == ChannelForm::Standard).then(|| secret_text(&channel.secret)),
        since: page_date(channel.created_at),
        failing: channel.failing.map(|failing| {
            (
                page_date(failing.since),
                machine_time(failing.since),
                failing.problem,
            )
        }),
        is_disabled: channel.disabled_at.is_some(),
        url: channel.url,
    }
}

fn host(url: &str) -> String {
    let host = url::Url::parse(url)
        .ok()
        .and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_default()
}

/// `POST /session/webhooks`: makes a webhook.
pub async fn make(
    State(app): State<App>,
    owner: Owner,
    headers: HeaderMap,
    form: Result<Form<Wanted>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(wanted) = form?;
    let form = ChannelForm::try_from(wanted.form.clone()).ok();
    let Some(form) = form.filter(|form| ChannelForm::WEBHOOKS.contains(form)) else {
        return Err(PageError::malformed("There is no such form of webhooks."));
    };
    let url = match app.delivery.url(&wanted.url) {
        Ok(url) => url,
        Err(error) => return refuse(&app, &owner, wanted, "url", error.to_string()).await,
    };
    let table = match table(&app, &wanted.table).await? {
        Ok(table) => table,
        Err(sentence) => return refuse(&app, &owner, wanted, "table", sentence.to_owned()).await,
    };
    let channel = WantedChannel {
        id: wanted.id,
        table,
        form,
        url,
        home: app.address(&headers, ""),
    };
    if !app.delivery.add(owner.player.id, channel).await? {
        let sentence = "This webhook could not be made: the account has as many as it can have, or the form was sent twice.";
        return refuse(&app, &owner, wanted, "url", sentence.to_owned()).await;
    }
    Ok(Redirect::to(LIST).into_response())
}

/// The table of a link or a code; none if nothing was typed.
async fn table(app: &App, typed: &str) -> Result<Result<Option<TableId>, &'static str>, PageError> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(Ok(None));
    }
    let end = typed.split(['?', '#']).next().unwrap_or_default();
    let code = end.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let found = match code.parse::<TableCode>() {
        Ok(code) => app.tables.find(&code).await?,
        Err(_) => None,
    };
    Ok(found
        .map(|row| Some(row.id))
        .ok_or("There is no such table. Paste the link of its page."))
}

async fn refuse(
    app: &App,
    owner: &Owner,
    wanted: Wanted,
    field: &'static str,
    sentence: String,
) -> Result<Response, PageError> {
    let form = WebhookForm {
        url: wanted.url,
        form: wanted.form,
        table: wanted.table,
        refused: Some((field, sentence)),
        ..WebhookForm::default()
    };
    let page = WebhooksPage {
        form,
        ..page(app, owner).await?
    };
    Ok(html(&page, StatusCode::UNPROCESSABLE_ENTITY))
}

/// `POST /session/webhooks/test`: sends a message now, and says how it went.
pub async fn test(
    State(app): State<App>,
    owner: Owner,
    form: Result<Form<Chosen>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(Chosen { which }) = form?;
    app.limits.webhook_try(owner.player.id)?;
    let Some(sent) = app.delivery.test(owner.player.id, which).await? else {
        return Err(PageError::missing("You have no such webhook."));
    };
    let page = page(&app, &owner).await?;
    let tested = page.webhooks.iter().find(|row| row.id == which.to_string());
    let tried = Tried {
        host: tested.map(|row| row.host.clone()).unwrap_or_default(),
        problem: sent.err().map(|failure| failure.to_string()),
    };
    let page = WebhooksPage {
        tried: Some(tried),
        ..page
    };
    Ok(html(&page, StatusCode::OK))
}

/// `POST /session/webhooks/enable`: switches a webhook on again that was switched off.
pub async fn enable(
    State(app): State<App>,
    owner: Owner,
    form: Result<Form<Chosen>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(Chosen { which }) = form?;
    app.delivery.enable(owner.player.id, which).await?;
    Ok(Redirect::to(LIST).into_response())
}

/// `POST /session/webhooks/delete`
pub async fn delete(
    State(app): State<App>,
    owner: Owner,
    form: Result<Form<Chosen>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(Chosen { which }) = form?;
    app.delivery.delete(owner.player.id, which).await?;
    Ok(Redirect::to(LIST).into_response())
}
