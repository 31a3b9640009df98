//! Signing in to an account in a browser where a guest sits at tables: the guest's seats pass to the account.

use tracing::warn;

use super::{TableError, Tables};
use crate::ids::PlayerId;
use crate::store::{StoreError, TableRow};

/// How many tables are passed on.
const MOST: i64 = 1_000;

/// What became of a guest's seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakenOver {
    /// Seats that the account has now.
    pub moved: usize,
    /// Seats that the guest still has, since the account sits at the table already or the table cannot be reached.
    pub stayed: usize,
}

impl Tables {
    /// Passes the seats of a guest at unfinished tables to another player. Seats of others on the guest's device stay.
    ///
    /// # Errors
    /// When the tables cannot be listed.
    pub async fn take_over(&self, guest: PlayerId, player: PlayerId) -> Result<TakenOver, StoreError> {
        let mut taken = TakenOver::default();
        for listed in self.store.tables_of(guest, MOST).await? {
            if !listed.people.iter().any(|sitter| sitter.player == guest) {
                continue;
            }
            match self.pass_on(&listed.table, guest, player).await {
                Ok(()) => taken.moved += 1,
                Err(error) => {
                    warn!(table = %listed.table.id, %error, "a guest's seat stays where it is");
                    taken.stayed += 1;
                }
            }
        }
        Ok(taken)
    }

    /// The same as making a link for the seat and opening it on another device.
    async fn pass_on(&self, row: &TableRow, guest: PlayerId, player: PlayerId) -> Result<(), TableError> {
        let link = self.make_link(row, guest).await?;
        let seat = self
            .linked_seat(row, &link.secret.cookie_text(), Some(player))
            .await?;
        self.take_seat(row, &seat, player).await
    }
}
