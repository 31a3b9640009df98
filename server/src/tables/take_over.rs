//! Signing in to an account in a browser where a guest sits at tables: the guest's seats pass to the account, with
//! everybody on the guest's device.

use std::collections::HashSet;

use tracing::warn;

use super::{TableError, Tables};
use crate::ids::PlayerId;
use crate::model::player::Player;
use crate::names::PlayerName;
use crate::store::{ListedTable, StoreError, TableRow};
use crate::time::now_ms;

/// How many tables are passed on.
const MAX_TABLES: i64 = 1_000;

/// What became of a guest's seats, and of the others on the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakenOver {
    pub moved: usize,
    /// Seats that the guest still has, since the account sits at the table already or the table cannot be reached.
    pub stayed: usize,
}

impl Tables {
    /// Passes the seats of a guest at unfinished tables to the player of an account, who has them under the account's
    /// name. Others on the guest's device come along, except at tables where the guest's own seat stays.
    pub async fn take_over(&self, guest: PlayerId, player: &Player) -> Result<TakenOver, StoreError> {
        let companions = self.companions(guest).await?;
        let mut left_behind = HashSet::new();
        let mut taken = TakenOver::default();
        for listed in self.store.tables_of(guest, MAX_TABLES).await? {
            let on_device = |player| player == guest || companions.iter().any(|known| known.id == player);
            let seats: Vec<PlayerId> = seated(&listed).filter(|&player| on_device(player)).collect();
            if self.passes_on(&listed, guest, player.id).await {
                taken.moved += seats.len();
            } else {
                taken.stayed += seats.len();
                left_behind.extend(seats);
            }
        }
        for companion in companions.iter().filter(|known| !left_behind.contains(&known.id)) {
            self.store.pass_companion(companion.id, guest, player.id).await?;
        }
        if let Ok(name) = PlayerName::stored(&player.name) {
            self.store.rename_where_seated(player.id, name, now_ms()).await?;
        }
        Ok(taken)
    }

    /// Passes one seat on; false if that is impossible.
    async fn passes_on(&self, listed: &ListedTable, guest: PlayerId, player: PlayerId) -> bool {
        if !seated(listed).any(|player| player == guest) {
            return false;
        }
        let passed = self.pass_on(&listed.table, guest, player).await;
        passed
            .inspect_err(|error| warn!(table = %listed.table.id, %error, "a guest's seat stays where it is"))
            .is_ok()
    }

    /// Like making a link for the seat and opening it on another device, but for those who come along.
    async fn pass_on(&self, row: &TableRow, guest: PlayerId, player: PlayerId) -> Result<(), TableError> {
        let link = self.make_link(row, guest).await?;
        let seat = self
            .linked_seat(row, &link.secret.cookie_text(), Some(player))
            .await?;
        self.take_seat(row, &seat, player, true).await
    }
}

fn seated(listed: &ListedTable) -> impl Iterator<Item = PlayerId> {
    listed.people.iter().map(|player| player.player)
}
