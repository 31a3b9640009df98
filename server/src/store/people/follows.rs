//! Whom a player follows, and whose invitations they do not want. Only the player sees either.

use serde::Deserialize;

use crate::ids::PlayerId;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// What one player has chosen about another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    pub follows: bool,
    pub blocks: bool,
    /// Whether the other one blocks the player.
    pub is_blocked: bool,
}

from_row!(Relation {
    follows,
    blocks,
    is_blocked
});

/// What a player chooses about another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Follow,
    Unfollow,
    /// It ends that either follows the other, and the invitations of the other one.
    Block,
    Unblock,
}

/// Players with an account whom a player follows or blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// In alphabetical order.
    pub followed: Vec<(PlayerId, String)>,
    pub blocked: Vec<(PlayerId, String)>,
}

impl Store {
    /// Following somebody who blocks the player changes nothing. False if the player has chosen so many others already.
    pub async fn choose(
        &self,
        player: PlayerId,
        other: PlayerId,
        choice: Choice,
        most: i64,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let job = Choose {
            player,
            other,
            choice,
            most,
            now,
        };
        self.writer.write(job).await
    }

    pub async fn relation(&self, player: PlayerId, other: PlayerId) -> Result<Relation, StoreError> {
        const FIND: &str = "SELECT
            EXISTS (SELECT 1 FROM follows WHERE player_id = $1 AND followed = $2) AS follows,
            EXISTS (SELECT 1 FROM blocks WHERE player_id = $1 AND blocked = $2) AS blocks,
            EXISTS (SELECT 1 FROM blocks WHERE player_id = $2 AND blocked = $1) AS is_blocked";
        read!(self, conn => sqlx::query_as(FIND).bind(player).bind(other).fetch_one(conn))
    }

    pub async fn chosen(&self, player: PlayerId) -> Result<Chosen, StoreError> {
        const FOLLOWED: &str = "SELECT p.id, p.name FROM follows f JOIN players p ON p.id = f.followed
            WHERE f.player_id = $1 ORDER BY LOWER(p.name), p.id";
        const BLOCKED: &str = "SELECT p.id, p.name FROM blocks b JOIN players p ON p.id = b.blocked
            WHERE b.player_id = $1 ORDER BY LOWER(p.name), p.id";
        Ok(Chosen {
            followed: read!(self, conn => sqlx::query_as(FOLLOWED).bind(player).fetch_all(conn))?,
            blocked: read!(self, conn => sqlx::query_as(BLOCKED).bind(player).fetch_all(conn))?,
        })
    }
}

#[derive(Debug)]
struct Choose {
    player: PlayerId,
    other: PlayerId,
    choice: Choice,
    most: i64,
    now: UnixMs,
}

impl Choose {
    /// Whether the player has chosen so many others that there is no room for this one.
    async fn is_refused(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const FOLLOWED: &str = "SELECT COUNT(*) FROM follows WHERE player_id = $1 AND followed <> $2";
        const BLOCKED: &str = "SELECT COUNT(*) FROM blocks WHERE player_id = $1 AND blocked <> $2";
        let others = match self.choice {
            Choice::Follow => FOLLOWED,
            Choice::Block => BLOCKED,
            Choice::Unfollow | Choice::Unblock => return Ok(false),
        };
        let others: i64 = on!(tx, tx => sqlx::query_scalar(others).bind(self.player).bind(self.other)
            .fetch_one(&mut **tx).await)?;
        Ok(others >= self.most)
    }
}

impl WriteJob for Choose {
    /// Returns whether it is as the player chose, also if it was so before.
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const FOLLOW: &str = "INSERT INTO follows (player_id, followed, since) SELECT $1, $2, $3
            WHERE NOT EXISTS (SELECT 1 FROM blocks WHERE player_id = $2 AND blocked = $1) ON CONFLICT DO NOTHING";
        const BLOCK: &str =
            "INSERT INTO blocks (player_id, blocked, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        const UNFOLLOW: &str = "DELETE FROM follows WHERE player_id = $1 AND followed = $2";
        const UNBLOCK: &str = "DELETE FROM blocks WHERE player_id = $1 AND blocked = $2";
        const DECLINE: &str =
            "UPDATE invitations SET declined = TRUE WHERE player_id = $1 AND invited_by = $2";
        if self.is_refused(tx).await? {
            return Ok(false);
        }
        let (player, other) = (self.player, self.other);
        match self.choice {
            Choice::Follow => execute!(tx, FOLLOW; player, other, self.now)?,
            Choice::Unfollow => execute!(tx, UNFOLLOW; player, other)?,
            Choice::Unblock => execute!(tx, UNBLOCK; player, other)?,
            Choice::Block => {
                execute!(tx, UNFOLLOW; player, other)?;
                execute!(tx, UNFOLLOW; other, player)?;
                execute!(tx, DECLINE; player, other)?;
                execute!(tx, BLOCK; player, other, self.now)?
            }
        };
        Ok(true)
    }
}

/// Deletes what a player has chosen, and what others have chosen about them.
pub(in crate::store) async fn delete(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: [&str; 4] = [
        "DELETE FROM follows WHERE player_id = $1",
        "DELETE FROM follows WHERE followed = $1",
        "DELETE FROM blocks WHERE player_id = $1",
        "DELETE FROM blocks WHERE blocked = $1",
    ];
    for sql in DELETE {
        execute!(tx, sql; player)?;
    }
    Ok(())
}
