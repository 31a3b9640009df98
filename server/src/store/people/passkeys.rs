//! Passkeys of accounts, and the challenges that browsers have to sign.

use crate::ids::PlayerId;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    pub credential: Vec<u8>,
    pub player: PlayerId,
    pub name: String,
    /// A COSE key.
    pub public_key: Vec<u8>,
    /// How often it has signed, as far as it counts.
    pub sign_count: u32,
    /// Whether it may be copied to other devices of its owner.
    pub backup_eligible: bool,
    pub created_at: UnixMs,
    /// When somebody signed in with it last.
    pub used_at: Option<UnixMs>,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Challenge {
    pub hash: [u8; 32],
    pub browser: [u8; 32],
    /// Whose passkey is to be added; `None` where somebody signs in.
    pub player: Option<PlayerId>,
}

/// A change of passkeys and challenges.
#[derive(Debug)]
enum PasskeyChange {
    Add(Box<Passkey>, i64),
    Remove {
        player: PlayerId,
        credential: Vec<u8>,
    },
    Use {
        credential: Vec<u8>,
        sign_count: u32,
        now: UnixMs,
    },
    InsertChallenge {
        challenge: Challenge,
        expires: UnixMs,
    },
    Take {
        challenge: Challenge,
        now: UnixMs,
    },
}

impl Store {
    /// In the order in which they were added.
    pub async fn passkeys_of(&self, player: PlayerId) -> Result<Vec<Passkey>, StoreError> {
        const FIND: &str = "SELECT * FROM passkeys WHERE player_id = $1 ORDER BY created_at, credential_id";
        read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_all(conn))
    }

    pub async fn passkey(&self, credential: &[u8]) -> Result<Option<Passkey>, StoreError> {
        const FIND: &str = "SELECT * FROM passkeys WHERE credential_id = $1";
        read!(self, conn => sqlx::query_as(FIND).bind(credential).fetch_optional(conn))
    }

    /// Adds a passkey to an account that has fewer than `most`. False if it has not, if there is no such account, or
    /// if some account has this passkey.
    pub async fn add_passkey(&self, passkey: Passkey, most: i64) -> Result<bool, StoreError> {
        self.writer
            .write(PasskeyChange::Add(Box::new(passkey), most))
            .await
    }

    /// False if they have none with this id.
    pub async fn remove_passkey(&self, player: PlayerId, credential: Vec<u8>) -> Result<bool, StoreError> {
        self.writer
            .write(PasskeyChange::Remove { player, credential })
            .await
    }

    /// Somebody signs in with a passkey that has signed so often now. False if it is gone, or the counter has not
    /// grown, unless it stays at 0.
    pub async fn use_passkey(
        &self,
        credential: Vec<u8>,
        sign_count: u32,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let change = PasskeyChange::Use {
            credential,
            sign_count,
            now,
        };
        self.writer.write(change).await
    }

    /// Keeps a challenge that a browser was sent, until it is taken or expires.
    pub async fn put_challenge(&self, challenge: Challenge, expires: UnixMs) -> Result<(), StoreError> {
        let change = PasskeyChange::InsertChallenge { challenge, expires };
        self.writer.write(change).await.map(drop)
    }

    /// Takes a challenge that a browser was sent, which can be done once. False if it was not sent to this browser for this
    /// purpose, was taken before, or has expired.
    pub async fn take_challenge(&self, challenge: Challenge, now: UnixMs) -> Result<bool, StoreError> {
        self.writer.write(PasskeyChange::Take { challenge, now }).await
    }
}

impl WriteJob for PasskeyChange {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        match self {
            Self::Add(passkey, most) => add(tx, passkey, *most).await,
            Self::Remove { player, credential } => {
                const REMOVE: &str = "DELETE FROM passkeys WHERE player_id = $1 AND credential_id = $2";
                execute!(tx, REMOVE; player, &credential[..])
            }
            Self::Use {
                credential,
                sign_count,
                now,
            } => {
                const USE: &str = "UPDATE passkeys SET sign_count = $2, used_at = $3 WHERE credential_id = $1
                    AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0))";
                execute!(tx, USE; &credential[..], i64::from(*sign_count), now)
            }
            Self::InsertChallenge { challenge, expires } => insert_challenge(tx, challenge, *expires).await,
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
    execute!(tx, ADD;
        &passkey.credential[..], passkey.player, &passkey.name, &passkey.public_key[..],
        i64::from(passkey.sign_count), passkey.backup_eligible, passkey.created_at, most)
}

async fn insert_challenge(tx: &mut Tx<'_>, challenge: &Challenge, expires: UnixMs) -> sqlx::Result<bool> {
    const INSERT: &str = "INSERT INTO passkey_challenges (challenge, browser, player_id, expires_at)
        VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    execute!(tx, INSERT; &challenge.hash[..], &challenge.browser[..], challenge.player, expires)
}

async fn take(tx: &mut Tx<'_>, challenge: &Challenge, now: UnixMs) -> sqlx::Result<bool> {
    const TAKE: &str =
        "DELETE FROM passkey_challenges WHERE challenge = $1 AND browser = $2 AND expires_at > $3
        AND player_id IS NOT DISTINCT FROM $4";
    execute!(tx, TAKE; &challenge.hash[..], &challenge.browser[..], now, challenge.player)
}

/// Forgets challenges that nobody has answered in time.
pub(in crate::store) async fn delete_old_challenges(tx: &mut Tx<'_>, now: UnixMs) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM passkey_challenges WHERE expires_at <= $1";
    execute!(tx, DELETE; now).map(drop)
}
