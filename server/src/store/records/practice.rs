//! Positions for practice, and which games were looked at for some.

use std::time::Duration;

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::ids::{TableCode, TableId};
use crate::store::engine::from_row::{from_row, parse, small};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::{Lane, WriteJob};
use crate::store::{RecordStore, Store, StoreError};
use crate::time::UnixMs;

/// For how long the games of a kind are left to a node.
const HELD_FOR: Duration = Duration::from_secs(6 * 60);

/// A position in which one turn is clearly the best, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPractice {
    pub position: String,
    /// The seat to move, from 1.
    pub seat: u8,
    /// The game that it is from, and how many turns and drops come before it there.
    pub table: TableId,
    pub ply: i64,
    /// The best turn and those that follow, as records spell them, with spaces between.
    pub line: String,
    /// By how many hundredths the chance after the next best turn is smaller.
    pub gap: i64,
}

/// A position that is shown, since its game is public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PracticeRow {
    /// Counted from 1 January 1970.
    pub day: i64,
    pub kind: String,
    pub found: NewPractice,
    /// Of the game.
    pub code: TableCode,
}

from_row!(PracticeRow, row => PracticeRow {
    day: row.try_get("day")?,
    kind: row.try_get("kind")?,
    found: NewPractice {
        position: row.try_get("position")?,
        seat: small(row, "seat")?,
        table: row.try_get("table_id")?,
        ply: row.try_get("ply")?,
        line: row.try_get("line")?,
        gap: row.try_get("gap")?,
    },
    code: parse(row, "code")?,
});

/// Which games of a kind were looked at: those that ended from the first to the last one, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looked {
    pub first: (UnixMs, TableId),
    pub last: (UnixMs, TableId),
}

from_row!(Looked, row => Looked {
    first: (row.try_get("first_at")?, row.try_get("first_id")?),
    last: (row.try_get("last_at")?, row.try_get("last_id")?),
});

/// Positions of public games, with a condition and an order that follow.
macro_rules! shown {
    ($rest:literal) => {
        concat!(
            "SELECT p.day, p.kind, p.position, p.seat, p.table_id, p.ply, p.line, p.gap, r.code
            FROM practice p JOIN records r ON r.table_id = p.table_id WHERE r.public AND ",
            $rest
        )
    };
}

impl RecordStore {
    /// The position of a kind for a day, if there is one and its game is public.
    pub async fn practice(&self, kind: &str, day: i64) -> Result<Option<PracticeRow>, StoreError> {
        const FIND: &str = shown!("p.kind = $1 AND p.day = $2");
        read!(self, conn => sqlx::query_as(FIND).bind(kind).bind(day).fetch_optional(conn))
    }

    /// The last position of a kind until a day, that one included.
    pub async fn practice_until(&self, kind: &str, day: i64) -> Result<Option<PracticeRow>, StoreError> {
        const FIND: &str = shown!("p.kind = $1 AND p.day <= $2 ORDER BY p.day DESC LIMIT 1");
        read!(self, conn => sqlx::query_as(FIND).bind(kind).bind(day).fetch_optional(conn))
    }

    /// The day of the first position of a kind.
    pub async fn first_practice_day(&self, kind: &str) -> Result<Option<i64>, StoreError> {
        const FIND: &str = "SELECT day FROM practice WHERE kind = $1 ORDER BY day LIMIT 1";
        read!(self, conn => sqlx::query_scalar(FIND).bind(kind).fetch_optional(conn))
    }

    /// Positions before a place in the list, the last day first; of one kind or of all.
    pub async fn practice_before(
        &self,
        (day, kind): (i64, &str),
        only: Option<&str>,
        limit: i64,
    ) -> Result<Vec<PracticeRow>, StoreError> {
        const OF_ALL: &str = shown!("(p.day, p.kind) < ($1, $2) ORDER BY p.day DESC, p.kind DESC LIMIT $3");
        const OF_ONE: &str = shown!("p.day < $1 AND p.kind = $2 ORDER BY p.day DESC LIMIT $3");
        let (sql, kind) = only.map_or((OF_ALL, kind), |only| (OF_ONE, only));
        read!(self, conn => sqlx::query_as(sql).bind(day).bind(kind).bind(limit).fetch_all(conn))
    }

