//! The chat of tables: a feed beside the log, whose numbers are decided by the key (table, n).

use futures_util::future::BoxFuture;
use tokio::time::Instant;

use crate::ids::{CommandId, PlayerId, TableId};
use crate::model::log::outage::served_since;
use crate::model::player::audience::Audience;
use crate::model::player::chat::{CHAT_CAPACITY, CHAT_LIFE};
use crate::store::engine::from_row::{from_row, parse};
use crate::store::engine::read::{read, read_in};
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::writer::job::{AnyJob, Effects, Lane, ROW_BYTES, WriteJob};
use crate::store::writer::outcome::{Fault, Outcome};
use crate::store::writer::queue::{Queued, TIMEOUT};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// How often a line is written anew because other nodes took its number.
const ATTEMPTS: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatRow {
    /// Counted from 1, with gaps: old lines are deleted.
    pub n: i64,
    pub player: PlayerId,
    pub name: String,
    pub at: UnixMs,
    pub audience: Audience,
    /// What they wrote; the name of whom they silenced.
    pub text: String,
    /// The watcher whom the host silenced, or let write again; `None` for a line.
    pub about: Option<PlayerId>,
    /// Whether they are silenced since then.
    pub silenced: bool,
    /// Whether the author, or the silenced player, has an account. Ignored when an entry is written.
    pub member: bool,
    /// The name of the owner, if that is a bot of a member. Ignored, too.
    pub owner: Option<String>,
}

from_row!(ChatRow, row => ChatRow {
    n: row.try_get("n")?,
    player: row.try_get("player_id")?,
    name: row.try_get("name")?,
    at: row.try_get("at")?,
    audience: parse(row, "audience")?,
    text: row.try_get("text")?,
    about: row.try_get("about_id")?,
    silenced: row.try_get("silenced")?,
    member: row.try_get("member")?,
    owner: row.try_get("owner")?,
});

#[derive(Clone, Debug)]
pub struct NewChat {
    pub table: TableId,
    /// A repeated id of the same player is the same entry.
    pub command: CommandId,
    /// Its number is ignored.
    pub row: ChatRow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenChat {
    Now(i64),
    /// An entry with the same id was there before. It may differ.
    Before(i64),
}

impl WrittenChat {
    pub fn n(self) -> i64 {
        match self {
            WrittenChat::Now(n) | WrittenChat::Before(n) => n,
        }
    }
}

impl Store {
    /// Writes an entry of a chat. Returns its number, also if it was written before. After an error it may be written
    /// or not; it can be written again, and counts once.
    pub async fn write_chat(&self, entry: &NewChat) -> Result<WrittenChat, StoreError> {
        let deadline = Instant::now() + TIMEOUT;
        for _ in 0..ATTEMPTS {
            match self.writer.submit(Queued::job(entry.clone()), deadline).await? {
                Outcome::Numbered(n) => return Ok(WrittenChat::Now(n)),
                Outcome::Found(n) => return Ok(WrittenChat::Before(n)),
                _ => continue,
            }
        }
        Err(Fault::Begin("other nodes wrote at the same time".to_owned()).into())
    }

    pub async fn chat_after(&self, table: TableId, n: i64) -> Result<Vec<ChatRow>, StoreError> {
        const FIND: &str = "SELECT n, player_id, name, at, audience, text, about_id, silenced,
                EXISTS (SELECT 1 FROM accounts a WHERE a.player_id = COALESCE(about_id, chat.player_id)) AS member,
                (SELECT o.name FROM accounts a JOIN players o ON o.id = a.bot_owner
                    WHERE a.player_id = COALESCE(about_id, chat.player_id)) AS owner
            FROM chat WHERE table_id = $1 AND n > $2 ORDER BY n";
        read!(self, conn => sqlx::query_as(FIND).bind(table).bind(n).fetch_all(conn))
    }

    /// The highest numbers in the chats of these tables, of those that have any.
    pub async fn last_chat_numbers(&self, tables: &[TableId]) -> Result<Vec<(TableId, i64)>, StoreError> {
        read_in!(
            self,
            "SELECT table_id, MAX(n) FROM chat WHERE table_id IN (",
            tables,
            " GROUP BY table_id"
        )
    }

