//! Checking files of records: as text, as JSON, as lists of JSON lines, and the games of an export, compressed or not.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use data_encoding::HEXLOWER;
use flate2::bufread::MultiGzDecoder;
use serde_json::Value;
use thicket_rules::{Head, replay};

use super::{exit_code, report};
use crate::archive::{Header, LineReader};
use crate::model::record::chain::Sum;
use crate::model::record::day_list::{self, Checker, DayList};
use crate::record::document::Document;

const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The longest file that is read as one record, in bytes.
const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;

/// How many games were checked, and how many of them are wrong; and what the files say of lists.
#[derive(Default)]
struct Checked {
    games: u64,
    wrong: u64,
    lists: Vec<DayList>,
    /// By list and place, the checksums of the games that say where they are listed.
    listed: BTreeMap<i64, Vec<(i64, Sum)>>,
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
    checked.lists();
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
        let Header { thicket, format, .. } = &lines.header;
        match (thicket.as_str(), *format) {
            ("games", 1) => (),
            (day_list::LINES, day_list::FORMAT) => return self.read_lists(lines),
            _ => return Err("this is no list of games that this version knows".to_owned()),
        }
        while let Some(line) = lines.next_line().map_err(|error| error.to_string())? {
            self.document(&format!("{name}, line {}", lines.number()), line);
        }
        Ok(())
    }

    fn read_lists(&mut self, mut lines: LineReader<impl BufRead>) -> Result<(), String> {
        while let Some(line) = lines.next_line().map_err(|error| error.to_string())? {
            let list =
                DayList::of_json(&line).ok_or_else(|| format!("line {}: this is no list", lines.number()))?;
            self.lists.push(list);
        }
        Ok(())
    }

    /// Compares the lists with the games, where there are both.
    fn lists(&mut self) {
        if self.lists.is_empty() {
            return;
        }
        if let Some(last) = self.lists.iter().rfind(|list| list.sha256.is_some()) {
            println!("The last list of records that is closed: {last}.");
        }
        if self.games == 0 {
            println!("The lists are not compared: that needs the games of the same export.");
            return;
        }
        let mut checker = Checker::default();
        for list in std::mem::take(&mut self.lists) {
            let mut records = self.listed.remove(&list.list).unwrap_or_default();
            records.sort_unstable();
            for what in checker.check(&list, &records) {
                self.wrong += report("lists", Some(what));
            }
        }
        self.wrong += report("lists", checker.end());
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
            let record = serde_json::from_str(line)
                .map_err(|error| format!("{place}: this is not a record: {error}"))?;
            self.document(&format!("{name}, {place}"), record);
        }
        Ok(())
    }

    fn document(&mut self, place: &str, json: Value) {
        let in_list = listed(&json);
        match Document::read(json) {
            Ok(document) => {
                if let Some((list, place, sum)) = in_list {
                    self.listed.entry(list).or_default().push((place, sum));
                }
                let checked = document.check().map_err(|doubt| doubt.to_string());
                self.one(&format!("{place}: {}", document.code()), checked);
            }
            Err(why) => self.one(place, Err(why)),
        }
    }

    fn one(&mut self, place: &str, outcome: Result<(), String>) {
        self.games += 1;
        self.wrong += report(place, outcome.err());
    }
}

/// In which list a game of an export is, at which place, and its checksum.
fn listed(json: &Value) -> Option<(i64, i64, Sum)> {
    let listed = &json["list"];
    let sum = HEXLOWER.decode(json["sha256"].as_str()?.as_bytes()).ok()?;
    Some((
        listed["list"].as_i64()?,
        listed["place"].as_i64()?,
        sum.try_into().ok()?,
    ))
}

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
    let read = input.take(MAX_FILE_BYTES).read_to_string(&mut text);
    let length = read.map_err(|error| format!("this cannot be read: {error}"))?;
    match length as u64 == MAX_FILE_BYTES {
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
