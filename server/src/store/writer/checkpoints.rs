//! SQLite's checkpoints, beside the writer: what the journal, the `-wal` file, holds is copied into the database file.
//!
//! SQLite would do that within the commit that makes the journal long enough, while all turns wait. So another connection copies
//! what there is while the writer goes on, and then the writer copies the little that it has written meanwhile. A journal of
//! which everything is copied begins again from its start, so it does not grow.

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Executor};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tracing::{trace, warn};

/// After so many writes the journal is copied. A turn that is written alone takes about five pages of it.
const WRITES: usize = 1_000;

#[derive(Debug, Default)]
pub(super) struct Checkpoints {
    /// How much was written since the journal was last copied.
    writes: usize,
    /// The connection that copies, while it does not.
    conn: Option<SqliteConnection>,
    copying: Option<JoinHandle<sqlx::Result<SqliteConnection>>>,
}

impl Checkpoints {
    /// Counts writes, and copies the journal when there were enough of them. Never waits for the other connection.
    ///
    /// # Errors
    /// When the writer's own copying fails.
    pub(super) async fn count(
        &mut self,
        writes: usize,
        writer: &mut SqliteConnection,
        options: &SqliteConnectOptions,
    ) -> sqlx::Result<()> {
        self.writes += writes;
        match self.copying.take() {
            Some(copying) if !copying.is_finished() => self.copying = Some(copying),
            Some(copied) => {
                self.writes = 0;
                self.keep(copied).await;
                let begun = Instant::now();
                copy(writer).await?;
                trace!(
                    took_us = begun.elapsed().as_micros(),
                    lane = "Checkpoint",
                    "the rest of the journal is copied"
                );
            }
            None if self.writes >= WRITES => {
                let copying = copy_beside(self.conn.take(), options.clone());
                self.copying = Some(tokio::spawn(copying));
            }
            None => (),
        }
        Ok(())
    }

    async fn keep(&mut self, copied: JoinHandle<sqlx::Result<SqliteConnection>>) {
        match copied.await {
            Ok(Ok(conn)) => self.conn = Some(conn),
            Ok(Err(error)) => warn!(%error, "the journal could not be copied beside the writer"),
            Err(error) => warn!(%error, "copying the journal was cut short"),
        }
    }

    /// Waits until nothing is copied any more, and closes the connection.
    pub(super) async fn close(&mut self) {
        if let Some(copying) = self.copying.take() {
            self.keep(copying).await;
        }
        if let Some(conn) = self.conn.take() {
            // Nothing depends on it.
            let _ = conn.close().await;
        }
    }
}

async fn copy_beside(
    conn: Option<SqliteConnection>,
    options: SqliteConnectOptions,
) -> sqlx::Result<SqliteConnection> {
    let mut conn = match conn {
        Some(conn) => conn,
        None => options.connect().await?,
    };
    let begun = Instant::now();
    copy(&mut conn).await?;
    trace!(
        took_us = begun.elapsed().as_micros(),
        lane = "Beside",
        "the journal is copied"
    );
    Ok(conn)
}

/// Copies as much as can be copied without waiting for readers or writers.
async fn copy(conn: &mut SqliteConnection) -> sqlx::Result<()> {
    conn.execute("PRAGMA wal_checkpoint(PASSIVE)").await.map(drop)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::path::Path;

    use super::*;

    /// How often the journal was begun again, as its header says.
    fn restarts(folder: &Path) -> u32 {
        let journal = std::fs::read(folder.join("test.db-wal")).unwrap();
        u32::from_be_bytes(journal[12..16].try_into().unwrap())
    }

    #[tokio::test]
    async fn the_journal_begins_again_while_one_writes_and_others_read() {
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteConnectOptions::new()
            .filename(folder.path().join("test.db"))
            .create_if_missing(true)
            .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal)
            .pragma("wal_autocheckpoint", "0");
        let mut writer = options.connect().await.unwrap();
        let mut reader = options.connect().await.unwrap();
        writer
            .execute("CREATE TABLE numbers (number INTEGER)")
            .await
            .unwrap();
        let mut checkpoints = Checkpoints::default();
        let before = restarts(folder.path());
        let mut written = 0;
        while restarts(folder.path()) < before + 3 {
            written += 1;
            let insert = sqlx::query("INSERT INTO numbers VALUES (?)").bind(written);
            insert.execute(&mut writer).await.unwrap();
            checkpoints
                .count(WRITES / 10, &mut writer, &options)
                .await
                .unwrap();
            let sum = "SELECT COUNT(*) FROM numbers";
            let read: i64 = sqlx::query_scalar(sum).fetch_one(&mut reader).await.unwrap();
            assert_eq!(read, written);
            assert!(written < 10_000, "the journal only grows");
        }
        checkpoints.close().await;
    }
}
