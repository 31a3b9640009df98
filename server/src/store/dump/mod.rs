//! Dumps: the rows of a database, to move a server to another one.

mod copying;
mod reading;
mod restore;
mod snapshot;

use sqlx::Executor;

use super::OpenError;
use crate::store::engine::sql::{Conn, ConnectOptions, Engine};

pub use reading::Reading;
pub use restore::Restore;
pub use snapshot::Snapshot;

/// A table whose rows move, or a part of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DumpedTable {
    pub table: &'static str,
    /// Which of its rows; empty for all.
    only: &'static str,
}

const fn all_of(table: &'static str) -> DumpedTable {
    DumpedTable { table, only: "" }
}

/// What moves with a server, each table after those that its rows refer to. A new table has its line here or in [`SKIPPED_TABLES`].
pub const DUMPED_TABLES: &[DumpedTable] = &[
    DumpedTable {
        table: "players",
        only: "companion_of IS NULL",
    },
    // They refer to those whose devices they play on.
    DumpedTable {
        table: "players",
        only: "companion_of IS NOT NULL",
    },
    all_of("accounts"),
    all_of("passkeys"),
    all_of("known_browsers"),
    // Of these, too, only hashes: programs go on at the new server.
    all_of("tokens"),
    // Only hashes of their secrets are stored. Without its session a guest could never come back.
    all_of("sessions"),
    all_of("tables"),
    all_of("channels"),
    all_of("outbox"),
    all_of("shown_notices"),
    // Browsers have subscribed with it.
    all_of("push_key"),
    all_of("notice_settings"),
    all_of("mail_addresses"),
    all_of("link_mails"),
    all_of("events"),
    all_of("table_players"),
    all_of("table_state"),
    all_of("lobby_tables"),
    all_of("chat"),
    all_of("transfer_links"),
    all_of("rematches"),
    all_of("quick_games"),
    all_of("plans"),
    all_of("notes"),
    all_of("holidays"),
    all_of("clubs"),
    all_of("club_players"),
    all_of("club_tables"),
    all_of("tournaments"),
    all_of("tournament_log"),
    all_of("tournament_players"),
    all_of("tournament_tables"),
    all_of("follows"),
    all_of("blocks"),
    all_of("invitations"),
    all_of("records"),
    all_of("record_seats"),
    all_of("record_chains"),
    all_of("record_pairs"),
    all_of("practice"),
    all_of("practice_searches"),
    all_of("finished_games"),
    all_of("day_lists"),
    all_of("rated_games"),
    all_of("standings"),
    all_of("rated_pairs"),
    all_of("game_tallies"),
    all_of("leaving_players"),
    // The new server fills in the rest.
    all_of("backfills"),
    // From these the new server computes the outage during the move, which counts for nobody's clock.
    all_of("alive"),
    all_of("outages"),
];

/// The tables that do not move: they concern the last minutes or the database itself, or can be computed again.
pub const SKIPPED_TABLES: &[&str] = &[
    "_sqlx_migrations",
    "heartbeat",
    "attempts",
    "reviews",
    "passkey_challenges",
    "ended_sessions",
    "stale",
    // What nodes of the version before write, beside new ones.
    "ratings",
];

/// How many rows are read or written at once.
const PAGE: usize = 200;
/// Begins a transaction that sees one state of the database throughout.
const BEGIN_READING: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
/// Lets a transaction wait between its statements.
const PATIENT: &str = "SET idle_in_transaction_session_timeout = 0";

#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    #[error("this database is not empty: a server can only be moved into an empty one")]
    NotEmpty,
    #[error("a server is running on this database: please stop it first")]
    Running,
    #[error("there is no table {0:?} to be filled")]
    UnknownTable(String),
    #[error("{0}")]
    Row(String),
}

/// Opens a connection of its own, and begins a transaction that may wait between its statements.
async fn begin(
    options: &ConnectOptions,
    sqlite: &'static str,
    postgres: &'static str,
) -> Result<Conn, MoveError> {
    let conn = options.connect().await;
    let mut conn = conn.map_err(|error| options.connect_error(error))?;
    match &mut conn {
        Engine::Sqlite(conn) => conn.execute(sqlite).await.map(|_| ())?,
        Engine::Postgres(conn) => {
            conn.execute(PATIENT).await?;
            conn.execute(postgres).await.map(|_| ())?;
        }
    }
    Ok(conn)
}
