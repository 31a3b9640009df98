//! Opening public tables: limits how many of one player and of one network wait in the lobby.

use super::{NewTable, TableError, Tables};
use crate::http::address::ClientAddress;
use crate::http::limits::{LISTED_BY_ADDRESS, LISTED_BY_PLAYER, Limits, TooMuch};
use crate::ids::{TableCode, TableId};
use crate::time::UnixMs;

#[derive(Debug)]
pub struct Opener<'a> {
    pub limits: &'a Limits,
    pub from: ClientAddress,
    /// A table without visitors since then is in no list.
    pub since: UnixMs,
}

impl Tables {
    /// Creates a table whose host sits on the first chair. A public one is refused where too many wait in the lobby.
    pub async fn open_table(&self, opener: &Opener<'_>, new: NewTable) -> Result<TableCode, TableError> {
        if !new.terms.public {
            return Ok(self.create(new).await?);
        }
        let _one_at_a_time = self.listing.lock().await;
        self.open_listed(opener, new).await
    }

    /// Opens a public table. The caller holds the lock of the list.
    pub(super) async fn open_listed(
        &self,
        opener: &Opener<'_>,
        new: NewTable,
    ) -> Result<TableCode, TableError> {
        let &Opener { limits, from, since } = opener;
        let nearby = limits.listed(from);
        let listed = self.store.listed_of(new.host, &nearby, since).await?;
        if listed.iter().filter(|(_, own)| *own).count() >= LISTED_BY_PLAYER {
            return Err(TooMuch::Listed.into());
        }
        let is_listed = |id: &TableId| listed.iter().any(|(listed, _)| listed == id);
        let nearby: Vec<TableId> = nearby.into_iter().filter(is_listed).collect();
        if nearby.len() >= LISTED_BY_ADDRESS {
            return Err(TooMuch::ListedNearby.into());
        }
        let id = TableId::fresh();
        let code = self.create_as(id, new).await?;
        limits.record_listed(from, nearby, id);
        Ok(code)
    }
}
