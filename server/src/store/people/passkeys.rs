//! Passkeys of accounts, and the challenges that browsers were asked to have signed.

use crate::ids::PlayerId;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, on};
use crate::store::writer::change::{Change, Write};
use crate::store::{Store, StoreError};

/// A passkey of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// Its id, as the authenticator chose it.
    pub credential: Vec<u8>,
    /// Whose it is.
    pub player: PlayerId,
    /// What they call it.
    pub name: String,
    /// A COSE key.
    pub public_key: Vec<u8>,
    /// How often it has signed, as far as it counts.
    pub sign_count: u32,
    /// Whether it may be copied to other devices of its owner.
    pub backup_eligible: bool,
    /// When it was added, in unix milliseconds.
    pub created_at: i64,
    /// When somebody signed in with it last, in unix milliseconds.
    pub used_at: Option<i64>,
}

from_row!(Passkey, row => Passkey {
    credential: row.try_get("credential_id")?,
    player: row.try_get("player_id")?,
    name: row.try_get("name")?,
    public_key: row.try_get("public_key")?,
    sign_count: row.try_get::<i64, _>("sign_count")?.try_into().unwrap_or(u32::MAX),
    backup_eligible: row.try_get("backup_eligible")?,
    created_at: row.try_get("created_at")?,
    used_at: row.try_get("used_at")?,
});

/// What a browser was asked to have signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The hash of the challenge.
    pub hash: [u8; 32],
    /// The browser that was asked.
    pub browser: [u8; 32],
    /// Whose passkey is to be added; none where somebody signs in.
    pub player: Option<PlayerId>,
}

/// A change of passkeys and challenges. Times are in unix milliseconds.
#[derive(Debug)]
pub(in crate::store) enum PasskeyChange {
    Add(Box<Passkey>, i64),
    Remove {
        player: PlayerId,
        credential: Vec<u8>,
    },
    Use {
        credential: Vec<u8>,
        sign_count: u32,
        now: i64,
    },
    Ask {
        challenge: Challenge,
        expires: i64,
    },
    Take {
        challenge: Challenge,
        now: i64,
    },
}

impl Store {
    /// The passkeys of a player, those added first come first.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn passkeys_of(&self, player: PlayerId) -> Result<Vec<Passkey>, StoreError> {
        const FIND: &str = "SELECT * FROM passkeys WHERE player_id = $1 ORDER BY created_at, credential_id";
        read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_all(conn))
    }

    /// The passkey with this id.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn passkey(&self, credential: &[u8]) -> Result<Option<Passkey>, StoreError> {
        const FIND: &str = "SELECT * FROM passkeys WHERE credential_id = $1";
        read!(self, conn => sqlx::query_as(FIND).bind(credential).fetch_optional(conn))
    }

    /// Adds a passkey to an account that has fewer than so many. False if it has, if there is no such account, or if some
    /// account has this passkey.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn add_passkey(&self, passkey: Passkey, most: i64) -> Result<bool, StoreError> {
        self.change_passkeys(PasskeyChange::Add(Box::new(passkey), most))
            .await
    }

    /// Removes a passkey of a player. False if they have none with this id.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn remove_passkey(&self, player: PlayerId, credential: Vec<u8>) -> Result<bool, StoreError> {
        self.change_passkeys(PasskeyChange::Remove { player, credential })
            .await
    }

    /// Somebody signs in with a passkey that has signed so often now. False if it is gone, or was used by somebody who is
    /// further: a counter counts up, unless it stays at 0.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn use_passkey(
        &self,
        credential: Vec<u8>,
        sign_count: u32,
        now: i64,
    ) -> Result<bool, StoreError> {
        let change = PasskeyChange::Use {
            credential,
            sign_count,
            now,
        };
        self.change_passkeys(change).await
    }

    /// Keeps a challenge that a browser was sent, until it is taken or expires.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn put_challenge(&self, challenge: Challenge, expires: i64) -> Result<(), StoreError> {
        let change = PasskeyChange::Ask { challenge, expires };
        self.change_passkeys(change).await.map(drop)
    }

    /// Takes a challenge that a browser was sent, which can be done once. False if it was not sent to this browser for this
    /// purpose, was taken before, or has expired.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn take_challenge(&self, challenge: Challenge, now: i64) -> Result<bool, StoreError> {
        self.change_passkeys(PasskeyChange::Take { challenge, now }).await
    }

    async fn change_passkeys(&self, change: PasskeyChange) -> Result<bool, StoreError> {
        self.change(Change::Other(Write::Passkeys(change))).await
    }
}

