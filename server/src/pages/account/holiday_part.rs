//! What the page of notices says of holidays.

use crate::app::App;
use crate::error::PageError;
use crate::ids::PlayerId;
use crate::model::player::holiday::{DAY_MS, MOST_MS};
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

/// What it says to a player.
pub(super) async fn holiday_part(
    app: &App,
    player: PlayerId,
    time_zone: &str,
) -> Result<HolidayPart, PageError> {
    let now = monotonic_unix_ms();
    let holidays = app.tables.holidays_of(player).await?;
    let current = holidays.iter().find(|holiday| holiday.until > now);
    let taken: i64 = holidays.iter().map(|holiday| holiday.ms()).sum();
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
