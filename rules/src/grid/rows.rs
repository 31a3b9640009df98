//! How boards are written: rows from the top, joined by `/`, with a character for each piece and a number for each run
//! of empty places.

use std::fmt;

use crate::position::ParsePosition;
use crate::text::wrong;

/// More places than any row has: a longer run is not read.
const MAX_RUN: usize = 17;

/// Writes the rows of a board, the top one first. Empty places are `None`.
pub(crate) fn write_rows<R>(f: &mut fmt::Formatter, rows: impl Iterator<Item = R>) -> fmt::Result
where
    R: Iterator<Item = Option<char>>,
{
    for (index, row) in rows.enumerate() {
        if index > 0 {
            f.write_str("/")?;
        }
        write_row(f, row)?;
    }
    Ok(())
}

/// Reads a board that has these rows of places, the top one first: every place that is not empty, with its character.
/// `places` says in a word what the places are.
pub(crate) fn read_rows<T: Copy>(
    field: &str,
    rows: &[Vec<T>],
    places: &str,
) -> Result<Vec<(T, char)>, ParsePosition> {
    let texts: Vec<&str> = field.split('/').collect();
    if texts.len() != rows.len() {
        return wrong(format!("the board has {} rows", rows.len()));
    }
    let mut pieces = Vec::new();
    for ((row, text), number) in rows.iter().zip(texts).zip((1..=rows.len()).rev()) {
        let Some(read) = read_row(text).filter(|read| read.len() == row.len()) else {
            return wrong(format!("row {number} is not {} {places}", row.len()));
        };
        let filled = row.iter().zip(read);
        pieces.extend(filled.filter_map(|(&place, piece)| Some((place, piece?))));
    }
    Ok(pieces)
}

/// Writes the places of a row.
fn write_row(f: &mut fmt::Formatter, places: impl Iterator<Item = Option<char>>) -> fmt::Result {
    let mut run = 0;
    for place in places {
        let Some(piece) = place else {
            run += 1;
            continue;
        };
        write_run(f, run)?;
        run = 0;
        write!(f, "{piece}")?;
    }
    write_run(f, run)
}

fn write_run(f: &mut fmt::Formatter, run: u32) -> fmt::Result {
    if run == 0 { Ok(()) } else { write!(f, "{run}") }
}

/// Reads the places of a row, if it is written as [`write_rows`] writes it.
pub(crate) fn read_row(row: &str) -> Option<Vec<Option<char>>> {
    let mut places = Vec::new();
    let mut run = 0;
    for character in row.chars() {
        match character.to_digit(10) {
            Some(0) if run == 0 => return None,
            Some(digit) => run = run * 10 + digit as usize,
            None => {
                places.resize(places.len() + run, None);
                run = 0;
                places.push(Some(character));
            }
        }
        if run > MAX_RUN {
            return None;
        }
    }
    places.resize(places.len() + run, None);
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_longest_runs_are_read() {
        let empty = |run| vec![None; run];
        assert_eq!(read_row("17"), Some(empty(17)));
        assert_eq!(read_row("2w1"), Some(vec![None, None, Some('w'), None]));
        for row in ["98", "0w", "w0", "017", "18", "99999999999999999999"] {
            assert_eq!(read_row(row), None, "{row}");
        }
    }
}
