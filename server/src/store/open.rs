//! Opening a store: finds the database, brings its tables up to date, and starts the writer.

use std::sync::Arc;

use sqlx::migrate::MigrateError;
use tracing::{Instrument, trace_span};

use super::engine::lock::lock;
use super::engine::open::connect_options;
use super::engine::sql::Conn;
use super::engine::{folder, migrate};
use super::people::players;
use super::writer::queue::Queue;
use super::writer::tally::Tally;
use super::{NewEntry, OpenError, Signals, Store, writer};
use crate::config::BusOption;

impl Store {
    /// Opens the database at a `sqlite:` or `postgres:` URL, creating a SQLite file and its folder if there are none,
    /// and brings its tables up to date. Needs a running tokio, since it starts the writer. The error is one sentence
    /// about the URL, the place or the database.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        Self::open_on(url, None).await
    }

    /// Like [`Store::open`], on a bus; without one, on that of the database.
    pub async fn open_on(url: &str, bus: Option<&BusOption>) -> Result<Self, OpenError> {
        let options = connect_options(url)?;
        let bus = options.bus(bus).await?;
        if let Some(file) = options.file() {
            folder::prepare(file)?;
        }
        let mut conn = options
            .in_time(options.connect())
            .await?
            .map_err(|e| options.connect_error(e))?;
        migrate(&mut conn).await?;
        if let Some(file) = options.file() {
            folder::narrow_all(file);
        }
        writer::prepare::<NewEntry>(&mut conn)
            .await
            .map_err(|e| options.connect_error(e))?;
        let signals = Arc::<Signals>::default();
        let pools = options
            .in_time(options.pools_beside_writer(signals.reconnects()))
            .await?
            .map_err(|e| options.connect_error(e))?;
        let (writer, queue) = Queue::new();
        let tally = Arc::new(Tally::default());
        let told = (Arc::clone(&tally), Arc::clone(&signals));
        // sqlx logs the writer's statements in this span.
        let writing = writer::run(options, conn, queue, told, bus.clone());
        tokio::spawn(writing.instrument(trace_span!("writer")));
        Ok(Self {
            pools,
            writer,
            tally,
            readiness: Arc::default(),
            answers: Arc::default(),
            signals,
            bus,
            _lock: None,
        })
    }

    /// Like [`Store::open_on`], for a process that serves tables: no other one can serve the same SQLite file.
    pub async fn open_to_serve(url: &str, bus: Option<&BusOption>) -> Result<Self, OpenError> {
        let lock = match connect_options(url)?.file() {
            Some(file) => {
                folder::prepare(file)?;
                Some(Arc::new(lock(file)?))
            }
            None => None,
        };
        let store = Self::open_on(url, bus).await?;
        Ok(Self { _lock: lock, ..store })
    }
}

/// Brings the tables up to date, and adds the bots that are missing among the players.
pub(super) async fn migrate(conn: &mut Conn) -> Result<(), OpenError> {
    migrate::run(conn).await?;
    players::add_bots(conn).await.map_err(MigrateError::Execute)?;
    Ok(())
}
