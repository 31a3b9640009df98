//! Writing clubs: founding one, who belongs to it, what is said of it.

use crate::ids::{ClubId, PlayerId, TableId};
use crate::model::club::{ClubName, ClubText, Joining, MOST_CLUBS, MOST_MEMBERS, Role};
use crate::names::folded;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::players_on::players_on;
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// What is said of a club.
#[derive(Clone, Debug)]
pub struct ClubTerms {
    pub name: ClubName,
    pub text: ClubText,
    pub joining: Joining,
}

impl Store {
    /// Founds a club, with its first officer. False if another one has the name.
    pub async fn found_club(
        &self,
        club: ClubId,
        terms: ClubTerms,
        invitation: String,
        founder: PlayerId,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let job = Found {
            club,
            terms,
            invitation,
            founder,
            now,
        };
        self.writer.write(job).await
    }

    /// Gives a player a role in a club, or none. False if they do not have the role any more that they had, or there is no room for
    /// them.
    pub async fn change_club_role(
        &self,
        club: ClubId,
        player: PlayerId,
        from: Option<Role>,
        to: Option<Role>,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let job = ChangeRole {
            club,
            player,
            from,
            to,
            now,
        };
        self.writer.write(job).await
    }

    /// False if another club has the name.
    pub async fn change_club(&self, club: ClubId, terms: ClubTerms) -> Result<bool, StoreError> {
        self.writer.write(ChangeClub { club, terms }).await
    }

    /// The link with the secret before invites nobody any more.
    pub async fn renew_club_invitation(&self, club: ClubId, invitation: String) -> Result<(), StoreError> {
        self.writer.write(Renew { club, invitation }).await.map(drop)
    }

    /// The table belongs to the club no more. False if it did not.
    pub async fn remove_club_table(&self, club: ClubId, table: TableId) -> Result<bool, StoreError> {
        self.writer.write(RemoveTable { club, table }).await
    }

    /// Removes a club for ever. Its tables and tournaments stay. False if there is none.
    pub async fn remove_club(&self, club: ClubId) -> Result<bool, StoreError> {
        self.writer.write(RemoveClub(club)).await
    }
}

#[derive(Debug)]
struct Found {
    club: ClubId,
    terms: ClubTerms,
    invitation: String,
    founder: PlayerId,
    now: UnixMs,
}

impl WriteJob for Found {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const FOUND: &str =
            "INSERT INTO clubs (id, name, name_key, text, joining, invitation, members, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, 0, $7) ON CONFLICT DO NOTHING";
        let ClubTerms { name, text, joining } = &self.terms;
        let name = name.as_str();
        if !execute!(tx, FOUND; self.club, name, folded(name), text.as_str(), joining.name(), &self.invitation, self.now)?
        {
            return Ok(false);
        }
        put(tx, self.club, self.founder, Role::Officer, self.now).await?;
        count(tx, self.club).await?;
        Ok(true)
    }
}

#[derive(Debug)]
struct ChangeRole {
    club: ClubId,
    player: PlayerId,
    from: Option<Role>,
    to: Option<Role>,
    now: UnixMs,
}

impl ChangeRole {
    /// Whether the player has another role meanwhile, or becomes a member where there is no room.
    async fn is_refused(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const ROLE: &str = "SELECT role FROM club_players WHERE club_id = $1 AND player_id = $2";
        const MEMBERS: &str = "SELECT members FROM clubs WHERE id = $1";
        const CLUBS: &str =
            "SELECT COUNT(*) FROM club_players WHERE player_id = $1 AND role IN ('member', 'officer')";
        let role: Option<String> = on!(tx, tx => sqlx::query_scalar(ROLE).bind(self.club).bind(self.player)
            .fetch_optional(&mut **tx).await)?;
        if role.as_deref() != self.from.map(Role::name) {
            return Ok(true);
        }
        let is_in = |role: Option<Role>| role.is_some_and(Role::belongs);
        if !is_in(self.to) || is_in(self.from) {
            return Ok(false);
        }
        let members: Option<i64> = on!(tx, tx => sqlx::query_scalar(MEMBERS).bind(self.club)
            .fetch_optional(&mut **tx).await)?;
        let clubs: i64 =
            on!(tx, tx => sqlx::query_scalar(CLUBS).bind(self.player).fetch_one(&mut **tx).await)?;
        Ok(members.is_none_or(|members| members >= MOST_MEMBERS) || clubs >= MOST_CLUBS)
    }
}

