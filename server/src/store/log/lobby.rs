//! The lobby: public tables that wait for players, and the tables of players who have a page open.

use sqlx::QueryBuilder;

use super::invitations::{is_open, stands};
use super::table_state::listed;
use crate::http::limits::LISTED_BY_PLAYER;
use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::log::projection::TablePhase;
use crate::seq::Seq;
use crate::store::engine::from_row::{count, from_row, parse};
use crate::store::engine::read::{read, read_in};
use crate::store::engine::sql::{Tx, execute, on, push_list};
use crate::store::writer::job::{Key, Lane, WriteJob};
use crate::store::{ListedTable, Store, StoreError};
use crate::time::UnixMs;

/// An unfinished table where a player sits, or somebody on their device.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnTable {
    /// On whose device somebody sits there.
    pub player: PlayerId,
    pub table: TableId,
    pub sitter: PlayerId,
    pub code: TableCode,
    /// The number of its last event.
    pub seq: Seq,
    /// When that happened.
    pub changed_at: UnixMs,
    /// Whether it is the player's turn.
    pub to_move: bool,
    /// When their clock runs out; none without clocks, and while it is somebody else's turn.
    pub deadline: Option<UnixMs>,
    /// Whether others have nudged the player, who has not been there since.
    pub nudged: bool,
    pub phase: TablePhase,
    /// Whether they are invited and do not sit there.
    pub invited: bool,
    /// How many turns and drops there were when they last had the table in sight, if they ever had.
    pub looked: Option<u32>,
}

from_row!(OwnTable, row => OwnTable {
    player: row.try_get("player")?,
    table: row.try_get("table_id")?,
    sitter: row.try_get("sitter")?,
    code: parse(row, "code")?,
    seq: row.try_get("seq")?,
    changed_at: row.try_get("changed_at")?,
    to_move: row.try_get("to_move")?,
    deadline: row.try_get("deadline")?,
    nudged: row.try_get("nudged")?,
    phase: parse(row, "phase")?,
    invited: row.try_get("invited")?,
    looked: count(row, "looked")?,
});

/// A table where somebody sits or has sat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSeat {
    pub own: OwnTable,
    /// Whether it is among their unfinished tables.
    pub is_listed: bool,
}

from_row!(TableSeat, row => TableSeat {
    own: OwnTable::from_row(row)?,
    is_listed: row.try_get("is_listed")?,
});

/// The columns of an [`OwnTable`].
macro_rules! own {
    () => {
        "COALESCE(b.companion_of, b.id) AS player, s.table_id, p.player_id AS sitter, t.code, s.seq, s.changed_at,
            COALESCE(s.to_move = p.player_id, FALSE) AS to_move,
            CASE WHEN s.clock IS NOT NULL AND s.to_move = p.player_id THEN s.deadline END AS deadline, p.nudged_at IS NOT NULL AS nudged,
            s.phase, FALSE AS invited, p.looked"
    };
}

macro_rules! from_seats {
    () => {
        " FROM table_players p JOIN table_state s ON s.table_id = p.table_id JOIN tables t ON t.id = p.table_id
            JOIN players b ON b.id = p.player_id"
    };
}

/// What lists show of a table to which somebody is invited, and where they do not sit.
macro_rules! invited {
    ($is_listed:expr) => {
        concat!(
            "SELECT COALESCE(b.companion_of, b.id) AS player, s.table_id, i.player_id AS sitter, t.code, s.seq, s.changed_at,
                FALSE AS to_move, CAST(NULL AS BIGINT) AS deadline, FALSE AS nudged, s.phase, TRUE AS invited,
                CAST(NULL AS BIGINT) AS looked",
            $is_listed,
            " FROM invitations i JOIN table_state s ON s.table_id = i.table_id JOIN tables t ON t.id = i.table_id
                JOIN players b ON b.id = i.player_id WHERE ",
            stands!()
        )
    };
}

/// Whether a table is among the unfinished ones of somebody who sits there.
macro_rules! is_listed {
    () => {
        "(p.seated AND NOT p.finished AND s.phase <> 'over')"
    };
}

/// What a table has to be that somebody is seated at who wants any quick game: without a clock, and casual.
#[derive(Clone, Copy, Debug)]
pub struct Fitting<'a> {
    pub kind: &'a str,
    /// Empty where the game has none.
    pub variant: &'a str,
}

