//! The page where players choose what they are told while they have no page open, and what browsers send to be told.

use axum::extract::rejection::{FormRejection, JsonRejection};
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Json};
use serde::{Deserialize, Serialize};

use super::holiday_part::{HolidayPart, holiday_part};
use crate::app::App;
use crate::auth::{CurrentSession, CurrentUser, agent};
use crate::delivery::{Subscription, WantedPush, channel_of};
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::ids::{ChannelId, PlayerId, SessionId};
use crate::model::notice_settings::{MAIL_TIMES, MailSettings, NoticeSettings, NoticeTopic};
use crate::pages::parts::done::Done;
use crate::pages::{PageContext, html};
use crate::store::{MailAddress, Player};
use crate::time::page_date;

const PAGE: &str = "/session/notices";

#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "notices.html")]
pub(in crate::pages) struct NoticesPage {
    pub context: PageContext,
    /// The id of who is told.
    pub player: String,
    pub browsers: Vec<BrowserRow>,
    pub topics: Vec<TopicRow>,
    /// As they were typed.
    pub quiet: (String, String),
    pub time_zone: String,
    /// None where this server sends no mails, and for guests.
    pub mail: Option<MailPart>,
    /// Why it was not saved.
    pub problem: Option<String>,
    pub holiday: HolidayPart,
}

/// A browser that is told something.
#[derive(Clone, Debug)]
pub(in crate::pages) struct BrowserRow {
    pub id: String,
    pub agent: String,
    pub since: String,
}

#[derive(Clone, Debug)]
pub(in crate::pages) struct TopicRow {
    pub name: &'static str,
    pub words: &'static str,
    pub is_wanted: bool,
    pub is_wanted_by_mail: bool,
}

impl NoticesPage {
    fn is_told_by_mail(&self) -> bool {
        self.mail.as_ref().is_some_and(MailPart::is_told)
    }
}

/// What the page says of mails.
#[derive(Clone, Debug, Default)]
pub(in crate::pages) struct MailPart {
    pub name: String,
    pub address: Option<AddressRow>,
    /// As it was typed.
    pub typed: String,
    /// Why it was refused, and at which field.
    pub refused: Option<(&'static str, String)>,
    pub times: [String; MAIL_TIMES],
    pub at_once: bool,
}

impl MailPart {
    /// The sentence at this field, if any.
    fn refusal(&self, field: &str) -> Option<&str> {
        let (_, sentence) = self.refused.as_ref().filter(|(refused, _)| *refused == field)?;
        Some(sentence)
    }

    /// Whether they are told something by mail.
    fn is_told(&self) -> bool {
        self.address.as_ref().is_some_and(|row| row.is_told)
    }
}

#[derive(Clone, Debug)]
pub(in crate::pages) struct AddressRow {
    pub address: String,
    pub is_confirmed: bool,
    pub is_told: bool,
    /// Why mails cannot be sent, and whether nobody tries any more.
    pub failing: Option<String>,
    pub is_disabled: bool,
}

impl From<MailAddress> for AddressRow {
    fn from(mail: MailAddress) -> AddressRow {
        AddressRow {
            address: mail.address,
            is_confirmed: mail.confirmed_at.is_some(),
            is_told: mail.channel.is_some(),
            failing: mail.failing.map(|failing| failing.problem),
            is_disabled: mail.disabled_at.is_some(),
        }
    }
}

/// What a topic is, in words for people.
fn words(topic: NoticeTopic) -> &'static str {
    match topic {
        NoticeTopic::Turns => "It is my turn",
        NoticeTopic::Clock => "My time is running out",
        NoticeTopic::Begun => "A game of mine begins",
        NoticeTopic::Offers => "Somebody offers something, or another game",
        NoticeTopic::Invitations => "Somebody invites me",
        NoticeTopic::Over => "A game of mine is over",
        NoticeTopic::Tournaments => "A tournament of mine begins, is moved, has a table for me, or is over",
    }
}

