//! One process serves a SQLite file: a lock on a file beside it, which the system lifts when the process ends.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::folder;
use super::open_error::OpenError;

/// The database itself cannot be locked: closing another handle on it would lift SQLite's own locks.
pub(in crate::store) fn lock(database: &Path) -> Result<File, OpenError> {
    let file = folder::open_lock(database).map_err(|_| OpenError::ReadOnly(database.to_owned()))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(database.to_owned())),
        // Some network file systems have no locks; there operators are responsible.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}
