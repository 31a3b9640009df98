//! Opening a database only to read it: nothing in it changes, whatever its version.
//!
//! A database of an older version is copied into a temporary folder, and the copy is brought up to date and read.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rustix::fs::{Access, access};
use sqlx::sqlite::SqliteConnectOptions;
use tempfile::TempDir;

use super::copying::copy_into;
use crate::bus::Bus;
use crate::store::engine::folder::beside;
use crate::store::engine::migrate::version;
use crate::store::engine::open::read_options;
use crate::store::engine::sql::{Conn, ConnectOptions, Engine};
use crate::store::open::migrate;
use crate::store::writer::queue::Queue;
use crate::store::{OpenError, Store, schema};

#[derive(Debug)]
pub struct Reading {
    /// The database, or the copy. Writing to it fails as if it were closed.
    pub store: Store,
    /// The number of the last migration of the database.
    version: i64,
    pub(super) options: ConnectOptions,
    /// The state of the file at first, if it is read as one that nobody changes.
    unused: Option<Unused>,
    /// The folder of the copy, deleted when this is dropped.
    copy: Option<TempDir>,
}

/// A SQLite file in WAL mode that nobody had open, so that it had no journal.
#[derive(Debug)]
struct Unused {
    file: PathBuf,
    state: (u64, Option<SystemTime>),
}

impl Reading {
    pub async fn open(url: &str) -> Result<Reading, OpenError> {
        let (options, unused, version) = inspect(url).await?;
        let copy = match version < schema() {
            true => Some(copy(&options, version).await?),
            false => None,
        };
        let (options, copy) = match copy {
            Some((folder, options)) => (options, Some(folder)),
            None => (options, None),
        };
        let pools = options.pools().await.map_err(|e| options.connect_error(e))?;
        let (writer, _) = Queue::new();
        Ok(Reading {
            store: Store {
                pools,
                writer,
                tally: Arc::default(),
                readiness: Arc::default(),
                answers: Arc::default(),
                signals: Arc::default(),
                bus: Bus::None,
                _lock: None,
            },
            version,
            options,
            unused,
            copy,
        })
    }

    /// The versions of the database and of the program, in a sentence.
    #[must_use]
    pub fn versions(&self) -> String {
        let (found, known) = (self.version, schema());
        let copy = match self.copy {
            Some(_) => " What follows is about a copy of it that was brought up to date.",
            None => "",
        };
        format!("The database is of version {found}, this program knows {known}.{copy}")
    }

    /// Closes all connections. An error if the file was changed meanwhile, so that the reads may be of two states.
    pub async fn close(self) -> Result<(), OpenError> {
        self.store.close().await;
        match self.unused {
            Some(unused) if unused.is_used() => Err(OpenError::Changed(unused.file)),
            _ => Ok(()),
        }
    }
}

impl Store {
    /// Opens an existing database of this version, to read and to write.
    pub async fn open_existing(url: &str) -> Result<Self, OpenError> {
        let (_, _, found) = inspect(url).await?;
        let known = schema();
        if found < known {
            return Err(OpenError::Older { found, known });
        }
        Self::open(url).await
    }
}

async fn inspect(url: &str) -> Result<(ConnectOptions, Option<Unused>, i64), OpenError> {
    let mut options = read_options(url)?;
    options.must_exist()?;
    let unused = options.file().and_then(Unused::of);
    if let Engine::Sqlite(file) = options {
        options = Engine::Sqlite(file.immutable(unused.is_some()));
    }
    let mut conn = connect(&options).await?;
    let version = version(&mut conn, &options).await;
    // Nothing was changed, so it does not matter whether closing succeeds.
    drop(conn.close().await);
    Ok((options, unused, version?))
}

async fn connect(options: &ConnectOptions) -> Result<Conn, OpenError> {
    let failed = |error| match options.file() {
        Some(file) if needs_a_file(file) => OpenError::Journal(file.to_owned()),
        _ => options.connect_error(error),
    };
    options.in_time(options.connect()).await?.map_err(failed)
}

/// Whether SQLite has to make a file to read the journal, and cannot.
fn needs_a_file(file: &Path) -> bool {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    let has = |suffix| beside(file, suffix).exists();
    has("-wal") && !has("-shm") && access(folder, Access::WRITE_OK).is_err()
}

impl Unused {
    /// `None` if the file is not in WAL mode, or somebody has it open. Nothing is created beside a file that is not
    /// in use, which the folder might not allow, and which SQLite would leave behind.
    fn of(file: &Path) -> Option<Unused> {
        let unused = Unused {
            file: file.to_owned(),
            state: state(file),
        };
        (has_journal(file) && !beside(file, "-wal").exists()).then_some(unused)
    }

    fn is_used(&self) -> bool {
        beside(&self.file, "-wal").exists() || state(&self.file) != self.state
    }
}

fn state(file: &Path) -> (u64, Option<SystemTime>) {
    let metadata = fs::metadata(file).ok();
    let len = metadata.as_ref().map_or(0, fs::Metadata::len);
    (len, metadata.and_then(|metadata| metadata.modified().ok()))
}

/// Whether the header of a file says WAL mode.
fn has_journal(file: &Path) -> bool {
    let mut header = [0; 20];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header[18..] == [2, 2]
}

/// Copies a database into a temporary folder, and brings the copy up to date.
async fn copy(from: &ConnectOptions, version: i64) -> Result<(TempDir, ConnectOptions), OpenError> {
    let parent = std::env::temp_dir();
    let failed = |source: sqlx::Error| OpenError::Copy {
        folder: std::env::temp_dir(),
        source,
    };
    let folder = tempfile::Builder::new().prefix("thicket-").tempdir_in(parent);
    let folder = folder.map_err(|error| failed(error.into()))?;
    let file = folder.path().join("thicket.db");
    copy_into(from, &file, version).await.map_err(failed)?;
    let options = Engine::Sqlite(SqliteConnectOptions::new().filename(&file).foreign_keys(false));
    let mut conn = options.connect().await.map_err(failed)?;
    migrate(&mut conn).await?;
    conn.close().await.map_err(failed)?;
    let options = SqliteConnectOptions::new().filename(&file).read_only(true);
    Ok((folder, Engine::Sqlite(options)))
}
