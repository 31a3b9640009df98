//! The durable log and everything else that lasts, in SQLite or in Postgres.
//!
//! All that happens at tables goes through one writer ([`Store::append`]), which groups what is waiting
//! into one commit: an append that returned is on disk. Everything else is a query on a pool. The queries
//! are written once for both engines; see `sql.rs`.

mod append;
mod durability;
mod open;
mod players;
mod records;
mod rejoins;
mod sql;
mod tables;
mod writer;

use std::sync::Arc;

use tokio::sync::{Mutex, mpsc, oneshot};

pub use append::{AppendError, Appended, Beside, EVENT_FORMAT, NewEvent};
pub use durability::Durability;
pub use open::OpenError;
pub use players::{Player, SESSION_LIFE_MS};
pub use records::{NewRecord, Record, RecordHead, RecordSeat, RecordTurn, RecordsPage};
pub use rejoins::Rejoin;
pub use tables::{EventRow, NewTable, Sitter, TableRow};
pub use writer::Groups;

use sql::{Pools, on};
use writer::{Ask, Tally};

/// How many appends may wait before the next one has to wait for a place in the queue.
const QUEUE: usize = 1024;

/// An open database. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    pools: Pools,
    writer: mpsc::Sender<Ask>,
    /// Held by whoever writes what is not an event. SQLite lets one write at a time and does not queue: a crowd of
    /// newcomers would take turns at random, and hold all connections while waiting.
    aside: Arc<Mutex<()>>,
    tally: Arc<Tally>,
}

impl Store {
    /// Opens the database at a `sqlite:` or `postgres:` URL, creating a SQLite file and its folder if there
    /// are none, and brings its tables up to date. Needs a running tokio, since it starts the writer.
    ///
    /// # Errors
    /// Says in one sentence what is wrong with the URL or the database.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let home = open::home(url)?;
        home.make_folder()?;
        let pools = home.pools().await.map_err(|e| home.shut(e))?;
        open::migrate(&pools).await?;
        let conn = home.connect().await.map_err(|e| home.shut(e))?;
        let (writer, queue) = mpsc::channel(QUEUE);
        let tally = Arc::new(Tally::default());
        tokio::spawn(writer::run(home, conn, queue, Arc::clone(&tally)));
        Ok(Self {
            pools,
            writer,
            aside: Arc::default(),
            tally,
        })
    }

    /// Opens a database that is there already, and makes no new one.
    ///
    /// # Errors
    /// As for [`Store::open`], and when there is no SQLite file at the place.
    pub async fn open_existing(url: &str) -> Result<Self, OpenError> {
        open::home(url)?.must_exist()?;
        Self::open(url).await
    }

    /// Whether the store can read and write now.
    ///
    /// # Errors
    /// When the writer has stopped or the database does not answer.
    pub async fn ready(&self) -> Result<(), StoreError> {
        if self.writer.is_closed() {
            return Err(StoreError::Closed);
        }
        on!(&self.pools, pool => sqlx::query("SELECT 1").execute(pool).await.map(drop))?;
        Ok(())
    }

    /// What the writer's own connection promises about power loss.
    ///
    /// # Errors
    /// When the writer has stopped or the database does not answer.
    pub async fn durability(&self) -> Result<Durability, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.writer
            .send(Ask::Durability(reply))
            .await
            .map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// How many events were written so far, in how many commits.
    #[must_use]
    pub fn groups(&self) -> Groups {
        self.tally.groups()
    }

    /// Writes what is queued, takes nothing more, and closes all connections.
    pub async fn close(&self) {
        let (reply, done) = oneshot::channel();
        if self.writer.send(Ask::Close(reply)).await.is_ok() {
            // An error means that the writer is gone already, which is what was wanted.
            let _ = done.await;
        }
        on!(&self.pools, pool => pool.close().await);
    }
}

/// Why a question to the store was not answered.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
}
