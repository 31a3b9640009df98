//! When players are on holiday.

use crate::ids::PlayerId;
use crate::model::player::holiday::{Holiday, Holidays, LONGER_DAY_MS, MOST_MS, REMEMBERED_MS, YEAR_MS};
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::players_on::players_on;
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError, TableRow};
use crate::time::UnixMs;

from_row!(Holiday { since, until });

impl Store {
    /// The latest holiday of each player that has begun and has not ended long ago.
    pub async fn holidays(&self, now: UnixMs) -> Result<Holidays, StoreError> {
        const FIND: &str = "SELECT player_id, since, until FROM holidays WHERE until > $1 AND since <= $2 ORDER BY until, since";
        let found: Vec<(PlayerId, UnixMs, UnixMs)> =
            read!(self, conn => sqlx::query_as(FIND).bind(now - REMEMBERED_MS).bind(now).fetch_all(conn))?;
        let found = found.into_iter();
        Ok(found
            .map(|(player, since, until)| (player, Holiday { since, until }))
            .collect())
    }

    /// The holidays of a player that are not over, or ended within the last year, in order.
    pub async fn holidays_of(&self, player: PlayerId, now: UnixMs) -> Result<Vec<Holiday>, StoreError> {
        const FIND: &str =
            "SELECT since, until FROM holidays WHERE player_id = $1 AND until > $2 ORDER BY until, since";
        read!(self, conn => sqlx::query_as(FIND).bind(player).bind(now - YEAR_MS).fetch_all(conn))
    }

    /// Notes a holiday of a player. False if another one is not over, or they would be on holiday for too long within a year.
    pub async fn take_holiday(
        &self,
        player: PlayerId,
        holiday: Holiday,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let job = TakeHoliday { player, holiday, now };
        self.writer.write(job).await
    }

    /// Ends the holiday of a player, or cancels one that has not begun.
    pub async fn end_holiday(&self, player: PlayerId, now: UnixMs) -> Result<bool, StoreError> {
        self.writer.write(EndHoliday { player, now }).await
    }

    /// Tables where it is a player's turn, which may take days.
    pub async fn correspondence_turns_of(
        &self,
        player: PlayerId,
        limit: i64,
    ) -> Result<Vec<TableRow>, StoreError> {
        const FIND: &str = "SELECT t.id, t.code, t.kind, t.public, t.created_at
            FROM table_players p JOIN table_state s ON s.table_id = p.table_id JOIN tables t ON t.id = p.table_id
            WHERE p.player_id = $1 AND p.seated AND NOT p.finished AND s.phase = 'playing' AND s.to_move = p.player_id
                AND s.clock LIKE '%grace%' LIMIT $2";
        read!(self, conn => sqlx::query_as(FIND).bind(player).bind(limit).fetch_all(conn))
    }
}

#[derive(Debug)]
struct TakeHoliday {
    player: PlayerId,
    holiday: Holiday,
    now: UnixMs,
}

impl WriteJob for TakeHoliday {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const TAKE: &str = "INSERT INTO holidays (player_id, since, until)
            SELECT $1, CAST($2 AS BIGINT), CAST($3 AS BIGINT)
            WHERE NOT EXISTS (SELECT 1 FROM holidays WHERE player_id = $1 AND until > $4)
                AND CAST($5 AS BIGINT) >= (SELECT COALESCE(SUM(until - since), 0) FROM holidays WHERE player_id = $1 AND until > $6)
            ON CONFLICT DO NOTHING";
        let Holiday { since, until } = self.holiday;
        let left = MOST_MS + LONGER_DAY_MS - self.holiday.ms();
        execute!(tx, TAKE; self.player, since, until, self.now, left, since - YEAR_MS)
    }
}

#[derive(Debug)]
struct EndHoliday {
    player: PlayerId,
    now: UnixMs,
}

impl WriteJob for EndHoliday {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const END: &str =
            "UPDATE holidays SET until = $2 WHERE player_id = $1 AND since <= $2 AND until > $2";
        const CANCEL: &str = "DELETE FROM holidays WHERE player_id = $1 AND since > $2";
        let ended = execute!(tx, END; self.player, self.now)?;
        Ok(execute!(tx, CANCEL; self.player, self.now)? || ended)
    }
}

/// Those of a player who is deleted, and of all on their device.
pub(in crate::store) async fn delete_of(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: &str = concat!(
        "DELETE FROM holidays WHERE player_id IN (",
        players_on!("$1"),
        ")"
    );
    execute!(tx, DELETE; player).map(drop)
}
