//! The address of a member, and what the links in mails lead to: confirming it, ending mails, and choosing a new password.

use axum::Form;
use axum::extract::rejection::{FormRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use tracing::warn;

use super::notices::{self, Reader};
use super::owner::Owner;
use super::password_field_error;
use crate::app::App;
use crate::auth::{CurrentUser, Password};
use crate::delivery::BadMailAddress;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::ids::{ChannelId, SessionToken};
use crate::pages::parts::done::Done;
use crate::pages::{PageContext, html};

/// A question with one button, or what became of it.
#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "mail_link.html")]
pub(in crate::pages) struct MailLinkPage {
    pub context: PageContext,
    pub title: &'static str,
    pub sentence: String,
    /// The words on the button; none if there is nothing to do any more.
    pub button: Option<&'static str>,
    /// Where it leads on, and the words for that.
    pub next: Option<(&'static str, &'static str)>,
}

/// Asks where to send a link to choose a new password.
#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "forgotten.html")]
pub(in crate::pages) struct ForgottenPage {
    pub context: PageContext,
    /// Whether it was asked for.
    pub is_sent: bool,
}

/// A new password, chosen by a link.
#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "password_link.html")]
pub(in crate::pages) struct PasswordLinkPage {
    pub context: PageContext,
    pub name: String,
    pub problem: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewAddress {
    address: String,
    password: String,
    #[serde(default, rename = "name")]
    _name: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forgotten {
    who: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    new: String,
    #[serde(default, rename = "name")]
    _name: String,
}

/// What is not there if this server sends no mails.
fn needs_mail(app: &App) -> Result<(), PageError> {
    match app.delivery.has_mail() {
        true => Ok(()),
        false => Err(PageError::not_found()),
    }
}

/// `POST /session/mail`: gives a member an address, or another one.
pub async fn give(
    State(app): State<App>,
    from: ClientAddress,
    owner: Owner,
    reader: Reader,
    form: Result<Form<NewAddress>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    needs_mail(&app)?;
    app.limits.link_ask(from)?;
    let password = Password::typed(form.password);
    let confirmed = app
        .accounts
        .confirm(owner.player.id, owner.session, password, from)
        .await;
    if let Err(error) = confirmed {
        let (status, sentence) = password_field_error(error)?;
        return notices::refuse_address(&app, &reader, form.address, ("password", status, sentence)).await;
    }
    let asked = app.delivery.ask_address(owner.player.id, &form.address).await?;
    if let Err(error) = asked {
        let status = match error {
            BadMailAddress::NoAddress => StatusCode::UNPROCESSABLE_ENTITY,
            BadMailAddress::TooMuch(_) => StatusCode::TOO_MANY_REQUESTS,
        };
        let why = ("address", status, error.to_string());
        return notices::refuse_address(&app, &reader, form.address, why).await;
    }
    Ok(notices::done(Done::AddressAsked))
}

/// `POST /session/mail/remove`: forgets the address.
pub async fn remove(State(app): State<App>, owner: Owner) -> Result<Response, PageError> {
    needs_mail(&app)?;
    app.delivery.remove_address(owner.player.id).await?;
    Ok(notices::done(Done::AddressRemoved))
}

/// `POST /session/mail/begin`: mails again what was ended, or failed.
pub async fn begin(State(app): State<App>, owner: Owner) -> Result<Response, PageError> {
    needs_mail(&app)?;
    let player = owner.player.id;
    let found = app.delivery.mail_address(player).await?;
    match found.and_then(|address| address.channel) {
        Some(channel) => app.delivery.enable(player, channel).await?,
        None => app.delivery.begin_mails(player).await?,
    };
    Ok(notices::done(Done::NoticesSaved))
}

fn link_page(user: &CurrentUser) -> MailLinkPage {
    MailLinkPage {
        context: PageContext::of(user),
        next: Some(("/", "Home")),
        ..MailLinkPage::default()
    }
}

fn useless(user: &CurrentUser, title: &'static str) -> Response {
    let page = MailLinkPage {
        title,
        sentence: "This link has been used already, or is too old.".to_owned(),
        ..link_page(user)
    };
    html(&page, StatusCode::NOT_FOUND)
}

/// The token in an address.
fn token(path: Result<Path<String>, PathRejection>) -> Option<SessionToken> {
    path.ok()?.0.parse().ok()
}

/// `GET /mail/confirm/{token}`
pub async fn ask_to_confirm(
    State(app): State<App>,
    user: CurrentUser,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, PageError> {
    const TITLE: &str = "Confirm your address";
    let address = match token(path) {
        Some(token) => app.delivery.address_to_confirm(&token).await?,
        None => None,
    };
    let Some(address) = address else {
        return Ok(useless(&user, TITLE));
    };
    let page = MailLinkPage {
        title: TITLE,
        sentence: format!("Is {address} your address? You will then hear of your turns there."),
        button: Some("This is my address"),
        ..link_page(&user)
    };
    Ok(html(&page, StatusCode::OK))
}

/// `POST /mail/confirm/{token}`
pub async fn confirm(
    State(app): State<App>,
    user: CurrentUser,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, PageError> {
    let is_confirmed = match token(path) {
        Some(token) => app.delivery.confirm_address(&token).await?,
        None => false,
    };
    if !is_confirmed {
        return Ok(useless(&user, "Confirm your address"));
    }
    let page = MailLinkPage {
        title: "Your address is confirmed",
        sentence: "From now on you hear of your turns there. What, and when, is up to you.".to_owned(),
        next: Some(("/session/notices", "Notices")),
        ..link_page(&user)
    };
    Ok(html(&page, StatusCode::OK))
}

/// `GET /mail/unsubscribe/{channel}/{secret}`
pub async fn ask_to_end(
    State(app): State<App>,
    user: CurrentUser,
    path: Result<Path<(ChannelId, String)>, PathRejection>,
) -> Result<Response, PageError> {
    let found = match path {
        Ok(Path((channel, secret))) => app.delivery.address_of_channel(channel, &secret).await?,
        Err(_) => None,
    };
    let page = match found {
        Some(address) => MailLinkPage {
            title: "No more mails?",
            sentence: format!("Nothing about your games is sent to {address} any more."),
            button: Some("No more mails"),
            ..link_page(&user)
        },
        None => ended(&user),
    };
    Ok(html(&page, StatusCode::OK))
}

/// `POST /mail/unsubscribe/{channel}/{secret}`: of the page above, or of a mail program (RFC 8058).
pub async fn end(
    State(app): State<App>,
    user: CurrentUser,
    path: Result<Path<(ChannelId, String)>, PathRejection>,
) -> Result<Response, PageError> {
    if let Ok(Path((channel, secret))) = path {
        app.delivery.end_mails(channel, &secret).await?;
    }
    Ok(html(&ended(&user), StatusCode::OK))
}

fn ended(user: &CurrentUser) -> MailLinkPage {
    MailLinkPage {
        title: "No more mails",
        sentence:
            "Nothing about your games is sent to you by mail. You can change that on the page of notices."
                .to_owned(),
        next: Some(("/session/notices", "Notices")),
        ..link_page(user)
    }
}

/// `GET /sign-in/forgotten`
pub async fn forgotten(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    needs_mail(&app)?;
    let page = ForgottenPage {
        context: PageContext::of(&user),
        is_sent: false,
    };
    Ok(html(&page, StatusCode::OK))
}

/// `POST /sign-in/forgotten`: sends a link. The answer is the same, and takes the same time, whether there is such an account or not.
pub async fn send_link(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    form: Result<Form<Forgotten>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    needs_mail(&app)?;
    app.limits.link_ask(from)?;
    let delivery = app.delivery.clone();
    tokio::spawn(async move {
        if let Err(error) = delivery.send_password_links(&form.who).await {
            warn!(%error, "a link to choose a new password was not sent");
        }
    });
    let page = ForgottenPage {
        context: PageContext::of(&user),
        is_sent: true,
    };
    Ok(html(&page, StatusCode::OK))
}

const NEW_PASSWORD: &str = "Choose a new password";

/// `GET /sign-in/link/{token}`
pub async fn ask_password(
    State(app): State<App>,
    user: CurrentUser,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, PageError> {
    let name = match token(path) {
        Some(token) => app.accounts.name_by_link(&token).await?,
        None => None,
    };
    let Some(name) = name else {
        return Ok(useless(&user, NEW_PASSWORD));
    };
    let page = PasswordLinkPage {
        context: PageContext::of(&user),
        name,
        problem: None,
    };
    Ok(html(&page, StatusCode::OK))
}

/// `POST /sign-in/link/{token}`: saves the new password, with which its owner then signs in.
pub async fn choose_password(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    path: Result<Path<String>, PathRejection>,
    form: Result<Form<NewPassword>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    app.limits.link_ask(from)?;
    let Some(token) = token(path) else {
        return Ok(useless(&user, NEW_PASSWORD));
    };
    let Some(name) = app.accounts.name_by_link(&token).await? else {
        return Ok(useless(&user, NEW_PASSWORD));
    };
    match Password::choose(&form.new, &name) {
        Ok(password) => {
            if !app.accounts.choose_by_link(&token, password).await? {
                return Ok(useless(&user, NEW_PASSWORD));
            }
            let mut response = Redirect::to("/sign-in").into_response();
            Done::PasswordChosen.announce(response.headers_mut());
            Ok(response)
        }
        Err(error) => {
            let page = PasswordLinkPage {
                context: PageContext::of(&user),
                name,
                problem: Some(error.to_string()),
            };
            Ok(html(&page, StatusCode::UNPROCESSABLE_ENTITY))
        }
    }
}
