//! How a row of a board is written: a character for each piece, and a number for each run of empty places.

use std::fmt;

/// More places than any row has: a longer run is not read.
const LONGEST: usize = 17;

/// Writes the places of a row; empty ones are `None`.
pub(crate) fn write_row(
    f: &mut fmt::Formatter,
    places: impl IntoIterator<Item = Option<char>>,
) -> fmt::Result {
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

/// Reads the places of a row, if it is written as [`write_row`] writes it.
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
        if run > LONGEST {
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
