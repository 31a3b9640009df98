//! What organisers write: the name of a tournament, the text about it, and why they changed something.

use serde::{Deserialize, Serialize};

use crate::names::{BadName, title};
use crate::words::lines;

/// The longest name of a tournament, in letters.
pub const NAME_LETTERS: usize = 60;
/// The longest text about a tournament, in characters.
pub const TEXT_CHARACTERS: usize = 2_000;
/// The longest reason, in characters.
pub const REASON_CHARACTERS: usize = 500;

/// One visible line, without invisible characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TournamentName(String);

/// Some lines without control characters. It may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TournamentText(String);

/// Why the director moved the start, changed a result or called the tournament off, for everybody to read: some words, without control characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Reason(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadWords {
    #[error("A tournament needs a name.")]
    NoName,
    #[error("The name of a tournament has at most {NAME_LETTERS} characters.")]
    LongName,
    #[error("That name has characters that cannot be read. Please type it again.")]
    Unreadable,
    #[error("The text about a tournament has at most {TEXT_CHARACTERS} characters.")]
    LongText,
    #[error("Please say why: everybody can read it.")]
    NoReason,
    #[error("The reason has at most {REASON_CHARACTERS} characters.")]
    LongReason,
}

impl TournamentName {
    /// Spaces at the ends are removed, several become one, and so is what is ignored when text is shown.
    pub fn parse(text: &str) -> Result<TournamentName, BadWords> {
        title(text, NAME_LETTERS)
            .map(TournamentName)
            .map_err(|bad| match bad {
                BadName::Empty => BadWords::NoName,
                BadName::TooLong => BadWords::LongName,
                BadName::Marks | BadName::Invisible => BadWords::Unreadable,
            })
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TournamentText {
    pub fn parse(text: &str) -> Result<TournamentText, BadWords> {
        match lines(text, TEXT_CHARACTERS) {
            Some(text) => Ok(TournamentText(text)),
            None => Err(BadWords::LongText),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Reason {
    pub fn parse(text: &str) -> Result<Reason, BadWords> {
        match lines(text, REASON_CHARACTERS) {
            None => Err(BadWords::LongReason),
            Some(text) if text.trim().is_empty() => Err(BadWords::NoReason),
            Some(text) => Ok(Reason(text)),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn words_are_tidied_and_have_a_length() {
        let name = |text: &str| TournamentName::parse(text).map(|name| name.0);
        assert_eq!(name("  Spring \u{200b} Cup ").unwrap(), "Spring Cup");
        assert_eq!(name(" "), Err(BadWords::NoName));
        assert_eq!(name("a\nb"), Err(BadWords::Unreadable));
        assert!(name(&"x".repeat(NAME_LETTERS)).is_ok());
        assert_eq!(name(&"x".repeat(NAME_LETTERS + 1)), Err(BadWords::LongName));
        assert_eq!(TournamentText::parse("a\r\nb\0 ").unwrap().as_str(), "a\nb");
        assert!(TournamentText::parse("").is_ok());
        assert!(TournamentText::parse(&"ü".repeat(TEXT_CHARACTERS + 1)).is_err());
        assert_eq!(Reason::parse(" \n "), Err(BadWords::NoReason));
        assert!(Reason::parse(&"ü".repeat(REASON_CHARACTERS)).is_ok());
    }
}
