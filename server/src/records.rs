//! What pages and the API show of finished games: a cache of records, so that each is replayed once, and the search.

pub(crate) mod lines;
pub(crate) mod profile;
pub(crate) mod search;
pub(crate) mod statistics;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::sync::Cache;
use tracing::warn;

use crate::error::PageError;
use crate::ids::TableId;
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::picture;
use crate::record::document::Doubt;
use crate::record::import::{ImportError, ImportedRecord, import};
use crate::record::{self, ShownRecord, UnreadableRecord};
use crate::room::{LoadError, events_after};
use crate::seq::Seq;
use crate::store::Store;
use crate::story;

/// A long game takes about half a megabyte.
const SHOWN_CAPACITY: usize = 64;

#[derive(Clone, Debug)]
pub struct ShownRecords {
    store: Store,
    shown: Arc<Cache<TableId, Arc<ShownRecord>>>,
    /// How often names had been changed when these were read.
    renamed: Arc<AtomicU64>,
}

impl ShownRecords {
    pub fn new(store: Store) -> ShownRecords {
        let shown = Arc::new(Cache::new(SHOWN_CAPACITY));
        ShownRecords {
            store,
            shown,
            renamed: Arc::default(),
        }
    }

    /// The record of a table, if its game is over.
    pub async fn find(&self, table: TableId) -> Result<Option<Arc<ShownRecord>>, PageError> {
        let renamed = self.store.changes().renamed();
        if self.renamed.swap(renamed, Ordering::AcqRel) != renamed {
            self.shown.clear();
        }
        if let Some(shown) = self.shown.get(&table) {
            return Ok(Some(shown));
        }
        let Some(record) = self.store.records().record(table).await? else {
            return Ok(None);
        };
        let mut shown = record::show(&record)?;
        self.tell(&mut shown, table).await?;
        let shown = Arc::new(shown);
        self.shown.insert(table, Arc::clone(&shown));
        Ok(Some(shown))
    }
}

impl ShownRecords {
    /// Adds what happened at a table besides turns. A log that this version cannot read yields nothing.
    async fn tell(&self, shown: &mut ShownRecord, table: TableId) -> Result<(), PageError> {
        match events_after(&self.store, table, Seq::ZERO).await {
            Ok(log) => {
                let owners = self.store.bot_owners(story::players(&log)).await?;
                shown.story = story::entries(&log, owners);
                let is_swap = |entry: &LogEntry| matches!(entry.event, Event::SidesSwapped { .. });
                shown.set_sides_swapped(log.iter().any(is_swap));
                Ok(())
            }
            Err(LoadError::Store(error)) => Err(error.into()),
            Err(error) => {
                warn!(%table, %error, "the story of a table cannot be told");
                Ok(())
            }
        }
    }
}

#[derive(Debug)]
pub(crate) struct Imported {
    pub shown: ShownRecord,
    pub svg: String,
    /// The checksum that it agrees with, in hexadecimal; otherwise why it is not known to be as it was played.
    pub checked: Result<String, Doubt>,
}

/// Plays a record from outside through. Nothing is stored.
pub(crate) fn play_import(text: &str) -> Result<Imported, ImportError> {
    let ImportedRecord { record, checked } = import(text)?;
    let unreadable = |error: UnreadableRecord| ImportError::Document(error.to_string());
    let (kind, game) = record::end(&record).map_err(unreadable)?;
    let svg =
        picture::board(kind, game.as_ref()).map_err(|error| ImportError::Document(error.to_string()))?;
    let shown = record::show(&record).map_err(unreadable)?;
    Ok(Imported { shown, svg, checked })
}
