//! The part of the page of notices where players say when they are on holiday.

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
use crate::model::player::holiday::{DAY_MS, Holiday, MOST_MS, YEAR_MS};
use crate::pages::html;
use crate::pages::parts::done::Done;
use crate::time::monotonic_unix_ms;

/// What the page says of holidays.
#[derive(Clone, Debug, Default)]
pub(in crate::pages) struct HolidayPart {
    /// The first and the last day of one that is not over, and whether it has begun.
    pub current: Option<(String, String, bool)>,
    /// How many days of holiday are left within a year.
    pub days_left: i64,
    /// As they were typed.
    pub typed: (String, String),
    /// Why it was not noted.
    pub problem: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenDays {
    first: String,
    last: String,
    #[serde(default)]
    zone: String,
}

/// What the page says to this reader.
pub(super) async fn part(app: &App, reader: &Reader, time_zone: &str) -> Result<HolidayPart, PageError> {
    let now = monotonic_unix_ms();
    let holidays = app.tables.holidays_of(reader.player_id()).await?;
    let current = holidays.iter().find(|holiday| holiday.until > now);
    let taken = holidays.iter().filter(|holiday| holiday.until > now - YEAR_MS);
    let taken: i64 = taken.map(|holiday| holiday.ms()).sum();
    Ok(HolidayPart {
        current: current.map(|holiday| {
            let (first, last) = holiday.days(time_zone);
            (first, last, holiday.is_now(now))
        }),
        // A day that has begun is not left.
        days_left: ((MOST_MS - taken) / DAY_MS).max(0),
        ..HolidayPart::default()
    })
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
