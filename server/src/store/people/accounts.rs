//! Accounts: players with a name of their own and a password.

use super::sessions::{self, NewSession};
use super::{bot_accounts, deletion, ended_sessions, tokens};
use crate::ids::PlayerId;
use crate::model::player::Player;
use crate::model::player::preferences::Preferences;
use crate::names::{PlayerName, Skeletons};
use crate::store::delivery::{channels, link_mails};
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::log::{seated_names, stale};
use crate::store::writer::job::{Effects, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub player: Player,
    /// The hash of the password, as a PHC string.
    pub password_hash: String,
    pub created_at: UnixMs,
    /// When the password was changed last.
    pub password_changed_at: UnixMs,
    /// Until when the password is good, and only to choose another one; none for a password that its
    /// owner chose.
    pub password_expires_at: Option<UnixMs>,
    /// Since when nobody can sign in to it.
    pub blocked_at: Option<UnixMs>,
}

from_row!(Account, row => Account {
    player: Player::from_row(row)?,
    password_hash: row.try_get("password_hash")?,
    created_at: row.try_get("account_created_at")?,
    password_changed_at: row.try_get("password_changed_at")?,
    password_expires_at: row.try_get("password_expires_at")?,
    blocked_at: row.try_get("blocked_at")?,
});

#[derive(Clone, Debug)]
pub struct NewAccount {
    pub player: PlayerId,
    pub name: PlayerName,
    /// The hash of the password, as a PHC string.
    pub password_hash: String,
    /// What was chosen in the browser before.
    pub preferences: Preferences,
    pub session: NewSession,
}

/// The columns of an [`Account`], with `p` for the player and `a` for the account.
macro_rules! account {
    () => {
        "p.id, p.name, p.created_at, TRUE AS member, a.password_hash, a.created_at AS account_created_at,
         a.password_changed_at, a.password_expires_at, a.blocked_at FROM accounts a JOIN players p ON p.id = a.player_id"
    };
}
pub(in crate::store) use account;

impl Store {
    /// The account with this name, in whatever case.
    pub async fn account_named(&self, name: &str) -> Result<Option<Account>, StoreError> {
        const FIND: &str = concat!("SELECT ", account!(), " WHERE a.skeleton = $1");
        let skeleton = Skeletons::of(name).in_lower_case;
        read!(self, conn => sqlx::query_as(FIND).bind(&skeleton).fetch_optional(conn))
    }

    /// The names of accounts that begin like this to a reader, in whatever case, in alphabetical order; with the names of the
    /// owners of those that are bots.
    pub async fn names_beginning(
        &self,
        name: &str,
        limit: i64,
    ) -> Result<Vec<(String, Option<String>)>, StoreError> {
        const FIND: &str =
            "SELECT p.name, o.name AS owner FROM accounts a JOIN players p ON p.id = a.player_id
            LEFT JOIN players o ON o.id = a.bot_owner
            WHERE a.skeleton >= $1 AND a.skeleton < $2 ORDER BY a.skeleton LIMIT $3";
        let first = Skeletons::of(name).in_lower_case;
        let after = format!("{first}{}", char::MAX);
        read!(self, conn => sqlx::query_as(FIND).bind(&first).bind(&after).bind(limit).fetch_all(conn))
    }

    pub async fn account_of(&self, player: PlayerId) -> Result<Option<Account>, StoreError> {
        const FIND: &str = concat!("SELECT ", account!(), " WHERE a.player_id = $1");
        read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_optional(conn))
    }

    /// The player whose account has this name, or a similar one.
    pub async fn owner_of_name(&self, name: &PlayerName) -> Result<Option<PlayerId>, StoreError> {
        const FIND: &str =
            "SELECT player_id FROM accounts WHERE skeleton = $1 OR skeleton_as_written = $2 LIMIT 1";
        let Skeletons {
            in_lower_case,
            as_written,
        } = name.skeletons();
        read!(self, conn => sqlx::query_scalar(FIND).bind(&in_lower_case).bind(&as_written).fetch_optional(conn))
    }

    /// Makes an account and its first session. The player keeps their tables and games. False if the name or a
    /// similar one belongs to another account, or the player has an account.
    pub async fn sign_up(&self, account: NewAccount) -> Result<bool, StoreError> {
        self.writer.write(account).await
    }

    /// Changes the password of an account, ends all its sessions, and begins one for the browser where that was done.
    /// False if there is no account, or it is blocked.
    pub async fn change_password(
        &self,
        player: PlayerId,
        hash: String,
        session: NewSession,
    ) -> Result<bool, StoreError> {
        let job = ChangePassword {
            player,
            hash,
            session,
        };
        self.writer.write(job).await
    }

    /// Gives a player another name: for tables to come, and where they sit or played. False if it belongs to another
    /// account, or there is no such player.
    pub async fn rename_everywhere(
        &self,
        player: PlayerId,
        name: PlayerName,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        self.writer.write(RenameEverywhere { player, name, now }).await
    }

    /// Ends all sessions of an account and revokes its tokens, so that nobody can use it. False if there is no account.
    pub async fn block(&self, player: PlayerId, now: UnixMs) -> Result<bool, StoreError> {
        self.writer.write(Block { player, now }).await
    }

    /// Lets the owner sign in to a blocked account again. False if it is not blocked.
    pub async fn unblock(&self, player: PlayerId) -> Result<bool, StoreError> {
        self.writer.write(Unblock(player)).await
    }
}

