//! Two engines, one text: every query is written once and type-checked for each driver.
//!
//! sqlx's `Any` driver would do this at run time, but knows neither UUIDs nor JSON. So what differs is
//! an [`Engine`] with a side for each driver, and [`on!`] compiles one expression for both sides.

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool};
use sqlx::{Connection, Postgres, Sqlite, Transaction};

/// The same thing for SQLite or for Postgres.
#[derive(Clone, Debug)]
pub(super) enum Engine<S, P> {
    Sqlite(S),
    Postgres(P),
}

/// How to reach the database.
pub(super) type Home = Engine<SqliteConnectOptions, PgConnectOptions>;
/// The connections for reading, and for writing what is not an event.
pub(super) type Pools = Engine<SqlitePool, PgPool>;
/// The writer's own connection.
pub(super) type Conn = Engine<SqliteConnection, PgConnection>;
/// A transaction for writing.
pub(super) type Tx<'c> = Engine<Transaction<'c, Sqlite>, Transaction<'c, Postgres>>;

/// Evaluates one expression on whichever side is there.
macro_rules! on {
    ($engine:expr, $it:ident => $done:expr) => {
        match $engine {
            $crate::store::sql::Engine::Sqlite($it) => $done,
            $crate::store::sql::Engine::Postgres($it) => $done,
        }
    };
}
pub(super) use on;

/// SQLite must take the lock for writing at once: a transaction that begins by reading and then finds
/// another writer fails without waiting.
const SQLITE_WRITE: &str = "BEGIN IMMEDIATE";

impl Pools {
    pub(super) async fn begin(&self) -> sqlx::Result<Tx<'static>> {
        Ok(match self {
            Engine::Sqlite(pool) => Engine::Sqlite(pool.begin_with(SQLITE_WRITE).await?),
            Engine::Postgres(pool) => Engine::Postgres(pool.begin().await?),
        })
    }
}

impl Conn {
    pub(super) async fn begin(&mut self) -> sqlx::Result<Tx<'_>> {
        Ok(match self {
            Engine::Sqlite(conn) => Engine::Sqlite(conn.begin_with(SQLITE_WRITE).await?),
            Engine::Postgres(conn) => Engine::Postgres(conn.begin().await?),
        })
    }
}

impl Tx<'_> {
    pub(super) async fn commit(self) -> sqlx::Result<()> {
        on!(self, tx => tx.commit().await)
    }

    pub(super) async fn rollback(self) -> sqlx::Result<()> {
        on!(self, tx => tx.rollback().await)
    }
}
