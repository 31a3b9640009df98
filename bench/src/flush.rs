//! How long the disk takes to make a small write durable.

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;

/// About what a turn adds to a database's log: two pages.
const WRITE: [u8; 8192] = [0x5a; 8192];
const WRITES: usize = 300;
/// The file is written over again and again, as a database does with its log: it does not grow.
const SLOTS: usize = 64;

/// How long writes took with their `fdatasync`, in a file of this folder.
///
/// # Errors
/// When the folder cannot be written.
pub fn sample(folder: &Path) -> Result<Vec<Duration>> {
    let path = folder.join("flush");
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(true)
        .write(true)
        .open(&path)?;
    for _ in 0..SLOTS {
        file.write_all(&WRITE)?;
    }
    file.sync_all()?;
    let mut took = Vec::new();
    for write in 0..WRITES {
        file.seek(SeekFrom::Start((write % SLOTS * WRITE.len()) as u64))?;
        let begun = Instant::now();
        file.write_all(&WRITE)?;
        file.sync_data()?;
        took.push(begun.elapsed());
    }
    std::fs::remove_file(&path)?;
    Ok(took)
}
