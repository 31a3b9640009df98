//! Holidays: times in which the clocks of a player rest at tables where a turn may take days.

use std::collections::HashMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};

use crate::ids::PlayerId;
use crate::time::UnixMs;

/// A day, in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// For how long a player may be on holiday within [`YEAR_MS`], in milliseconds.
pub const MOST_MS: i64 = 30 * DAY_MS;
pub const YEAR_MS: i64 = 365 * DAY_MS;
/// A table may have missed a holiday that has ended, if it ended no longer ago than this (milliseconds).
pub const REMEMBERED_MS: i64 = 7 * DAY_MS;
/// The days on which clocks are set make a day longer, by an hour and in rare places by more.
pub const LONGER_DAY_MS: i64 = 2 * 60 * 60 * 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holiday {
    pub since: UnixMs,
    pub until: UnixMs,
}

/// The latest holiday that has begun of each player who has had one lately.
pub type Holidays = HashMap<PlayerId, Holiday>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadHoliday {
    #[error("Please give the first and the last day of your holiday.")]
    Days,
    #[error("The last day of a holiday cannot be before the first.")]
    Order,
    #[error("A holiday can begin today or later, within a year.")]
    Begin,
    #[error("A holiday can last for 30 days.")]
    TooLong,
    #[error("There is no such time zone. They have names such as Europe/Berlin.")]
    TimeZone,
}

impl Holiday {
    /// From the beginning of the first day, or from now if that is today, to the end of the last one. Days are typed like
    /// `2026-11-26`, and are those of this time zone; without one they are in UTC.
    ///
    /// # Errors
    /// When these are no days, or the holiday would be in the past, in more than a year, or for longer than 30 days.
    pub fn chosen((first, last): (&str, &str), time_zone: &str, now: UnixMs) -> Result<Holiday, BadHoliday> {
        let day = |text: &str| Date::strptime("%Y-%m-%d", text.trim()).map_err(|_| BadHoliday::Days);
        let (first, last) = (day(first)?, day(last)?);
        let zone = match time_zone.trim() {
            "" => TimeZone::UTC,
            name => TimeZone::get(name).map_err(|_| BadHoliday::TimeZone)?,
        };
        if last < first {
            return Err(BadHoliday::Order);
        }
        let begin = |day: Date| day.to_zoned(zone.clone()).map_err(|_| BadHoliday::Days);
        let next = last.checked_add(1.day()).map_err(|_| BadHoliday::Days)?;
        let (begins, until) = (unix(&begin(first)?), unix(&begin(next)?));
        if first < today(now, &zone) || begins - now > YEAR_MS {
            return Err(BadHoliday::Begin);
        }
        let holiday = Holiday {
            since: begins.max(now),
            until,
        };
        if holiday.ms() > MOST_MS + LONGER_DAY_MS {
            return Err(BadHoliday::TooLong);
        }
        Ok(holiday)
    }

    /// The first and the last day of it in a time zone: `20 November 2026`. Without one they are in UTC.
    #[must_use]
    pub fn days(self, time_zone: &str) -> (String, String) {
        let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
        let day = |at: UnixMs| {
            let moment = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::MAX);
            moment.to_zoned(zone.clone()).strftime("%-d %B %Y").to_string()
        };
        (day(self.since), day(self.until - 1))
    }

    pub fn is_now(self, now: UnixMs) -> bool {
        self.since <= now && now < self.until
    }

    /// How long it lasts, in milliseconds.
    pub fn ms(self) -> i64 {
        self.until - self.since
    }
}

fn today(now: UnixMs, zone: &TimeZone) -> Date {
    let now = Timestamp::from_millisecond(now.0).unwrap_or(Timestamp::MAX);
    now.to_zoned(zone.clone()).date()
}

fn unix(moment: &Zoned) -> UnixMs {
    UnixMs(moment.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn at(text: &str) -> UnixMs {
        UnixMs(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn a_holiday_is_whole_days_of_the_players_time_zone() {
        let now = at("2026-11-26T10:00:00Z");
        for (days, zone, since, until) in [
            (
                ("2026-11-26", "2026-11-26"),
                "Europe/Berlin",
                "2026-11-26T10:00:00Z",
                "2026-11-26T23:00:00Z",
            ),
            (
                ("2026-12-01", "2026-12-30"),
                "",
                "2026-12-01T00:00:00Z",
                "2026-12-31T00:00:00Z",
            ),
            // Clocks are set back on the last day.
            (
                ("2027-09-25", "2027-10-24"),
                "Europe/Berlin",
                "2027-09-24T22:00:00Z",
                "2027-10-24T22:00:00Z",
            ),
            (
                ("2027-10-02", "2027-10-31"),
                "Europe/Berlin",
                "2027-10-01T22:00:00Z",
                "2027-10-31T23:00:00Z",
            ),
        ] {
            let (since, until) = (at(since), at(until));
            let chosen = Holiday::chosen(days, zone, now);
            assert_eq!(chosen, Ok(Holiday { since, until }), "{days:?}");
            let (first, last) = chosen.unwrap().days(zone);
            let day = |text| Date::strptime("%d %B %Y", text).unwrap().to_string();
            assert_eq!((day(first).as_str(), day(last).as_str()), days);
        }
    }

    #[test]
    fn what_is_no_holiday_is_refused() {
        let now = at("2026-11-26T23:30:00Z");
        let refused = |first, last, zone| Holiday::chosen((first, last), zone, now).unwrap_err();
        assert_eq!(refused("", "2026-12-01", ""), BadHoliday::Days);
        assert_eq!(refused("2026-12-01", "2026-13-01", ""), BadHoliday::Days);
        assert_eq!(refused("9999-12-31", "9999-12-31", ""), BadHoliday::Days);
        assert_eq!(refused("2026-12-02", "2026-12-01", ""), BadHoliday::Order);
        assert_eq!(refused("2026-11-25", "2026-12-01", ""), BadHoliday::Begin);
        // It is tomorrow there already.
        assert_eq!(
            refused("2026-11-26", "2026-12-01", "Asia/Tokyo"),
            BadHoliday::Begin
        );
        assert_eq!(refused("2027-12-01", "2027-12-02", ""), BadHoliday::Begin);
        assert_eq!(refused("2026-12-01", "2026-12-31", ""), BadHoliday::TooLong);
        assert_eq!(
            refused("2026-12-01", "2026-12-02", "Atlantis"),
            BadHoliday::TimeZone
        );
    }
}
