//! Opening a store by its URL: which engine, where it is, and how safely it writes.

use std::io;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Error, Executor};
use tokio::time::sleep;
use tracing::warn;

use super::open_error::OpenError;
use super::read::READ_TIMEOUT;
use super::reconnects::Reconnects;
use super::sql::{Conn, ConnectOptions, Engine, Pools};
use crate::bus::Bus;
use crate::config::BusOption;

const READERS: u32 = 8;
/// SQLite's cache for each connection, in its notation: 128 KiB. The system caches the file anyway.
const CACHE: &str = "-128";
/// SQLite's cache for the writer, which uses the newest pages of every table in turn: 4 MiB.
const WRITER_CACHE: &str = "-4096";
/// How many pages SQLite's journal holds before a commit copies them into the file: 32 MiB. They are copied beside the writer long
/// before, unless much is written at once.
const CHECKPOINT: &str = "8000";
/// Overwrites deleted and replaced data with zeros, also in unused pages, which FAST leaves as they are.
const SECURE_DELETE: &str = "ON";
/// How long opening the connections at a start may take.
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long that takes before the log says so.
const CONNECT_PATIENCE: Duration = Duration::from_secs(2);
/// How long SQLite waits for another process that writes; less than the writer gives it for a step.
pub(in crate::store) const BUSY: Duration = Duration::from_secs(2);
/// SQLite's code for a file that is no database.
const SQLITE_NOTADB: &str = "26";
/// The capacity of the writer's statement cache, at least the number of its statements.
pub(in crate::store) const WRITER_STATEMENTS: usize = 100;
/// A role or a database may have flushing switched off; here it never is.
const POSTGRES_WRITER: &str =
    "SET synchronous_commit = 'on'; SET idle_in_transaction_session_timeout = '10s'";
/// Others wait for the row locks of a transaction whose server stands still or has died, and behind each of them all
/// tables of its server. Postgres waits this long for the next statement: a packet that is lost once is resent
/// before. It is less than [`LOCK_TIMEOUT`], so that waiting transactions proceed instead of failing. The server that
/// loses its transaction writes it again.
const POSTGRES_IDLE: &str = "SET idle_in_transaction_session_timeout = '500ms'";
/// A transaction that waits for a lock fails before the writer gives the connection up.
pub(in crate::store) const LOCK_TIMEOUT: &str = "SET lock_timeout = '1s'";

/// How to reach the database. A file is created if there is none.
pub(in crate::store) fn connect_options(url: &str) -> Result<ConnectOptions, OpenError> {
    Ok(match options(url)? {
        Engine::Sqlite(file) => Engine::Sqlite(
            file.create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Full),
        ),
        postgres => postgres,
    })
}

/// How to reach the database without changing it.
pub(in crate::store) fn read_options(url: &str) -> Result<ConnectOptions, OpenError> {
    Ok(match options(url)? {
        Engine::Sqlite(file) => Engine::Sqlite(file.create_if_missing(false).read_only(true)),
        postgres => postgres,
    })
}

/// Determines the engine and its place from the URL.
fn options(url: &str) -> Result<ConnectOptions, OpenError> {
    match url.split_once(':') {
        Some(("sqlite", _)) => sqlite(url).map(Engine::Sqlite),
        Some(("postgres" | "postgresql", _)) => postgres(url).map(Engine::Postgres),
        Some((scheme, _)) => Err(OpenError::Scheme(scheme.to_owned())),
        None => Err(OpenError::NoScheme),
    }
}

fn sqlite(url: &str) -> Result<SqliteConnectOptions, OpenError> {
    let options = SqliteConnectOptions::from_str(url).map_err(OpenError::Url)?;
    let in_memory = url.contains(":memory:") || url.contains("mode=memory");
    if in_memory || options.get_filename().as_os_str().is_empty() {
        return Err(OpenError::NoFile);
    }
    Ok(options
        .foreign_keys(true)
        .busy_timeout(BUSY)
        .pragma("cache_size", CACHE))
}

/// The password may be in the URL or in `PGPASSWORD`.
fn postgres(url: &str) -> Result<PgConnectOptions, OpenError> {
    let (_, rest) = url.split_once("://").unwrap_or_default();
    let place = rest.find(['/', '?', '#']).map_or("", |end| &rest[end..]);
    if place.contains('@') {
        return Err(OpenError::Password);
    }
    let options = PgConnectOptions::from_str(url).map_err(OpenError::Url)?;
    Ok(options.application_name("thicket"))
}

impl ConnectOptions {
    pub(in crate::store) async fn connect(&self) -> sqlx::Result<Conn> {
        Ok(match self {
            Engine::Sqlite(file) => {
                let file = file.clone().statement_cache_capacity(WRITER_STATEMENTS);
                let file = file
                    .pragma("cache_size", WRITER_CACHE)
                    .pragma("wal_autocheckpoint", CHECKPOINT)
                    .pragma("secure_delete", SECURE_DELETE);
                Engine::Sqlite(file.connect().await?)
            }
            Engine::Postgres(server) => {
                let server = server.clone().statement_cache_capacity(WRITER_STATEMENTS);
                let mut conn = server.connect().await?;
                conn.execute(POSTGRES_WRITER).await?;
                conn.execute(LOCK_TIMEOUT).await?;
                Engine::Postgres(conn)
            }
        })
    }

