//! SQLite's journal, the `-wal` file: it contains deleted data until it is emptied.

use std::time::Duration;

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Executor};
use tokio::time::Instant;

use super::open::BUSY;

/// The wait before a journal that could not be emptied is tried again; each time twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(50);
/// The longest such wait.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// When the journal is to be emptied.
#[derive(Debug, Default)]
pub(in crate::store) struct Emptying {
    due: Option<Instant>,
    wait: Duration,
}

impl Emptying {
    pub(in crate::store) fn soon(&mut self) {
        *self = Emptying {
            due: Some(Instant::now()),
            wait: FIRST_WAIT,
        };
    }

    pub(in crate::store) fn later(&mut self) {
        self.due = Some(Instant::now() + self.wait);
        self.wait = (2 * self.wait).min(MAX_WAIT);
    }

    pub(in crate::store) fn done(&mut self) {
        self.due = None;
    }

    /// When to try, if it is to be emptied.
    pub(in crate::store) fn due(&self) -> Option<Instant> {
        self.due
    }
}

/// Copies the journal into the database and empties it. False if a reader or a writer is in the way: turns would wait
/// as long as this waited for them.
pub(in crate::store) async fn empty(conn: &mut SqliteConnection) -> sqlx::Result<bool> {
    const EMPTY: &str = "PRAGMA wal_checkpoint(TRUNCATE)";
    conn.execute("PRAGMA busy_timeout = 0").await?;
    let (busy, ..): (i64, i64, i64) = sqlx::query_as(EMPTY).fetch_one(&mut *conn).await?;
    let patient = format!("PRAGMA busy_timeout = {}", BUSY.as_millis());
    conn.execute(AssertSqlSafe(patient)).await?;
    Ok(busy == 0)
}
