//! Passwords that are good once: set for an account, used, and replaced by one that its owner chooses; and those that are chosen by a
//! link which was sent by mail.

use super::accounts::{Account, account, change_password};
use super::sessions::{self, NewSession};
use super::tokens;
use crate::ids::PlayerId;
use crate::store::LinkPurpose;
use crate::store::delivery::{channels, link_mails, mail};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::{Effects, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

impl Store {
    /// Gives an account a password that is good once until it expires: passkeys, tokens and the mail address are removed and all sessions end.
    /// False if there is no account.
    pub async fn reset_password(
        &self,
        player: PlayerId,
        hash: String,
        expires: UnixMs,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let job = ResetPassword {
            player,
            hash,
            expires,
            now,
        };
        self.writer.write(job).await
    }

    /// Uses the password with this hash, which is good once: until `expires`, another one can be chosen by the secret
    /// with the hash `choice`. False if it was used or has expired, or the account is blocked.
    pub async fn use_password_once(
        &self,
        player: PlayerId,
        hash: String,
        choice: [u8; 32],
        expires: UnixMs,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let job = UsePasswordOnce {
            player,
            hash,
            choice,
            expires,
            now,
        };
        self.writer.write(job).await
    }

    /// The account whose owner may choose a password by the secret with this hash.
    pub async fn choosing(&self, choice: [u8; 32], now: UnixMs) -> Result<Option<Account>, StoreError> {
        const FIND: &str = concat!(
            "SELECT ",
            account!(),
            " WHERE a.choice = $1 AND a.password_expires_at > $2 AND a.blocked_at IS NULL"
        );
        read!(self, conn => sqlx::query_as(FIND).bind(&choice[..]).bind(now).fetch_optional(conn))
    }

    /// Gives an account the password that its owner has chosen by a secret, and begins a session. False if the secret
    /// was used or has expired, or the account is blocked.
    pub async fn choose_password(
        &self,
        player: PlayerId,
        choice: [u8; 32],
        hash: String,
        session: NewSession,
    ) -> Result<bool, StoreError> {
        let job = ChoosePassword {
            player,
            choice,
            hash,
            session,
        };
        self.writer.write(job).await
    }

    /// Gives an account the password that its owner has chosen by a link. All sessions end. False if the link has expired or was used,
    /// or the account is blocked.
    pub async fn choose_password_by_link(
        &self,
        token_hash: [u8; 32],
        hash: String,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let job = ChooseByLink {
            token_hash,
            hash,
            now,
        };
        self.writer.write(job).await
    }
}

#[derive(Debug)]
struct ResetPassword {
    player: PlayerId,
    hash: String,
    expires: UnixMs,
    now: UnixMs,
}

impl WriteJob for ResetPassword {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const PASSKEYS: &str = "DELETE FROM passkeys WHERE player_id = $1";
        const EXPIRE: &str = "UPDATE accounts SET password_expires_at = $2 WHERE player_id = $1";
        let changed = change_password(tx, self.player, &self.hash, self.now).await?;
        execute!(tx, PASSKEYS; self.player)?;
        tokens::revoke_all(tx, self.player, self.now).await?;
        channels::delete_all(tx, self.player).await?;
        mail::delete(tx, self.player).await?;
        execute!(tx, EXPIRE; self.player, self.expires)?;
        Ok(changed)
    }
}

#[derive(Debug)]
struct UsePasswordOnce {
    player: PlayerId,
    hash: String,
    choice: [u8; 32],
    expires: UnixMs,
    now: UnixMs,
}

impl WriteJob for UsePasswordOnce {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const USE: &str = "UPDATE accounts SET choice = $3, password_expires_at = $4 WHERE player_id = $1
            AND password_hash = $2 AND choice IS NULL AND password_expires_at > $5 AND blocked_at IS NULL";
        execute!(tx, USE; self.player, &self.hash, &self.choice[..], self.expires, self.now)
    }
}

#[derive(Debug)]
struct ChoosePassword {
    player: PlayerId,
    choice: [u8; 32],
    hash: String,
    session: NewSession,
}

impl WriteJob for ChoosePassword {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const TAKE: &str = "UPDATE accounts SET choice = NULL WHERE player_id = $1 AND choice = $2
            AND password_expires_at > $3 AND blocked_at IS NULL";
        let taken = execute!(tx, TAKE; self.player, &self.choice[..], self.session.now)?;
        Ok(taken
            && change_password(tx, self.player, &self.hash, self.session.now).await?
            && sessions::start(tx, self.player, &self.session).await?)
    }
}

#[derive(Debug)]
struct ChooseByLink {
    token_hash: [u8; 32],
    hash: String,
    now: UnixMs,
}

impl WriteJob for ChooseByLink {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    /// Its other links are not good any more.
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        let found = link_mails::take(tx, self.token_hash, LinkPurpose::Password, self.now).await?;
        let Some((player, _)) = found else {
            return Ok(false);
        };
        link_mails::delete_passwords(tx, player).await?;
        change_password(tx, player, &self.hash, self.now).await
    }
}