    /// The next public game of a kind that was not looked at: the first that ended after those that were, and since a time; if there
    /// is none, the last one before them.
    pub async fn next_for_practice(
        &self,
        kind: &str,
        looked: &Looked,
        since: UnixMs,
    ) -> Result<Option<(UnixMs, TableId)>, StoreError> {
        // With `plies >= 0`, which always holds, they are found by an index.
        macro_rules! next {
            ($compare:literal, $order:literal) => {
                concat!(
                    "SELECT finished_at, table_id FROM records WHERE public AND plies >= 0 AND kind = $1
                    AND (finished_at, table_id) ",
                    $compare,
                    " ($2, $3) ORDER BY finished_at ",
                    $order,
                    ", table_id ",
                    $order,
                    " LIMIT 1"
                )
            };
        }
        let since = (since, TableId(Uuid::nil()));
        let ways = [
            (next!(">", "ASC"), looked.last.max(since)),
            (next!("<", "DESC"), looked.first),
        ];
        for (sql, (at, table)) in ways {
            let found: Option<(UnixMs, TableId)> = read!(self, conn => {
                sqlx::query_as(AssertSqlSafe(sql)).bind(kind).bind(at).bind(table).fetch_optional(conn)
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

impl Store {
    /// The last day that has a position of a kind.
    pub async fn last_practice_day(&self, kind: &str) -> Result<Option<i64>, StoreError> {
        const FIND: &str = "SELECT day FROM practice WHERE kind = $1 ORDER BY day DESC LIMIT 1";
        read!(self, conn => sqlx::query_scalar(FIND).bind(kind).fetch_optional(conn))
    }

    /// Leaves the games of a kind to a node for a while; which of them were looked at. None if another node is at it.
    pub async fn take_practice(
        &self,
        kind: &'static str,
        node: Uuid,
        now: UnixMs,
    ) -> Result<Option<Looked>, StoreError> {
        const FIND: &str = "SELECT first_at, first_id, last_at, last_id FROM practice_searches WHERE kind = $1 AND node = $2";
        if !self.writer.write(TakePractice { kind, node, now }).await? {
            return Ok(None);
        }
        read!(self, conn => sqlx::query_as(FIND).bind(kind).bind(node).fetch_optional(conn))
    }

    /// Records which games were looked at, with the position that was found for a day, and leaves the rest to any node. False if
    /// another node has taken over.
    pub async fn record_practice(
        &self,
        kind: &'static str,
        node: Uuid,
        looked: Looked,
        found: Option<(i64, NewPractice)>,
    ) -> Result<bool, StoreError> {
        let job = RecordPractice {
            kind,
            node,
            looked,
            found,
        };
        self.writer.write(job).await
    }
}

#[derive(Debug)]
struct TakePractice {
    kind: &'static str,
    node: Uuid,
    now: UnixMs,
}

impl WriteJob for TakePractice {
    const LANE: Lane = Lane::Backfills;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const TAKE: &str = "INSERT INTO practice_searches (kind, first_at, first_id, last_at, last_id, node, until)
            VALUES ($1, $2, $3, $2, $3, $4, $5)
            ON CONFLICT (kind) DO UPDATE SET node = excluded.node, until = excluded.until WHERE practice_searches.until < $2";
        let until = self.now + HELD_FOR;
        execute!(tx, TAKE; self.kind, self.now, Uuid::nil(), self.node, until)
    }
}

#[derive(Debug)]
struct RecordPractice {
    kind: &'static str,
    node: Uuid,
    looked: Looked,
    found: Option<(i64, NewPractice)>,
}

impl WriteJob for RecordPractice {
    const LANE: Lane = Lane::Backfills;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const LOOKED: &str =
            "UPDATE practice_searches SET first_at = $3, first_id = $4, last_at = $5, last_id = $6, until = 0
            WHERE kind = $1 AND node = $2";
        const FOUND: &str = "INSERT INTO practice (day, kind, position, seat, table_id, ply, line, gap)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
        let Looked { first, last } = self.looked;
        if !execute!(tx, LOOKED; self.kind, self.node, first.0, first.1, last.0, last.1)? {
            return Ok(false);
        }
        if let Some((day, found)) = &self.found {
            execute!(tx, FOUND;
                *day, self.kind, &found.position, i64::from(found.seat), found.table, found.ply, &found.line, found.gap)?;
        }
        Ok(true)
    }
}
