//! `thicket import`: fills an empty database with a server that `thicket export` has written.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::Args;
use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use serde_json::Value;

use super::export::{SERVER, SERVER_FORMAT, SERVER_LINES};
use crate::archive::LineReader;
use crate::config::{BusOption, DataConfig};
use crate::store::{Restore, Store, schema};

#[derive(Args, Debug)]
pub(super) struct ImportArgs {
    #[command(flatten)]
    data: DataConfig,

    /// The folder that `thicket export` has written
    folder: PathBuf,
}

#[derive(Deserialize)]
struct Line {
    table: String,
    row: Value,
}

type Lines = LineReader<BufReader<MultiGzDecoder<File>>>;

pub(super) async fn run(args: ImportArgs) -> anyhow::Result<ExitCode> {
    let path = args.folder.join(SERVER);
    let file = File::open(&path).map_err(|error| anyhow!("cannot open {}: {error}", path.display()))?;
    let lines = LineReader::open(BufReader::new(MultiGzDecoder::new(file)))?;
    check(&lines)?;
    let url = args.data.url();
    // This brings the tables up to date, and keeps servers off a SQLite file meanwhile.
    let store = Store::open_to_serve(&url, Some(&BusOption::None)).await?;
    let rows = fill(&url, lines).await;
    store.close().await;
    println!("{} rows imported.", rows?);
    Ok(ExitCode::SUCCESS)
}

fn check(lines: &Lines) -> anyhow::Result<()> {
    let header = &lines.header;
    if header.thicket != SERVER_LINES || header.format != SERVER_FORMAT {
        bail!("line 1: this is no export of a server that this version knows");
    }
    let own = schema();
    match header.schema {
        Some(schema) if schema == own => Ok(()),
        schema => bail!(
            "line 1: the export has tables of version {}, and this Thicket has {own}: export and import with the same \
             version of Thicket",
            schema.unwrap_or(0)
        ),
    }
}

/// Everything or nothing: whatever is wrong with a line, the transaction is not committed.
async fn fill(url: &str, mut lines: Lines) -> anyhow::Result<u64> {
    let mut restore = Restore::open(url).await?;
    let (mut rows, mut first) = (0, lines.number() + 1);
    while let Some(line) = lines.next_line()? {
        let number = lines.number();
        let Line { table, row } =
            Line::deserialize(line).map_err(|error| anyhow!("line {number}: this is no row: {error}"))?;
        match restore.add(&table, &row).await {
            Ok(true) => first = number,
            Ok(false) => (),
            Err(error) => bail!("lines {first} to {number}: {error}"),
        }
        rows += 1;
    }
    let last = lines.number() - 1;
    let written = restore.commit().await;
    written.map_err(|error| anyhow!("lines {first} to {last}: {error}"))?;
    Ok(rows)
}
