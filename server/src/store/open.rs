//! Opening a store by its URL: which engine, where it is, and how safely it writes.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Executor};

use super::append::KEPT_STATEMENTS;
use super::sql::{Conn, Engine, Home, Pools, on};

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// Connections for reading.
const READERS: u32 = 8;
/// SQLite's own cache for each connection, in its notation: 512 KiB. The system keeps the file in memory anyway.
const CACHE: &str = "-512";
/// How long a request waits for one of them.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long SQLite waits for another writer. Twice this (the writer tries again) is less than an append may take.
const BUSY: Duration = Duration::from_secs(3);
/// What SQLite calls a file that it did not make.
const SQLITE_NOTADB: &str = "26";

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL is for something else. Only its scheme is shown: the rest may hold a password.
    #[error("a database URL begins with sqlite: or postgres:, not with {0:?}")]
    Scheme(String),
    /// There is no scheme at all.
    #[error("a database URL begins with sqlite: or postgres:, for example sqlite:thicket.db")]
    NoScheme,
    /// The scheme is fine, the rest is not.
    #[error("the database URL cannot be used: {0}")]
    Url(#[source] sqlx::Error),
    /// SQLite without a file: every connection would see a database of its own, and nothing would last.
    #[error("a sqlite: URL names a file, for example sqlite:thicket.db; nothing would be kept in memory")]
    NoFile,
    /// The folder of the SQLite file cannot be made.
    #[error("cannot create the folder {}: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// Some other file lies at the path. It was not touched.
    #[error("{} is not a SQLite database; it was left as it is", .0.display())]
    NotADatabase(PathBuf),
    /// There is no file at the path, and none is to be made.
    #[error("there is no database at {}", .0.display())]
    Missing(PathBuf),
    /// The database does not answer, or refuses.
    #[error("cannot open the database {place}: {source}")]
    Connect {
        /// Where it should be.
        place: String,
        /// What it said.
        source: sqlx::Error,
    },
    /// The tables could not be brought up to date.
    #[error("cannot bring the database up to date: {0}")]
    Migrate(#[from] MigrateError),
}

/// Finds the engine and its place in the URL.
pub(super) fn home(url: &str) -> Result<Home, OpenError> {
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

impl Home {
    /// Opens the writer's connection. It has room for all statements that are to stay prepared.
    pub(super) async fn connect(&self) -> sqlx::Result<Conn> {
        let statements = KEPT_STATEMENTS + 32;
        Ok(match self {
            Engine::Sqlite(file) => Engine::Sqlite(
                file.clone()
                    .statement_cache_capacity(statements)
                    .connect()
                    .await?,
            ),
            Engine::Postgres(server) => {
                let mut conn = server
                    .clone()
                    .statement_cache_capacity(statements)
                    .connect()
                    .await?;
                flush_before_commit(&mut conn).await?;
                Engine::Postgres(conn)
            }
        })
    }

    /// Opens the connections for everything else.
    pub(super) async fn pools(&self) -> sqlx::Result<Pools> {
        Ok(match self {
            Engine::Sqlite(file) => {
                let pool = SqlitePoolOptions::new()
                    .max_connections(READERS)
                    .acquire_timeout(PATIENCE);
                Engine::Sqlite(pool.connect_with(file.clone()).await?)
            }
            Engine::Postgres(server) => {
                let pool = PgPoolOptions::new()
                    .max_connections(READERS)
                    .acquire_timeout(PATIENCE);
                let pool = pool.after_connect(|conn, _| Box::pin(flush_before_commit(conn)));
                Engine::Postgres(pool.connect_with(server.clone()).await?)
            }
        })
    }

    /// Whether there is a file, where the database is one.
    pub(super) fn must_exist(&self) -> Result<(), OpenError> {
        match self {
            Engine::Sqlite(file) if !file.get_filename().exists() => {
                Err(OpenError::Missing(file.get_filename().to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Makes the folder of a SQLite file, if there is none.
    pub(super) fn make_folder(&self) -> Result<(), OpenError> {
        let Engine::Sqlite(file) = self else { return Ok(()) };
        let Some(folder) = file.get_filename().parent() else {
            return Ok(());
        };
        let failed = |source| OpenError::Folder {
            folder: folder.to_owned(),
            source,
        };
        std::fs::create_dir_all(folder).map_err(failed)
    }

    /// Says in our own words what kept a database shut.
    pub(super) fn shut(&self, source: sqlx::Error) -> OpenError {
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

/// A role or a database may have this switched off; here it never is.
async fn flush_before_commit(conn: &mut PgConnection) -> sqlx::Result<()> {
    conn.execute("SET synchronous_commit = 'on'").await.map(drop)
}

/// Brings the tables up to date.
pub(super) async fn migrate(pools: &Pools) -> Result<(), MigrateError> {
    on!(pools, pool => MIGRATIONS.run(pool).await)
}
