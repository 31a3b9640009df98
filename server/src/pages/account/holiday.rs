//! Where players say that they are on holiday, or are back.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::notices::{self, Reader};
use crate::app::App;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::model::player::holiday::Holiday;
use crate::pages::html;
use crate::pages::parts::done::Done;
use crate::time::monotonic_unix_ms;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenDays {
    first: String,
    last: String,
    #[serde(default)]
    zone: String,
}

/// `POST /session/holiday`: notes when a player is on holiday.
pub async fn take(
    State(app): State<App>,
    from: ClientAddress,
    reader: Reader,
    form: Result<Form<ChosenDays>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(ChosenDays { first, last, zone }) = form?;
    app.limits.choice(from)?;
    let problem = match Holiday::chosen((&first, &last), &zone, monotonic_unix_ms()) {
        Err(error) => error.to_string(),
        Ok(holiday) if app.tables.take_holiday(reader.player_id(), holiday).await? => {
            return Ok(notices::done(Done::HolidayTaken));
        }
        Ok(_) => "You have 30 days of holiday within a year, and one holiday at a time.".to_owned(),
    };
    let mut page = notices::page(&app, &reader).await?;
    page.holiday.typed = (first, last);
    page.holiday.problem = Some(problem);
    Ok(html(&page, StatusCode::UNPROCESSABLE_ENTITY))
}

/// `POST /session/holiday/end`: a player is back, or has changed their mind.
pub async fn end(State(app): State<App>, reader: Reader) -> Result<Response, PageError> {
    app.tables.end_holiday(reader.player_id()).await?;
    Ok(notices::done(Done::HolidayEnded))
}
