//! A note that a player keeps for themselves about a table.

use std::fmt;

/// The longest note, in characters.
pub const NOTE_CHARACTERS: usize = 4_000;

/// Some lines without control characters. It may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteText(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("A note has at most {NOTE_CHARACTERS} characters.")]
pub struct TooLongNote;

impl NoteText {
    /// Parses a note as a form sends it: all line breaks become `\n`, other control characters than tabs are removed, and spaces at the
    /// end.
    ///
    /// # Errors
    /// When it is too long.
    pub fn parse(text: &str) -> Result<NoteText, TooLongNote> {
        let lines = text.replace("\r\n", "\n").replace('\r', "\n");
        let kept: String = lines
            .trim_end()
            .chars()
            .filter(|&c| matches!(c, '\n' | '\t') || !c.is_control())
            .collect();
        match kept.chars().count() {
            count if count > NOTE_CHARACTERS => Err(TooLongNote),
            _ => Ok(NoteText(kept)),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NoteText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_note_keeps_its_lines_and_is_not_too_long() {
        let parsed = |text: &str| NoteText::parse(text).unwrap().to_string();
        assert_eq!(parsed("one\r\ntwo\rthree\n\n "), "one\ntwo\nthree");
        assert_eq!(parsed("\ta\0b\u{7}"), "\tab");
        assert!(NoteText::parse(" \r\n").unwrap().is_empty());
        assert!(NoteText::parse(&"ü".repeat(NOTE_CHARACTERS)).is_ok());
        assert_eq!(
            NoteText::parse(&"ü".repeat(NOTE_CHARACTERS + 1)),
            Err(TooLongNote)
        );
    }
}
