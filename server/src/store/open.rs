//! Opening a store by its URL: which engine, where it is, and how safely it writes.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Executor};

use super::migrations;
use super::open_error::OpenError;
use super::players;
use super::read::READ_TIMEOUT;
use super::rows::STATEMENTS;
use super::single_trip::{self, QUERIES};
use super::sql::{Conn, ConnectOptions, Engine, Pools, on};
use crate::bus::Bus;
use crate::config::BusOption;

/// Connections for reading.
const READERS: u32 = 8;
/// SQLite's own cache for each connection, in its notation: 128 KiB. The system keeps the file in memory anyway.
const CACHE: &str = "-128";
/// The same for the writer, which touches the newest pages of every table in turn: 16 MiB.
const WRITER_CACHE: &str = "-16384";
/// How many pages SQLite's journal holds before the writer copies them into the file: 16 MiB. The same pages are written again
/// and again, so that few of them have to be copied.
const CHECKPOINT: &str = "4000";
/// How long SQLite waits for another process that writes; less than the writer gives it for a step.
const BUSY: Duration = Duration::from_secs(2);
/// What SQLite calls a file that it did not make.
const SQLITE_NOTADB: &str = "26";
/// Statements that the writer keeps prepared: the inserts of each size, and all others.
const WRITER_STATEMENTS: usize = 2 * STATEMENTS + QUERIES + 32;
/// A role or a database may have flushing switched off; here it never is. What waits for a lock or for a client that is gone
/// ends by itself, before the writer gives it up.
const POSTGRES_WRITER: &str = "SET synchronous_commit = 'on'; SET lock_timeout = '1s';
    SET idle_in_transaction_session_timeout = '10s'";

/// Finds the engine and its place in the URL.
pub(super) fn connect_options(url: &str) -> Result<ConnectOptions, OpenError> {
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
        .create_if_missing(true)
        .foreign_keys(true)
        .busy_timeout(BUSY)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("cache_size", CACHE))
}

fn postgres(url: &str) -> Result<PgConnectOptions, OpenError> {
    let options = PgConnectOptions::from_str(url).map_err(OpenError::Url)?;
    Ok(options.application_name("thicket"))
}

impl ConnectOptions {
    /// Opens the writer's connection.
    pub(super) async fn connect(&self) -> sqlx::Result<Conn> {
        Ok(match self {
            Engine::Sqlite(file) => {
                let file = file.clone().statement_cache_capacity(WRITER_STATEMENTS);
                let file = file
                    .pragma("cache_size", WRITER_CACHE)
                    .pragma("wal_autocheckpoint", CHECKPOINT);
                Engine::Sqlite(file.connect().await?)
            }
            Engine::Postgres(server) => {
                let server = server.clone().statement_cache_capacity(WRITER_STATEMENTS);
                let mut conn = server.connect().await?;
                conn.execute(POSTGRES_WRITER).await?;
                Engine::Postgres(conn)
            }
        })
    }

    /// Opens the writer's connection to tables that are up to date.
    pub(super) async fn connect_again(&self) -> sqlx::Result<Conn> {
        let mut conn = self.connect().await?;
        prepare(&mut conn).await?;
        Ok(conn)
    }

    /// Opens the connections for reading. They can do nothing else, so that no commit of theirs can fail.
    pub(super) async fn pools(&self) -> sqlx::Result<Pools> {
        Ok(match self {
            Engine::Sqlite(file) => {
                let pool = SqlitePoolOptions::new().max_connections(READERS);
                let file = file.clone().create_if_missing(false).pragma("query_only", "ON");
                Engine::Sqlite(pool.connect_with(file).await?)
            }
            Engine::Postgres(server) => {
                let pool = PgPoolOptions::new().max_connections(READERS);
                let pool = pool.after_connect(|conn, _| Box::pin(only_read(conn)));
                Engine::Postgres(pool.connect_with(server.clone()).await?)
            }
        })
    }

    /// The bus that is asked for, or the one that goes with the database.
    pub(super) async fn bus(&self, asked: Option<&BusOption>) -> Result<Bus, OpenError> {
        match (self, asked) {
            (_, Some(BusOption::None)) | (Engine::Sqlite(_), None) => Ok(Bus::None),
            (Engine::Postgres(server), None | Some(BusOption::Postgres)) => Ok(Bus::postgres(server)),
            (Engine::Postgres(_), Some(BusOption::Nats(url))) => Bus::nats(url).await.map_err(OpenError::Bus),
            (Engine::Sqlite(_), Some(_)) => Err(OpenError::BusOfFile),
        }
    }

    /// The SQLite file.
    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            Engine::Sqlite(file) => Some(file.get_filename()),
            Engine::Postgres(_) => None,
        }
    }

    /// Whether there is a file, where the database is one.
    pub(super) fn must_exist(&self) -> Result<(), OpenError> {
        match self.file() {
            Some(file) if !file.exists() => Err(OpenError::Missing(file.to_owned())),
            _ => Ok(()),
        }
    }

    /// Why a connection could not be opened, in a sentence for the operator.
    pub(super) fn connect_error(&self, source: sqlx::Error) -> OpenError {
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
    fn place(&self) -> String {
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

/// Makes the writer's connection ready to write, once the tables are up to date.
pub(super) async fn prepare(conn: &mut Conn) -> sqlx::Result<()> {
    match conn {
        Engine::Sqlite(conn) => single_trip::prepare(conn).await,
        Engine::Postgres(_) => Ok(()),
    }
}

/// Brings the tables up to date, and adds the bots that are missing among the players.
pub(super) async fn migrate(conn: &mut Conn) -> Result<(), MigrateError> {
    let migrations = migrations::all();
    on!(conn, conn => migrations.run_direct(None, conn, false).await)?;
    players::add_bots(conn).await.map_err(MigrateError::Execute)
}
