//! Counts of open sockets: by address in all, by address at a table, and of those who watch a table.

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use super::counts::Counts;
use super::{
    RESERVED_FOR_CHAIRS, RESERVED_PER_ADDRESS, SOCKETS_AT_TABLE, SOCKETS_PER_ADDRESS, SOCKETS_PER_NETWORK,
    TooMuch, WATCHERS,
};
use crate::http::address::{ClientAddress, ClientNetwork};
use crate::ids::TableId;

#[derive(Clone, Debug, Default)]
pub(super) struct Sockets(Arc<Mutex<Counts<Counted>>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Counted {
    OfAddress(ClientAddress),
    OfNetwork(ClientNetwork),
    OfAddressAt(TableId, ClientAddress),
    WatchersOf(TableId),
    KeptAt(TableId),
    KeptFor(TableId, ClientAddress),
}

/// Which of a table's places a socket has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Arriving,
    /// Its player sits there. Players are admitted however many watch.
    Seated,
    Watching,
    /// One of the places reserved for those who may still sit down.
    Kept,
}

/// An open socket, counted until it is dropped.
#[derive(Debug)]
pub struct OpenSocket {
    sockets: Sockets,
    table: TableId,
    pub(super) from: ClientAddress,
    place: Place,
}

/// An open socket of a page with lists, counted until it is dropped.
#[derive(Debug)]
pub struct OpenLists {
    sockets: Sockets,
    from: ClientAddress,
}

impl Sockets {
    pub(super) fn open_lists(&self, from: ClientAddress) -> Result<OpenLists, TooMuch> {
        let mut counts = self.lock();
        if is_full(&counts, from) && !from.is_local() {
            from.warn_if_proxy();
            return Err(TooMuch::Sockets);
        }
        counts.add(&of(from));
        Ok(OpenLists {
            sockets: self.clone(),
            from,
        })
    }

    pub(super) fn open(&self, table: TableId, from: ClientAddress) -> Result<OpenSocket, TooMuch> {
        let mut counts = self.lock();
        let here = Counted::OfAddressAt(table, from);
        let full = is_full(&counts, from) || counts.of(here) >= SOCKETS_AT_TABLE;
        if full && !from.is_local() {
            from.warn_if_proxy();
            return Err(TooMuch::Sockets);
        }
        counts.add(&of(from));
        counts.add(&[here]);
        Ok(OpenSocket {
            sockets: self.clone(),
            table,
            from,
            place: Place::Arriving,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Counts<Counted>> {
        self.0.lock()
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }
}

impl OpenSocket {
    pub fn address(&self) -> ClientAddress {
        self.from
    }

    /// Finds the socket a place at its table: `seated` if its player sits there, `chairs_free` if somebody may still sit
    /// down. A socket that has a place already is given one anew.
    pub fn admit(&mut self, seated: bool, chairs_free: bool) -> Result<(), TooMuch> {
        let sockets = self.sockets.clone();
        let mut counts = sockets.lock();
        counts.remove(&self.counted());
        self.place = Place::Arriving;
        let is_open = |what, most| counts.of(what) < most;
        let kept_is_open = chairs_free
            && is_open(Counted::KeptAt(self.table), RESERVED_FOR_CHAIRS)
            && (self.from.is_local()
                || is_open(Counted::KeptFor(self.table, self.from), RESERVED_PER_ADDRESS));
        self.place = match () {
            () if seated => Place::Seated,
            () if is_open(Counted::WatchersOf(self.table), WATCHERS) => Place::Watching,
            () if kept_is_open => Place::Kept,
            () => return Err(TooMuch::Watchers),
        };
        counts.add(&self.counted());
        Ok(())
    }

    fn counted(&self) -> Vec<Counted> {
        match self.place {
            Place::Arriving | Place::Seated => Vec::new(),
            Place::Watching => vec![Counted::WatchersOf(self.table)],
            Place::Kept => vec![
                Counted::KeptAt(self.table),
                Counted::KeptFor(self.table, self.from),
            ],
        }
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        let mut counts = self.sockets.lock();
        counts.remove(&self.counted());
        counts.remove(&of(self.from));
        counts.remove(&[Counted::OfAddressAt(self.table, self.from)]);
    }
}

impl Drop for OpenLists {
    fn drop(&mut self) {
        self.sockets.lock().remove(&of(self.from));
    }
}

/// The keys that every socket of an address counts towards.
fn of(from: ClientAddress) -> [Counted; 2] {
    [Counted::OfAddress(from), Counted::OfNetwork(from.network())]
}

fn is_full(counts: &Counts<Counted>, from: ClientAddress) -> bool {
    let [of_address, of_network] = of(from).map(|what| counts.of(what));
    of_address >= SOCKETS_PER_ADDRESS || of_network >= SOCKETS_PER_NETWORK
}
