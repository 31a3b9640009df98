//! Counts of open connections: in all, by address, and by network.

use std::sync::Arc;

use metrics::gauge;
use parking_lot::{Mutex, MutexGuard};

use super::counts::Counts;
use super::{
    CONNECTIONS, CONNECTIONS_FOR_SEATED, CONNECTIONS_OF_NETWORK, CONNECTIONS_PER_ADDRESS,
    RESERVED_DESCRIPTORS,
};
use crate::http::address::{ClientAddress, ClientNetwork};

#[derive(Clone, Debug)]
pub(crate) struct Connections {
    most: usize,
    counts: Arc<Mutex<Counts<Counted>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Counted {
    All,
    OfAddress(ClientAddress),
    OfNetwork(ClientNetwork),
}

/// Why a connection is refused; the name is the label of the metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    Server,
    Address,
    Network,
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
            Full::Network => "network",
        }
    }
}

impl Connections {
    pub(crate) fn new(most: usize) -> Connections {
        Connections {
            most,
            counts: Arc::default(),
        }
    }

    /// As many as the limit on descriptors allows; some are reserved for everything else.
    pub(crate) fn within(descriptors: usize) -> Connections {
        let kept = RESERVED_DESCRIPTORS.min(descriptors / 2);
        Connections::new(CONNECTIONS.min(descriptors - kept))
    }

    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Whether the remaining connections are reserved for people who sit at a table.
    pub(crate) fn are_crowded(&self) -> bool {
        let all = self.lock().of(Counted::All) as usize;
        all >= self.most - self.most / CONNECTIONS_FOR_SEATED
    }

    /// Counts a connection towards the whole and, with an address, the limits of that and its network.
    pub(crate) fn open(&self, of: Option<ClientAddress>) -> Result<OpenConnection, Full> {
        let mut counts = self.lock();
        if counts.of(Counted::All) as usize >= self.most {
            return Err(Full::Server);
        }
        if let Some(address) = of {
            self.check(&counts, address)?;
        }
        counts.add(&counted(of));
        gauge!("thicket_connections").increment(1);
        Ok(OpenConnection {
            connections: self.clone(),
            of,
        })
    }

    fn check(&self, counts: &Counts<Counted>, from: ClientAddress) -> Result<(), Full> {
        if counts.of(Counted::OfAddress(from)) >= CONNECTIONS_PER_ADDRESS {
            return Err(Full::Address);
        }
        let of_network = counts.of(Counted::OfNetwork(from.network())) as usize;
        // A small server is for few: there, one address may have more than that.
        let most = (self.most / CONNECTIONS_OF_NETWORK).max(CONNECTIONS_PER_ADDRESS as usize);
        if of_network < most {
            Ok(())
        } else {
            Err(Full::Network)
        }
    }

    fn lock(&self) -> MutexGuard<'_, Counts<Counted>> {
        self.counts.lock()
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.connections.lock().remove(&counted(self.of));
        gauge!("thicket_connections").decrement(1);
    }
}

fn counted(of: Option<ClientAddress>) -> Vec<Counted> {
    let client = |from: ClientAddress| [Counted::OfAddress(from), Counted::OfNetwork(from.network())];
    let mut counted: Vec<Counted> = of.map(client).into_iter().flatten().collect();
    counted.push(Counted::All);
    counted
}
