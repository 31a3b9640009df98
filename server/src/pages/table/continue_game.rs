//! Going on from a position of a finished game: the page that asks for a name, and the new table.

use axum::Form;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::seating::{self, seated};
use crate::app::App;
use crate::auth::{Browser, CurrentUser};
use crate::error::PageError;
use crate::http::at_table::AtTable;
use crate::idempotency::FilledForm;
use crate::ids::IdempotencyKey;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::names::PlayerName;
use crate::pages::{PageContext, html, titled};
use crate::store::TableRow;
use crate::tables::continued_terms;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "continue.html")]
pub struct ContinuePage {
    pub context: PageContext,
    pub title: String,
    pub code: String,
    /// After how many turns the game goes on.
    pub turn: usize,
    pub seats: u8,
    pub name: String,
    pub form: IdempotencyKey,
    pub problem: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Position {
    turn: usize,
}

pub async fn show(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
    position: Result<Query<Position>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(Position { turn }) = position?;
    let name = user
        .name()
        .map_or_else(|| PlayerName::suggested().to_string(), str::to_owned);
    page(&app, &row, &user, turn, name, None).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContinueForm {
    turn: usize,
    name: String,
    /// Which form it is. Only programs leave it out.
    #[serde(default = "IdempotencyKey::fresh")]
    form: IdempotencyKey,
}

/// `POST /g/{code}/continue`: opens the table, and leads to it.
pub async fn open(
    State(app): State<App>,
    AtTable(row): AtTable,
    browser: Browser,
    user: CurrentUser,
    form: Result<Form<ContinueForm>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(wanted) = form?;
    let seat = async {
        let name = user.playing_as(PlayerName::parse(&wanted.name)?);
        let form = FilledForm::new(wanted.form, &format!("{} {wanted:?}", row.code));
        let create = |player| app.tables.continue_game(&row, wanted.turn, player, name.clone());
        seated(&app, &browser, &user, &name, form, create).await
    };
    let again = async |problem: String| {
        page(&app, &row, &user, wanted.turn, wanted.name.clone(), Some(problem)).await
    };
    seating::answer(seat.await, again).await
}

async fn page(
    app: &App,
    row: &TableRow,
    user: &CurrentUser,
    turn: usize,
    name: String,
    problem: Option<String>,
) -> Result<Response, PageError> {
    let record = app.records.record(row.id).await?;
    let record = record.ok_or_else(|| Refusal::new(Code::NotOver, "The game is not over yet."))?;
    let terms = continued_terms(&record, turn)?;
    let status = match &problem {
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    let page = ContinuePage {
        context: PageContext::of(user),
        title: titled(terms.kind.info().title, &terms.variant),
        code: row.code.to_string(),
        turn,
        seats: terms.seats,
        name,
        form: IdempotencyKey::fresh(),
        problem,
    };
    Ok(html(&page, status))
}
