//! Accounts of bots, which members make for their programs. They have no password, so nobody signs in to them.

use crate::ids::PlayerId;
use crate::model::player::Player;
use crate::names::PlayerName;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// The hash of no password at all.
const NO_PASSWORD: &str = "";

#[derive(Clone, Debug)]
pub struct NewBot {
    pub player: PlayerId,
    pub name: PlayerName,
    pub owner: PlayerId,
    pub now: UnixMs,
}

impl Store {
    /// The bots of a player, in the order in which they were made.
    pub async fn bots_of(&self, owner: PlayerId) -> Result<Vec<Player>, StoreError> {
        const FIND: &str = "SELECT p.id, p.name, p.created_at, TRUE AS member FROM accounts a
            JOIN players p ON p.id = a.player_id WHERE a.bot_owner = $1 ORDER BY p.created_at, p.id";
        read!(self, conn => sqlx::query_as(FIND).bind(owner).fetch_all(conn))
    }

    /// Makes an account for a bot of a member who has fewer than `most`. False if they have not, if they have no account or
    /// are a bot themselves, or if the name or a similar one belongs to another account.
    pub async fn create_bot(&self, bot: NewBot, most: i64) -> Result<bool, StoreError> {
        self.writer.write(CreateBot { bot, most }).await
    }
}

#[derive(Debug)]
struct CreateBot {
    bot: NewBot,
    most: i64,
}

impl WriteJob for CreateBot {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const MAY: &str = "SELECT COUNT(*) FROM accounts o WHERE o.player_id = $1 AND o.bot_owner IS NULL
            AND o.blocked_at IS NULL AND (SELECT COUNT(*) FROM accounts b WHERE b.bot_owner = $1) < $2
            AND NOT EXISTS (SELECT 1 FROM accounts n WHERE n.skeleton = $3 OR n.skeleton_as_written = $4)";
        const PLAYER: &str = "INSERT INTO players (id, name, created_at) VALUES ($1, $2, $3)";
        const ACCOUNT: &str = "INSERT INTO accounts
                (player_id, skeleton, skeleton_as_written, password_hash, created_at, password_changed_at, bot_owner)
            VALUES ($1, $2, $3, $4, $5, $5, $6) ON CONFLICT DO NOTHING";
        let NewBot {
            player,
            name,
            owner,
            now,
        } = &self.bot;
        let skeletons = name.skeletons();
        let (in_lower_case, as_written) = (&skeletons.in_lower_case, &skeletons.as_written);
        let may: i64 = on!(tx, tx => sqlx::query_scalar(MAY).bind(owner).bind(self.most).bind(in_lower_case)
            .bind(as_written).fetch_one(&mut **tx).await)?;
        if may == 0 {
            return Ok(false);
        }
        execute!(tx, PLAYER; player, name.as_str(), now)?;
        execute!(tx, ACCOUNT; player, in_lower_case, as_written, NO_PASSWORD, now, owner)
    }
}

/// The bots of a player, to be deleted or renamed with them.
pub(in crate::store) async fn ids_of(tx: &mut Tx<'_>, owner: PlayerId) -> sqlx::Result<Vec<PlayerId>> {
    const FIND: &str = "SELECT player_id FROM accounts WHERE bot_owner = $1";
    on!(tx, tx => sqlx::query_scalar(FIND).bind(owner).fetch_all(&mut **tx).await)
}
