//! The records that pages show, and their pictures: replayed once and kept while they are asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Bytes;
use data_encoding::HEXLOWER;
use quick_cache::sync::Cache;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tracing::warn;

use crate::error::PageError;
use crate::ids::TableId;
use crate::model::record::Record;
use crate::picture;
use crate::record::{self, ShownRecord, UnreadableRecord};
use crate::room::{LoadError, events_after};
use crate::store::Store;
use crate::story;

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
        let mut shown = record::show(&record)?;
        shown.story = self.story(table).await?;
        let shown = Arc::new(shown);
        self.shown.insert(table, Arc::clone(&shown));
        Ok(Some(shown))
    }
}

impl Records {
    /// What happened at a table besides turns. A log that this version cannot read tells nothing.
    async fn story(&self, table: TableId) -> Result<Vec<(Option<usize>, String)>, PageError> {
        match events_after(&self.store, table, 0).await {
            Ok(log) => Ok(story::tell(&log)),
            Err(LoadError::Store(error)) => Err(error.into()),
            Err(error) => {
                warn!(%table, %error, "the story of a table cannot be told");
                Ok(Vec::new())
            }
        }
    }
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
