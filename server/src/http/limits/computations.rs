//! Places for what requests compute: a number for each address and each network, so that nobody takes them all.

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use super::counts::Counts;
use super::{COMPUTED_PER_ADDRESS, COMPUTED_PER_NETWORK};
use crate::http::address::{ClientAddress, ClientNetwork};

#[derive(Clone, Debug, Default)]
pub(crate) struct Computations(Arc<Mutex<Counts<Counted>>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Counted {
    OfAddress(ClientAddress),
    OfNetwork(ClientNetwork),
}

/// A place, which is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Computation {
    computations: Computations,
    counted: [Counted; 2],
    pub(crate) others: u32,
}

impl Computations {
    /// Takes a place; `None` if the address or its network has as many as it may.
    pub(crate) fn open(&self, from: ClientAddress) -> Option<Computation> {
        let counted = [Counted::OfAddress(from), Counted::OfNetwork(from.network())];
        let mut counts = self.lock();
        let [others, of_network] = counted.map(|what| counts.of(what));
        let full = others >= COMPUTED_PER_ADDRESS || of_network >= COMPUTED_PER_NETWORK;
        if full && !from.is_local() {
            return None;
        }
        counts.add(&counted);
        Some(Computation {
            computations: self.clone(),
            counted,
            others,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Counts<Counted>> {
        self.0.lock()
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }
}

impl Drop for Computation {
    fn drop(&mut self) {
        self.computations.lock().remove(&self.counted);
    }
}
