//! The records that pages show: replayed once and kept while they are asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::sync::Cache;

use crate::error::PageError;
use crate::ids::TableId;
use crate::record::{self, ShownRecord};
use crate::store::Store;

/// How many records are kept ready to be shown. A long game takes about half a megabyte.
const KEPT: usize = 64;

/// The records of a store. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Records {
    store: Store,
    shown: Arc<Cache<TableId, Arc<ShownRecord>>>,
    /// How often names had been changed when these were read.
    renamed: Arc<AtomicU64>,
}

impl Records {
    /// The records of this store.
    pub fn new(store: Store) -> Records {
        let shown = Arc::new(Cache::new(KEPT));
        Records {
            store,
            shown,
            renamed: Arc::default(),
        }
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