impl PasskeyChange {
    /// Writes this. Tells whether there was anything to change.
    pub(in crate::store) async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        match self {
            Self::Add(passkey, most) => add(tx, passkey, *most).await,
            Self::Remove { player, credential } => {
                const REMOVE: &str = "DELETE FROM passkeys WHERE player_id = $1 AND credential_id = $2";
                on!(tx, tx => Ok(sqlx::query(REMOVE).bind(player).bind(&credential[..])
                    .execute(&mut **tx).await?.rows_affected() > 0))
            }
            Self::Use {
                credential,
                sign_count,
                now,
            } => {
                const USE: &str = "UPDATE passkeys SET sign_count = $2, used_at = $3 WHERE credential_id = $1
                    AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0))";
                on!(tx, tx => Ok(sqlx::query(USE).bind(&credential[..]).bind(i64::from(*sign_count)).bind(now)
                    .execute(&mut **tx).await?.rows_affected() > 0))
            }
            Self::Ask { challenge, expires } => ask(tx, challenge, *expires).await,
            Self::Take { challenge, now } => take(tx, challenge, *now).await,
        }
    }
}

async fn add(tx: &mut Tx<'_>, passkey: &Passkey, most: i64) -> sqlx::Result<bool> {
    const ADD: &str = "INSERT INTO passkeys
            (credential_id, player_id, name, public_key, sign_count, backup_eligible, created_at)
        SELECT $1, player_id, $3, $4, $5, $6, $7 FROM accounts
        WHERE player_id = $2 AND (SELECT COUNT(*) FROM passkeys k WHERE k.player_id = $2) < $8
        ON CONFLICT (credential_id) DO NOTHING";
    on!(tx, tx => {
        let add = sqlx::query(ADD).bind(&passkey.credential[..]).bind(passkey.player).bind(&passkey.name)
            .bind(&passkey.public_key[..]).bind(i64::from(passkey.sign_count)).bind(passkey.backup_eligible)
            .bind(passkey.created_at).bind(most);
        Ok(add.execute(&mut **tx).await?.rows_affected() > 0)
    })
}

async fn ask(tx: &mut Tx<'_>, challenge: &Challenge, expires: i64) -> sqlx::Result<bool> {
    const ASK: &str = "INSERT INTO passkey_challenges (challenge, browser, player_id, expires_at)
        VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    on!(tx, tx => Ok(sqlx::query(ASK).bind(&challenge.hash[..]).bind(&challenge.browser[..])
        .bind(challenge.player).bind(expires).execute(&mut **tx).await?.rows_affected() > 0))
}

async fn take(tx: &mut Tx<'_>, challenge: &Challenge, now: i64) -> sqlx::Result<bool> {
    const TAKE: &str =
        "DELETE FROM passkey_challenges WHERE challenge = $1 AND browser = $2 AND expires_at > $3
        AND player_id IS NOT DISTINCT FROM $4";
    on!(tx, tx => Ok(sqlx::query(TAKE).bind(&challenge.hash[..]).bind(&challenge.browser[..])
        .bind(now).bind(challenge.player).execute(&mut **tx).await?.rows_affected() > 0))
}

/// Forgets challenges that nobody has answered in time.
pub(in crate::store) async fn forget_challenges(tx: &mut Tx<'_>, now: i64) -> sqlx::Result<()> {
    const FORGET: &str = "DELETE FROM passkey_challenges WHERE expires_at <= $1";
    on!(tx, tx => sqlx::query(FORGET).bind(now).execute(&mut **tx).await.map(drop))
}
