//! Holidays of players, in which their clocks rest.

use super::Tables;
use crate::ids::PlayerId;
use crate::model::player::holiday::Holiday;
use crate::store::StoreError;
use crate::time::monotonic_unix_ms;

impl Tables {
    /// The holidays of a player that are not over, or ended within the last year, in order.
    pub async fn holidays_of(&self, player: PlayerId) -> Result<Vec<Holiday>, StoreError> {
        self.store.holidays_of(player, monotonic_unix_ms()).await
    }

    /// False if another holiday of the player is not over, or they would be on holiday for too long within a year.
    pub async fn take_holiday(&self, player: PlayerId, holiday: Holiday) -> Result<bool, StoreError> {
        let is_taken = self
            .store
            .take_holiday(player, holiday, monotonic_unix_ms())
            .await?;
        self.rooms.record_alive().await?;
        Ok(is_taken)
    }

    /// The player is back, or has changed their mind.
    pub async fn end_holiday(&self, player: PlayerId) -> Result<bool, StoreError> {
        let is_ended = self.store.end_holiday(player, monotonic_unix_ms()).await?;
        self.rooms.record_alive().await?;
        Ok(is_ended)
    }
}
