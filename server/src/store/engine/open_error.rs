//! Why a store could not be opened: one sentence for operators.

use std::path::PathBuf;
use std::time::Duration;

use sqlx::migrate::MigrateError;

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("a database URL begins with sqlite: or postgres:, not with {0:?}")]
    Scheme(String),
    #[error("a database URL begins with sqlite: or postgres:, for example sqlite:thicket.db")]
    NoScheme,
    #[error("the database URL cannot be used: {0}")]
    Url(#[source] sqlx::Error),
    /// The text after the `@` would be taken for the place of the database, and the text before it would be shown.
    #[error(
        "the database URL has an @ behind its first / ? or #: in a user's name or a password these are written %40, %2F, %3F and \
         %23; or leave the password out of the URL, and set PGPASSWORD"
    )]
    Password,
    #[error("a sqlite: URL names a file, for example sqlite:thicket.db; nothing would be kept in memory")]
    NoFile,
    #[error("cannot create the folder {}: {source}", folder.display())]
    Folder { folder: PathBuf, source: std::io::Error },
    #[error("cannot write to {}", .0.display())]
    ReadOnly(PathBuf),
    #[error(
        "there is too little room on the disk at {}: {} KiB are free, at least {} are needed",
        folder.display(), free / 1024, needed / 1024
    )]
    DiskFull { folder: PathBuf, free: u64, needed: u64 },
    #[error("{} is not a SQLite database; it was left as it is", .0.display())]
    NotADatabase(PathBuf),
    #[error("there is no database at {}", .0.display())]
    Missing(PathBuf),
    #[error("cannot open the database {place}: {source}")]
    Connect { place: String, source: sqlx::Error },
    #[error("the database {place} did not answer within {} s", limit.as_secs())]
    Silent { place: String, limit: Duration },
    #[error("cannot use the bus: {0}")]
    Bus(String),
    #[error("one process at a time serves a SQLite file, and has no bus; several need a postgres: database")]
    BusOfFile,
    #[error(
        "another process serves {} already: one process at a time serves a SQLite file, several need a postgres: database",
        .0.display()
    )]
    InUse(PathBuf),
    #[error("The database is of version {found}, this program knows {known}.")]
    Newer {
        /// The numbers of the last migrations of the database and of this program.
        found: i64,
        known: i64,
    },
    /// The tables are of an older program, and are not to be changed.
    #[error(
        "The database is of version {found}, this program knows {known}: start the server once, which brings it up to date."
    )]
    Older { found: i64, known: i64 },
    #[error("there is nothing of Thicket in the database {0}")]
    Empty(String),
    /// SQLite needs a file beside its journal to read it.
    #[error(
        "{} has a -wal file, which cannot be read where no file can be made: copy both into another folder",
        .0.display()
    )]
    Journal(PathBuf),
    /// A file that nobody had open was changed while it was read.
    #[error(
        "a server has begun to use {} meanwhile, so what was read may not fit together: please run this once more",
        .0.display()
    )]
    Changed(PathBuf),
    /// A database of an older version could not be copied.
    #[error(
        "cannot copy the database into {}, to bring the copy up to date and read it (TMPDIR names another folder): {source}",
        folder.display()
    )]
    Copy { folder: PathBuf, source: sqlx::Error },
    #[error("cannot bring the database up to date: {0}")]
    Migrate(#[from] MigrateError),
}
