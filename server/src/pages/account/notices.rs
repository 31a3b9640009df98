//! The page where players choose what they are told while they have no page open, and what browsers send to be told.

use axum::extract::rejection::{FormRejection, JsonRejection};
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Json};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::auth::{CurrentSession, CurrentUser, agent};
use crate::delivery::{Subscription, WantedPush, channel_of};
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::ids::{ChannelId, SessionId};
use crate::model::notice_settings::{NoticeSettings, NoticeTopic};
use crate::pages::parts::done::Done;
use crate::pages::{PageContext, html};
use crate::store::Player;
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
    /// Why it was not saved.
    pub problem: Option<String>,
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
    }
}

/// A player with a session; whoever has no name yet is sent to the page to sign in.
#[derive(Clone, Debug)]
pub struct Reader {
    player: Player,
    session: SessionId,
    user: CurrentUser,
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
    let settings = app.delivery.settings(reader.player.id).await?;
    Ok(html(&page(&app, &reader, &settings).await?, StatusCode::OK))
}

async fn page(app: &App, reader: &Reader, settings: &NoticeSettings) -> Result<NoticesPage, PageError> {
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
            })
            .collect(),
        quiet: settings.quiet_times().unwrap_or_default(),
        time_zone: settings.time_zone().to_owned(),
        problem: None,
    })
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
    let is_checked = |topic: &NoticeTopic| field(topic.name()) == "on";
    let wanted: Vec<NoticeTopic> = NoticeTopic::ALL.into_iter().filter(is_checked).collect();
    let (quiet, time_zone) = ((field("from"), field("until")), field("zone"));
    match NoticeSettings::chosen(&wanted, quiet, time_zone) {
        Ok(settings) => {
            app.limits.choice(from)?;
            app.delivery.set_settings(reader.player.id, settings).await?;
            let mut response = Redirect::to(PAGE).into_response();
            Done::NoticesSaved.announce(response.headers_mut());
            Ok(response)
        }
        Err(error) => {
            let kept = NoticeSettings::chosen(&wanted, ("", ""), "").unwrap_or_default();
            let page = NoticesPage {
                quiet: (quiet.0.to_owned(), quiet.1.to_owned()),
                time_zone: time_zone.to_owned(),
                problem: Some(error.to_string()),
                ..page(&app, &reader, &kept).await?
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
