//! Who of the watchers writes: during the game the host, who may silence them, cannot read their lines.

use super::{TableError, Tables};
use crate::ids::PlayerId;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::PlayerView;
use crate::room::chat::Lines;
use crate::store::TableRow;

impl Tables {
    /// The watchers who have written in the chat of a table, under their latest names; the last to write comes first.
    /// Refused for all but the host.
    pub async fn watching_writers(
        &self,
        row: &TableRow,
        player: Option<PlayerId>,
    ) -> Result<Vec<PlayerView>, TableError> {
        let room = self.open(row).await?;
        if player != Some(room.table().state.host) {
            return Err(Refusal::new(Code::NotHost, "Only the host can do that.").into());
        }
        let mut writers = Lines::of(self.store.chat_after(row.id, 0).await?).writers();
        let table = room.table();
        writers.retain(|writer| !table.state.is_seated(writer.id));
        Ok(writers)
    }
}
