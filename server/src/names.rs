//! The names people play under: what may be one, and when two are the same.

use std::fmt;

use rand::RngExt;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;

/// The most letters of a name, as a reader counts them (extended grapheme clusters, UAX #29).
const MOST_LETTERS: usize = 24;
/// The most bytes of a name: letters may carry many marks.
const MOST_BYTES: usize = 96;

/// A name that can be shown: NFC, without control, bidi or zero-width characters, 1 to 24 letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerName(String);

/// Why a text cannot be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Nothing to see.
    #[error("A name needs at least one letter, digit or sign.")]
    Empty,
    /// More than 24 letters, or 96 bytes.
    #[error("That name is too long: 24 letters are the most.")]
    TooLong,
    /// Control, bidi, zero-width, private or unassigned characters.
    #[error("That name has characters that cannot be seen. Please type it anew.")]
    Invisible,
}

impl PlayerName {
    /// Reads a name: white space at the ends is dropped, and inside becomes single spaces.
    pub fn parse(text: &str) -> Result<PlayerName, BadName> {
        // Before anything is normalised: the work stays small whatever is sent.
        if text.len() > 4 * MOST_BYTES {
            return Err(BadName::TooLong);
        }
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let name: String = words.join(" ").nfc().collect();
        if name.chars().any(is_invisible) {
            return Err(BadName::Invisible);
        }
        if name.len() > MOST_BYTES || name.graphemes(true).count() > MOST_LETTERS {
            return Err(BadName::TooLong);
        }
        if !name.chars().any(is_ink) {
            return Err(BadName::Empty);
        }
        Ok(PlayerName(name))
    }

    /// A friendly name for somebody who has not given one: `Nimble Otter`.
    pub fn suggested() -> PlayerName {
        let pair = petname::petname(2, " ").unwrap_or_default();
        let words: Vec<String> = pair.split(' ').map(capital).collect();
        let numbered = || PlayerName(format!("Guest {}", rand::rng().random_range(100..1000)));
        PlayerName::parse(&words.join(" ")).unwrap_or_else(|_| numbered())
    }

    /// The name as it is shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Equal for names that a reader would take for the same one.
    pub fn key(&self) -> String {
        same_key(&self.0)
    }
}

/// The key of a name that was stored earlier: see [`PlayerName::key`].
pub fn same_key(name: &str) -> String {
    name.nfkc()
        .flat_map(char::to_lowercase)
        .filter(|c| !c.is_whitespace())
        .collect()
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect()
}

/// Characters without a shape of their own that are in no group below.
fn is_blank(c: char) -> bool {
    matches!(
        c,
        '\u{034f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
    )
}

fn is_invisible(c: char) -> bool {
    let other = c.general_category_group() == GeneralCategoryGroup::Other;
    let space = c.general_category_group() == GeneralCategoryGroup::Separator && c != ' ';
    other || space || is_blank(c)
}

fn is_ink(c: char) -> bool {
    use GeneralCategoryGroup::{Letter, Number, Punctuation, Symbol};
    matches!(c.general_category_group(), Letter | Number | Punctuation | Symbol)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn names_are_tidied() {
        let name = |text: &str| PlayerName::parse(text).unwrap().0;
        assert_eq!(name("  Ann   Lee "), "Ann Lee");
        assert_eq!(name("Zoe\u{308}"), "Zoë");
        assert_eq!(name("王小明"), "王小明");
        assert_eq!(name("🦊"), "🦊");
    }

    #[test]
    fn what_cannot_be_seen_is_refused() {
        for text in [
            "a\u{200b}b",
            "a\u{202e}b",
            "a\nb",
            "a\u{0}",
            "\u{feff}a",
            "a\u{2066}b",
            "\u{3164}",
            "a\u{a0}b",
        ] {
            assert_eq!(PlayerName::parse(text), Err(BadName::Invisible), "{text:?}");
        }
        for text in ["", "   ", "\u{301}"] {
            assert_eq!(PlayerName::parse(text), Err(BadName::Empty), "{text:?}");
        }
    }

    #[test]
    fn length_counts_letters_and_bytes() {
        assert!(PlayerName::parse(&"é".repeat(24)).is_ok());
        assert_eq!(PlayerName::parse(&"a".repeat(25)), Err(BadName::TooLong));
        assert_eq!(
            PlayerName::parse(&format!("a{}", "\u{316}".repeat(60))),
            Err(BadName::TooLong)
        );
        assert_eq!(PlayerName::parse(&"a".repeat(1 << 20)), Err(BadName::TooLong));
    }

    #[test]
    fn look_alikes_are_the_same() {
        let key = |text: &str| PlayerName::parse(text).unwrap().key();
        assert_eq!(key("Ann Lee"), key("annlee"));
        assert_eq!(key("Ａnn"), key("ann"));
        assert_ne!(key("Ann"), key("Anna"));
    }

    #[test]
    fn suggestions_are_names() {
        for _ in 0..200 {
            let name = PlayerName::suggested();
            assert_eq!(PlayerName::parse(name.as_str()), Ok(name));
        }
    }
}
