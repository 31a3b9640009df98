//! Companions: players without a session, whom another player has added on their device.

use crate::ids::PlayerId;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::WriteJob;
use crate::store::{Player, Store, StoreError};
use crate::time::UnixMs;

impl Store {
    /// In the order in which they were added.
    pub async fn companions(&self, owner: PlayerId) -> Result<Vec<Player>, StoreError> {
        const FIND: &str = "SELECT id, name, created_at, FALSE AS member FROM players WHERE companion_of = $1 ORDER BY created_at, id";
        read!(self, conn => sqlx::query_as(FIND).bind(owner).fetch_all(conn))
    }

    pub async fn create_companion(
        &self,
        player: PlayerId,
        name: &str,
        owner: PlayerId,
        now: UnixMs,
    ) -> Result<(), StoreError> {
        let job = CreateCompanion {
            player,
            name: name.to_owned(),
            owner,
            now,
        };
        self.writer.write(job).await.map(drop)
    }

    /// A companion belongs to the device of another player from now on.
    pub async fn pass_companion(
        &self,
        player: PlayerId,
        from: PlayerId,
        to: PlayerId,
    ) -> Result<(), StoreError> {
        self.writer
            .write(PassCompanion { player, from, to })
            .await
            .map(drop)
    }
}

#[derive(Debug)]
struct PassCompanion {
    player: PlayerId,
    from: PlayerId,
    to: PlayerId,
}

impl WriteJob for PassCompanion {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const PASS: &str = "UPDATE players SET companion_of = $3 WHERE id = $1 AND companion_of = $2";
        execute!(tx, PASS; self.player, self.from, self.to)
    }
}

#[derive(Debug)]
struct CreateCompanion {
    player: PlayerId,
    name: String,
    owner: PlayerId,
    now: UnixMs,
}

impl WriteJob for CreateCompanion {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const CREATE: &str =
            "INSERT INTO players (id, name, created_at, companion_of) VALUES ($1, $2, $3, $4)";
        execute!(tx, CREATE; self.player, &self.name, self.now, self.owner)?;
        Ok(true)
    }
}
