//! The text of a whole game: tags, then its numbered turns.

use std::fmt;
use std::str::FromStr;

use crate::head::{Head, HeadError};
use crate::replay::{TurnError, tokens};

/// The most characters on a line of turns.
const WIDTH: usize = 80;

/// A game in writing: its tags and every turn. The turns need not be legal.
///
/// ```
/// use thicket_rules::{Record, replay};
///
/// let text = r#"
/// [Game "bushwhacked"]
/// [Seats "2"]
/// [Seat1 "Ann"]
/// [Seat2 "Ben"]
///
/// 1. a2 2. b2 3. b1 4. drop:2
/// "#;
/// let record: Record = text.parse()?;
/// assert_eq!(record.head.get("Seat1"), Some("Ann"));
/// assert_eq!(record.turns, ["a2", "b2", "b1", "drop:2"]);
///
/// let mut game = record.head.start_recorded()?;
/// replay(game.as_mut(), &record.turns.join(" "), |_, _| ())?;
/// assert!(game.status().outcome().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The tags: which game it is, and who played it.
    pub head: Head,
    /// Turns and drops, in order, without numbers.
    pub turns: Vec<String>,
}

impl fmt::Display for Record {
    /// Tags, an empty line, and the numbered turns in lines of up to 80 characters. A number stays with its turn.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.head)?;
        let mut column = 0;
        for (index, turn) in self.turns.iter().enumerate() {
            let entry = format!("{}. {turn}", index + 1);
            let length = entry.chars().count();
            let fits = column > 0 && column + 1 + length <= WIDTH;
            f.write_str(if fits { " " } else { "\n" })?;
            f.write_str(&entry)?;
            column = if fits { column + 1 + length } else { length };
        }
        writeln!(f)
    }
}

impl FromStr for Record {
    type Err = RecordError;

    /// Reads the form only: [`replay`](crate::replay) finds out whether the turns are legal.
    fn from_str(text: &str) -> Result<Record, RecordError> {
        let (head, turns) = Head::split(text).map_err(RecordError::Head)?;
        let read = |(index, token): (usize, crate::replay::Token)| match token.malformed() {
            Some(reason) => Err(token.error(index + 1, token.text(), reason)),
            None => Ok(token.text().to_owned()),
        };
        let turns: Result<_, TurnError> = tokens(turns).enumerate().map(read).collect();
        Ok(Record {
            head,
            turns: turns.map_err(RecordError::Turn)?,
        })
    }
}

/// The text is not a record.
#[derive(Clone, Debug)]
pub enum RecordError {
    /// Its tags are wrong.
    Head(HeadError),
    /// One of its turns is malformed.
    Turn(TurnError),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RecordError::Head(error) => error.fmt(f),
            RecordError::Turn(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}
