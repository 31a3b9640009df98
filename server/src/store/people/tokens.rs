//! Tokens: secrets by which programs act for an account. Only the SHA-256 of a secret is stored.
//!
//! Slow hashes with a salt are for what people make up, which can be guessed; nobody guesses 256 random bits, and a token is
//! looked up by its hash with each request.

use uuid::Uuid;

use super::ended_sessions::{announce_end, id};
use crate::ids::{PlayerId, TokenId};
use crate::model::player::Player;
use crate::model::player::preferences::Preferences;
use crate::model::player::scopes::Scopes;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::writer::job::{Effects, Key, Lane, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// For how long a token that has ended is still listed.
pub const ENDED_TOKENS_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Uses within this time after one that was recorded are not.
const USED_EVERY_MS: i64 = 5 * 60 * 1000;

/// A token in the list of its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub id: TokenId,
    pub name: String,
    /// The name of the bot that it acts for; none if it acts for its owner.
    pub bot: Option<String>,
    pub scopes: Scopes,
    pub created_at: UnixMs,
    pub expires_at: Option<UnixMs>,
    /// When it was used last, give or take five minutes.
    pub used_at: Option<UnixMs>,
}

from_row!(Token, row => Token {
    id: row.try_get("id")?,
    name: row.try_get("name")?,
    bot: row.try_get("bot")?,
    scopes: Scopes::stored(row.try_get("scopes")?),
    created_at: row.try_get("created_at")?,
    expires_at: row.try_get("expires_at")?,
    used_at: row.try_get("used_at")?,
});

#[derive(Clone, Debug)]
pub struct NewToken {
    pub id: TokenId,
    /// The hash of its secret.
    pub hash: [u8; 32],
    pub player: PlayerId,
    pub name: String,
    pub scopes: Scopes,
    pub now: UnixMs,
    pub expires_at: Option<UnixMs>,
}

/// For whom a token acts, and what it allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bearer {
    pub player: Player,
    pub preferences: Preferences,
    pub scopes: Scopes,
    pub expires_at: Option<UnixMs>,
    pub used_at: Option<UnixMs>,
}

from_row!(Bearer, row => Bearer {
    player: Player::from_row(row)?,
    preferences: Preferences::stored(row.try_get("preferences")?),
    scopes: Scopes::stored(row.try_get("scopes")?),
    expires_at: row.try_get("expires_at")?,
    used_at: row.try_get("used_at")?,
});

/// Finds the tokens of a player and of their bots, the latest first.
pub(super) const TOKENS_OF: &str =
    "SELECT t.id, t.name, t.scopes, t.created_at, t.expires_at, t.used_at, b.name AS bot
    FROM tokens t LEFT JOIN players b ON b.id = t.player_id AND t.player_id <> $1
    WHERE t.player_id = $1 OR t.player_id IN (SELECT player_id FROM accounts WHERE bot_owner = $1)
    ORDER BY t.created_at DESC, t.id DESC";

impl Store {
    /// For whom the token with this hash acts, unless it has ended.
    ///
    /// # Errors
    /// When the database fails or does not answer in time: then nothing is known of the token.
    pub async fn bearer(&self, hash: [u8; 32], now: UnixMs) -> Result<Option<Bearer>, StoreError> {
        const FIND: &str = "SELECT p.id, p.name, p.created_at, TRUE AS member, a.preferences, t.scopes, t.expires_at, t.used_at
            FROM tokens t JOIN accounts a ON a.player_id = t.player_id JOIN players p ON p.id = t.player_id
            JOIN accounts o ON o.player_id = COALESCE(a.bot_owner, a.player_id)
            WHERE t.token_hash = $1 AND (t.expires_at IS NULL OR t.expires_at > $2)
              AND a.blocked_at IS NULL AND o.blocked_at IS NULL";
        read!(self, conn => sqlx::query_as(FIND).bind(&hash[..]).bind(now).fetch_optional(conn))
    }

    /// The tokens of a player and of their bots, the latest first, with those that have ended lately.
    pub async fn tokens_of(&self, player: PlayerId) -> Result<Vec<Token>, StoreError> {
        read!(self, conn => sqlx::query_as(TOKENS_OF).bind(player).fetch_all(conn))
    }