    /// Waits for connections at the start, within a limit.
    pub(in crate::store) async fn in_time<T>(
        &self,
        connecting: impl Future<Output = sqlx::Result<T>>,
    ) -> Result<sqlx::Result<T>, OpenError> {
        let place = self.place();
        let timed_out = async {
            sleep(CONNECT_PATIENCE).await;
            warn!(
                database = place,
                "waiting for the database, which does not answer"
            );
            sleep(CONNECT_TIMEOUT - CONNECT_PATIENCE).await;
        };
        tokio::select! {
            connected = connecting => Ok(connected),
            () = timed_out => Err(OpenError::Silent { place, limit: CONNECT_TIMEOUT }),
        }
    }

    /// Opens the connections for reading. They cannot write, so that no commit of theirs can fail.
    pub(in crate::store) async fn pools(&self) -> sqlx::Result<Pools> {
        self.pools_as(PgPoolOptions::new().after_connect(|conn, _| Box::pin(only_read(conn))))
            .await
    }

    /// Opens them beside a writer. Connections older than the writer's are replaced when they are next used: they may
    /// lead to another server than the writer's.
    pub(in crate::store) async fn pools_beside_writer(
        &self,
        reconnects: &Arc<Reconnects>,
    ) -> sqlx::Result<Pools> {
        let pool = PgPoolOptions::new().after_connect(|conn, _| {
            Box::pin(async move {
                refuse_standby(conn).await?;
                only_read(conn).await
            })
        });
        let reconnects = Arc::clone(reconnects);
        let pool = pool.before_acquire(move |_, connection| {
            let is_old = reconnects.came_after(connection.age);
            Box::pin(async move { Ok(!is_old) })
        });
        self.pools_as(pool).await
    }

    async fn pools_as(&self, pool: PgPoolOptions) -> sqlx::Result<Pools> {
        Ok(match self {
            Engine::Sqlite(file) => {
                let pool = SqlitePoolOptions::new().max_connections(READERS);
                let file = file.clone().create_if_missing(false).pragma("query_only", "ON");
                Engine::Sqlite(pool.connect_with(file).await?)
            }
            Engine::Postgres(server) => {
                let pool = pool.max_connections(READERS);
                Engine::Postgres(pool.connect_with(server.clone()).await?)
            }
        })
    }

    /// The requested bus, or the one that goes with the database.
    pub(in crate::store) async fn bus(&self, asked: Option<&BusOption>) -> Result<Bus, OpenError> {
        match (self, asked) {
            (_, Some(BusOption::None)) | (Engine::Sqlite(_), None) => Ok(Bus::None),
            (Engine::Postgres(server), None | Some(BusOption::Postgres)) => Ok(Bus::postgres(server)),
            (Engine::Postgres(_), Some(BusOption::Nats(url))) => Bus::nats(url).await.map_err(OpenError::Bus),
            (Engine::Sqlite(_), Some(_)) => Err(OpenError::BusOfFile),
        }
    }

    pub(in crate::store) fn file(&self) -> Option<&Path> {
        match self {
            Engine::Sqlite(file) => Some(file.get_filename()),
            Engine::Postgres(_) => None,
        }
    }

    /// An error if the database is a file that does not exist.
    pub(in crate::store) fn must_exist(&self) -> Result<(), OpenError> {
        match self.file() {
            Some(file) if !file.exists() => Err(OpenError::Missing(file.to_owned())),
            _ => Ok(()),
        }
    }

    /// Why a connection could not be opened, in a sentence for operators.
    pub(in crate::store) fn connect_error(&self, source: sqlx::Error) -> OpenError {
        let code = source
            .as_database_error()
            .and_then(|e| e.code().map(|code| code.into_owned()));
        match self {
            Engine::Sqlite(file) if code.as_deref() == Some(SQLITE_NOTADB) => {
                OpenError::NotADatabase(file.get_filename().to_owned())
            }
            _ => OpenError::Connect {
                place: self.place(),
                source,
            },
        }
    }

    /// Where the database is, without names of users or passwords.
    pub(in crate::store) fn place(&self) -> String {
        match self {
            Engine::Sqlite(file) => Path::display(file.get_filename()).to_string(),
            Engine::Postgres(server) => {
                let socket = server.get_socket().map(|path| path.display().to_string());
                let host = socket.unwrap_or_else(|| server.get_host().to_owned());
                format!(
                    "{} on {host}, port {}",
                    server.get_database().unwrap_or("(default)"),
                    server.get_port()
                )
            }
        }
    }
}

async fn only_read(conn: &mut PgConnection) -> sqlx::Result<()> {
    let timeout = READ_TIMEOUT.as_millis();
    let settings = format!("SET default_transaction_read_only = on; SET statement_timeout = {timeout}");
    conn.execute(sqlx::AssertSqlSafe(settings)).await.map(drop)
}

/// A standby has not replayed all that it has received: its data may be missing only for now.
async fn refuse_standby(conn: &mut PgConnection) -> sqlx::Result<()> {
    let is_standby = sqlx::query_scalar("SELECT pg_is_in_recovery()")
        .fetch_one(conn)
        .await?;
    match is_standby {
        true => Err(Error::Io(io::Error::other(
            "it is a standby, which cannot be written",
        ))),
        false => Ok(()),
    }
}

/// Prepares the writer's connection to a Postgres, once the tables are up to date.
pub(in crate::store) async fn ready_to_write(conn: &mut PgConnection) -> sqlx::Result<()> {
    conn.execute(POSTGRES_IDLE).await?;
    refuse_standby(conn).await
}
