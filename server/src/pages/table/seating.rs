//! Forms that lead to a table: who sends one gets the name in it, and a seat there.

use axum::response::{IntoResponse, Redirect, Response};
use thicket_rules::GameKind;

use crate::app::App;
use crate::auth::{Browser, CurrentUser, Named};
use crate::error::PageError;
use crate::idempotency::{Created, FilledForm};
use crate::ids::{PlayerId, TableCode};
use crate::model::clock_terms::BadClock;
use crate::model::refusal::RefusalCode as Code;
use crate::names::{BadName, PlayerName};

#[derive(Debug)]
pub(in crate::pages) enum NotSeated {
    /// Another value or another time is needed: the form is shown again, with this sentence.
    Form(String),
    Page(PageError),
}

impl From<PageError> for NotSeated {
    fn from(error: PageError) -> NotSeated {
        match error.code() {
            Code::TooFast | Code::BadName => NotSeated::Form(error.to_string()),
            _ => NotSeated::Page(error),
        }
    }
}

impl From<BadName> for NotSeated {
    fn from(error: BadName) -> NotSeated {
        NotSeated::Form(error.to_string())
    }
}

impl From<BadClock> for NotSeated {
    fn from(error: BadClock) -> NotSeated {
        NotSeated::Form(error.to_string())
    }
}

/// The response to a form: the table, the form again, or an error page.
pub(in crate::pages) async fn answer(
    seated: Result<Response, NotSeated>,
    again: impl AsyncFnOnce(String) -> Result<Response, PageError>,
) -> Result<Response, PageError> {
    match seated {
        Ok(table) => Ok(table),
        Err(NotSeated::Form(problem)) => again(problem).await,
        Err(NotSeated::Page(error)) => Err(error),
    }
}

pub(in crate::pages) fn game(name: &str) -> Result<GameKind, PageError> {
    let no_game = |_| PageError::malformed("There is no such game here.");
    name.parse().map_err(no_game)
}

/// Gives a player their name, and redirects them to the table where `seat` seats them, once for each form as it was
/// filled in. Refused when there were too many tables or names from this address.
pub(in crate::pages) async fn seated<E, F>(
    app: &App,
    browser: &Browser,
    user: &CurrentUser,
    name: &PlayerName,
    form: FilledForm,
    seat: impl FnOnce(PlayerId) -> F,
) -> Result<Response, NotSeated>
where
    F: Future<Output = Result<TableCode, E>>,
    PageError: From<E>,
{
    let limit = app.count_table(browser.from, user);
    let create = async {
        let Named { player, token } = app.sessions.name(user, name).await?;
        let code = seat(player.id).await?;
        Ok::<_, PageError>(Created { code, token })
    };
    let created = app.created.once(&form, browser, limit, create).await?;
    Ok(to_table(app, &created))
}

/// Redirects to a table, with the cookie of a new session.
fn to_table(app: &App, Created { code, token }: &Created) -> Response {
    let mut response = Redirect::to(&format!("/g/{code}")).into_response();
    if let Some(token) = token {
        app.sessions.set_cookie(response.headers_mut(), token);
    }
    response
}
