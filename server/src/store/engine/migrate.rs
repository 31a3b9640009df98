//! Bringing the tables up to date, also when several servers start at the same time on one Postgres.
//!
//! One of them does it, and the others wait however long it takes. A migration is one transaction, so servers of the
//! version before go on meanwhile, as far as its locks let them.

use std::pin::pin;
use std::time::Duration;

use sqlx::PgConnection;
use sqlx::migrate::{Migrate, MigrateError};
use sqlx::{Executor, query_scalar};
use tokio::time::{Instant, interval_at, sleep};
use tracing::info;

use super::migrations::{self, schema};
use super::open::LOCK_TIMEOUT;
use super::open_error::OpenError;
use super::sql::{Conn, ConnectOptions, Engine, on};

/// How often the log says what is being waited for.
const LOG_EVERY: Duration = Duration::from_secs(5);
/// How soon the log says that another server is migrating.
const LOG_FIRST: Duration = Duration::from_secs(1);
/// Changing a table waits for all transactions that use it, and all later ones wait behind the change. So a migration
/// waits only for this long, less than queries do, and tries again after a pause in which the others get through.
/// Postgres needs a second to cancel a vacuum that is in the way.
const TABLE_LOCK: &str = "SET lock_timeout = '2s'";
const PAUSE: Duration = Duration::from_secs(2);
/// The codes of Postgres for a lock timeout and for a deadlock.
const IN_THE_WAY: [&str; 2] = ["55P03", "40P01"];

pub(in crate::store) async fn run(conn: &mut Conn) -> Result<(), OpenError> {
    match one_after_the_other(conn).await {
        Err(MigrateError::VersionMissing(_)) => Err(newer(conn, schema()).await),
        done => Ok(done?),
    }
}

/// The lock for that ends with the connection.
async fn one_after_the_other(conn: &mut Conn) -> Result<(), MigrateError> {
    if let Engine::Postgres(conn) = conn {
        if is_up_to_date(conn).await {
            return Ok(());
        }
        conn.execute("SET lock_timeout = 0").await?;
        let waiting = "waiting for another server, which is bringing the database up to date";
        log_meanwhile(conn.lock(), LOG_FIRST, waiting).await?;
        conn.execute(TABLE_LOCK).await?;
    }
    let working = "the database is still being brought up to date";
    log_meanwhile(insist(conn), LOG_EVERY, working).await?;
    if let Engine::Postgres(conn) = conn {
        conn.unlock().await?;
        conn.execute(LOCK_TIMEOUT).await?;
    }
    Ok(())
}

/// Whether there is nothing to do, and nothing wrong. Nobody has to wait for that.
async fn is_up_to_date(conn: &mut PgConnection) -> bool {
    const IS_THERE: &str = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    let all = migrations::all();
    if !matches!(query_scalar(IS_THERE).fetch_one(&mut *conn).await, Ok(true)) {
        return false;
    }
    let Ok(applied) = conn.list_applied_migrations(&all.table_name).await else {
        return false;
    };
    let known = all.iter().map(|known| (known.version, &known.checksum));
    applied
        .iter()
        .map(|applied| (applied.version, &applied.checksum))
        .eq(known)
}

/// Runs the missing migrations. After a lock timeout, the remaining ones are tried again.
async fn insist(conn: &mut Conn) -> Result<(), MigrateError> {
    loop {
        let found = newest(conn).await?;
        match migrations::run(conn, found).await {
            Err(error) if is_in_the_way(&error) => {
                info!(%error, "a table is in use; bringing it up to date is tried again");
                sleep(PAUSE).await;
            }
            done => return done,
        }
    }
}

fn is_in_the_way(error: &MigrateError) -> bool {
    let (MigrateError::Execute(source) | MigrateError::ExecuteMigration(source, _)) = error else {
        return false;
    };
    let code = source.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| IN_THE_WAY.contains(&&*code))
}

/// Does some work, and logs at intervals that it is not done yet.
async fn log_meanwhile<T>(work: impl Future<Output = T>, first: Duration, line: &str) -> T {
    let begun = Instant::now();
    let mut work = pin!(work);
    let mut ticks = interval_at(begun + first, LOG_EVERY);
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            _ = ticks.tick() => info!(since = ?begun.elapsed(), "{line}"),
        }
    }
}

/// The error for tables of a newer program.
async fn newer(conn: &mut Conn, known: i64) -> OpenError {
    match newest(conn).await {
        Ok(found) => OpenError::Newer { found, known },
        Err(error) => MigrateError::Execute(error).into(),
    }
}

/// The number of the last migration in the database; 0 if it has none.
async fn newest(conn: &mut Conn) -> sqlx::Result<i64> {
    const SQLITE: &str = "SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'";
    const POSTGRES: &str = "SELECT COUNT(to_regclass('_sqlx_migrations'))";
    const NEWEST: &str = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations WHERE success";
    let tables: i64 = match conn {
        Engine::Sqlite(conn) => sqlx::query_scalar(SQLITE).fetch_one(conn).await?,
        Engine::Postgres(conn) => sqlx::query_scalar(POSTGRES).fetch_one(conn).await?,
    };
    match tables {
        0 => Ok(0),
        _ => on!(conn, conn => sqlx::query_scalar(NEWEST).fetch_one(conn).await),
    }
}

/// The version of a database that is not to be changed: the number of its last migration.
pub(in crate::store) async fn version(conn: &mut Conn, options: &ConnectOptions) -> Result<i64, OpenError> {
    let found = newest(conn).await;
    let found = found.map_err(|error| options.connect_error(error))?;
    let known = schema();
    match found {
        0 => Err(OpenError::Empty(options.place())),
        _ if found > known => Err(OpenError::Newer { found, known }),
        _ => Ok(found),
    }
}
