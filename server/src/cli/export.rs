//! `thicket export`: all games as a file that anybody can read, and the whole server as a file that `thicket import` reads; or
//! public games alone, as open data.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde_json::json;

use crate::archive::{Header, LineWriter};
use crate::config::DataConfig;
use crate::ids::TableId;
use crate::model::record::day_list;
use crate::open_data::OpenData;
use crate::record::document;
use crate::store::{Reading, Snapshot, Store, schema};

const GAMES: &str = "games.ndjson.gz";
pub(super) const SERVER: &str = "server.ndjson.gz";
pub(super) const SERVER_LINES: &str = "server";
/// The format of the file of the server.
pub(super) const SERVER_FORMAT: u64 = 1;

const LISTS: &str = "lists.ndjson.gz";

const PAGE: i64 = 50;

#[derive(Args, Debug)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    data: DataConfig,

    /// Write public games alone, a file for each month, as the server offers them at /data
    #[arg(long)]
    public: bool,

    /// Where the files are written
    folder: PathBuf,
}

pub(super) async fn run(args: ExportArgs) -> anyhow::Result<ExitCode> {
    let reading = Reading::open(&args.data.url()).await?;
    fs::create_dir_all(&args.folder)
        .map_err(|error| anyhow!("cannot create the folder {}: {error}", args.folder.display()))?;
    if args.public {
        let written = OpenData::new(reading.store.clone(), args.folder.clone())
            .write()
            .await;
        reading.close().await?;
        println!("{} public games written to {}.", written?, args.folder.display());
        return Ok(ExitCode::SUCCESS);
    }
    // Before the games: more may be added to the open list meanwhile.
    let lists = write_lists(&reading.store, &args.folder).await;
    let games = match lists {
        Ok(()) => write_games(&reading.store, &args.folder).await,
        Err(error) => Err(error),
    };
    let rows = match &games {
        Ok(_) => write_server(&reading, &args.folder).await,
        Err(_) => Ok(0),
    };
    let versions = reading.versions();
    reading.close().await?;
    println!(
        "{versions}\n{} games and {} rows written to {}.",
        games?,
        rows?,
        args.folder.display()
    );
    Ok(ExitCode::SUCCESS)
}

async fn write_lists(store: &Store, folder: &Path) -> anyhow::Result<()> {
    let mut file = Output::create(folder, LISTS)?;
    file.begin(day_list::LINES, day_list::FORMAT, None)?;
    for list in store.day_lists().await? {
        file.line(&list.to_json())?;
    }
    file.finish()
}

async fn write_games(store: &Store, folder: &Path) -> anyhow::Result<u64> {
    let mut file = Output::create(folder, GAMES)?;
    file.begin("games", document::FORMAT, None)?;
    let (mut games, mut after) = (0, None);
    loop {
        let page = store.all_records(after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.head.table);
        let tables: Vec<TableId> = page.iter().map(|record| record.head.table).collect();
        let places = store.list_places(&tables).await?;
        for chained in store.records().chained(page).await? {
            let mut json = document::write(&chained);
            let table = chained.record.head.table;
            if let Some((_, list, place)) = places.iter().find(|(listed, ..)| *listed == table) {
                json["list"] = json!({ "list": list, "place": place });
            }
            file.line(&json)?;
            games += 1;
        }
    }
    file.finish()?;
    Ok(games)
}

async fn write_server(reading: &Reading, folder: &Path) -> anyhow::Result<u64> {
    let mut file = Output::create(folder, SERVER)?;
    file.begin(SERVER_LINES, SERVER_FORMAT, Some(schema()))?;
    let mut snapshot = Snapshot::open(reading).await?;
    let mut count = 0;
    while let Some((table, rows)) = snapshot.next_rows().await? {
        for row in rows {
            file.line(&json!({ "row": row, "table": table }))?;
            count += 1;
        }
    }
    file.finish()?;
    Ok(count)
}

/// A compressed file of lines, which has its name only once it is whole.
struct Output {
    lines: LineWriter,
    file: GzEncoder<BufWriter<File>>,
    part: PathBuf,
    path: PathBuf,
}

impl Output {
    /// Nobody but its owner reads it: codes of games by link are secrets, and so is what is in accounts.
    fn create(folder: &Path, name: &str) -> anyhow::Result<Output> {
        let path = folder.join(name);
        if path.exists() {
            bail!("{} is there already, and is not written over", path.display());
        }
        let part = folder.join(format!("{name}.part"));
        // What an export that was stopped has left keeps its mode, which may be another one.
        match fs::remove_file(&part) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => (),
        }
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&part);
        let file = file.map_err(|error| anyhow!("cannot write {}: {error}", part.display()))?;
        Ok(Output {
            lines: LineWriter::default(),
            file: GzEncoder::new(BufWriter::new(file), Compression::default()),
            part,
            path,
        })
    }

    fn begin(&mut self, what: &str, format: u64, schema: Option<i64>) -> io::Result<()> {
        let header = Header {
            thicket: what.to_owned(),
            format,
            schema,
        };
        let line = self.lines.begin(&header);
        self.file.write_all(line.as_bytes())
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let line = self.lines.line(value);
        self.file.write_all(line.as_bytes())
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.file.write_all(self.lines.end(None).as_bytes())?;
        let file = self.file.finish()?.into_inner()?;
        file.sync_all()?;
        fs::rename(&self.part, &self.path)?;
        Ok(())
    }
}
