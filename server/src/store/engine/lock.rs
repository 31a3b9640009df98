//! One process serves a SQLite file: a lock on a file beside it, which the system lifts when the process ends.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Arc;

use super::folder;
use super::open::connect_options;
use crate::config::BusOption;
use crate::store::{OpenError, Store};

impl Store {
    /// The same as [`Store::open_on`], for a process that serves tables: no other one can serve the same SQLite file.
    ///
    /// # Errors
    /// As for [`Store::open_on`], and when another process serves the file.
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

/// The database itself cannot be locked: SQLite keeps locks of its own on it, which closing another handle would lift.
fn lock(database: &Path) -> Result<File, OpenError> {
    let file = folder::open_lock(database).map_err(|_| OpenError::ReadOnly(database.to_owned()))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(database.to_owned())),
        // Some network file systems have no locks; there the operator has to see to it.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}
