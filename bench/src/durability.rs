//! What a running server tells of how safely it writes.

use std::fs::File;
use std::io::Read;

use anyhow::Result;

use crate::server::{Process, Which};

/// Where the header of a SQLite file says how it is written and read: 2 means by a write-ahead log.
const WRITE_VERSION: usize = 18;
const WAL: u8 = 2;

/// A line on the journal's mode and on whether commits are flushed. A server whose commits are not warns when it starts.
///
/// # Errors
/// When the log or the database file cannot be read.
pub fn of(process: &Process, which: &Which) -> Result<String> {
    let Which::Thicket { folder, database } = which else {
        return Ok("nothing is stored".to_owned());
    };
    let warned = process.log()?.contains("does not flush");
    let flushed = if warned {
        "NOT every commit is flushed: the server warns of it"
    } else {
        "every commit is flushed"
    };
    if database.is_some() {
        return Ok(format!("Postgres, {flushed} (synchronous_commit=on, fsync=on)"));
    }
    let mut header = [0; 100];
    File::open(folder.join("thicket.db"))?.read_exact(&mut header)?;
    let journal = if header[WRITE_VERSION] == WAL {
        "wal"
    } else {
        "rollback"
    };
    let synchronous = if warned { "" } else { " synchronous=2 (full)" };
    Ok(format!("SQLite, journal_mode={journal}{synchronous}, {flushed}"))
}
