//! Signing in to an account.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;

use super::entering::{Way, enter, guest};
use super::new_password;
use super::overview::unfinished;
use crate::app::App;
use crate::auth::{AccountError, Browser, CurrentUser, Password, Shown};
use crate::error::PageError;
use crate::pages::parts::entry::came_from;
use crate::pages::{PageContext, html};

#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "sign_in.html")]
pub struct SignInPage {
    pub context: PageContext,
    pub name: String,
    pub way: Way,
    /// At how many unfinished tables the guest of this browser sits.
    pub tables: usize,
    /// In how many tournaments the guest takes part that are not over.
    pub tournaments: usize,
    pub problem: Option<String>,
    pub passkeys: bool,
    /// Whether a link can be sent to those who have forgotten their password.
    pub has_mail: bool,
    pub passkey_problem: Option<String>,
    pub seats_problem: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    name: String,
    password: String,
    #[serde(default)]
    next: String,
    #[serde(default)]
    seats: String,
}

pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    jar: CookieJar,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    if user.is_member() {
        return Ok(Redirect::to("/session").into_response());
    }
    if let Some(elsewhere) = new_password::instead(&app, &jar).await? {
        return Ok(elsewhere);
    }
    let way = Way {
        next: came_from(&headers),
        seats: String::new(),
    };
    let page = page_for(&app, &user, &headers, way).await?;
    Ok(html(&page, StatusCode::OK))
}

/// The page with what is known already of the next step.
pub(in crate::pages) async fn page_for(
    app: &App,
    user: &CurrentUser,
    headers: &HeaderMap,
    way: Way,
) -> Result<SignInPage, PageError> {
    let (tables, tournaments) = match guest(user) {
        Some(guest) => (
            unfinished(app, guest).await?,
            app.tournaments.entered(guest).await?,
        ),
        None => (0, 0),
    };
    Ok(SignInPage {
        context: PageContext::of(user),
        tables,
        tournaments,
        passkeys: app.relying_party(headers).is_some(),
        has_mail: app.delivery.has_mail(),
        way,
        ..SignInPage::default()
    })
}

impl SignInPage {
    fn has_places(&self) -> bool {
        self.tables + self.tournaments > 0
    }

    /// "sit at 2 unfinished tables and take part in one tournament".
    fn places(&self) -> String {
        let tables = match self.tables {
            0 => None,
            1 => Some("sit at one unfinished table".to_owned()),
            count => Some(format!("sit at {count} unfinished tables")),
        };
        let tournaments = match self.tournaments {
            0 => None,
            1 => Some("take part in one tournament".to_owned()),
            count => Some(format!("take part in {count} tournaments")),
        };
        let both: Vec<String> = tables.into_iter().chain(tournaments).collect();
        both.join(" and ")
    }

    fn these(&self) -> &'static str {
        match (self.tables, self.tournaments) {
            (1, 0) => "this seat",
            (_, 0) => "these seats",
            (0, 1) => "this place",
            _ => "these places",
        }
    }

    fn them(&self) -> &'static str {
        if self.tables + self.tournaments == 1 {
            "it"
        } else {
            "them"
        }
    }

    /// The page that asks what becomes of a guest's seats, if that is not chosen yet.
    pub(in crate::pages) fn without_choice(&self) -> Option<SignInPage> {
        let is_missing = self.has_places() && !["take", "leave"].contains(&self.way.seats.as_str());
        is_missing.then(|| SignInPage {
            seats_problem: Some(format!("Please choose what happens to {}.", self.these())),
            ..self.clone()
        })
    }
}

pub async fn sign_in(
    State(app): State<App>,
    user: CurrentUser,
    browser: Browser,
    headers: HeaderMap,
    form: Result<Form<SignIn>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let way = Way {
        next: form.next,
        seats: form.seats,
    };
    let page = SignInPage {
        name: form.name.clone(),
        ..page_for(&app, &user, &headers, way).await?
    };
    if let Some(page) = page.without_choice() {
        return Ok(html(&page, StatusCode::UNPROCESSABLE_ENTITY));
    }
    let password = Password::typed(form.password);
    let shown = app.accounts.authenticate(&form.name, password, &browser);
    match shown.await {
        Ok(Shown::Player(player)) => enter(&app, &user, player, (browser, "password"), &page.way).await,
        Ok(Shown::MayChoose(choice)) => Ok(new_password::lead_on(&app, &page.way, &choice)),
        Err(error) => refused(page, error, |page| &mut page.problem),
    }
}

/// The page again, with the reason.
pub(in crate::pages) fn refused(
    mut page: SignInPage,
    error: AccountError,
    place: fn(&mut SignInPage) -> &mut Option<String>,
) -> Result<Response, PageError> {
    let sentence = error.to_string();
    let status = match error {
        AccountError::Store(error) => return Err(error.into()),
        AccountError::TooMuch(_) => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    *place(&mut page) = Some(sentence);
    Ok(html(&page, status))
}
