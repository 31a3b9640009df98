//! Points in time.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::stored_as::stored_as;

/// A point in time in Unix milliseconds, which is how databases, logs and messages have it. Differences are in
/// milliseconds; what would be too large is the largest there is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(transparent)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UnixMs(pub i64);

impl UnixMs {
    /// After every other one: for ever.
    pub const MAX: UnixMs = UnixMs(i64::MAX);

    /// How long to wait for it from `now`; zero if it has passed.
    #[must_use]
    pub fn duration_since(self, now: UnixMs) -> Duration {
        Duration::from_millis((self - now).max(0).unsigned_abs())
    }
}

impl fmt::Display for UnixMs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Add<i64> for UnixMs {
    type Output = UnixMs;

    fn add(self, ms: i64) -> UnixMs {
        UnixMs(self.0.saturating_add(ms))
    }
}

impl AddAssign<i64> for UnixMs {
    fn add_assign(&mut self, ms: i64) {
        *self = *self + ms;
    }
}

impl Add<Duration> for UnixMs {
    type Output = UnixMs;

    fn add(self, time: Duration) -> UnixMs {
        self + millis(time)
    }
}

impl Sub<i64> for UnixMs {
    type Output = UnixMs;

    fn sub(self, ms: i64) -> UnixMs {
        UnixMs(self.0.saturating_sub(ms))
    }
}

impl Sub<Duration> for UnixMs {
    type Output = UnixMs;

    fn sub(self, time: Duration) -> UnixMs {
        self - millis(time)
    }
}

impl Sub for UnixMs {
    type Output = i64;

    fn sub(self, earlier: UnixMs) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// A length of time in milliseconds, as databases and messages have it.
pub fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

stored_as!(UnixMs, i64);
