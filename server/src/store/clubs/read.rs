//! Reading clubs, and who belongs to them.

use crate::ids::{ClubId, PlayerId, TableId};
use crate::model::club::{Joining, Role};
use crate::store::engine::from_row::{from_row, parse};
use crate::store::engine::read::read;
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// A club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Club {
    pub id: ClubId,
    pub name: String,
    pub text: String,
    pub joining: Joining,
    /// The secret of the link with which anybody may join.
    pub invitation: String,
    /// How many members and officers there are.
    pub members: i64,
    pub created_at: UnixMs,
}

from_row!(Club, row => Club {
    id: row.try_get("id")?,
    name: row.try_get("name")?,
    text: row.try_get("text")?,
    joining: parse(row, "joining")?,
    invitation: row.try_get("invitation")?,
    members: row.try_get("members")?,
    created_at: row.try_get("created_at")?,
});

/// Somebody who has to do with a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubPlayer {
    pub player: PlayerId,
    pub name: String,
    pub role: Role,
}

from_row!(ClubPlayer, row => ClubPlayer {
    player: row.try_get("player_id")?,
    name: row.try_get("name")?,
    role: parse(row, "role")?,
});

/// A club of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnClub {
    pub club: Club,
    pub role: Role,
}

from_row!(OwnClub, row => OwnClub {
    club: Club::from_row(row)?,
    role: parse(row, "role")?,
});

macro_rules! club {
    () => {
        "SELECT c.id, c.name, c.text, c.joining, c.invitation, c.members, c.created_at"
    };
}

impl Store {
    pub async fn club(&self, club: ClubId) -> Result<Option<Club>, StoreError> {
        const FIND: &str = concat!(club!(), " FROM clubs c WHERE c.id = $1");
        read!(self, conn => sqlx::query_as(FIND).bind(club).fetch_optional(conn))
    }

    /// At most so many clubs that have members, those with the most first.
    pub async fn clubs(&self, limit: i64) -> Result<Vec<Club>, StoreError> {
        const FIND: &str = concat!(
            club!(),
            " FROM clubs c WHERE c.members > 0 ORDER BY c.members DESC, c.id DESC LIMIT $1"
        );
        read!(self, conn => sqlx::query_as(FIND).bind(limit).fetch_all(conn))
    }

    /// The clubs where a player belongs or asks to, in alphabetical order.
    pub async fn clubs_of(&self, player: PlayerId) -> Result<Vec<OwnClub>, StoreError> {
        const FIND: &str = concat!(
            club!(),
            ", p.role FROM club_players p JOIN clubs c ON c.id = p.club_id
            WHERE p.player_id = $1 AND p.role <> 'removed' ORDER BY c.name_key, c.id"
        );
        read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_all(conn))
    }

    /// `None` if the player has nothing to do with the club.
    pub async fn club_role(&self, club: ClubId, player: PlayerId) -> Result<Option<Role>, StoreError> {
        const FIND: &str = "SELECT role FROM club_players WHERE club_id = $1 AND player_id = $2";
        let found: Option<RoleRow> =
            read!(self, conn => sqlx::query_as(FIND).bind(club).bind(player).fetch_optional(conn))?;
        Ok(found.map(|row| row.0))
    }

    /// At most so many of those who have a role, the first to have it first.
    pub async fn club_players(
        &self,
        club: ClubId,
        role: Role,
        limit: i64,
    ) -> Result<Vec<ClubPlayer>, StoreError> {
        const FIND: &str =
            "SELECT c.player_id, p.name, c.role FROM club_players c JOIN players p ON p.id = c.player_id
            WHERE c.club_id = $1 AND c.role = $2 ORDER BY c.since, c.player_id LIMIT $3";
        read!(self, conn => sqlx::query_as(FIND).bind(club).bind(role.name()).bind(limit).fetch_all(conn))
    }

    /// The club that a table belongs to, with its name; `None` for most.
    pub async fn club_of_table(&self, table: TableId) -> Result<Option<(ClubId, String)>, StoreError> {
        const FIND: &str =
            "SELECT c.id, c.name FROM club_tables t JOIN clubs c ON c.id = t.club_id WHERE t.table_id = $1";
        read!(self, conn => sqlx::query_as(FIND).bind(table).fetch_optional(conn))
    }
}

struct RoleRow(Role);

from_row!(RoleRow, row => RoleRow(parse(row, "role")?));
