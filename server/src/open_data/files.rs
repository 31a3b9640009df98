//! The files of open data: how they are called, written and replaced.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tokio::task::spawn_blocking;
use zstd::Encoder;

use crate::model::chained_record::ChainedRecord;
use crate::record::document;
use crate::time::{UnixMs, month_name, month_named};

const README: &str = "README.md";
const DESCRIPTION: &str = include_str!("README.md");
const BEGINNING: &str = "games-";
const END: &str = ".jsonl.zst";
/// While it is being written.
const PART: &str = ".part";

/// A file that can be downloaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenDataFile {
    pub name: String,
    /// The beginning of the month whose games it has; none for the description.
    pub month: Option<UnixMs>,
    /// In bytes.
    pub size: u64,
}

/// Whether a file of open data can have this name.
#[must_use]
pub fn is_file(name: &str) -> bool {
    name == README || month_of(name).is_some()
}

fn month_of(name: &str) -> Option<UnixMs> {
    month_named(name.strip_prefix(BEGINNING)?.strip_suffix(END)?)
}

/// The files of a folder, the latest month first; none if there is no such folder.
///
/// # Errors
/// When it cannot be read.
pub async fn files(folder: &Path) -> io::Result<Vec<OpenDataFile>> {
    let folder = folder.to_owned();
    blocking(move || {
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_file(&name) {
                let (month, size) = (month_of(&name), entry.metadata()?.len());
                files.push(OpenDataFile { name, month, size });
            }
        }
        files.sort_by(|one, other| other.name.cmp(&one.name));
        Ok(files)
    })
    .await
}

/// Writes what the files are.
pub(super) async fn describe(folder: &Path) -> io::Result<()> {
    let folder = folder.to_owned();
    blocking(move || {
        fs::create_dir_all(&folder)?;
        let part = folder.join(format!("{README}{PART}"));
        fs::write(&part, DESCRIPTION)?;
        replace(&part, &folder.join(README))
    })
    .await
}

/// The file of a month while it is being written. It has its name only once it is whole.
pub(super) struct MonthFile {
    lines: Encoder<'static, File>,
    part: PathBuf,
    path: PathBuf,
}

impl MonthFile {
    pub(super) async fn create(folder: &Path, month: UnixMs) -> io::Result<MonthFile> {
        let folder = folder.to_owned();
        let name = format!("{BEGINNING}{}{END}", month_name(month));
        blocking(move || {
            fs::create_dir_all(&folder)?;
            let part = folder.join(format!("{name}{PART}"));
            // It also empties what was left by a node that died.
            let mut lines = Encoder::new(File::create(&part)?, 0)?;
            lines.include_checksum(true)?;
            Ok(MonthFile {
                lines,
                part,
                path: folder.join(name),
            })
        })
        .await
    }

    pub(super) async fn add(mut self, games: Vec<ChainedRecord>) -> io::Result<MonthFile> {
        blocking(move || {
            for game in games {
                serde_json::to_writer(&mut self.lines, &document::view(&game))?;
                self.lines.write_all(b"\n")?;
            }
            Ok(self)
        })
        .await
    }

    pub(super) async fn finish(self) -> io::Result<()> {
        blocking(move || {
            self.lines.finish()?.sync_all()?;
            replace(&self.part, &self.path)
        })
        .await
    }
}

/// Gives a whole file its name, unless the one that has it is the same: that keeps its time, by which readers know it again.
fn replace(part: &Path, path: &Path) -> io::Result<()> {
    match is_same(part, path) {
        true => fs::remove_file(part),
        false => fs::rename(part, path),
    }
}

/// Whether both can be read and have the same contents.
fn is_same(one: &Path, other: &Path) -> bool {
    let compare = || -> io::Result<bool> {
        let (mut one, mut other) = (File::open(one)?, File::open(other)?);
        if one.metadata()?.len() != other.metadata()?.len() {
            return Ok(false);
        }
        let mut buffers = [vec![0; 1 << 16], vec![0; 1 << 16]];
        loop {
            let [first, second] = &mut buffers;
            let length = one.read(first)?;
            other.read_exact(&mut second[..length])?;
            if first[..length] != second[..length] {
                return Ok(false);
            }
            if length == 0 {
                return Ok(true);
            }
        }
    };
    compare().unwrap_or(false)
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other)?
}
