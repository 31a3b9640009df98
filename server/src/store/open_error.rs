//! Why a store could not be opened: one sentence for the operator.

use std::path::PathBuf;

use sqlx::migrate::MigrateError;

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
    /// The folder or the file cannot be written.
    #[error("cannot write to {}", .0.display())]
    ReadOnly(PathBuf),
    /// There is hardly any room on the disk.
    #[error(
        "there is too little room on the disk at {}: {} KiB are free, at least {} are needed",
        folder.display(), free / 1024, needed / 1024
    )]
    DiskFull {
        /// The folder of the database.
        folder: PathBuf,
        /// Bytes that are free.
        free: u64,
        /// Bytes that must be free.
        needed: u64,
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
    /// The bus cannot be used.
    #[error("cannot use the bus: {0}")]
    Bus(String),
    /// A SQLite file has one process.
    #[error("one process at a time serves a SQLite file, and has no bus; several need a postgres: database")]
    BusOfFile,
    /// Another process serves the SQLite file.
    #[error(
        "another process serves {} already: one process at a time serves a SQLite file, several need a postgres: database",
        .0.display()
    )]
    InUse(PathBuf),
    /// The tables could not be brought up to date.
    #[error("cannot bring the database up to date: {0}")]
    Migrate(#[from] MigrateError),
}