    /// Adds a token to an account that has fewer than `most` which have not ended. False if it has not, if there is no such account,
    /// or if the token was added before.
    pub async fn add_token(&self, token: NewToken, most: i64) -> Result<bool, StoreError> {
        self.writer.write(AddToken { token, most }).await
    }

    /// Revokes a token of a player, or of one of their bots. False if they have none with this id.
    pub async fn revoke_token(
        &self,
        player: PlayerId,
        token: TokenId,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        self.writer.write(RevokeToken { player, token, now }).await
    }

    /// Has it recorded that a token was used, unless it was recorded a few minutes ago. Nobody waits for that, and it may be lost.
    pub fn record_token_use(&self, hash: [u8; 32], recorded: Option<UnixMs>, now: UnixMs) {
        if recorded.is_none_or(|recorded| recorded < now - USED_EVERY_MS) {
            self.writer.write_later(RecordUse { hash, now });
        }
    }
}

#[derive(Debug)]
struct AddToken {
    token: NewToken,
    most: i64,
}

impl WriteJob for AddToken {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const ADD: &str = "INSERT INTO tokens (id, token_hash, player_id, name, scopes, created_at, expires_at)
            SELECT $1, $2, player_id, $4, $5, $6, $7 FROM accounts WHERE player_id = $3 AND blocked_at IS NULL
                AND (SELECT COUNT(*) FROM tokens k WHERE k.player_id = $3 AND (k.expires_at IS NULL OR k.expires_at > $6)) < $8
            ON CONFLICT DO NOTHING";
        let NewToken {
            id,
            hash,
            player,
            name,
            scopes,
            now,
            expires_at,
        } = &self.token;
        execute!(tx, ADD; id, &hash[..], player, name, scopes.to_string(), now, expires_at, self.most)
    }
}

#[derive(Debug)]
struct RevokeToken {
    player: PlayerId,
    token: TokenId,
    now: UnixMs,
}

impl WriteJob for RevokeToken {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const REVOKE: &str = "DELETE FROM tokens WHERE id = $2 AND (player_id = $1 OR player_id IN (
                SELECT player_id FROM accounts WHERE bot_owner = $1)) RETURNING token_hash";
        let revoked: Option<Vec<u8>> = on!(tx, tx => sqlx::query_scalar(REVOKE).bind(self.player).bind(self.token)
            .fetch_optional(&mut **tx).await)?;
        match revoked {
            Some(hash) => announce_end(tx, id(hash), self.now).await,
            None => Ok(false),
        }
    }
}

/// Revokes all tokens of a player, and of their bots.
pub(in crate::store) async fn revoke_all(tx: &mut Tx<'_>, player: PlayerId, now: UnixMs) -> sqlx::Result<()> {
    const REVOKE: &str = "DELETE FROM tokens WHERE player_id = $1 OR player_id IN (
        SELECT player_id FROM accounts WHERE bot_owner = $1) RETURNING token_hash";
    let revoked: Vec<Vec<u8>> =
        on!(tx, tx => sqlx::query_scalar(REVOKE).bind(player).fetch_all(&mut **tx).await)?;
    for hash in revoked {
        announce_end(tx, id(hash), now).await?;
    }
    Ok(())
}

#[derive(Debug)]
struct RecordUse {
    hash: [u8; 32],
    now: UnixMs,
}

impl WriteJob for RecordUse {
    const LANE: Lane = Lane::Attempts;

    fn key(&self) -> Option<Key> {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ..] = self.hash;
        Some((
            Uuid::from_bytes([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]),
            None,
        ))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const USE: &str =
            "UPDATE tokens SET used_at = $2 WHERE token_hash = $1 AND (used_at IS NULL OR used_at < $2)";
        execute!(tx, USE; &self.hash[..], self.now)
    }
}

/// Deletes tokens that have ended long ago.
pub(in crate::store) async fn delete_old(tx: &mut Tx<'_>, now: UnixMs) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM tokens WHERE expires_at <= $1";
    execute!(tx, DELETE; now - ENDED_TOKENS_MS).map(drop)
}
