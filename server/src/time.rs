//! Times as they are stored and as people read them. All are in UTC.

mod unix_ms;

use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use time::macros::format_description;
use time::{Date, OffsetDateTime, Time};

pub use unix_ms::{UnixMs, millis};

pub fn now_ms() -> UnixMs {
    UnixMs::default() + SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Now, counted from the first call: it never jumps when the system's clock is set. What happens at tables has these
/// times, since clocks run by them.
pub fn monotonic_unix_ms() -> UnixMs {
    static START: LazyLock<(UnixMs, Instant)> = LazyLock::new(|| (now_ms(), Instant::now()));
    let (start, instant) = *START;
    start + instant.elapsed()
}

fn utc(at: UnixMs) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(at.0.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// The day as records have it: `2026.11.20`.
pub fn record_date(at: UnixMs) -> String {
    utc(at)
        .format(format_description!("[year].[month].[day]"))
        .unwrap_or_default()
}

/// The day as lists of records have it: `2026-11-20`.
pub fn list_day(at: UnixMs) -> String {
    utc(at)
        .format(format_description!("[year]-[month]-[day]"))
        .unwrap_or_default()
}

/// The day as pages have it: `20 November 2026`.
pub fn page_date(at: UnixMs) -> String {
    utc(at)
        .format(format_description!("[day padding:none] [month repr:long] [year]"))
        .unwrap_or_default()
}

/// The minute as pages have it: `20 November 2026, 21:04 UTC`.
pub fn page_time(at: UnixMs) -> String {
    let format = format_description!("[day padding:none] [month repr:long] [year], [hour]:[minute] UTC");
    utc(at).format(format).unwrap_or_default()
}

/// The time of the day in UTC as forms have it: `21:04`.
pub fn clock_time(at: UnixMs) -> String {
    utc(at)
        .format(format_description!("[hour]:[minute]"))
        .unwrap_or_default()
}

/// The month, as names of files have it: `2026-11`.
pub fn month_name(at: UnixMs) -> String {
    utc(at)
        .format(format_description!("[year]-[month]"))
        .unwrap_or_default()
}

/// The beginning of the month with this name.
pub fn month_named(name: &str) -> Option<UnixMs> {
    let first = format!("{name}-01");
    let day = Date::parse(&first, format_description!("[year]-[month]-[day]")).ok()?;
    Some(day_start(day)).filter(|at| month_name(*at) == name)
}

/// The beginning of the month of this time.
pub fn month_start(at: UnixMs) -> UnixMs {
    let day = utc(at).date();
    day_start(day.replace_day(1).unwrap_or(day))
}

pub fn day_start(day: Date) -> UnixMs {
    UnixMs(day.with_time(Time::MIDNIGHT).assume_utc().unix_timestamp() * 1000)
}

/// The moment for calendars (RFC 5545): `20261120T210405Z`.
pub fn calendar_time(at: UnixMs) -> String {
    let format = format_description!("[year][month][day]T[hour][minute][second]Z");
    utc(at).format(format).unwrap_or_default()
}

/// The moment for programs (RFC 3339): `2026-11-20T21:04:05Z`.
pub fn machine_time(at: UnixMs) -> String {
    let format = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second]Z");
    utc(at).format(format).unwrap_or_default()
}
