//! The rooms that a connection follows, one after the other.

use std::pin::Pin;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::time::sleep;

use super::{End, Socket};
use crate::model::refusal::Refusal;
use crate::room::{LoadError, Room};
use crate::store::TableRow;
use crate::tables::Tables;

/// How soon a table that could not be loaded is tried again.
const RETRY: Duration = Duration::from_secs(1);

pub(super) type PendingRoom = Pin<Box<dyn Future<Output = Result<Room, LoadError>> + Send>>;

impl Socket {
    /// Follows the room that replaces one that ended, from where that one stopped.
    pub(super) fn on_room(&mut self, room: Result<Room, LoadError>) -> Result<(), End> {
        self.next_room = None;
        if let Err(LoadError::Lost) = room {
            self.refuse(None, Refusal::table_lost())?;
        }
        let room = room?;
        self.here.visit(&room, &self.user);
        self.status = room.status();
        self.room = room;
        self.follow();
        Ok(())
    }
}

/// Opens the room of a table again, however long the store takes to come back.
pub(super) fn reopen(tables: Tables, row: TableRow) -> PendingRoom {
    async move {
        loop {
            match tables.open(&row).await {
                Err(LoadError::Store(_) | LoadError::Waiting) => sleep(RETRY).await,
                opened => return opened,
            }
        }
    }
    .boxed()
}
