//! Invitations to tables that wait for players.

use crate::ids::{PlayerId, TableId};
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::{Effects, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// Invitations of one player to another that wait for an answer or were declined.
pub const INVITATIONS: i64 = 5;
/// How long an invitation is shown, in milliseconds: 7 days.
pub const INVITED_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// An invitation that its player has neither declined nor followed, to a table that still waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub table: TableId,
    pub by: PlayerId,
    pub name: String,
    pub member: bool,
}

from_row!(Invitation {
    table: "table_id",
    by: "invited_by",
    name,
    member
});

/// Whether an invitation `i` to a table with the state `s` waits for an answer.
macro_rules! is_open {
    () => {
        "(NOT i.declined AND s.phase = 'waiting')"
    };
}
pub(in crate::store) use is_open;

/// Whether the invited player does not sit at the table: then the invitation is among their tables.
macro_rules! stands {
    () => {
        "NOT EXISTS (SELECT 1 FROM table_players p
            WHERE p.table_id = i.table_id AND p.player_id = i.player_id AND p.seated)"
    };
}
pub(in crate::store) use stands;

/// Whether the player $2 may invite $1: the other one does not block them, and has fewer than $3 invitations of theirs that
/// wait or were declined.
macro_rules! may_invite {
    () => {
        concat!(
            "(NOT EXISTS (SELECT 1 FROM blocks WHERE player_id = $1 AND blocked = $2)
            AND (SELECT COUNT(*) FROM invitations i JOIN table_state s ON s.table_id = i.table_id
                WHERE i.player_id = $1 AND i.invited_by = $2 AND (i.declined OR ",
            is_open!(),
            ")) < $3)"
        )
    };
}

impl Store {
    /// Whether a player may invite another one now.
    pub async fn may_invite(&self, by: PlayerId, player: PlayerId) -> Result<bool, StoreError> {
        const MAY: &str = concat!("SELECT ", may_invite!());
        read!(self, conn => sqlx::query_scalar(MAY).bind(player).bind(by).bind(INVITATIONS).fetch_one(conn))
    }

    /// False if the player is not invited there.
    pub async fn decline(&self, table: TableId, player: PlayerId) -> Result<bool, StoreError> {
        self.writer.write(Decline { table, player }).await
    }

    /// Ends an invitation that leads to no seat: it does not count as declined. False if the player is not invited there.
    pub async fn end_invitation(&self, table: TableId, player: PlayerId) -> Result<bool, StoreError> {
        self.writer.write(EndInvitation { table, player }).await
    }

    /// The open invitations of a player, the latest first.
    pub async fn invitations(&self, player: PlayerId, limit: i64) -> Result<Vec<Invitation>, StoreError> {
        const FIND: &str = concat!(
            "SELECT i.table_id, i.invited_by, p.name,
                EXISTS (SELECT 1 FROM accounts a WHERE a.player_id = i.invited_by) AS member
            FROM invitations i JOIN table_state s ON s.table_id = i.table_id JOIN players p ON p.id = i.invited_by
            WHERE i.player_id = $1 AND ",
            is_open!(),
            " AND ",
            stands!(),
            " ORDER BY i.invited_at DESC, i.table_id LIMIT $2"
        );
        read!(self, conn => sqlx::query_as(FIND).bind(player).bind(limit).fetch_all(conn))
    }

    /// Who invited a player to a table; `None` if nobody did.
    pub async fn invited_by(&self, table: TableId, player: PlayerId) -> Result<Option<PlayerId>, StoreError> {
        const FIND: &str = "SELECT invited_by FROM invitations WHERE player_id = $1 AND table_id = $2";
        read!(self, conn => sqlx::query_scalar(FIND).bind(player).bind(table).fetch_optional(conn))
    }
}

/// Invites a player to a new table, unless that is not allowed any more.
pub(super) async fn insert(
    tx: &mut Tx<'_>,
    table: TableId,
    player: PlayerId,
    by: PlayerId,
    now: UnixMs,
) -> sqlx::Result<()> {
    const INVITE: &str = concat!(
        "INSERT INTO invitations (player_id, table_id, invited_by, invited_at) SELECT $1, $4, $2, $5 WHERE ",
        may_invite!(),
        " ON CONFLICT DO NOTHING"
    );
    execute!(tx, INVITE; player, by, INVITATIONS, table, now).map(drop)
}

#[derive(Debug)]
struct Decline {
    table: TableId,
    player: PlayerId,
}

impl WriteJob for Decline {
    fn effects(&self) -> Effects {
        Effects {
            table: Some(self.table),
            ..Effects::NONE
        }
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const DECLINE: &str = "UPDATE invitations SET declined = TRUE WHERE player_id = $1 AND table_id = $2";
        execute!(tx, DECLINE; self.player, self.table)
    }
}

#[derive(Debug)]
struct EndInvitation {
    table: TableId,
    player: PlayerId,
}

impl WriteJob for EndInvitation {
    fn effects(&self) -> Effects {
        Effects {
            table: Some(self.table),
            ..Effects::NONE
        }
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const END: &str = "DELETE FROM invitations WHERE player_id = $1 AND table_id = $2";
        execute!(tx, END; self.player, self.table)
    }
}

/// Deletes the invitations of a player, and those to them.
pub(in crate::store) async fn delete(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: [&str; 2] = [
        "DELETE FROM invitations WHERE player_id = $1",
        "DELETE FROM invitations WHERE invited_by = $1",
    ];
    for sql in DELETE {
        execute!(tx, sql; player)?;
    }
    Ok(())
}

/// Deletes those that are old.
pub(in crate::store) async fn delete_old(tx: &mut Tx<'_>, now: UnixMs) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM invitations WHERE invited_at <= $1";
    execute!(tx, DELETE; now - INVITED_MS).map(drop)
}
