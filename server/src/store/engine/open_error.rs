//! Why a store could not be opened: one sentence for the operator.

use std::path::PathBuf;
use std::time::Duration;

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
    /// Whatever stands behind the `@` would be taken for the place of the database, and what stands before it would be shown.
    #[error(
        "the database URL has an @ behind its first / ? or #: in a user's name or a password these are written %40, %2F, %3F and \
         %23; or leave the password out of the URL, and set PGPASSWORD"
    )]
    Password,
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
    /// Something accepts connections there, and says nothing.
    #[error("the database {place} did not answer within {} s", limit.as_secs())]
    Silent {
        /// Where it should be.
        place: String,
        /// How long it was waited for.
        limit: Duration,
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
    /// A newer program has changed the tables.
    #[error("The database is of version {found}, this program knows {known}.")]
    Newer {
        /// The number of the last migration that the database has.
        found: i64,
        /// The number of the last one that this program has.
        known: i64,
    },
    /// The tables are those of an older program, and are not to be changed.
    #[error(
        "The database is of version {found}, this program knows {known}: start the server once, which brings it up to date."
    )]
    Older {
        /// The number of the last migration that the database has.
        found: i64,
        /// The number of the last one that this program has.
        known: i64,
    },
    /// No Thicket has made tables there.
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
    Copy {
        /// The folder for temporary files.
        folder: PathBuf,
        /// What went wrong.
        source: sqlx::Error,
    },
    /// The tables could not be brought up to date.
    #[error("cannot bring the database up to date: {0}")]
    Migrate(#[from] MigrateError),
}
