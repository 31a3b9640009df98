//! Whose bots players are.

use std::collections::HashMap;

use super::{RecordStore, Store, StoreError};
use crate::ids::PlayerId;
use crate::model::player::bot::is_program;
use crate::store::engine::read::read_in;

impl RecordStore {
    /// The names of the owners of those of these players that are bots of members. It costs nothing if none is.
    pub async fn bot_owners(
        &self,
        players: impl Iterator<Item = PlayerId>,
    ) -> Result<HashMap<PlayerId, String>, StoreError> {
        const FIND: &str = "SELECT a.player_id, o.name FROM accounts a
            JOIN players o ON o.id = a.bot_owner WHERE a.player_id IN (";
        let bots: Vec<PlayerId> = players.filter(|player| is_program(*player)).collect();
        if bots.is_empty() {
            return Ok(HashMap::new());
        }
        let owners: Vec<(PlayerId, String)> = read_in!(self, FIND, &bots[..])?;
        Ok(owners.into_iter().collect())
    }
}

impl Store {
    /// See [`RecordStore::bot_owners`].
    pub async fn bot_owners(
        &self,
        players: impl Iterator<Item = PlayerId>,
    ) -> Result<HashMap<PlayerId, String>, StoreError> {
        self.records().bot_owners(players).await
    }
}