    /// Up to `limit` tables whose chats have been kept for long enough: the game ended thirty days ago, or it never did and
    /// there was neither an event nor a line for as long, not counting the time in which no server was running.
    pub async fn outdated_chats(&self, now: UnixMs, limit: i64) -> Result<Vec<TableId>, StoreError> {
        // Younger tables have larger ids, and no table is younger than its chat: most lines are not looked at.
        const FIND: &str =
            "SELECT DISTINCT c.table_id FROM chat c JOIN table_state s ON s.table_id = c.table_id
            LEFT JOIN records r ON r.table_id = c.table_id
            WHERE c.table_id < $1 AND CASE WHEN r.table_id IS NOT NULL THEN r.finished_at <= $2
                ELSE s.changed_at <= $3 AND NOT EXISTS
                    (SELECT 1 FROM chat l WHERE l.table_id = c.table_id AND l.at > $3) END
            LIMIT $4";
        let since = now - CHAT_LIFE;
        let youngest = TableId::earliest(since + 1);
        let served = served_since(&self.outages().await?, now, now - since);
        read!(self, conn => sqlx::query_scalar(FIND).bind(youngest).bind(since).bind(served).bind(limit).fetch_all(conn))
    }

    pub async fn delete_chat(&self, table: TableId) -> Result<(), StoreError> {
        self.writer.write(DeleteChat(table)).await.map(drop)
    }
}

impl AnyJob for NewChat {
    fn lane(&self) -> Lane {
        Lane::Chats
    }

    fn effects(&self) -> Effects {
        let chat = Some(self.table);
        Effects {
            chat,
            ..Effects::NONE
        }
    }

    fn bytes(&self) -> usize {
        ROW_BYTES + self.row.text.len()
    }

    fn run<'t>(&'t self, tx: &'t mut Tx<'_>) -> BoxFuture<'t, sqlx::Result<Outcome>> {
        Box::pin(insert(tx, self))
    }
}

/// Writes an entry, unless it is there already or another one takes its number at the same time.
async fn insert(tx: &mut Tx<'_>, entry: &NewChat) -> sqlx::Result<Outcome> {
    if let Some(n) = number_of(tx, entry).await? {
        return Ok(Outcome::Found(n));
    }
    // An entry that another node writes at this moment is waited for, and takes the number.
    const INSERT: &str = "INSERT INTO chat
            (table_id, n, player_id, name, command_id, at, audience, text, about_id, silenced)
        SELECT $1, COALESCE(MAX(n), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9 FROM chat WHERE table_id = $1
        ON CONFLICT DO NOTHING RETURNING n";
    let NewChat { table, command, row } = entry;
    let n: Option<i64> = on!(tx, tx => sqlx::query_scalar(INSERT)
        .bind(table).bind(row.player).bind(&row.name).bind(command).bind(row.at)
        .bind(row.audience.name()).bind(&row.text).bind(row.about).bind(row.silenced)
        .fetch_optional(&mut **tx).await)?;
    let Some(n) = n else {
        return Ok(Outcome::Conflict);
    };
    make_room(tx, entry, n).await?;
    Ok(Outcome::Numbered(n))
}

async fn number_of(tx: &mut Tx<'_>, entry: &NewChat) -> sqlx::Result<Option<i64>> {
    const FIND: &str = "SELECT n FROM chat WHERE table_id = $1 AND player_id = $2 AND command_id = $3";
    on!(tx, tx => sqlx::query_scalar(FIND).bind(entry.table).bind(entry.row.player).bind(entry.command)
        .fetch_optional(&mut **tx).await)
}

/// Deletes old lines. The last entry about each silenced player is kept.
async fn make_room(tx: &mut Tx<'_>, entry: &NewChat, n: i64) -> sqlx::Result<()> {
    const OLD: &str = "DELETE FROM chat WHERE table_id = $1 AND n <= $2 AND about_id IS NULL";
    const REPLACED: &str = "DELETE FROM chat WHERE table_id = $1 AND n < $2 AND about_id = $3";
    let (table, oldest) = (entry.table, n - CHAT_CAPACITY as i64);
    on!(tx, tx => {
        if oldest > 0 {
            sqlx::query(OLD).bind(table).bind(oldest).execute(&mut **tx).await?;
        }
        if let Some(about) = entry.row.about {
            sqlx::query(REPLACED).bind(table).bind(n).bind(about).execute(&mut **tx).await?;
        }
    });
    Ok(())
}

#[derive(Debug)]
struct DeleteChat(TableId);

impl WriteJob for DeleteChat {
    const EFFECTS: Effects = Effects::ERASES;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const DELETE: &str = "DELETE FROM chat WHERE table_id = $1";
        execute!(tx, DELETE; self.0)
    }
}
