//! The page where somebody chooses how pages look and sound, and how their turns are sent.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::model::player::preferences::Preferences;
use crate::pages::parts::done::Done;
use crate::pages::{PageContext, html};

#[derive(Clone, Debug, askama::Template)]
#[template(path = "preferences.html")]
struct PreferencesPage {
    context: PageContext,
}

pub async fn show(user: CurrentUser) -> Response {
    let page = PreferencesPage {
        context: PageContext::of(&user),
    };
    html(&page, StatusCode::OK)
}

/// `POST /preferences`: keeps what was chosen, in the account of a member, and in the browser.
pub async fn save(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    form: Result<Form<Vec<(String, String)>>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let pairs = form.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let chosen = Preferences::chosen(pairs).map_err(|unknown| PageError::malformed(unknown.to_string()))?;
    app.limits.choice(from)?;
    if let Some(player) = user.id().filter(|_| user.is_member()) {
        app.accounts.save_preferences(player, chosen).await?;
    }
    let mut response = Redirect::to("/preferences").into_response();
    app.sessions.set_preferences(response.headers_mut(), chosen);
    Done::PreferencesSaved.announce(response.headers_mut());
    Ok(response)
}
