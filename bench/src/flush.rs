//! How long the disk takes to make a small write durable.

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;

/// What a turn adds to SQLite's log, headers included: pages of the events, of their two indexes, of the tables' states and of
/// the index of their deadlines.
static WRITE: [u8; 5 * (4096 + 24)] = [0x5a; 5 * (4096 + 24)];
const WRITES: u32 = 300;
/// The file is written over again and again, as a database does with its log: it does not grow.
const SLOTS: u32 = 200;
/// As far apart as the turns of the open loop, since a disk that has nothing to do in between takes longer.
const APART: Duration = Duration::from_millis(2);

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
    let start = Instant::now();
    for write in 0..WRITES {
        file.seek(SeekFrom::Start(u64::from(write % SLOTS) * WRITE.len() as u64))?;
        while start.elapsed() < APART * write {
            std::hint::spin_loop();
        }
        let begun = Instant::now();
        file.write_all(&WRITE)?;
        file.sync_data()?;
        took.push(begun.elapsed());
    }
    std::fs::remove_file(&path)?;
    Ok(took)
}