impl WriteJob for NewAccount {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const PLAYER: &str =
            "INSERT INTO players (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING";
        const ACCOUNT: &str = "INSERT INTO accounts
                (player_id, skeleton, skeleton_as_written, password_hash, created_at, password_changed_at, preferences)
            VALUES ($1, $2, $3, $4, $5, $5, $6) ON CONFLICT DO NOTHING";
        const TAKEN: &str = "SELECT COUNT(*) FROM accounts WHERE skeleton = $1 OR skeleton_as_written = $2";
        const NAME: &str = "UPDATE players SET name = $2 WHERE id = $1";
        let NewAccount {
            player,
            name,
            password_hash,
            preferences,
            session,
        } = self;
        let skeletons = name.skeletons();
        let made = on!(tx, tx => {
            // Deleting a newcomer again would read all that can belong to a player. Of two nodes that give the same
            // name at the same moment one still leaves an unused player.
            let taken: i64 = sqlx::query_scalar(TAKEN).bind(&skeletons.in_lower_case).bind(&skeletons.as_written)
                .fetch_one(&mut **tx).await?;
            if taken > 0 {
                return Ok(false);
            }
            sqlx::query(PLAYER).bind(player).bind(name.as_str()).bind(session.now).execute(&mut **tx).await?;
            let made = sqlx::query(ACCOUNT).bind(player).bind(&skeletons.in_lower_case).bind(&skeletons.as_written)
                .bind(password_hash).bind(session.now).bind(preferences.to_string()).execute(&mut **tx).await?.rows_affected() > 0;
            if made {
                sqlx::query(NAME).bind(player).bind(name.as_str()).execute(&mut **tx).await?;
            }
            made
        });
        if made {
            sessions::start(tx, *player, session).await?;
            seated_names::rename(tx, *player, name, session.now).await?;
        }
        Ok(made)
    }
}

#[derive(Debug)]
struct ChangePassword {
    player: PlayerId,
    hash: String,
    session: NewSession,
}

impl WriteJob for ChangePassword {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        let ChangePassword {
            player,
            hash,
            session,
        } = self;
        Ok(change_password(tx, *player, hash, session.now).await?
            && sessions::start(tx, *player, session).await?)
    }
}

/// Also ends all sessions.
pub(in crate::store) async fn change_password(
    tx: &mut Tx<'_>,
    player: PlayerId,
    hash: &str,
    now: UnixMs,
) -> sqlx::Result<bool> {
    const CHANGE: &str = "UPDATE accounts SET password_hash = $2, password_changed_at = $3,
        password_expires_at = NULL, choice = NULL WHERE player_id = $1";
    let changed = execute!(tx, CHANGE; player, hash, now)?;
    if changed {
        ended_sessions::end_all(tx, player, now).await?;
    }
    Ok(changed)
}

/// Changes all copies of the name in lists, records and chats.
#[derive(Debug)]
struct RenameEverywhere {
    player: PlayerId,
    name: PlayerName,
    now: UnixMs,
}

impl WriteJob for RenameEverywhere {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS_AND_ERASES;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const TAKEN: &str = "SELECT COUNT(*) FROM accounts
            WHERE (skeleton = $2 OR skeleton_as_written = $3) AND player_id <> $1";
        const ACCOUNT: &str =
            "UPDATE accounts SET skeleton = $2, skeleton_as_written = $3 WHERE player_id = $1";
        let skeletons = self.name.skeletons();
        on!(tx, tx => {
            let taken: i64 = sqlx::query_scalar(TAKEN).bind(self.player).bind(&skeletons.in_lower_case)
                .bind(&skeletons.as_written).fetch_one(&mut **tx).await?;
            if taken > 0 {
                return Ok(false);
            }
            sqlx::query(ACCOUNT).bind(self.player).bind(&skeletons.in_lower_case).bind(&skeletons.as_written)
                .execute(&mut **tx).await?;
        });
        // Tables where their bots sit name the owner, too.
        for bot in bot_accounts::ids_of(tx, self.player).await? {
            stale::mark(tx, bot.0, self.now).await?;
        }
        deletion::rename_everywhere(tx, self.player, self.name.as_str(), self.now).await
    }
}

#[derive(Debug)]
struct Block {
    player: PlayerId,
    now: UnixMs,
}

impl WriteJob for Block {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const BLOCK: &str = "UPDATE accounts SET blocked_at = COALESCE(blocked_at, $2) WHERE player_id = $1";
        let blocked = execute!(tx, BLOCK; self.player, self.now)?;
        if blocked {
            ended_sessions::end_all(tx, self.player, self.now).await?;
            tokens::revoke_all(tx, self.player, self.now).await?;
            channels::delete_all(tx, self.player).await?;
            link_mails::delete_all(tx, self.player).await?;
        }
        Ok(blocked)
    }
}

#[derive(Debug)]
struct Unblock(PlayerId);

impl WriteJob for Unblock {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const UNBLOCK: &str =
            "UPDATE accounts SET blocked_at = NULL WHERE player_id = $1 AND blocked_at IS NOT NULL";
        execute!(tx, UNBLOCK; self.0)
    }
}