impl WriteJob for ChangeRole {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const DELETE: &str = "DELETE FROM club_players WHERE club_id = $1 AND player_id = $2";
        // Whatever is changed about a club is changed by one after the other.
        const LOCK: &str = "UPDATE clubs SET members = members WHERE id = $1";
        if !execute!(tx, LOCK; self.club)? || self.is_refused(tx).await? {
            return Ok(false);
        }
        match self.to {
            Some(role) => put(tx, self.club, self.player, role, self.now).await?,
            None => execute!(tx, DELETE; self.club, self.player).map(drop)?,
        }
        keep_officer(tx, self.club).await?;
        count(tx, self.club).await?;
        Ok(true)
    }
}

async fn put(tx: &mut Tx<'_>, club: ClubId, player: PlayerId, role: Role, now: UnixMs) -> sqlx::Result<()> {
    const PUT: &str = "INSERT INTO club_players (club_id, player_id, role, since) VALUES ($1, $2, $3, $4)
        ON CONFLICT (club_id, player_id) DO UPDATE SET role = excluded.role,
            since = CASE WHEN club_players.role = 'member' THEN club_players.since ELSE excluded.since END";
    execute!(tx, PUT; club, player, role.name(), now).map(drop)
}

/// A club without an officer gets the one who has been a member for the longest time.
async fn keep_officer(tx: &mut Tx<'_>, club: ClubId) -> sqlx::Result<()> {
    const KEEP: &str = "UPDATE club_players SET role = 'officer' WHERE club_id = $1
        AND NOT EXISTS (SELECT 1 FROM club_players WHERE club_id = $1 AND role = 'officer')
        AND player_id = (SELECT player_id FROM club_players WHERE club_id = $1 AND role = 'member' ORDER BY since, player_id LIMIT 1)";
    execute!(tx, KEEP; club).map(drop)
}

async fn count(tx: &mut Tx<'_>, club: ClubId) -> sqlx::Result<()> {
    const COUNT: &str = "UPDATE clubs SET members =
        (SELECT COUNT(*) FROM club_players WHERE club_id = $1 AND role IN ('member', 'officer')) WHERE id = $1";
    execute!(tx, COUNT; club).map(drop)
}

#[derive(Debug)]
struct ChangeClub {
    club: ClubId,
    terms: ClubTerms,
}

impl WriteJob for ChangeClub {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const CHANGE: &str = "UPDATE clubs SET name = $2, name_key = $3, text = $4, joining = $5
            WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM clubs WHERE name_key = $3 AND id <> $1)";
        let ClubTerms { name, text, joining } = &self.terms;
        let name = name.as_str();
        execute!(tx, CHANGE; self.club, name, folded(name), text.as_str(), joining.name())
    }
}

#[derive(Debug)]
struct Renew {
    club: ClubId,
    invitation: String,
}

impl WriteJob for Renew {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const RENEW: &str = "UPDATE clubs SET invitation = $2 WHERE id = $1";
        execute!(tx, RENEW; self.club, &self.invitation)
    }
}

#[derive(Debug)]
struct RemoveTable {
    club: ClubId,
    table: TableId,
}

impl WriteJob for RemoveTable {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const REMOVE: &str = "DELETE FROM club_tables WHERE club_id = $1 AND table_id = $2";
        execute!(tx, REMOVE; self.club, self.table)
    }
}

#[derive(Debug)]
struct RemoveClub(ClubId);

impl WriteJob for RemoveClub {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const REMOVE: [&str; 3] = [
            "DELETE FROM club_players WHERE club_id = $1",
            "DELETE FROM club_tables WHERE club_id = $1",
            "UPDATE tournaments SET club_id = NULL WHERE club_id = $1",
        ];
        const CLUB: &str = "DELETE FROM clubs WHERE id = $1";
        for sql in REMOVE {
            execute!(tx, sql; self.0)?;
        }
        execute!(tx, CLUB; self.0)
    }
}

/// A player who is deleted, and all on their device, leave their clubs.
pub(in crate::store) async fn leave_all(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const FIND: &str = concat!(
        "SELECT DISTINCT club_id FROM club_players WHERE player_id IN (",
        players_on!("$1"),
        ") ORDER BY club_id"
    );
    const LEAVE: &str = concat!(
        "DELETE FROM club_players WHERE player_id IN (",
        players_on!("$1"),
        ")"
    );
    let clubs: Vec<ClubId> = on!(tx, tx => sqlx::query_scalar(FIND).bind(player).fetch_all(&mut **tx).await)?;
    if clubs.is_empty() {
        return Ok(());
    }
    execute!(tx, LEAVE; player)?;
    for club in clubs {
        keep_officer(tx, club).await?;
        count(tx, club).await?;
    }
    Ok(())
}
