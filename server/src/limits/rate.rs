//! Limits on how often something may be done.

use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::TooMuch;
use crate::address::ClientAddress;

/// So much at once, and then one more in each period.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: u32,
    pub(crate) every: Duration,
}

/// A rate that holds for each address, or whatever else is counted, by itself.
pub(super) struct Keyed<K: Hash + Eq + Clone = ClientAddress>(DefaultKeyedRateLimiter<K>);

impl Rate {
    /// `burst` at once, then one `every`; neither may be zero.
    pub(crate) const fn new(burst: u32, every: Duration) -> Rate {
        Rate { burst, every }
    }

    fn quota(self) -> Quota {
        let burst = NonZeroU32::new(self.burst).expect("burst");
        Quota::with_period(self.every).expect("period").allow_burst(burst)
    }
}

/// A rate as the table in `docs/operating.md` has it.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} at once, then one every {:?}", self.burst, self.every)
    }
}

impl Keyed {
    /// Counts one more for an address, unless that would be too many. This machine itself is not limited.
    pub(super) fn check(&self, from: ClientAddress, error: TooMuch) -> Result<(), TooMuch> {
        if from.is_local() {
            return Ok(());
        }
        self.check_key(&from, error)
    }
}

impl<K: Hash + Eq + Clone> Keyed<K> {
    pub(super) fn new(rate: Rate) -> Keyed<K> {
        Keyed(RateLimiter::keyed(rate.quota()))
    }

    /// Counts one more, unless that would be too many.
    pub(super) fn check_key(&self, key: &K, error: TooMuch) -> Result<(), TooMuch> {
        self.0.check_key(key).map_err(|_| error)
    }

    /// Forgets the addresses whose whole burst is free again.
    pub(super) fn sweep(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

impl<K: Hash + Eq + Clone> fmt::Debug for Keyed<K> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Keyed").field("keys", &self.0.len()).finish()
    }
}

/// A rate for one socket.
pub(crate) fn direct(every: Duration, burst: u32) -> DefaultDirectRateLimiter {
    RateLimiter::direct(Rate::new(burst, every).quota())
}
