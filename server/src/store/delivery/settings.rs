//! What players want to hear of, and when.

use crate::ids::PlayerId;
use crate::model::notice_settings::NoticeSettings;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::{Key, Lane, WriteJob};
use crate::store::{Store, StoreError};

from_row!(NoticeSettings, row => NoticeSettings::stored(
    &row.try_get::<String, _>("unwanted")?,
    row.try_get::<Option<i64>, _>("quiet_from")?.zip(row.try_get("quiet_until")?),
    row.try_get("time_zone")?,
));

impl Store {
    /// What a player wants to hear of.
    pub async fn notice_settings(&self, player: PlayerId) -> Result<NoticeSettings, StoreError> {
        const FIND: &str =
            "SELECT unwanted, quiet_from, quiet_until, time_zone FROM notice_settings WHERE player_id = $1";
        let found = read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_optional(conn))?;
        Ok(found.unwrap_or_default())
    }

    pub async fn set_notice_settings(
        &self,
        player: PlayerId,
        settings: NoticeSettings,
    ) -> Result<(), StoreError> {
        self.writer
            .write(SetSettings { player, settings })
            .await
            .map(drop)
    }
}

#[derive(Debug)]
struct SetSettings {
    player: PlayerId,
    settings: NoticeSettings,
}

impl WriteJob for SetSettings {
    const LANE: Lane = Lane::Deliveries;

    fn key(&self) -> Option<Key> {
        Some((self.player.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const SET: &str = "INSERT INTO notice_settings (player_id, unwanted, quiet_from, quiet_until, time_zone)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT (player_id) DO UPDATE SET unwanted = excluded.unwanted,
                quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, time_zone = excluded.time_zone";
        let (from, until) = self.settings.quiet_minutes().unzip();
        execute!(tx, SET; self.player, self.settings.unwanted_names(), from, until, self.settings.time_zone())
    }
}

/// Deletes what a player has chosen.
pub(in crate::store) async fn delete(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM notice_settings WHERE player_id = $1";
    execute!(tx, DELETE; player).map(drop)
}
