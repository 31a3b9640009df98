//! Checking files of records: as text, as JSON, as lists of JSON lines, and the games of an export, compressed or not.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use flate2::bufread::MultiGzDecoder;
use serde_json::Value;
use thicket_rules::{Head, replay};

use super::{exit_code, report};
use crate::archive::LineReader;
use crate::record::document::Document;

/// How a file of the gzip format begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The longest file that is read as one record, in bytes.
const LONGEST: u64 = 64 * 1024 * 1024;

/// How many games were checked, and how many of them are wrong.
#[derive(Default)]
struct Checked {
    games: u64,
    wrong: u64,
}

/// Status 0 if everything is right, 1 if something is not.
pub(super) fn verify(files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let mut checked = Checked::default();
    for file in files {
        let name = file.display().to_string();
        if let Err(why) = checked.file(file, &name) {
            checked.wrong += report(&name, Some(why));
        }
    }
    let games = if checked.games == 1 { "game" } else { "games" };
    println!("{} {games} checked; {} wrong.", checked.games, checked.wrong);
    Ok(exit_code(checked.wrong))
}

impl Checked {
    fn file(&mut self, path: &Path, name: &str) -> Result<(), String> {
        let mut input = open(path).map_err(|error| error.to_string())?;
        let start = input.fill_buf().map_err(|error| error.to_string())?;
        let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
        match first {
            Some(b'[') => self.one(name, check_text(&whole(input)?)),
            _ if is_archive(start) => return self.archive(input, name),
            _ => return self.json(&whole(input)?, name),
        }
        Ok(())
    }

    /// A file that has a first and a last line.
    fn archive(&mut self, input: impl BufRead, name: &str) -> Result<(), String> {
        let mut lines = LineReader::open(input).map_err(|error| error.to_string())?;
        if lines.header.thicket != "games" || lines.header.format != 1 {
            return Err("this is no list of games that this version knows".to_owned());
        }
        while let Some(line) = lines.next_line().map_err(|error| error.to_string())? {
            self.document(&format!("{name}, line {}", lines.number()), line);
        }
        Ok(())
    }

    /// One record, or one on each line.
    fn json(&mut self, text: &str, name: &str) -> Result<(), String> {
        if let Ok(record) = serde_json::from_str(text) {
            self.document(name, record);
            return Ok(());
        }
        for (index, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            let place = format!("line {}", index + 1);
            let record =
                serde_json::from_str(line).map_err(|error| format!("{place}: this is no record: {error}"))?;
            self.document(&format!("{name}, {place}"), record);
        }
        Ok(())
    }

    fn document(&mut self, place: &str, json: Value) {
        match Document::read(json) {
            Ok(document) => self.one(&format!("{place}: {}", document.code()), document.check()),
            Err(why) => self.one(place, Err(why)),
        }
    }

    fn one(&mut self, place: &str, outcome: Result<(), String>) {
        self.games += 1;
        self.wrong += report(place, outcome.err());
    }
}

/// Opens a file, and decompresses it if need be.
fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::new(File::open(path)?);
    Ok(match file.fill_buf()?.starts_with(&GZIP) {
        true => Box::new(BufReader::new(MultiGzDecoder::new(file))),
        false => Box::new(file),
    })
}

/// Whether a file begins with the first line of an archive, and not with a record.
fn is_archive(start: &[u8]) -> bool {
    let line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    line.len() < start.len() && LineReader::open(line).is_ok()
}

fn whole(input: impl Read) -> Result<String, String> {
    let mut text = String::new();
    let read = input.take(LONGEST).read_to_string(&mut text);
    let length = read.map_err(|error| format!("this cannot be read: {error}"))?;
    match length as u64 == LONGEST {
        true => Err("this is too long for one record".to_owned()),
        false => Ok(text),
    }
}

/// Plays a record text through. Its ranks are checked if its turns alone say how the game ended.
fn check_text(text: &str) -> Result<(), String> {
    let (head, turns) = Head::split(text).map_err(|error| error.to_string())?;
    let mut game = head.start_recorded().map_err(|error| error.to_string())?;
    replay(game.as_mut(), turns, |_, _| ()).map_err(|error| error.to_string())?;
    let outcome = game.status().outcome();
    let ranks = outcome.map(|outcome| {
        let ranks: Vec<String> = outcome.ranks.as_slice().iter().map(ToString::to_string).collect();
        ranks.join(" ")
    });
    match (head.get("Ranks"), ranks) {
        (Some(given), Some(ranks)) if given != ranks => Err(format!(
            "by its turns the ranks are {ranks}, and it says {given:?}"
        )),
        _ => Ok(()),
    }
}
