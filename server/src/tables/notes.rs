//! Notes that players keep for themselves about a table, while they play there and afterwards.

use super::{TableError, Tables};
use crate::ids::PlayerId;
use crate::model::player::note::NoteText;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::store::{StoredNote, TableRow};
use crate::time::{UnixMs, now_ms};

/// What has become of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedNote {
    Saved(StoredNote),
    /// Another device has changed it since it was read: this one stands.
    Changed(StoredNote),
}

impl Tables {
    /// The note of a player about a table.
    ///
    /// # Errors
    /// For whoever has never sat there.
    pub async fn note(&self, row: &TableRow, player: Option<PlayerId>) -> Result<StoredNote, TableError> {
        let found = match player {
            Some(player) => self.store.note(row.id, player).await?,
            None => None,
        };
        let sentence = "Only those who play at a table, or have played there, keep a note about it.";
        found.ok_or_else(|| Refusal::new(Code::NotSeated, sentence).into())
    }

    /// Saves the note of a player, who has read the version `read`.
    pub async fn save_note(
        &self,
        row: &TableRow,
        player: Option<PlayerId>,
        text: &NoteText,
        read: UnixMs,
    ) -> Result<SavedNote, TableError> {
        let before = self.note(row, player).await?;
        let Some(player) = player else {
            return Ok(SavedNote::Changed(before));
        };
        if before.text == text.as_str() {
            return Ok(SavedNote::Saved(before));
        }
        // Later than the version before, whatever the clocks of nodes say.
        let changed_at = now_ms().max(before.changed_at + 1);
        let note = StoredNote {
            text: text.to_string(),
            changed_at,
        };
        let is_written = self.store.put_note(row.id, player, note.clone(), read).await?;
        Ok(match is_written {
            true if text.is_empty() => SavedNote::Saved(StoredNote::default()),
            true => SavedNote::Saved(note),
            false => SavedNote::Changed(self.note(row, Some(player)).await?),
        })
    }
}
