//! What players want to hear of, and when.

use crate::ids::PlayerId;
use crate::model::notice_settings::{MailSettings, NoticeSettings};
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::{Key, Lane, WriteJob};
use crate::store::{Store, StoreError};

from_row!(NoticeSettings, row => NoticeSettings::stored(
    &row.try_get::<String, _>("unwanted")?,
    row.try_get::<Option<i64>, _>("quiet_from")?.zip(row.try_get("quiet_until")?),
    row.try_get("time_zone")?,
    MailSettings::stored(
        &row.try_get::<String, _>("mail_unwanted")?,
        &row.try_get::<String, _>("mail_times")?,
        row.try_get("mail_at_once")?,
    ),
));

impl Store {
    /// What a player wants to hear of.
    pub async fn notice_settings(&self, player: PlayerId) -> Result<NoticeSettings, StoreError> {
        const FIND: &str = "SELECT * FROM notice_settings WHERE player_id = $1";
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
        const SET: &str = "INSERT INTO notice_settings
                (player_id, unwanted, quiet_from, quiet_until, time_zone, mail_unwanted, mail_times, mail_at_once)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (player_id) DO UPDATE SET unwanted = excluded.unwanted,
                quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, time_zone = excluded.time_zone,
                mail_unwanted = excluded.mail_unwanted, mail_times = excluded.mail_times, mail_at_once = excluded.mail_at_once";
        let SetSettings { player, settings } = self;
        let (from, until) = settings.quiet_minutes().unzip();
        let mail = &settings.mail;
        let (unwanted, times, at_once) = (mail.unwanted_names(), mail.times_in_minutes(), mail.at_once());
        execute!(tx, SET; player, settings.unwanted_names(), from, until, settings.time_zone(), &unwanted, &times, at_once)
    }
}

/// Deletes what a player has chosen.
pub(in crate::store) async fn delete(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM notice_settings WHERE player_id = $1";
    execute!(tx, DELETE; player).map(drop)
}
