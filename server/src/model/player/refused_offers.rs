//! How long somebody waits after offers that came to nothing, so that nobody is asked over and over.

use crate::time::UnixMs;

/// The wait after the first one, in milliseconds; after the `n`th it is `n`² times as long.
const WAIT_MS: i64 = 10_000;

#[derive(Clone, Copy, Debug, Default)]
pub(in crate::model) struct RefusedOffers {
    count: u32,
    last: UnixMs,
}

impl RefusedOffers {
    pub(in crate::model) fn record(&mut self, at: UnixMs) {
        self.count = self.count.saturating_add(1);
        self.last = at;
    }

    /// For how many seconds no other offer can be made; `None` if one can be made now.
    pub(in crate::model) fn wait(self, now: UnixMs) -> Option<i64> {
        let count = i64::from(self.count);
        let wait = WAIT_MS.saturating_mul(count.saturating_mul(count));
        let left = self.last + wait - now;
        (left > 0).then_some((left + 999) / 1000)
    }
}
