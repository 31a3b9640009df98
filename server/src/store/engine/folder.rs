//! The folder of a SQLite file and the file itself: created if missing, and checked before SQLite opens the file.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access, statvfs};
use tracing::warn;

use super::open_error::OpenError;

/// What must be free on the disk at the start. SQLite maps a file there into memory; on a full disk that kills the
/// process.
const ROOM: u64 = 16 << 20;
/// The database holds secrets, so nobody else may read its folder.
const MODE: u32 = 0o700;
/// For the file, whoever made the folder.
const FILE_MODE: u32 = 0o600;
/// The suffixes of the database and the files beside it: SQLite's own, and the lock.
const SUFFIXES: [&str; 5] = ["", "-wal", "-shm", "-journal", LOCK];
const LOCK: &str = "-lock";

/// Creates the folder of a database file if there is none, and checks that the file can be written there. The file is
/// readable for its owner alone, and so are those that SQLite creates beside it with its mode.
pub(in crate::store) fn prepare(file: &Path) -> Result<(), OpenError> {
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
    must_have_room(folder)?;
    create(file).map_err(|_| OpenError::ReadOnly(file.to_owned()))
}

/// Restricts a database and the files beside it to their owner. The file is known to be a database by now.
pub(in crate::store) fn narrow_all(database: &Path) {
    SUFFIXES
        .iter()
        .for_each(|suffix| narrow(&beside(database, suffix)));
}

pub(in crate::store) fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut path = OsString::from(database);
    path.push(suffix);
    path.into()
}

/// Opens the lock file beside the database.
pub(in crate::store) fn open_lock(database: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true).mode(FILE_MODE);
    options.open(beside(database, LOCK))
}

/// An existing file is not opened: closing it would lift the locks that SQLite holds on it in this process.
fn create(file: &Path) -> io::Result<()> {
    let created = File::options()
        .create_new(true)
        .write(true)
        .mode(FILE_MODE)
        .open(file);
    match created {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// An earlier version or somebody else may have made the file.
fn narrow(file: &Path) {
    let Ok(metadata) = fs::metadata(file) else { return };
    let mode = metadata.permissions().mode() & 0o777;
    if mode & !FILE_MODE == 0 {
        return;
    }
    let (shown, mode) = (file.display(), format!("{mode:04o}"));
    match fs::set_permissions(file, Permissions::from_mode(FILE_MODE)) {
        Ok(()) => warn!(file = %shown, mode, "others could open this file; from now on only its owner can"),
        Err(error) => {
            warn!(file = %shown, mode, %error, "others can open this file, and that cannot be changed")
        }
    }
}

fn must_be_writable(path: &Path) -> Result<(), OpenError> {
    access(path, Access::WRITE_OK).map_err(|_| OpenError::ReadOnly(path.to_owned()))
}

fn must_have_room(folder: &Path) -> Result<(), OpenError> {
    // Where the system does not tell, SQLite will.
    let Ok(disk) = statvfs(folder) else { return Ok(()) };
    // Some file systems, such as ramfs and some that run in user space, report no blocks at all.
    if disk.f_blocks == 0 {
        return Ok(());
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_system_that_reports_no_blocks_is_not_full() {
        let proc = Path::new("/proc");
        assert_eq!(statvfs(proc).map(|disk| disk.f_blocks), Ok(0));
        assert!(must_have_room(proc).is_ok());
    }
}
