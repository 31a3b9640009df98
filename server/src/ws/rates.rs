//! Limits on how often one socket may send what: an interval, and how many at once.

use std::time::Duration;

use governor::DefaultDirectRateLimiter;

use crate::http::limits;

/// Messages of any kind.
const MESSAGES: (Duration, u32) = (Duration::from_millis(5), 500);
const PREVIEWS: (Duration, u32) = (Duration::from_millis(50), 40);
/// Each is tried out, and written to the store.
const PLANS: (Duration, u32) = (Duration::from_secs(1), 20);
/// Each can lead to a whole snapshot.
const HELLOS: (Duration, u32) = (Duration::from_secs(2), 10);

/// People silenced in the chat, or let write again. Each is written to the store.
const SILENCES: (Duration, u32) = (Duration::from_secs(2), 10);

/// A connection that was refused so often is not one of our pages.
const MAX_REFUSALS: u32 = 2000;

/// The limiters of one socket.
pub(super) struct Rates {
    pub(super) messages: DefaultDirectRateLimiter,
    pub(super) previews: DefaultDirectRateLimiter,
    pub(super) plans: DefaultDirectRateLimiter,
    pub(super) hellos: DefaultDirectRateLimiter,
    pub(super) silences: DefaultDirectRateLimiter,
    refusals: u32,
}

impl Rates {
    /// Counts a refusal; whether there were too many.
    pub(super) fn is_refused_too_often(&mut self) -> bool {
        self.refusals += 1;
        self.refusals > MAX_REFUSALS
    }
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            messages: limits::direct(MESSAGES.0, MESSAGES.1),
            previews: limits::direct(PREVIEWS.0, PREVIEWS.1),
            plans: limits::direct(PLANS.0, PLANS.1),
            hellos: limits::direct(HELLOS.0, HELLOS.1),
            silences: limits::direct(SILENCES.0, SILENCES.1),
            refusals: 0,
        }
    }
}
