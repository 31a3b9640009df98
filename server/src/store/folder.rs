//! The folder of a SQLite file: created if it is missing, and checked before SQLite opens the file.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use rustix::fs::{Access, access, statvfs};

use super::open_error::OpenError;

/// What must be free on the disk at the start. SQLite maps a file there into memory; on a full disk that kills the process.
const ROOM: u64 = 16 << 20;
/// The database holds who may play for whom, so nobody else may look into its folder.
const MODE: u32 = 0o700;

/// Makes the folder of a database file if there is none, and makes sure that the file can be written there.
pub(super) fn prepare(file: &Path) -> Result<(), OpenError> {
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let failed = |source| OpenError::Folder {
        folder: folder.to_owned(),
        source,
    };
    let mut builder = DirBuilder::new();
    builder
        .recursive(true)
        .mode(MODE)
        .create(folder)
        .map_err(failed)?;
    must_be_writable(folder)?;
    if file.exists() {
        must_be_writable(file)?;
    }
    must_have_room(folder)
}

fn must_be_writable(path: &Path) -> Result<(), OpenError> {
    access(path, Access::WRITE_OK).map_err(|_| OpenError::ReadOnly(path.to_owned()))
}

fn must_have_room(folder: &Path) -> Result<(), OpenError> {
    // Where the system does not tell, SQLite will.
    let Ok(disk) = statvfs(folder) else { return Ok(()) };
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    if free >= ROOM {
        return Ok(());
    }
    Err(OpenError::DiskFull {
        folder: folder.to_owned(),
        free,
        needed: ROOM,
    })
}
