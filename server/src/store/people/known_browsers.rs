//! Browsers where somebody has signed in to an account, by the hash of a secret in a cookie of their own.

use crate::ids::PlayerId;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// Browsers that one account knows.
pub const MAX_KNOWN_BROWSERS: i64 = 20;
/// How long a browser stays known without another sign-in.
pub const KNOWN_MS: i64 = 400 * 24 * 60 * 60 * 1000;

impl Store {
    /// Whether the owner of an account has signed in at this browser before.
    pub async fn knows_browser(&self, player: PlayerId, browser: [u8; 32]) -> Result<bool, StoreError> {
        const FIND: &str = "SELECT COUNT(*) FROM known_browsers WHERE player_id = $1 AND browser = $2";
        let found: i64 = read!(self, conn => sqlx::query_scalar(FIND).bind(player).bind(&browser[..])
            .fetch_one(conn))?;
        Ok(found > 0)
    }

    /// When somebody signed in last at each browser that an account knows, the latest first.
    pub async fn known_browsers(&self, player: PlayerId) -> Result<Vec<UnixMs>, StoreError> {
        const FIND: &str = "SELECT seen_at FROM known_browsers WHERE player_id = $1 ORDER BY seen_at DESC";
        read!(self, conn => sqlx::query_scalar(FIND).bind(player).fetch_all(conn))
    }
}

/// Records a sign-in. Beyond a few browsers, the ones of longest ago are deleted.
pub(in crate::store) async fn record(
    tx: &mut Tx<'_>,
    player: PlayerId,
    browser: [u8; 32],
    now: UnixMs,
) -> sqlx::Result<()> {
    const UPSERT: &str = "INSERT INTO known_browsers (player_id, browser, seen_at) VALUES ($1, $2, $3)
        ON CONFLICT (player_id, browser) DO UPDATE SET seen_at = excluded.seen_at";
    const DELETE: &str = "DELETE FROM known_browsers WHERE player_id = $1 AND seen_at < (
        SELECT k.seen_at FROM known_browsers k WHERE k.player_id = $1 ORDER BY k.seen_at DESC LIMIT 1 OFFSET $2)";
    execute!(tx, UPSERT; player, &browser[..], now)?;
    execute!(tx, DELETE; player, MAX_KNOWN_BROWSERS - 1)?;
    Ok(())
}

/// Deletes browsers where nobody has signed in for long.
pub(in crate::store) async fn delete_old(tx: &mut Tx<'_>, now: UnixMs) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM known_browsers WHERE seen_at <= $1";
    execute!(tx, DELETE; now - KNOWN_MS).map(drop)
}