impl Store {
    /// Public tables that wait for players, where somebody who sits there was connected after `since`, the last seen
    /// first; without those whose free chairs are still kept at `now`, and of each player who opened several only the
    /// first ones. Those for a quick game have free chairs, too.
    pub async fn waiting_tables(
        &self,
        since: UnixMs,
        now: UnixMs,
        fitting: Option<Fitting<'_>>,
        limit: i64,
    ) -> Result<Vec<ListedTable>, StoreError> {
        const FIND: &str = concat!(
            "SELECT ",
            listed!(),
            " FROM (SELECT table_id, present_at,
                    ROW_NUMBER() OVER (PARTITION BY COALESCE(opened_by, table_id) ORDER BY table_id) AS place
                FROM lobby_tables WHERE present_at > $1 AND COALESCE(kept_until, 0) <= $2) l
              JOIN table_state s ON s.table_id = l.table_id JOIN tables t ON t.id = l.table_id
              WHERE l.place <= $3 AND s.phase = 'waiting' AND ($4 IS NULL OR (t.kind = $4 AND s.variant = $5
                AND s.clock IS NULL AND NOT s.rated
                AND s.seats > (SELECT COUNT(*) FROM table_players p WHERE p.table_id = s.table_id AND p.seated)))
              ORDER BY l.present_at DESC, t.id DESC LIMIT $6"
        );
        let (kind, variant) = fitting.map(|fitting| (fitting.kind, fitting.variant)).unzip();
        let mut tables: Vec<ListedTable> = read!(self, conn => sqlx::query_as(FIND)
            .bind(since).bind(now).bind(LISTED_BY_PLAYER as i64).bind(kind).bind(variant).bind(limit)
            .fetch_all(conn))?;
        self.fill_people(&mut tables).await?;
        Ok(tables)
    }

    /// The waiting tables that were opened by a player, or are among these, and have had somebody connected after
    /// `since`; each with whether that player opened it.
    pub async fn listed_of(
        &self,
        player: PlayerId,
        tables: &[TableId],
        since: UnixMs,
    ) -> Result<Vec<(TableId, bool)>, StoreError> {
        const FIND: &str = "SELECT table_id, COALESCE(opened_by = ";
        read!(self, conn => async {
            let mut sql = QueryBuilder::new(FIND);
            sql.push_bind(player).push(", FALSE) FROM lobby_tables WHERE present_at > ").push_bind(since);
            sql.push(" AND (opened_by = ").push_bind(player);
            if !tables.is_empty() {
                push_list(sql.push(" OR table_id IN ("), tables);
            }
            sql.push(")").build_query_as().persistent(false).fetch_all(conn).await
        })
    }

    /// Somebody who sits at each of these tables is connected now. Waits for nothing: it is said again in a while.
    pub fn record_present(&self, tables: Vec<TableId>, now: UnixMs) {
        self.writer.write_later(RecordPresent { tables, now });
    }

    /// Whoever sits at these tables, has sat there or is invited; those last are last.
    pub async fn seats_at(&self, tables: &[TableId]) -> Result<Vec<TableSeat>, StoreError> {
        const FIND: &str = concat!(
            "SELECT ",
            own!(),
            ", ",
            is_listed!(),
            " AS is_listed",
            from_seats!(),
            " WHERE p.table_id IN ("
        );
        const INVITED: &str = concat!(
            invited!(concat!(", ", is_open!(), " AS is_listed")),
            " AND i.table_id IN ("
        );
        let mut seats: Vec<TableSeat> = read_in!(self, FIND, tables)?;
        let invited: Vec<TableSeat> = read_in!(self, INVITED, tables)?;
        seats.extend(invited);
        Ok(seats)
    }

    /// The unfinished tables of these players and of those on their devices, the longest unchanged first, and those to which they
    /// are invited.
    pub async fn own_tables(&self, players: &[PlayerId]) -> Result<Vec<OwnTable>, StoreError> {
        const FIND: &str = concat!(
            "SELECT ",
            own!(),
            from_seats!(),
            " WHERE ",
            is_listed!(),
            " AND (b.id IN ("
        );
        const INVITED: &str = concat!(invited!(""), " AND ", is_open!(), " AND i.player_id IN (");
        if players.is_empty() {
            return Ok(Vec::new());
        }
        let mut tables: Vec<OwnTable> = read!(self, conn => async {
            let mut sql = QueryBuilder::new(FIND);
            push_list(&mut sql, players).push(" OR b.companion_of IN (");
            push_list(&mut sql, players).push(") ORDER BY s.changed_at, t.id, p.player_id");
            sql.build_query_as().persistent(false).fetch_all(conn).await
        })?;
        let invited: Vec<OwnTable> = read!(self, conn => async {
            let mut sql = QueryBuilder::new(INVITED);
            push_list(&mut sql, players);
            sql.build_query_as().persistent(false).fetch_all(conn).await
        })?;
        tables.extend(invited);
        Ok(tables)
    }
}

pub(in crate::store) async fn list(
    tx: &mut Tx<'_>,
    table: TableId,
    at: UnixMs,
    kept_until: Option<UnixMs>,
    by: PlayerId,
) -> sqlx::Result<()> {
    const LIST: &str =
        "INSERT INTO lobby_tables (table_id, present_at, kept_until, opened_by) VALUES ($1, $2, $3, $4)
        ON CONFLICT (table_id) DO NOTHING";
    execute!(tx, LIST; table, at, kept_until, by).map(drop)
}

pub(in crate::store) async fn unlist(tx: &mut Tx<'_>, table: TableId) -> sqlx::Result<()> {
    const UNLIST: &str = "DELETE FROM lobby_tables WHERE table_id = $1";
    execute!(tx, UNLIST; table).map(drop)
}

/// Records presence at these tables, unless their games have begun meanwhile.
#[derive(Debug)]
struct RecordPresent {
    tables: Vec<TableId>,
    now: UnixMs,
}

impl WriteJob for RecordPresent {
    const LANE: Lane = Lane::Present;

    fn key(&self) -> Option<Key> {
        Some((self.tables.first()?.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        if self.tables.is_empty() {
            return Ok(false);
        }
        let changed = on!(tx, tx => {
            let mut sql = QueryBuilder::new("INSERT INTO lobby_tables (table_id, present_at) SELECT table_id, ");
            sql.push_bind(self.now).push(" FROM table_state WHERE public AND phase = 'waiting' AND table_id IN (");
            // In order, since another node may do the same at the same time.
            push_list(&mut sql, &self.tables)
                .push(" ORDER BY table_id ON CONFLICT (table_id) DO UPDATE SET present_at = excluded.present_at");
            sql.build().persistent(false).execute(&mut **tx).await?.rows_affected()
        });
        Ok(changed > 0)
    }
}
