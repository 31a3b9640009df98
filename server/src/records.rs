//! The records that pages show, and their pictures: replayed once and kept while they are asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Bytes;
use data_encoding::HEXLOWER;
use quick_cache::sync::Cache;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use crate::error::PageError;
use crate::ids::TableId;
use crate::limits::IMPORTS_AT_ONCE;
use crate::model::record::Record;
use crate::picture;
use crate::record::import::{ImportError, import};
use crate::record::{self, ShownRecord, UnreadableRecord};
use crate::store::Store;

/// How many records are kept ready to be shown. A long game takes about half a megabyte.
const KEPT: usize = 64;
/// How many pictures are kept. One takes about twenty kilobytes.
const PICTURES: usize = 500;
/// How many pictures are drawn at the same time.
const DRAWING: usize = 2;

/// The records of a store. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Records {
    store: Store,
    shown: Arc<Cache<TableId, Arc<ShownRecord>>>,
    /// How often names had been changed when these were read.
    renamed: Arc<AtomicU64>,
    pictures: Arc<Cache<TableId, Arc<Picture>>>,
    drawing: Arc<Semaphore>,
    importing: Arc<Semaphore>,
}

/// The last position of a game as SVG.
#[derive(Debug)]
pub struct Picture {
    /// The text of the picture.
    pub svg: Bytes,
    /// Tells it from any other picture (an `ETag`). A weak one, since the same picture is sent with and without compression.
    pub tag: String,
}

impl Records {
    /// The records of this store.
    pub fn new(store: Store) -> Records {
        let shown = Arc::new(Cache::new(KEPT));
        Records {
            store,
            shown,
            renamed: Arc::default(),
            pictures: Arc::new(Cache::new(PICTURES)),
            drawing: Arc::new(Semaphore::new(DRAWING)),
            importing: Arc::new(Semaphore::new(IMPORTS_AT_ONCE)),
        }
    }

    /// The picture of a table's last position, if its game is over. Only a few are drawn at a time, beside the threads that
    /// serve.
    ///
    /// # Errors
    /// When the store does not answer, or this version cannot read the record.
    pub async fn picture(&self, table: TableId) -> Result<Option<Arc<Picture>>, PageError> {
        if let Some(picture) = self.pictures.get(&table) {
            return Ok(Some(picture));
        }
        let _permit = self.drawing.acquire().await.map_err(|_| PageError::Slow)?;
        if let Some(picture) = self.pictures.get(&table) {
            return Ok(Some(picture));
        }
        let Some(record) = self.store.record(table).await? else {
            return Ok(None);
        };
        let drawn = tokio::task::spawn_blocking(move || draw(&record)).await;
        let picture = Arc::new(drawn.map_err(|_| PageError::Panic)??);
        self.pictures.insert(table, Arc::clone(&picture));
        Ok(Some(picture))
    }

    /// A record from outside, ready to be shown, or what is wrong with it. Only a few are played through at a time, beside the
    /// threads that serve. Nothing of it is kept.
    ///
    /// # Errors
    /// When the server is stopping, or breaks.
    pub async fn import(&self, text: String) -> Result<Result<Imported, ImportError>, PageError> {
        let permit = Arc::clone(&self.importing).acquire_owned().await;
        let permit = permit.map_err(|_| PageError::Slow)?;
        let played = move || {
            let played = play_import(&text);
            drop(permit);
            played
        };
        tokio::task::spawn_blocking(played)
            .await
            .map_err(|_| PageError::Panic)
    }

    /// The record of a table, if its game is over.
    ///
    /// # Errors
    /// When the store does not answer, or this version cannot read the record.
    pub async fn find(&self, table: TableId) -> Result<Option<Arc<ShownRecord>>, PageError> {
        let renamed = self.store.changes().renamed();
        if self.renamed.swap(renamed, Ordering::AcqRel) != renamed {
            self.shown.clear();
        }
        if let Some(shown) = self.shown.get(&table) {
            return Ok(Some(shown));
        }
        let Some(record) = self.store.record(table).await? else {
            return Ok(None);
        };
        let shown = Arc::new(record::show(&record)?);
        self.shown.insert(table, Arc::clone(&shown));
        Ok(Some(shown))
    }
}

/// A record from outside, as its page shows it.
#[derive(Debug)]
pub struct Imported {
    /// The game.
    pub shown: ShownRecord,
    /// The last position as SVG.
    pub svg: String,
}

fn play_import(text: &str) -> Result<Imported, ImportError> {
    let record = import(text)?;
    let unreadable = |error: UnreadableRecord| ImportError::Document(error.to_string());
    let (kind, game) = record::end(&record).map_err(unreadable)?;
    let svg =
        picture::board(kind, game.as_ref()).map_err(|error| ImportError::Document(error.to_string()))?;
    let shown = record::show(&record).map_err(unreadable)?;
    Ok(Imported { shown, svg })
}

fn draw(record: &Record) -> Result<Picture, UnreadableRecord> {
    let (kind, game) = record::end(record)?;
    let svg = picture::board(kind, game.as_ref()).map_err(|error| UnreadableRecord(error.to_string()))?;
    let digest = Sha256::digest(&svg);
    Ok(Picture {
        tag: format!("W/\"{}\"", HEXLOWER.encode(&digest[..12])),
        svg: svg.into(),
    })
}
