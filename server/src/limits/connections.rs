//! Counts of open connections: in all, and by address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use metrics::gauge;

use super::{CONNECTIONS, CONNECTIONS_PER_ADDRESS, KEPT_DESCRIPTORS};
use crate::address::ClientAddress;

/// The connections that are open. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    most: usize,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    of: HashMap<ClientAddress, u32>,
}

/// Why a connection is refused; the word is the label of the metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// There are as many as the server can have.
    Server,
    /// There are as many as one address may have.
    Address,
}

/// An open connection; it is counted for as long as this lives.
#[derive(Debug)]
pub(crate) struct OpenConnection {
    connections: Connections,
    of: Option<ClientAddress>,
}

impl Full {
    pub(crate) fn label(self) -> &'static str {
        match self {
            Full::Server => "server",
            Full::Address => "address",
        }
    }
}

impl Connections {
    /// None open, and at most so many at once.
    pub(crate) fn new(most: usize) -> Connections {
        Connections {
            most,
            counts: Arc::default(),
        }
    }

    /// As many as the limit on descriptors allows, some kept for everything else.
    pub(crate) fn within(descriptors: usize) -> Connections {
        let kept = KEPT_DESCRIPTORS.min(descriptors / 2);
        Connections::new(CONNECTIONS.min(descriptors - kept))
    }

    /// The most at once.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Counts a connection, also towards the limit of its address; without one, in all only.
    pub(crate) fn open(&self, of: Option<ClientAddress>) -> Result<OpenConnection, Full> {
        let mut counts = self.lock();
        if counts.all >= self.most {
            return Err(Full::Server);
        }
        if let Some(address) = of {
            let count = counts.of.entry(address).or_default();
            if *count >= CONNECTIONS_PER_ADDRESS {
                return Err(Full::Address);
            }
            *count += 1;
        }
        counts.all += 1;
        gauge!("thicket_connections").increment(1);
        Ok(OpenConnection {
            connections: self.clone(),
            of,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        let counts = self.lock();
        counts.all == 0 && counts.of.is_empty()
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut counts = self.connections.lock();
        counts.all -= 1;
        gauge!("thicket_connections").decrement(1);
        if let Some(address) = self.of
            && let Some(count) = counts.of.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                counts.of.remove(&address);
            }
        }
    }
}