/// A player with a session; whoever has no name yet is sent to the page to sign in.
#[derive(Clone, Debug)]
pub struct Reader {
    player: Player,
    session: SessionId,
    user: CurrentUser,
}

impl Reader {
    pub(super) fn player_id(&self) -> PlayerId {
        self.player.id
    }
}

impl FromRequestParts<App> for Reader {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Reader, Response> {
        let user = CurrentUser::from_request_parts(parts, app).await;
        let user = user.map_err(IntoResponse::into_response)?;
        let Ok(CurrentSession(session)) = CurrentSession::from_request_parts(parts, app).await;
        let Some((player, session)) = user.player.clone().zip(session) else {
            return Err(Redirect::to("/sign-in").into_response());
        };
        Ok(Reader {
            player,
            session: session.id,
            user,
        })
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    which: ChannelId,
}

/// A browser's subscription, and the address of the one that it replaces, if any.
#[derive(Debug, Deserialize)]
pub struct Subscribed {
    #[serde(flatten)]
    subscription: Subscription,
    was: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unsubscribed {
    endpoint: String,
}

#[derive(Debug, Serialize)]
struct KeyAnswer {
    key: String,
}

/// `GET /session/notices`
pub async fn show(State(app): State<App>, reader: Reader) -> Result<Response, PageError> {
    Ok(html(&page(&app, &reader).await?, StatusCode::OK))
}

/// The page with what is saved.
pub(super) async fn page(app: &App, reader: &Reader) -> Result<NoticesPage, PageError> {
    let settings = app.delivery.settings(reader.player.id).await?;
    page_with(app, reader, &settings).await
}

async fn page_with(app: &App, reader: &Reader, settings: &NoticeSettings) -> Result<NoticesPage, PageError> {
    let browsers = app.delivery.push_channels_of(reader.player.id).await?;
    let topics = NoticeTopic::ALL.into_iter();
    Ok(NoticesPage {
        context: PageContext::of(&reader.user),
        player: reader.player.id.to_string(),
        browsers: browsers
            .into_iter()
            .map(|browser| BrowserRow {
                id: browser.id.to_string(),
                agent: browser.agent,
                since: page_date(browser.created_at),
            })
            .collect(),
        topics: topics
            .map(|topic| TopicRow {
                name: topic.name(),
                words: words(topic),
                is_wanted: settings.wants(topic),
                is_wanted_by_mail: settings.mail.wants(topic),
            })
            .collect(),
        quiet: settings.quiet_times().unwrap_or_default(),
        time_zone: settings.time_zone().to_owned(),
        mail: mail_part(app, &reader.player, &settings.mail).await?,
        problem: None,
        holiday: holiday_part(app, reader.player.id, settings.time_zone()).await?,
    })
}

async fn mail_part(
    app: &App,
    player: &Player,
    settings: &MailSettings,
) -> Result<Option<MailPart>, PageError> {
    if !(app.delivery.has_mail() && player.member) {
        return Ok(None);
    }
    let address = app.delivery.mail_address(player.id).await?;
    Ok(Some(MailPart {
        name: player.name.clone(),
        address: address.map(AddressRow::from),
        times: settings.time_texts(),
        at_once: settings.at_once(),
        ..MailPart::default()
    }))
}

/// Leads back to this page, which says what was done.
pub(super) fn done(done: Done) -> Response {
    let mut response = Redirect::to(PAGE).into_response();
    done.announce(response.headers_mut());
    response
}

/// The page with the reason why an address was not taken, at the field which that is about.
pub(super) async fn refuse_address(
    app: &App,
    reader: &Reader,
    typed: String,
    (field, status, sentence): (&'static str, StatusCode, String),
) -> Result<Response, PageError> {
    let mut page = page(app, reader).await?;
    if let Some(mail) = &mut page.mail {
        mail.typed = typed;
        mail.refused = Some((field, sentence));
    }
    Ok(html(&page, status))
}

/// `POST /session/notices`: saves what was chosen.
pub async fn save(
    State(app): State<App>,
    from: ClientAddress,
    reader: Reader,
    form: Result<Form<Vec<(String, String)>>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let field = |name: &str| {
        let found = form.iter().find(|(field, _)| field == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    let checked = |prefix: &str| {
        let is_checked = |topic: &NoticeTopic| field(&format!("{prefix}{}", topic.name())) == "on";
        let wanted: Vec<NoticeTopic> = NoticeTopic::ALL.into_iter().filter(is_checked).collect();
        wanted
    };
    let wanted = checked("");
    let (quiet, time_zone) = ((field("from"), field("until")), field("zone"));
    let before = app.delivery.settings(reader.player.id).await?;
    let mail = match field("mail") {
        "on" => MailSettings::chosen(
            &checked("mail-"),
            [field("mail-at"), field("mail-also-at")],
            field("at-once") == "on",
        ),
        // The form says nothing of mails.
        _ => Ok(before.mail.clone()),
    };
    let chosen = mail
        .clone()
        .and_then(|mail| NoticeSettings::chosen(&wanted, quiet, time_zone, mail));
    match chosen {
        Ok(settings) => {
            app.limits.choice(from)?;
            app.delivery.set_settings(reader.player.id, settings).await?;
            Ok(done(Done::NoticesSaved))
        }
        Err(error) => {
            let mail = mail.unwrap_or(before.mail);
            let kept = NoticeSettings::chosen(&wanted, ("", ""), "", mail).unwrap_or_default();
            let page = NoticesPage {
                quiet: (quiet.0.to_owned(), quiet.1.to_owned()),
                time_zone: time_zone.to_owned(),
                problem: Some(error.to_string()),
                ..page_with(&app, &reader, &kept).await?
            };
            Ok(html(&page, StatusCode::UNPROCESSABLE_ENTITY))
        }
    }
}

/// `POST /session/notices/remove`: a browser is told nothing any more.
pub async fn remove(
    State(app): State<App>,
    reader: Reader,
    form: Result<Form<Chosen>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(Chosen { which }) = form?;
    app.delivery.delete(reader.player.id, which).await?;
    Ok(Redirect::to(PAGE).into_response())
}

/// `GET /session/push`: the key with which a browser subscribes.
pub async fn key(State(app): State<App>) -> Result<Response, PageError> {
    let key = app.delivery.push_key_text().await.map_err(|error| {
        PageError::unavailable("Notices cannot be set up right now. Please try again in a moment.")
            .because(error)
    })?;
    Ok(Json(KeyAnswer { key }).into_response())
}

/// `POST /session/push`: this browser is to be told what concerns its player.
pub async fn subscribe(
    State(app): State<App>,
    from: ClientAddress,
    reader: Reader,
    headers: HeaderMap,
    body: Result<Json<Subscribed>, JsonRejection>,
) -> Result<StatusCode, PageError> {
    let Json(Subscribed { subscription, was }) = body?;
    app.limits.push(from)?;
    if let Some(was) = was.filter(|was| *was != subscription.endpoint) {
        app.delivery.delete(reader.player.id, channel_of(&was)).await?;
    }
    let wanted = WantedPush {
        player: reader.player.id,
        session: reader.session,
        subscription,
        home: app.address(&headers, ""),
        agent: agent(&headers),
    };
    let added = app.delivery.add_push(wanted).await?;
    added.map_err(|error| PageError::malformed(error.to_string()))?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /session/push/delete`: this browser is told nothing any more.
pub async fn unsubscribe(
    State(app): State<App>,
    reader: Reader,
    body: Result<Json<Unsubscribed>, JsonRejection>,
) -> Result<StatusCode, PageError> {
    let Json(Unsubscribed { endpoint }) = body?;
    app.delivery
        .delete(reader.player.id, channel_of(&endpoint))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
