//! Notes that players keep for themselves about tables. Nobody else is shown them.

use crate::ids::{PlayerId, TableId};
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::players_on::players_on;
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// A note as it is stored; without text if there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredNote {
    pub text: String,
    /// Its version; zero if there is none.
    pub changed_at: UnixMs,
}

from_row!(StoredNote { text, changed_at });

impl Store {
    /// The note of a player about a table; `None` if they have never sat there.
    pub async fn note(&self, table: TableId, player: PlayerId) -> Result<Option<StoredNote>, StoreError> {
        const FIND: &str = "SELECT COALESCE(n.text, '') AS text, COALESCE(n.changed_at, 0) AS changed_at
            FROM table_players p LEFT JOIN notes n ON n.table_id = p.table_id AND n.player_id = p.player_id
            WHERE p.table_id = $1 AND p.player_id = $2";
        read!(self, conn => sqlx::query_as(FIND).bind(table).bind(player).fetch_optional(conn))
    }

    /// Writes the note of a player in place of the version that they have read; an empty one is deleted. False if there is another
    /// version by now.
    pub async fn put_note(
        &self,
        table: TableId,
        player: PlayerId,
        note: StoredNote,
        read: UnixMs,
    ) -> Result<bool, StoreError> {
        let put = PutNote {
            table,
            player,
            note,
            read,
        };
        self.writer.write(put).await
    }
}

#[derive(Debug)]
struct PutNote {
    table: TableId,
    player: PlayerId,
    note: StoredNote,
    read: UnixMs,
}

impl WriteJob for PutNote {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const NEW: &str = "INSERT INTO notes (table_id, player_id, text, changed_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        const CHANGE: &str = "UPDATE notes SET text = $3, changed_at = $4 WHERE table_id = $1 AND player_id = $2 AND changed_at = $5";
        const DELETE: &str = "DELETE FROM notes WHERE table_id = $1 AND player_id = $2 AND changed_at = $3";
        let (table, player, read) = (self.table, self.player, self.read);
        let StoredNote { text, changed_at } = &self.note;
        match (text.is_empty(), read == UnixMs::default()) {
            (true, _) => execute!(tx, DELETE; table, player, read),
            (false, true) => execute!(tx, NEW; table, player, text, *changed_at),
            (false, false) => execute!(tx, CHANGE; table, player, text, *changed_at, read),
        }
    }
}

/// Those of a player who is deleted, and of all on their device.
pub(in crate::store) async fn delete_of(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: &str = concat!("DELETE FROM notes WHERE player_id IN (", players_on!("$1"), ")");
    execute!(tx, DELETE; player).map(drop)
}
