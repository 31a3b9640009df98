//! The forms on the page of a tournament. Sent twice, they do what they do once, and lead back to the page.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::rounds::TypedResult;
use super::{StartForm, Typed, known, page, rounds};
use crate::app::App;
use crate::auth::{Browser, CurrentUser, Named};
use crate::error::{PageError, unreadable_form};
use crate::http::address::ClientAddress;
use crate::idempotency::{Created, FilledForm};
use crate::ids::{IdempotencyKey, PlayerId, TableId, TournamentId};
use crate::model::record::seat_outcome::SeatOutcome;
use crate::model::refusal::RefusalCode as Code;
use crate::model::tournament::decide::Action;
use crate::model::tournament::form::start;
use crate::model::tournament::refusal::Refusal;
use crate::model::tournament::words::Reason;
use crate::names::PlayerName;
use crate::tournaments::TournamentError;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignUpForm {
    #[serde(default)]
    name: String,
    #[serde(default = "IdempotencyKey::fresh")]
    form: IdempotencyKey,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CancelForm {
    why: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveForm {
    day: String,
    time: String,
    #[serde(default)]
    zone: String,
    why: String,
}

type Sent<T> = Result<Form<T>, FormRejection>;

/// `POST /tournaments/{id}/sign-up`: who has no name yet becomes a guest with the one in the form.
pub async fn sign_up(
    State(app): State<App>,
    browser: Browser,
    user: CurrentUser,
    Path(id): Path<String>,
    form: Sent<SignUpForm>,
) -> Result<Response, PageError> {
    let (id, Form(wanted)) = (known(&id)?, form?);
    match enter(&app, &browser, &user, id, &wanted).await {
        Ok(Created { token, .. }) => {
            let mut response = back(id);
            if let Some(token) = token {
                app.sessions.set_cookie(response.headers_mut(), &token);
            }
            Ok(response)
        }
        Err(error) => {
            let typed = Typed {
                name: wanted.name,
                ..Typed::default()
            };
            again(&app, &user, id, typed, error).await
        }
    }
}

async fn enter(
    app: &App,
    browser: &Browser,
    user: &CurrentUser,
    id: TournamentId,
    wanted: &SignUpForm,
) -> Result<Created<()>, PageError> {
    let form = FilledForm::new(wanted.form, &format!("{id} {wanted:?}"));
    let limit = async {
        app.limits.tournament_form(browser.from)?;
        match user.player {
            Some(_) => Ok(()),
            None => app.count_name(browser.from, user).await,
        }
    };
    let create = async {
        let (player, token) = match &user.player {
            Some(player) => (player.id, None),
            // Nobody is made a guest who could not sign up.
            None => {
                let name = PlayerName::parse(&wanted.name);
                let name = name.map_err(|bad| PageError::malformed(bad.to_string()))?;
                app.tournaments.check_open(id).await?;
                let Named { player, token } = app.sessions.name(user, &name).await?;
                (player.id, token)
            }
        };
        app.tournaments.sign_up(id, player).await?;
        Ok(Created { code: (), token })
    };
    app.signed_up.once(&form, browser, limit, create).await
}

/// `POST /tournaments/{id}/withdraw`
pub async fn withdraw(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    act(&app, from, &user, &id, &Action::Withdraw).await
}

/// `POST /tournaments/{id}/confirm`
pub async fn confirm(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    act(&app, from, &user, &id, &Action::Confirm).await
}

async fn act(
    app: &App,
    from: ClientAddress,
    user: &CurrentUser,
    id: &str,
    action: &Action,
) -> Result<Response, PageError> {
    let id = known(id)?;
    let done = async {
        app.limits.tournament_form(from)?;
        Ok(app.tournaments.act_once(id, player(user)?, action).await?)
    };
    answer(app, user, id, Typed::default(), done.await).await
}

/// `POST /tournaments/{id}/correct`: a place and a mark for each seat, in the order of the table.
pub async fn correct(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
    form: Sent<Vec<(String, String)>>,
) -> Result<Response, PageError> {
    let (id, Form(fields)) = (known(&id)?, form?);
    let why = values(&fields, "why").next().unwrap_or_default().to_owned();
    let done = async {
        app.limits.tournament_form(from)?;
        let by = player(&user)?;
        let state = app.tournaments.read(id).await?;
        let table = table_of(&fields).ok_or_else(unreadable_form)?;
        let before = state.table(table).and_then(|table| table.result.clone());
        let seats = outcomes(&fields, &before.unwrap_or_default()).ok_or_else(unreadable_form)?;
        let correction = Action::Correct {
            table,
            seats,
            why: reason(&why)?,
        };
        Ok(app.tournaments.act_once(id, by, &correction).await?)
    };
    let done = done.await;
    let typed = Typed {
        result: typed_result(&fields),
        why,
        ..Typed::default()
    };
    answer(&app, &user, id, typed, done).await
}

fn table_of(fields: &[(String, String)]) -> Option<TableId> {
    values(fields, "table").next()?.parse().ok()
}

fn typed_result(fields: &[(String, String)]) -> Option<TypedResult> {
    let seats = values(fields, "place").zip(values(fields, "mark"));
    let seats = seats.map(|(place, mark)| Some((place.parse().ok()?, mark.to_owned())));
    Some(TypedResult {
        table: table_of(fields)?,
        seats: seats.collect::<Option<_>>()?,
    })
}

/// `POST /tournaments/{id}/cancel`
pub async fn cancel(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
    form: Sent<CancelForm>,
) -> Result<Response, PageError> {
    let (id, Form(CancelForm { why })) = (known(&id)?, form?);
    let done = async {
        app.limits.tournament_form(from)?;
        let by = player(&user)?;
        let action = Action::Cancel { why: reason(&why)? };
        app.tournaments.act(id, by, &action).await?;
        Ok(())
    };
    let done = done.await;
    let typed = Typed {
        why,
        ..Typed::default()
    };
    answer(&app, &user, id, typed, done).await
}

/// `POST /tournaments/{id}/move`: another start.
pub async fn move_start(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
    form: Sent<MoveForm>,
) -> Result<Response, PageError> {
    let (id, Form(wanted)) = (known(&id)?, form?);
    let done = async {
        app.limits.tournament_form(from)?;
        let by = player(&user)?;
        let starts_at = start(&wanted.day, &wanted.time, &wanted.zone);
        let action = Action::MoveStart {
            starts_at: starts_at.map_err(|bad| PageError::malformed(bad.to_string()))?,
            why: reason(&wanted.why)?,
        };
        Ok(app.tournaments.act_once(id, by, &action).await?)
    };
    let done = done.await;
    let MoveForm { day, time, zone, why } = wanted;
    let typed = Typed {
        start: Some(StartForm { day, time, zone, why }),
        ..Typed::default()
    };
    answer(&app, &user, id, typed, done).await
}

/// What the seats of a table are said to have reached; what a game has counted stays.
fn outcomes(fields: &[(String, String)], before: &[SeatOutcome]) -> Option<Vec<SeatOutcome>> {
    let seats = values(fields, "place").zip(values(fields, "mark")).enumerate();
    let outcome = |(at, (place, mark)): (usize, (&str, &str))| {
        Some(SeatOutcome {
            mark: rounds::mark_named(mark)?,
            captures: before.get(at).map_or(0, |before| before.captures),
            ..SeatOutcome::place(place.parse().ok()?)
        })
    };
    seats.map(outcome).collect()
}

fn values<'a>(fields: &'a [(String, String)], name: &'static str) -> impl Iterator<Item = &'a str> {
    let named = fields.iter().filter(move |(field, _)| field == name);
    named.map(|(_, value)| value.as_str())
}

fn reason(why: &str) -> Result<Reason, PageError> {
    Reason::parse(why).map_err(|bad| PageError::malformed(bad.to_string()))
}

/// Whoever asks; who has no name takes no part.
fn player(user: &CurrentUser) -> Result<PlayerId, TournamentError> {
    Ok(user.id().ok_or(Refusal::NotSignedUp)?)
}

fn back(id: TournamentId) -> Response {
    Redirect::to(&format!("/tournaments/{id}")).into_response()
}

async fn answer(
    app: &App,
    user: &CurrentUser,
    id: TournamentId,
    typed: Typed,
    done: Result<(), PageError>,
) -> Result<Response, PageError> {
    match done {
        Ok(()) => Ok(back(id)),
        Err(error) => again(app, user, id, typed, error).await,
    }
}

/// The page with what was typed and why it was not done, unless it cannot be shown itself.
async fn again(
    app: &App,
    user: &CurrentUser,
    id: TournamentId,
    typed: Typed,
    error: PageError,
) -> Result<Response, PageError> {
    let status = match error.code() {
        Code::TooFast => StatusCode::TOO_MANY_REQUESTS,
        Code::Malformed | Code::BadName => StatusCode::UNPROCESSABLE_ENTITY,
        _ => return Err(error),
    };
    let problem = error.to_string();
    page(app, user, id, Typed { problem, ..typed }, status).await
}
