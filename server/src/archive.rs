//! Files of JSON lines: a first line with the kind of the file, and a last one that proves it complete.

use std::io::{BufRead, Read};

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// In bytes.
const MAX_LINE_BYTES: u64 = 64 * 1024 * 1024;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    pub thicket: String,
    pub format: u64,
    /// The number of the last migration of the database, where lines are rows of its tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Footer {
    lines: u64,
    sha256: String,
}

#[derive(Debug, Default)]
pub struct LineWriter {
    sum: Sha256,
    lines: u64,
}

impl LineWriter {
    pub fn begin(&mut self, header: &Header) -> String {
        self.add(header)
    }

    pub fn line(&mut self, value: &impl Serialize) -> String {
        self.lines += 1;
        self.add(value)
    }

    /// The last line. `next` is where the rest is found, if there is more.
    pub fn end(self, next: Option<&str>) -> String {
        let footer = Footer {
            lines: self.lines,
            sha256: HEXLOWER.encode(&self.sum.finalize()),
        };
        let mut last = json!({ "end": footer });
        if let Some(next) = next {
            last["next"] = next.into();
        }
        format!("{last}\n")
    }

    fn add(&mut self, value: &impl Serialize) -> String {
        let line = serde_json::to_string(value).expect("a line") + "\n";
        self.sum.update(&line);
        line
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {number}: {why}")]
pub struct BadLine {
    pub number: u64,
    pub why: String,
}

#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    pub header: Header,
    sum: Sha256,
    number: u64,
}

impl<R: BufRead> LineReader<R> {
    /// Reads the first line.
    pub fn open(mut input: R) -> Result<LineReader<R>, BadLine> {
        let line = read_line(&mut input).map_err(|why| BadLine { number: 1, why })?;
        let header = serde_json::from_slice(&line).map_err(|_| BadLine {
            number: 1,
            why: "this is not the beginning of a file that Thicket wrote".to_owned(),
        })?;
        Ok(LineReader {
            input,
            header,
            sum: Sha256::new_with_prefix(&line),
            number: 1,
        })
    }

    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line; `None` after the last one, once the file has proved complete. An error for a line that is not
    /// JSON, and for a file that ends too early or was changed.
    pub fn next_line(&mut self) -> Result<Option<Value>, BadLine> {
        self.number += 1;
        let number = self.number;
        self.read().map_err(|why| BadLine { number, why })
    }

    fn read(&mut self) -> Result<Option<Value>, String> {
        let line = read_line(&mut self.input)?;
        if line.is_empty() {
            return Err("the file ends too early: its last line is missing".to_owned());
        }
        let value: Value =
            serde_json::from_slice(&line).map_err(|error| format!("this is no JSON: {error}"))?;
        if value.get("end").is_none() {
            self.sum.update(&line);
            return Ok(Some(value));
        }
        self.check_end(&value["end"])?;
        Ok(None)
    }

    fn check_end(&mut self, end: &Value) -> Result<(), String> {
        let footer =
            Footer::deserialize(end).map_err(|error| format!("this is not the last line: {error}"))?;
        let lines = self.number - 2;
        if footer.lines != lines {
            return Err(format!(
                "the file had {} lines more than two, and has {lines}",
                footer.lines
            ));
        }
        if footer.sha256 != HEXLOWER.encode(&self.sum.clone().finalize()) {
            return Err("the file was changed: its checksum is another one".to_owned());
        }
        match read_line(&mut self.input)?.is_empty() {
            true => Ok(()),
            false => Err("something follows the last line".to_owned()),
        }
    }
}

/// Reads a line with its end; empty at the end of the input.
fn read_line(input: &mut impl BufRead) -> Result<Vec<u8>, String> {
    let mut line = Vec::new();
    let read = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
    read.map_err(|error| format!("this cannot be read: {error}"))?;
    match line.len() as u64 == MAX_LINE_BYTES {
        true => Err("this line is too long".to_owned()),
        false => Ok(line),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn written() -> String {
        let mut writer = LineWriter::default();
        let header = Header {
            thicket: "games".to_owned(),
            format: 1,
            schema: None,
        };
        let first = writer.begin(&header);
        let lines = [1, 2].map(|number| writer.line(&json!({ "number": number })));
        first + &lines.concat() + &writer.end(Some("/more"))
    }

    fn read(file: &str) -> Result<Vec<Value>, BadLine> {
        let mut reader = LineReader::open(file.as_bytes())?;
        let mut lines = Vec::new();
        while let Some(line) = reader.next_line()? {
            lines.push(line);
        }
        Ok(lines)
    }

    #[test]
    fn a_file_reads_back() {
        assert_eq!(
            read(&written()).unwrap(),
            [json!({ "number": 1 }), json!({ "number": 2 })]
        );
    }

    #[test]
    fn a_file_that_is_not_whole_is_refused_with_the_line() {
        let file = written();
        let lines: Vec<&str> = file.split_inclusive('\n').collect();
        for (broken, number) in [
            (String::new(), 1),
            ("{\"a\":1}\n".to_owned(), 1),
            (lines[..3].concat(), 4),
            (lines[0].to_owned() + lines[1] + lines[3], 3),
            (file.replace("\"number\":2", "\"number\":3"), 4),
            (file.replace("\"number\":2", "\"number\":2,"), 3),
            (file.replace("games", "gamez"), 4),
            (file.clone() + "{}\n", 4),
        ] {
            assert_eq!(read(&broken).unwrap_err().number, number, "{broken}");
        }
    }
}
