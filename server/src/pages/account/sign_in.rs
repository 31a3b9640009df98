//! Signing in to an account.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;

use super::new_password;
use super::session::unfinished;
use crate::app::App;
use crate::auth::{AccountError, Browser, CurrentUser, Entered, Password, Shown};
use crate::error::PageError;
use crate::ids::PlayerId;
use crate::pages::parts::entry::{came_from, welcome, with_session};
use crate::pages::{PageContext, html};
use crate::store::Player;
use crate::tables::TakenOver;

/// The page with the form.
#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "sign_in.html")]
pub struct SignInPage {
    /// What every page has.
    pub context: PageContext,
    /// The name that was typed.
    pub name: String,
    /// What comes afterwards.
    pub way: Way,
    /// At how many unfinished tables the guest of this browser sits.
    pub tables: usize,
    /// Why not, about the name and the password.
    pub problem: Option<String>,
    /// Whether one can sign in with a passkey here.
    pub passkeys: bool,
    /// Why not, about the passkey.
    pub passkey_problem: Option<String>,
    /// Why not, about the seats.
    pub seats_problem: Option<String>,
}

/// What comes after signing in.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// Where to go.
    pub next: String,
    /// What is to become of the seats of the guest of this browser, if that was chosen: `take` or `leave`.
    pub seats: String,
}

/// What is said when some seats of a guest could not be taken over.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "seats_stayed.html")]
pub struct SeatsStayedPage {
    /// What every page has.
    pub context: PageContext,
    /// The seats that the account has now.
    pub moved: usize,
    /// The seats that it has not.
    pub stayed: usize,
}

/// The form.
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

/// `GET /sign-in`
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

/// The page with what is known already of what comes afterwards.
pub(in crate::pages) async fn page_for(
    app: &App,
    user: &CurrentUser,
    headers: &HeaderMap,
    way: Way,
) -> Result<SignInPage, PageError> {
    let tables = match guest(user) {
        Some(guest) => unfinished(app, guest).await?,
        None => 0,
    };
    Ok(SignInPage {
        context: PageContext::of(user),
        tables,
        passkeys: app.relying_party(headers).is_some(),
        way,
        ..SignInPage::default()
    })
}

impl SignInPage {
    /// The page that asks what becomes of a guest's seats, if that is not chosen yet.
    pub(in crate::pages) fn without_choice(&self) -> Option<SignInPage> {
        let is_missing = self.tables > 0 && !["take", "leave"].contains(&self.way.seats.as_str());
        is_missing.then(|| SignInPage {
            seats_problem: Some("Please choose what becomes of your seats.".to_owned()),
            ..self.clone()
        })
    }
}

fn guest(user: &CurrentUser) -> Option<PlayerId> {
    user.id().filter(|_| !user.is_member())
}

/// `POST /sign-in`
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

/// Begins the session of somebody who has shown who they are, at a browser and by what.
pub(in crate::pages) async fn enter(
    app: &App,
    user: &CurrentUser,
    player: Player,
    (browser, by): (Browser, &str),
    way: &Way,
) -> Result<Response, PageError> {
    let taken = take_over(app, user, &player, way).await?;
    let cookies = app.accounts.sign_in(player.id, browser, by).await?;
    Ok(entered(app, player, taken, way, &cookies))
}

/// Takes the seats of a guest over, if that was chosen.
pub(in crate::pages) async fn take_over(
    app: &App,
    user: &CurrentUser,
    player: &Player,
    way: &Way,
) -> Result<TakenOver, PageError> {
    match guest(user) {
        Some(guest) if way.seats == "take" => Ok(app.tables.take_over(guest, player).await?),
        _ => Ok(TakenOver::default()),
    }
}

/// Leads a player on who has signed in.
pub(in crate::pages) fn entered(
    app: &App,
    player: Player,
    taken: TakenOver,
    way: &Way,
    cookies: &Entered,
) -> Response {
    if taken.stayed == 0 {
        return welcome(app, &way.next, cookies);
    }
    let page = SeatsStayedPage {
        context: PageContext::of(&CurrentUser(Some(player))),
        moved: taken.moved,
        stayed: taken.stayed,
    };
    with_session(app, html(&page, StatusCode::OK), cookies)
}

/// The page again, with why not in its place.
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
