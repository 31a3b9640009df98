//! What members have chosen of how pages look and sound. It is read with their sessions.

use crate::ids::PlayerId;
use crate::model::player::preferences::Preferences;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};

impl Store {
    /// Keeps what a member has chosen. False if there is no account.
    pub async fn save_preferences(&self, player: PlayerId, chosen: Preferences) -> Result<bool, StoreError> {
        let text = chosen.to_string();
        self.writer.write(SavePreferences { player, text }).await
    }
}

#[derive(Debug)]
struct SavePreferences {
    player: PlayerId,
    text: String,
}

impl WriteJob for SavePreferences {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const SAVE: &str = "UPDATE accounts SET preferences = $2 WHERE player_id = $1";
        execute!(tx, SAVE; self.player, &self.text)
    }
}
