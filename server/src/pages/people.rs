//! What one chooses about other players, and inviting them: forms that lead back to a page, or on to a table.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::app::App;
use crate::auth::{Browser, CurrentUser};
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::idempotency::FilledForm;
use crate::ids::{IdempotencyKey, PlayerId, TableCode};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::terms::{ClockTerms, Starter, Terms};
use crate::names::PlayerName;
use crate::pages::parts::profile_address::address;
use crate::pages::table::seating::{self, NotSeated, seated};
use crate::store::{Account, Choice, Player};
use crate::tables::NewTable;

/// A choice about the player of an account.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceForm {
    name: String,
    choice: Choice,
    /// Where the form was, if not on the player's profile.
    #[serde(default)]
    back: Back,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Back {
    #[default]
    Profile,
    Players,
}

#[derive(Debug, Deserialize)]
pub struct ChallengeForm {
    name: String,
    kind: String,
    #[serde(default = "IdempotencyKey::fresh")]
    form: IdempotencyKey,
}

#[derive(Debug, Deserialize)]
pub struct AgainForm {
    code: TableCode,
    #[serde(default = "IdempotencyKey::fresh")]
    form: IdempotencyKey,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclineForm {
    code: TableCode,
    /// Whether nothing more is to come from whoever invites.
    #[serde(default)]
    block: bool,
}

/// `POST /players`: follows or blocks somebody, or no longer.
pub async fn choose(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    form: Result<Form<ChoiceForm>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let player = known(&user)?;
    app.limits.choice(from)?;
    let other = other(&app, player, &form.name).await?;
    app.people.choose(player.id, other.player.id, form.choice).await?;
    let to = match form.back {
        Back::Profile => address(&other.player.name),
        Back::Players => "/players".to_owned(),
    };
    Ok(Redirect::to(&to).into_response())
}

/// `POST /challenge`: opens a private table for two, and invites somebody there.
pub async fn challenge(
    State(app): State<App>,
    browser: Browser,
    user: CurrentUser,
    form: Result<Form<ChallengeForm>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(wanted) = form?;
    let player = known(&user)?;
    let other = app.people.invitee(player.id, &wanted.name).await?;
    let kind = seating::game(&wanted.kind)?;
    let seats = *kind.info().seats.start();
    let game = kind
        .start(seats, "")
        .map_err(|error| PageError::malformed(format!("{error}.")))?;
    let terms = Terms {
        kind,
        seats,
        variant: game.variant().to_owned(),
        starter: Starter::Random,
        public: false,
        clock: ClockTerms::Untimed,
        explorable: true,
        keeps_lines: false,
        pie_rule: false,
        rated: false,
        from: None,
        club: None,
        tournament: None,
    };
    let form = FilledForm::new(wanted.form, &format!("{wanted:?}"));
    open_and_invite(&app, &browser, &user, form, terms, vec![other.id]).await
}

/// `POST /invite`: opens a private table with the terms of a finished game, and invites those who played it.
pub async fn again(
    State(app): State<App>,
    browser: Browser,
    user: CurrentUser,
    form: Result<Form<AgainForm>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(wanted) = form?;
    let player = known(&user)?;
    let row = app
        .tables
        .find(&wanted.code)
        .await?
        .ok_or_else(PageError::not_found)?;
    let (terms, others) = app.tables.last_game(&row, player.id).await?;
    terms.check_rated(user.is_member())?;
    let form = FilledForm::new(wanted.form, &format!("{wanted:?}"));
    open_and_invite(&app, &browser, &user, form, terms, others).await
}

/// `POST /decline`
pub async fn decline(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    form: Result<Form<DeclineForm>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let player = known(&user)?;
    app.limits.choice(from)?;
    let row = app
        .tables
        .find(&form.code)
        .await?
        .ok_or_else(PageError::not_found)?;
    app.people.decline(row.id, player.id, form.block).await?;
    Ok(Redirect::to("/my").into_response())
}

async fn open_and_invite(
    app: &App,
    browser: &Browser,
    user: &CurrentUser,
    form: FilledForm,
    terms: Terms,
    others: Vec<PlayerId>,
) -> Result<Response, PageError> {
    let own = user.name().and_then(|name| PlayerName::stored(name).ok());
    let name = own.unwrap_or_else(PlayerName::suggested);
    let create = async |player: PlayerId| {
        let invited = app.people.invitable(player, others).await?;
        let new = NewTable {
            invited,
            ..NewTable::new(terms, player, name.clone())
        };
        let created = app.tables.create(new);
        created.await.map_err(PageError::from)
    };
    match seated(app, browser, user, &name, form, create).await {
        Ok(table) => Ok(table),
        Err(NotSeated::Page(error)) => Err(error),
        Err(NotSeated::Form(sentence)) => Err(Refusal::new(Code::TooFast, sentence).into()),
    }
}

/// Whoever asks; without a name there is nobody.
fn known(user: &CurrentUser) -> Result<&Player, PageError> {
    let no_name = || {
        Refusal::new(
            Code::NoName,
            "Please choose a name first: open a table, or sign in.",
        )
    };
    Ok(user.player.as_ref().ok_or_else(no_name)?)
}

/// The account of another player.
async fn other(app: &App, player: &Player, name: &str) -> Result<Account, PageError> {
    let wanted = PlayerName::stored(name).map_err(|_| PageError::not_found())?;
    let account = app
        .accounts
        .named(wanted.as_str())
        .await?
        .ok_or_else(PageError::not_found)?;
    match account.player.id == player.id {
        true => Err(PageError::malformed("That is you.")),
        false => Ok(account),
    }
}
