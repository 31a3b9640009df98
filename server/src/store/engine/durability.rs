//! What survives a power cut, as the writer's own connection reports it.

use std::fmt;

use super::sql::{Conn, Engine};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Durability {
    /// `PRAGMA journal_mode` and `PRAGMA synchronous` (2 is full).
    Sqlite {
        /// The journal's mode; `wal` here.
        journal_mode: String,
        /// How often SQLite flushes; 2 is at every commit.
        synchronous: i64,
    },
    /// `SHOW synchronous_commit` and `SHOW fsync`.
    Postgres {
        synchronous_commit: String,
        /// Whether the server flushes at all: set for the whole server, not by us.
        fsync: String,
    },
}

impl Durability {
    /// Whether a commit survives a power cut.
    #[must_use]
    pub fn is_full(&self) -> bool {
        match self {
            Self::Sqlite {
                journal_mode,
                synchronous,
            } => journal_mode == "wal" && *synchronous >= 2,
            Self::Postgres {
                synchronous_commit,
                fsync,
            } => synchronous_commit == "on" && fsync == "on",
        }
    }

    pub(in crate::store) async fn read(conn: &mut Conn) -> sqlx::Result<Self> {
        Ok(match conn {
            Engine::Sqlite(conn) => Self::Sqlite {
                journal_mode: sqlx::query_scalar("PRAGMA journal_mode")
                    .fetch_one(&mut *conn)
                    .await?,
                synchronous: sqlx::query_scalar("PRAGMA synchronous").fetch_one(conn).await?,
            },
            Engine::Postgres(conn) => Self::Postgres {
                synchronous_commit: sqlx::query_scalar("SHOW synchronous_commit")
                    .fetch_one(&mut *conn)
                    .await?,
                fsync: sqlx::query_scalar("SHOW fsync").fetch_one(conn).await?,
            },
        })
    }
}

impl fmt::Display for Durability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite {
                journal_mode,
                synchronous,
            } => {
                write!(f, "journal_mode={journal_mode} synchronous={synchronous}")
            }
            Self::Postgres {
                synchronous_commit,
                fsync,
            } => {
                write!(f, "synchronous_commit={synchronous_commit} fsync={fsync}")
            }
        }
    }
}
