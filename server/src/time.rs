//! Times as they are stored and as people read them. All are in UTC.

use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use time::macros::format_description;
use time::{Date, OffsetDateTime, Time};

pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Now, in Unix milliseconds, counted from the first call: it never jumps when the system's clock is set. What happens at
/// tables has these times, since clocks run by them.
pub fn monotonic_unix_ms() -> i64 {
    static START: LazyLock<(i64, Instant)> = LazyLock::new(|| (now_ms(), Instant::now()));
    let (ms, instant) = *START;
    ms + i64::try_from(instant.elapsed().as_millis()).unwrap_or(i64::MAX - ms)
}

fn utc(ms: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(ms.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// The day as records have it: `2026.11.20`.
pub fn record_date(ms: i64) -> String {
    utc(ms)
        .format(format_description!("[year].[month].[day]"))
        .unwrap_or_default()
}

/// The day as lists of records have it: `2026-11-20`.
pub fn list_day(ms: i64) -> String {
    utc(ms)
        .format(format_description!("[year]-[month]-[day]"))
        .unwrap_or_default()
}

/// The day as pages have it: `20 November 2026`.
pub fn page_date(ms: i64) -> String {
    utc(ms)
        .format(format_description!("[day padding:none] [month repr:long] [year]"))
        .unwrap_or_default()
}

/// When a day begins, in Unix milliseconds.
pub fn day_ms(day: Date) -> i64 {
    day.with_time(Time::MIDNIGHT).assume_utc().unix_timestamp() * 1000
}

/// The moment for programs (RFC 3339): `2026-11-20T21:04:05Z`.
pub fn machine_time(ms: i64) -> String {
    let format = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second]Z");
    utc(ms).format(format).unwrap_or_default()
}
