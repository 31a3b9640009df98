//! One SQL text for two engines: every query is written once, and its code is compiled for each driver. The SQL
//! itself is checked when it runs, by tests on both.
//!
//! sqlx's `Any` driver would do this at run time, but knows neither UUIDs nor JSON. So what differs is an [`Engine`]
//! with a side for each driver, and [`on!`] compiles one expression for both sides.

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, Connection, Postgres, QueryBuilder, Sqlite, Transaction};
use uuid::Uuid;
use uuid::fmt::Simple;

use crate::bus::notify_statements;

/// A value for SQLite or for Postgres.
#[derive(Clone, Debug)]
pub(in crate::store) enum Engine<S, P> {
    Sqlite(S),
    Postgres(P),
}

/// How to reach the database.
pub(in crate::store) type ConnectOptions = Engine<SqliteConnectOptions, PgConnectOptions>;
pub(in crate::store) type Pools = Engine<SqlitePool, PgPool>;
pub(in crate::store) type Conn = Engine<SqliteConnection, PgConnection>;
/// A borrowed connection.
pub(in crate::store) type Borrowed<'c> = Engine<&'c mut SqliteConnection, &'c mut PgConnection>;
pub(in crate::store) type Tx<'c> = Engine<Transaction<'c, Sqlite>, Transaction<'c, Postgres>>;

/// Evaluates one expression on whichever side is there.
macro_rules! on {
    ($engine:expr, $it:ident => $done:expr) => {
        match $engine {
            $crate::store::engine::sql::Engine::Sqlite($it) => $done,
            $crate::store::engine::sql::Engine::Postgres($it) => $done,
        }
    };
}
pub(in crate::store) use on;

/// Runs a statement with its parameters in a transaction. Returns whether it changed any rows.
macro_rules! execute {
    ($tx:expr, $sql:expr $(; $($parameter:expr),+)?) => {
        $crate::store::engine::sql::on!($tx, tx => {
            let query = sqlx::query($sql)$($(.bind($parameter))+)?;
            query.execute(&mut **tx).await.map(|done| done.rows_affected() > 0)
        })
    };
}
pub(in crate::store) use execute;

/// SQLite must take the write lock at once: a transaction that begins by reading and then finds another writer fails
/// without waiting.
const SQLITE_BEGIN: &str = "BEGIN IMMEDIATE";

impl Conn {
    /// Begins a transaction. With its commit, Postgres sends these notifications; they are added to its first
    /// statement, since each further statement is a round trip.
    pub(in crate::store) async fn begin(&mut self, notifications: &[String]) -> sqlx::Result<Tx<'_>> {
        Ok(match self {
            Engine::Sqlite(conn) => Engine::Sqlite(conn.begin_with(SQLITE_BEGIN).await?),
            Engine::Postgres(conn) => {
                let begin = format!("BEGIN; {}", notify_statements(notifications));
                Engine::Postgres(conn.begin_with(AssertSqlSafe(begin)).await?)
            }
        })
    }

    pub(in crate::store) async fn close(self) -> sqlx::Result<()> {
        on!(self, conn => conn.close().await)
    }

    /// Reborrows the connection for another function.
    pub(in crate::store) fn borrowed(&mut self) -> Borrowed<'_> {
        match self {
            Engine::Sqlite(conn) => Engine::Sqlite(conn),
            Engine::Postgres(conn) => Engine::Postgres(conn),
        }
    }
}

impl Borrowed<'_> {
    pub(in crate::store) fn again(&mut self) -> Borrowed<'_> {
        match self {
            Engine::Sqlite(conn) => Engine::Sqlite(conn),
            Engine::Postgres(conn) => Engine::Postgres(conn),
        }
    }
}

impl Tx<'_> {
    /// Adds notifications, if there are any.
    pub(in crate::store) async fn notify(&mut self, notifications: &[String]) -> sqlx::Result<()> {
        match self {
            Engine::Postgres(tx) if !notifications.is_empty() => {
                let statements = AssertSqlSafe(notify_statements(notifications));
                sqlx::raw_sql(statements).execute(&mut **tx).await.map(drop)
            }
            _ => Ok(()),
        }
    }

    pub(in crate::store) async fn commit(self) -> sqlx::Result<()> {
        on!(self, tx => tx.commit().await)
    }

    pub(in crate::store) async fn rollback(self) -> sqlx::Result<()> {
        on!(self, tx => tx.rollback().await)
    }
}

/// A database that is queried for rows with one of many ids.
pub(in crate::store) trait Ids: sqlx::Database {
    /// What follows `IN (`, with the parenthesis.
    fn push_ids(sql: &mut QueryBuilder<Self>, ids: impl Iterator<Item = Uuid>);
}

impl Ids for Postgres {
    fn push_ids(sql: &mut QueryBuilder<Self>, ids: impl Iterator<Item = Uuid>) {
        let mut list = sql.separated(", ");
        for id in ids {
            list.push_bind(id);
        }
        list.push_unseparated(")");
    }
}

/// One parameter however many ids there are: SQLite takes about 150 bytes of memory for each parameter, and keeps
/// them with the last statement of a connection.
impl Ids for Sqlite {
    fn push_ids(sql: &mut QueryBuilder<Self>, ids: impl Iterator<Item = Uuid>) {
        let ids: Vec<Simple> = ids.map(Uuid::simple).collect();
        sql.push("SELECT unhex(value) FROM json_each(")
            .push_bind(Json(ids))
            .push("))");
    }
}

/// What follows `IN (`, with the parenthesis.
pub(in crate::store) fn push_list<'a, DB: Ids, T>(
    sql: &'a mut QueryBuilder<DB>,
    ids: &[T],
) -> &'a mut QueryBuilder<DB>
where
    T: Copy + Into<Uuid>,
{
    DB::push_ids(sql, ids.iter().map(|&id| id.into()));
    sql
}
