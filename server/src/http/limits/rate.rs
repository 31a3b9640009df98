//! Limits on how often something may be done.

use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::{NETWORK_SHARE, RATED_KEYS, SERVER_SHARE};
use crate::http::address::{ClientAddress, ClientNetwork};

/// So much at once, and then one more in each period.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: u32,
    pub(crate) every: Duration,
}

/// A rate for each key.
pub(super) struct Keyed<K: Hash + Eq + Clone> {
    keys: DefaultKeyedRateLimiter<K>,
    /// Shared by all keys that are not counted one by one.
    rest: DefaultDirectRateLimiter,
}

/// A rate for each address, and a wider one for each network.
#[derive(Debug)]
pub(super) struct ByAddress {
    addresses: Keyed<ClientAddress>,
    networks: Keyed<ClientNetwork>,
}

impl Rate {
    /// `burst` at once, then one `every`; neither may be zero.
    pub(crate) const fn new(burst: u32, every: Duration) -> Rate {
        Rate { burst, every }
    }

    pub(super) fn times(self, share: u32) -> Rate {
        Rate::new(self.burst * share, self.every / share)
    }

    pub(super) fn limiter(self) -> DefaultDirectRateLimiter {
        RateLimiter::direct(self.quota())
    }

    fn quota(self) -> Quota {
        let burst = NonZeroU32::new(self.burst).expect("burst");
        Quota::with_period(self.every).expect("period").allow_burst(burst)
    }
}

/// As the table in `docs/operating.md` has it.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} at once, then one every {:?}", self.burst, self.every)
    }
}

impl ByAddress {
    pub(super) fn new(rate: Rate) -> ByAddress {
        ByAddress {
            addresses: Keyed::new(rate),
            networks: Keyed::new(rate.times(NETWORK_SHARE)),
        }
    }

    /// Counts one more for an address and its network, unless that would be too many. This machine itself is not limited.
    pub(super) fn check<E: Copy>(&self, from: ClientAddress, error: E) -> Result<(), E> {
        if from.is_local() {
            return Ok(());
        }
        // A refused request of an address does not count for its neighbours.
        let checked = self.addresses.check_key(&from, error);
        checked.inspect_err(|_| from.warn_if_proxy())?;
        self.networks.check_key(&from.network(), error)
    }

    /// Forgets those whose whole burst is free again.
    pub(super) fn sweep(&self) {
        self.addresses.sweep();
        self.networks.sweep();
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.addresses.keys.len()
    }
}

impl<K: Hash + Eq + Clone> Keyed<K> {
    pub(super) fn new(rate: Rate) -> Keyed<K> {
        Keyed {
            keys: RateLimiter::keyed(rate.quota()),
            rest: rate.times(SERVER_SHARE).limiter(),
        }
    }

    pub(super) fn check_key<E>(&self, key: &K, error: E) -> Result<(), E> {
        let free = if self.keys.len() < RATED_KEYS {
            self.keys.check_key(key).is_ok()
        } else {
            self.rest.check().is_ok()
        };
        if free { Ok(()) } else { Err(error) }
    }

    pub(super) fn sweep(&self) {
        self.keys.retain_recent();
        self.keys.shrink_to_fit();
    }
}

impl<K: Hash + Eq + Clone> fmt::Debug for Keyed<K> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Keyed").field("keys", &self.keys.len()).finish()
    }
}

/// A rate for one socket.
pub(crate) fn direct(every: Duration, burst: u32) -> DefaultDirectRateLimiter {
    Rate::new(burst, every).limiter()
}
