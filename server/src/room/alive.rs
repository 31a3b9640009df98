//! That this server is running, and what it hears whenever it says so: outages, and who is on holiday.

use tracing::warn;

use super::rooms::Rooms;
use super::task::Environment;
use crate::ids::PlayerId;
use crate::store::StoreError;

/// How many tables of one player are opened when their holiday begins or ends. At others this is seen when they are opened.
const MOST_OPENED: i64 = 1000;

impl Rooms {
    /// Writes once that this server is running, and reads what outages there were, and who is on holiday. Until this succeeds, clocks
    /// are not decided on.
    pub async fn record_alive(&self) -> Result<(), StoreError> {
        let Environment { outages, store, .. } = self.environment();
        let changed = outages.record_alive(store).await?;
        self.open_tables_of(changed);
        Ok(())
    }

    /// Does so repeatedly until the shutdown, and then writes that this server stops.
    pub async fn keep_alive(self) {
        let Environment {
            outages,
            store,
            shutdown,
            ..
        } = self.environment();
        let kept = outages.keep_alive(store, |changed| self.open_tables_of(changed));
        shutdown.run_until_cancelled(kept).await;
        outages.record_stopped(store).await;
    }

    /// The holidays of these players have begun or ended.
    fn open_tables_of(&self, players: Vec<PlayerId>) {
        if !players.is_empty() {
            let rooms = self.clone();
            tokio::spawn(async move { rooms.open_where_to_move(players).await });
        }
    }

    /// Opens the tables where it is their turn: their clocks rest or run again, and what lists say of the time left is true.
    async fn open_where_to_move(&self, players: Vec<PlayerId>) {
        for player in players {
            let tables = match self.store().correspondence_turns_of(player, MOST_OPENED).await {
                Ok(tables) => tables,
                Err(error) => {
                    warn!(%player, %error, "clocks of a player rest once their tables are opened");
                    continue;
                }
            };
            for table in tables {
                // One that cannot be opened now is opened when something is due there.
                let _ = self.room(&table).await;
            }
        }
    }
}
