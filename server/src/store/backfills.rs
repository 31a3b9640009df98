//! The progress of backfills, which fill in rows of older versions, and which node works on each.

use std::time::Duration;

use uuid::Uuid;

use crate::ids::TableId;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::{Lane, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// For how long work is left to a node that has not been heard of.
const HELD_FOR: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub last: TableId,
    pub looked: usize,
    pub filled: usize,
}

impl Step {
    /// A step in which every row was filled in.
    pub(in crate::store) fn of(last: TableId, filled: usize) -> Step {
        let looked = filled;
        Step { last, looked, filled }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backfilled {
    pub after: TableId,
    pub filled: i64,
    pub finished: bool,
}

from_row!(Backfilled {
    after: "after_id",
    filled,
    finished
});

impl Default for Backfilled {
    fn default() -> Backfilled {
        Backfilled {
            after: TableId(Uuid::nil()),
            filled: 0,
            finished: false,
        }
    }
}

impl Store {
    /// `None` if the work was never begun.
    pub async fn backfilled(&self, work: &'static str) -> Result<Option<Backfilled>, StoreError> {
        const FIND: &str = "SELECT after_id, filled, finished FROM backfills WHERE work = $1";
        read!(self, conn => sqlx::query_as(FIND).bind(work).fetch_optional(conn))
    }

    /// Leaves some work to a node for a while from now. False if it is finished or another node is at it.
    pub async fn take_backfill(
        &self,
        work: &'static str,
        node: Uuid,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        self.writer.write(TakeBackfill { work, node, now }).await
    }

    /// Records how far a node has come, and leaves the work to it for another while. False if it was taken over
    /// meanwhile.
    pub async fn record_backfill(
        &self,
        work: &'static str,
        node: Uuid,
        now: UnixMs,
        state: Backfilled,
    ) -> Result<bool, StoreError> {
        let job = RecordBackfill {
            work,
            node,
            now,
            state,
        };
        self.writer.write(job).await
    }

    /// Lets other nodes take what this one works on, without waiting for it.
    pub fn release_backfills(&self, node: Uuid) {
        self.writer.write_later(ReleaseBackfills(node));
    }

    /// How many tables or records this query counts, if it answers in time.
    pub(in crate::store) async fn count_left(&self, sql: &'static str, after: TableId) -> Option<i64> {
        let count = async {
            let count: i64 = read!(self, conn => sqlx::query_scalar(sql).bind(after).fetch_one(conn))?;
            Ok::<i64, StoreError>(count)
        };
        count.await.ok()
    }
}

#[derive(Debug)]
struct TakeBackfill {
    work: &'static str,
    node: Uuid,
    now: UnixMs,
}

impl WriteJob for TakeBackfill {
    const LANE: Lane = Lane::Backfills;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const TAKE: &str = "INSERT INTO backfills (work, after_id, filled, finished, node, until) VALUES ($1, $2, 0, FALSE, $3, $4)
            ON CONFLICT (work) DO UPDATE SET node = excluded.node, until = excluded.until
                WHERE NOT backfills.finished AND (backfills.until < $5 OR backfills.node = excluded.node)";
        let until = self.now + HELD_FOR;
        execute!(tx, TAKE; self.work, Uuid::nil(), self.node, until, self.now)
    }
}

#[derive(Debug)]
struct RecordBackfill {
    work: &'static str,
    node: Uuid,
    now: UnixMs,
    state: Backfilled,
}

impl WriteJob for RecordBackfill {
    const LANE: Lane = Lane::Backfills;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const UPDATE: &str = "UPDATE backfills SET after_id = $3, filled = $4, finished = $5, until = $6
            WHERE work = $1 AND node = $2";
        let until = self.now + HELD_FOR;
        execute!(tx, UPDATE;
            self.work, self.node, self.state.after, self.state.filled, self.state.finished, until)
    }
}

#[derive(Debug)]
struct ReleaseBackfills(Uuid);

impl WriteJob for ReleaseBackfills {
    const LANE: Lane = Lane::Backfills;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const RELEASE: &str = "UPDATE backfills SET until = 0 WHERE node = $1";
        execute!(tx, RELEASE; self.0)
    }
}

/// The first `most` of these rows for which something is missing, and the step that fills them; `None` if there are
/// no rows.
pub fn missing(rows: &[(TableId, bool)], most: usize) -> Option<(Step, Vec<TableId>)> {
    let (end, _) = *rows.last()?;
    let missing = rows.iter().filter(|(_, is_there)| !is_there);
    let missing: Vec<TableId> = missing.map(|(table, _)| *table).take(most).collect();
    // The next step continues after the last of them.
    let last = missing.last().copied().filter(|_| missing.len() == most);
    let last = last.unwrap_or(end);
    let step = Step {
        last,
        looked: rows.iter().filter(|(table, _)| *table <= last).count(),
        filled: missing.len(),
    };
    Some((step, missing))
}
