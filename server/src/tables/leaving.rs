//! Changes of players after the fact: deleted ones leave the tables where they sat, and rooms read new names.
//!
//! A page or `thicket admin` that deletes a player only writes so into the database. Every server reads that, so the
//! seats are given up also when one of them ends in the middle of it.

use std::collections::HashSet;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tracing::{info, warn};

use super::Tables;
use crate::ids::{CommandId, PlayerId};
use crate::model::log::action::{Action, Command};
use crate::model::refusal::RefusalCode as Code;
use crate::model::table::state::Phase;
use crate::room::LoadError;
use crate::store::{Stale, StoreError, TableRow};
use crate::time::now_ms;

/// How often players are looked for who have to leave.
const POLL_EVERY: Duration = Duration::from_secs(1);
/// How far back changes are looked for: clocks of nodes may differ.
const LOOKBACK_MS: i64 = 60_000;
/// How many tables of one player are left at once.
const MAX_TABLES: i64 = 1_000;

impl Tables {
    /// Has deleted players leave their tables, until the future is dropped.
    pub(crate) async fn watch_leaving(self) {
        let mut ticks = interval(POLL_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut seen = HashSet::new();
        loop {
            tokio::select! {
                _ = ticks.tick() => (),
                () = self.store.changes().sessions_ended() => (),
            }
            if let Err(error) = self.refresh_stale(&mut seen).await {
                warn!(%error, "it is not known which names were changed");
            }
            if let Err(error) = self.dismiss_leaving().await {
                warn!(%error, "players who were deleted could not leave their tables");
            }
        }
    }

    /// Has rooms read again what has changed lately, each change once.
    async fn refresh_stale(&self, seen: &mut HashSet<Stale>) -> Result<(), StoreError> {
        let stale = self.store.stale(now_ms() - LOOKBACK_MS).await?;
        for fresh in stale.iter().filter(|stale| !seen.contains(stale)) {
            self.rooms.refresh(fresh.subject);
            self.store.changes().count_rename();
        }
        *seen = stale.into_iter().collect();
        Ok(())
    }

    async fn dismiss_leaving(&self) -> Result<(), StoreError> {
        for player in self.store.leaving_players().await? {
            let tables = self.store.tables_of(player, MAX_TABLES).await?;
            let mut left = true;
            for listed in &tables {
                left &= self.leave(&listed.table, player).await;
            }
            if left {
                self.store.has_left(player).await?;
                info!(%player, tables = tables.len(), "a player who was deleted has left");
            }
        }
        Ok(())
    }

    /// Gives up a player's chair or seat. False if that has to be tried again.
    async fn leave(&self, row: &TableRow, player: PlayerId) -> bool {
        let room = match self.open(row).await {
            Ok(room) => room,
            // A log that cannot be read has no seats.
            Err(error) => return matches!(error, LoadError::Log(_) | LoadError::Lost),
        };
        let action = match room.table().state.phase {
            Phase::Waiting(_) => Action::Stand,
            Phase::Playing(_) => Action::Resign,
            Phase::Over(_) => return true,
        };
        let command = Command {
            id: CommandId::fresh(),
            by: player,
            action,
        };
        match room.submit(command).await {
            Ok(_) => true,
            // Any other refusal means that the player does not sit there, or has left the game.
            Err(refusal) => !matches!(
                refusal.code,
                Code::TryAgain | Code::Unknown | Code::Unavailable | Code::NotWaiting
            ),
        }
    }
}
