//! Lines of a chat. A chat is a feed of its own beside the log, and may be deleted: nothing about the game depends on
//! it.

use std::fmt;
use std::time::Duration;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::names::without_ignored;

/// In Unicode scalar values.
pub const MAX_CHARACTERS: usize = 280;
/// The oldest are deleted for new ones.
pub const CHAT_CAPACITY: usize = 500;
/// How long a chat is kept after its game has ended; where it has not, after the last event and line.
pub const CHAT_LIFE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// One line in NFC, without invisible characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    #[error("There is nothing to send yet.")]
    Empty,
    #[error("Use at most 280 characters.")]
    TooLong,
}

impl Line {
    /// Parses a line. Line breaks, tabs and all kinds of spaces become single spaces; control characters, direction
    /// marks and other invisible characters are removed, except inside emoji.
    pub fn parse(text: &str) -> Result<Line, BadLine> {
        // Checked before normalising, so that the work stays small whatever is sent.
        if text.len() > 16 * MAX_CHARACTERS {
            return Err(BadLine::TooLong);
        }
        let spaced: String = text.chars().map(|c| if is_space(c) { ' ' } else { c }).collect();
        let visible: String = without_ignored(&spaced)
            .chars()
            .filter(|&c| !is_hidden(c))
            .collect();
        let words: Vec<&str> = visible.split(' ').filter(|word| !word.is_empty()).collect();
        let line: String = words.join(" ").nfc().collect();
        match line.chars().count() {
            0 => Err(BadLine::Empty),
            count if count > MAX_CHARACTERS => Err(BadLine::TooLong),
            _ => Ok(Line(line)),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<BadLine> for Refusal {
    fn from(bad: BadLine) -> Refusal {
        Refusal::new(Code::BadLine, bad.to_string())
    }
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || c.general_category_group() == GeneralCategoryGroup::Separator
}

/// Control, private and unassigned characters, but not the joiner, which stays only inside emoji.
fn is_hidden(c: char) -> bool {
    c != '\u{200d}' && c.general_category_group() == GeneralCategoryGroup::Other
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn line(text: &str) -> String {
        Line::parse(text).unwrap().0
    }

    #[test]
    fn a_line_is_one_line_of_what_can_be_seen() {
        assert_eq!(line("  good\n\ngame\t!\u{a0} "), "good game !");
        assert_eq!(line("a\u{202e}b\u{2066}c\u{200b}d\u{0}e\u{1b}[1m"), "abcde[1m");
        assert_eq!(line("Zoe\u{308}"), "Zoë");
        assert_eq!(
            line("well done 👩\u{200d}🚀 ❤\u{fe0f}"),
            "well done 👩\u{200d}🚀 ❤\u{fe0f}"
        );
        assert_eq!(line("<b>https://example.org</b>"), "<b>https://example.org</b>");
        for empty in ["", " \n ", "\u{200b}\u{202e}", "\u{0}"] {
            assert_eq!(Line::parse(empty), Err(BadLine::Empty), "{empty:?}");
        }
    }

    #[test]
    fn length_is_counted_in_characters() {
        for letter in ["a", "é", "王", "🦊"] {
            assert!(Line::parse(&letter.repeat(MAX_CHARACTERS)).is_ok(), "{letter}");
            let long = letter.repeat(MAX_CHARACTERS + 1);
            assert_eq!(Line::parse(&long), Err(BadLine::TooLong), "{letter}");
        }
        assert_eq!(Line::parse(&"a".repeat(1 << 20)), Err(BadLine::TooLong));
        assert!(BadLine::TooLong.to_string().contains(&MAX_CHARACTERS.to_string()));
    }
}
