//! Companions: players without a session, whom another player has added on their own device.

use crate::ids::PlayerId;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, on};
use crate::store::writer::change::{Change, Write};
use crate::store::{Player, Store, StoreError};

/// A query for the ids of a player and of their companions, by the parameter that has the player's id.
macro_rules! players_on {
    ($owner:literal) => {
        concat!(
            "SELECT id FROM players WHERE id = ",
            $owner,
            " OR companion_of = ",
            $owner
        )
    };
}
pub(in crate::store) use players_on;

impl Store {
    /// The players whom this one has added on their device, those added first come first.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn companions(&self, owner: PlayerId) -> Result<Vec<Player>, StoreError> {
        const FIND: &str = "SELECT id, name, created_at, FALSE AS member FROM players WHERE companion_of = $1 ORDER BY created_at, id";
        read!(self, conn => sqlx::query_as(FIND).bind(owner).fetch_all(conn))
    }

    /// Makes a player without a session, who plays on the device of another one.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn create_companion(
        &self,
        player: PlayerId,
        name: &str,
        owner: PlayerId,
        now: i64,
    ) -> Result<(), StoreError> {
        let write = Write::Companion {
            player,
            name: name.to_owned(),
            owner,
            now,
        };
        self.change(Change::Other(write)).await.map(drop)
    }

    /// A player whom one has added on their device belongs to the device of another from now on.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn pass_companion(
        &self,
        player: PlayerId,
        from: PlayerId,
        to: PlayerId,
    ) -> Result<(), StoreError> {
        let write = Write::PassCompanion { player, from, to };
        self.change(Change::Other(write)).await.map(drop)
    }
}

pub(in crate::store) async fn pass_on(
    tx: &mut Tx<'_>,
    player: PlayerId,
    from: PlayerId,
    to: PlayerId,
) -> sqlx::Result<bool> {
    const PASS: &str = "UPDATE players SET companion_of = $3 WHERE id = $1 AND companion_of = $2";
    on!(tx, tx => {
        let pass = sqlx::query(PASS).bind(player).bind(from).bind(to);
        Ok(pass.execute(&mut **tx).await?.rows_affected() > 0)
    })
}

pub(in crate::store) async fn create(
    tx: &mut Tx<'_>,
    player: PlayerId,
    name: &str,
    owner: PlayerId,
    now: i64,
) -> sqlx::Result<bool> {
    const CREATE: &str = "INSERT INTO players (id, name, created_at, companion_of) VALUES ($1, $2, $3, $4)";
    on!(tx, tx => sqlx::query(CREATE).bind(player).bind(name).bind(now).bind(owner)
        .execute(&mut **tx).await.map(drop))?;
    Ok(true)
}
