//! Passwords that are good once: set for an account, used, and replaced by one that its owner chooses.

use super::accounts::{Account, AccountChange, account, change_password};
use super::sessions::{self, NewSession};
use crate::ids::PlayerId;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, on};
use crate::store::{Store, StoreError};

impl Store {
    /// Gives an account a password that its owner has not chosen, and that is good once until it expires: passkeys are removed
    /// and all sessions end, whoever made them. False if there is no account.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn reset_password(
        &self,
        player: PlayerId,
        hash: String,
        expires: i64,
        now: i64,
    ) -> Result<bool, StoreError> {
        self.change_account(player, now, AccountChange::Reset { hash, expires })
            .await
    }

    /// Uses the password with this hash, which is good once: until `expires`, another one can be chosen by the secret with the
    /// hash `choice`. False if it was used or has expired, or the account is blocked.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn use_password_once(
        &self,
        player: PlayerId,
        hash: String,
        choice: [u8; 32],
        expires: i64,
        now: i64,
    ) -> Result<bool, StoreError> {
        let change = AccountChange::UseOnce {
            hash,
            choice,
            expires,
        };
        self.change_account(player, now, change).await
    }

    /// The account whose owner may choose a password by the secret with this hash.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn choosing(&self, choice: [u8; 32], now: i64) -> Result<Option<Account>, StoreError> {
        const FIND: &str = concat!(
            "SELECT ",
            account!(),
            " WHERE a.choice = $1 AND a.password_expires_at > $2 AND a.blocked_at IS NULL"
        );
        read!(self, conn => sqlx::query_as(FIND).bind(&choice[..]).bind(now).fetch_optional(conn))
    }

    /// Gives an account the password that its owner has chosen by a secret, and begins a session. False if the secret was used or
    /// has expired, or the account is blocked.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn choose_password(
        &self,
        player: PlayerId,
        choice: [u8; 32],
        hash: String,
        session: NewSession,
    ) -> Result<bool, StoreError> {
        let (now, session) = (session.now, Box::new(session));
        let change = AccountChange::Choose {
            choice,
            hash,
            session,
        };
        self.change_account(player, now, change).await
    }
}

pub(in crate::store) async fn reset(
    tx: &mut Tx<'_>,
    player: PlayerId,
    (hash, expires): (&str, i64),
    now: i64,
) -> sqlx::Result<bool> {
    const PASSKEYS: &str = "DELETE FROM passkeys WHERE player_id = $1";
    const EXPIRE: &str = "UPDATE accounts SET password_expires_at = $2 WHERE player_id = $1";
    let changed = change_password(tx, player, hash, now).await?;
    on!(tx, tx => {
        sqlx::query(PASSKEYS).bind(player).execute(&mut **tx).await?;
        sqlx::query(EXPIRE).bind(player).bind(expires).execute(&mut **tx).await?;
    });
    Ok(changed)
}

pub(in crate::store) async fn use_once(
    tx: &mut Tx<'_>,
    player: PlayerId,
    hash: &str,
    (choice, expires): (&[u8; 32], i64),
    now: i64,
) -> sqlx::Result<bool> {
    const USE: &str = "UPDATE accounts SET choice = $3, password_expires_at = $4 WHERE player_id = $1
        AND password_hash = $2 AND choice IS NULL AND password_expires_at > $5 AND blocked_at IS NULL";
    on!(tx, tx => Ok(sqlx::query(USE).bind(player).bind(hash).bind(&choice[..]).bind(expires).bind(now)
        .execute(&mut **tx).await?.rows_affected() > 0))
}

pub(in crate::store) async fn choose(
    tx: &mut Tx<'_>,
    player: PlayerId,
    choice: &[u8; 32],
    (hash, session): (&str, &NewSession),
    now: i64,
) -> sqlx::Result<bool> {
    const TAKE: &str = "UPDATE accounts SET choice = NULL WHERE player_id = $1 AND choice = $2
        AND password_expires_at > $3 AND blocked_at IS NULL";
    let taken = on!(tx, tx => sqlx::query(TAKE).bind(player).bind(&choice[..]).bind(now)
        .execute(&mut **tx).await?.rows_affected() > 0);
    Ok(
        taken
            && change_password(tx, player, hash, now).await?
            && sessions::start(tx, player, session).await?,
    )
}
