//! How much one address may ask for: enough for a club behind one router, too little to fill a disk.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::auth::ClientAddress;
use crate::ids::TableId;

/// Sockets of one address at one table.
const SOCKETS: u32 = 24;
/// Sockets at one table, of players and watchers together.
const AT_TABLE: u32 = 250;

/// The counts and limits of one server. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Limits {
    tables: Arc<DefaultKeyedRateLimiter<ClientAddress>>,
    guests: Arc<DefaultKeyedRateLimiter<ClientAddress>>,
    tries: Arc<DefaultKeyedRateLimiter<ClientAddress>>,
    sockets: Arc<Mutex<Sockets>>,
}

/// Open sockets: those of each address at a table, and under no address all of that table.
type Sockets = HashMap<(TableId, Option<ClientAddress>), u32>;

/// Something was asked for too often; the sentence says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooMuch {
    /// Tables.
    #[error("Many tables were opened from your network just now. Please wait a minute.")]
    Tables,
    /// Names.
    #[error("Many people came from your network just now. Please wait a minute.")]
    Guests,
    /// Tries on the pages that teach.
    #[error("Not so fast, please.")]
    Tries,
    /// Sockets of one address.
    #[error("This table is open too often in your network. Please close some of its pages.")]
    Sockets,
    /// Sockets at one table.
    #[error("There is no room for more watchers at this table.")]
    Watchers,
}

/// One socket is counted for as long as this lives.
#[derive(Debug)]
pub struct Counted {
    limits: Limits,
    table: TableId,
    address: ClientAddress,
}

impl Limits {
    /// Nothing counted yet.
    pub fn new() -> Limits {
        Limits {
            tables: keyed(Duration::from_secs(20), 30),
            guests: keyed(Duration::from_secs(5), 60),
            tries: keyed(Duration::from_millis(100), 100),
            sockets: Arc::default(),
        }
    }

    /// Somebody makes a table.
    pub fn table(&self, from: ClientAddress) -> Result<(), TooMuch> {
        check(&self.tables, from).map_err(|()| TooMuch::Tables)
    }

    /// Somebody gives a name.
    pub fn guest(&self, from: ClientAddress) -> Result<(), TooMuch> {
        check(&self.guests, from).map_err(|()| TooMuch::Guests)
    }

    /// Somebody tries steps on a page that teaches.
    pub fn a_try(&self, from: ClientAddress) -> Result<(), TooMuch> {
        check(&self.tries, from).map_err(|()| TooMuch::Tries)
    }

    /// Somebody opens a socket. `sits`: players have a place however many watch.
    pub fn socket(&self, table: TableId, address: ClientAddress, sits: bool) -> Result<Counted, TooMuch> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = |key| sockets.get(&key).copied().unwrap_or(0);
        if !address.is_local() && count((table, Some(address))) >= SOCKETS {
            return Err(TooMuch::Sockets);
        }
        if !sits && count((table, None)) >= AT_TABLE {
            return Err(TooMuch::Watchers);
        }
        *sockets.entry((table, Some(address))).or_default() += 1;
        *sockets.entry((table, None)).or_default() += 1;
        Ok(Counted {
            limits: self.clone(),
            table,
            address,
        })
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::new()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut sockets = self.limits.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        for key in [(self.table, Some(self.address)), (self.table, None)] {
            let left = sockets.get_mut(&key).map(|count| {
                *count -= 1;
                *count
            });
            if left == Some(0) {
                sockets.remove(&key);
            }
        }
    }
}

/// A limit of one in a while, with `burst` at once, for one socket.
pub(crate) fn direct(every: Duration, burst: u32) -> DefaultDirectRateLimiter {
    RateLimiter::direct(quota(every, burst))
}

fn keyed(every: Duration, burst: u32) -> Arc<DefaultKeyedRateLimiter<ClientAddress>> {
    Arc::new(RateLimiter::keyed(quota(every, burst)))
}

fn quota(every: Duration, burst: u32) -> Quota {
    let burst = NonZeroU32::new(burst).expect("burst");
    Quota::with_period(every).expect("period").allow_burst(burst)
}

fn check(limiter: &DefaultKeyedRateLimiter<ClientAddress>, from: ClientAddress) -> Result<(), ()> {
    if from.is_local() {
        return Ok(());
    }
    let allowed = limiter.check_key(&from).map_err(|_| ());
    // Those who have been quiet need not be remembered.
    if limiter.len() > 10_000 {
        limiter.retain_recent();
        limiter.shrink_to_fit();
    }
    allowed
}
