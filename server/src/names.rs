//! The names of players: which are valid, and which look alike.
//!
//! Letters that look alike are those of `unicode-security`. Its profile of allowed characters is one for identifiers,
//! which have no spaces and no emoji, so validity is decided here.

use std::fmt;

use rand::RngExt;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeEmoji, UnicodeGeneralCategory};
use unicode_security::confusable_detection::skeleton;
use unicode_segmentation::UnicodeSegmentation;

use crate::words::capitalized;

/// As a reader counts letters (extended grapheme clusters, UAX #29).
const MAX_LETTERS: usize = 24;
/// Letters may carry several marks.
const BYTES_PER_LETTER: usize = 4;
/// The most successive marks, such as accents, in decomposed text: more do not help to read a name, and cover what is
/// above and below (UTS #39, section 5.4).
pub(crate) const MAX_MARKS: usize = 4;

/// Joins emoji into one picture, such as a family.
const JOINER: char = '\u{200d}';
/// Selects the coloured picture of a character that has a plain one too, such as a heart.
const AS_EMOJI: char = '\u{fe0f}';

/// A valid name: NFC, 1 to 24 letters, and no invisible characters except inside emoji.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerName(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    #[error("A name needs at least one letter, digit or sign.")]
    Empty,
    #[error("Use at most 24 characters.")]
    TooLong,
    #[error("That name has too many accents on one letter.")]
    Marks,
    #[error("That name has invisible characters. Please type it again.")]
    Invisible,
}

impl PlayerName {
    /// Parses a name. Spaces at the ends are removed, and several become one; characters that are ignored when text
    /// is shown (Default_Ignorable_Code_Point, with variation selectors and direction marks) are removed, except
    /// inside emoji.
    pub fn parse(text: &str) -> Result<PlayerName, BadName> {
        let name = PlayerName::stored(text)?;
        match is_overloaded(name.as_str()) {
            false => Ok(name),
            true => Err(BadName::Marks),
        }
    }

    /// Parses a stored name: earlier versions did not count marks.
    pub fn stored(text: &str) -> Result<PlayerName, BadName> {
        tidy(text, MAX_LETTERS).map(PlayerName)
    }

    /// A friendly name for a player who has not given one: `Nimble Otter`.
    pub fn suggested() -> PlayerName {
        let pair = petname::petname(2, " ").unwrap_or_default();
        let words: Vec<String> = pair.split(' ').map(capitalized).collect();
        let numbered = || PlayerName(format!("Guest {}", rand::rng().random_range(100..1000)));
        PlayerName::parse(&words.join(" ")).unwrap_or_else(|_| numbered())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn skeletons(&self) -> Skeletons {
        Skeletons::of(&self.0)
    }

    /// See [`look_alike`].
    pub fn looks_like(&self, other: &str) -> bool {
        look_alike(&self.0, other)
    }
}

/// A line that people read as a name: NFC, single spaces, 1 to so many letters, and no invisible characters except inside emoji.
/// What is ignored when text is shown is removed.
pub(crate) fn tidy(text: &str, letters: usize) -> Result<String, BadName> {
    let bytes = letters * BYTES_PER_LETTER;
    // Checked before normalising, so that the work stays small whatever is sent.
    if text.len() > 4 * bytes {
        return Err(BadName::TooLong);
    }
    let visible = without_ignored(text);
    let words: Vec<&str> = visible.split(' ').filter(|word| !word.is_empty()).collect();
    let name: String = words.join(" ").nfc().collect();
    if name.chars().any(is_invisible) {
        return Err(BadName::Invisible);
    }
    if name.len() > bytes || name.graphemes(true).count() > letters {
        return Err(BadName::TooLong);
    }
    if !name.chars().any(is_visible) {
        return Err(BadName::Empty);
    }
    Ok(name)
}

/// One visible line, such as the name of a tournament or a club.
pub(crate) fn title(text: &str, letters: usize) -> Result<String, BadName> {
    let title = tidy(text, letters)?;
    match is_overloaded(&title) {
        false => Ok(title),
        true => Err(BadName::Marks),
    }
}

/// Whether a letter carries more marks than help to read it.
pub(crate) fn is_overloaded(text: &str) -> bool {
    most_marks(text) > MAX_MARKS
}

/// Whether a reader could confuse two names: equal but for case and spaces, or confusable by UTS #39, as `Ivan` and
/// `lvan`, or a Latin and a Cyrillic `Anna`.
///
/// Names that look alike as written may differ in lower case, and vice versa, so both are compared. This is why there
/// is no single key for a name: `Ivan` looks like `lvan` and like `ivan`, but these two differ.
pub fn look_alike(one: &str, other: &str) -> bool {
    let (one, other) = (Skeletons::of(one), Skeletons::of(other));
    one.in_lower_case == other.in_lower_case || one.as_written == other.as_written
}

/// The looks of a name by UTS #39: names are confusable when they share either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeletons {
    /// The skeleton of the name in lower case.
    pub in_lower_case: String,
    /// The skeleton of the name as written, in lower case.
    pub as_written: String,
}

impl Skeletons {
    /// Any text has skeletons, valid name or not.
    pub fn of(name: &str) -> Skeletons {
        Skeletons {
            in_lower_case: shape(&folded(name)),
            as_written: folded(&shape(name)),
        }
    }
}

/// A name without case: equal for names that differ only in capital letters or in the form of their letters.
pub fn folded(name: &str) -> String {
    name.nfkc().flat_map(char::to_lowercase).collect()
}

/// The skeleton of a name without its spaces: equal for names that look the same.
fn shape(name: &str) -> String {
    let letters: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    skeleton(&letters).collect()
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text without the characters that are ignored when it is shown; those inside emoji stay.
pub(crate) fn without_ignored(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let after_emoji = kept
            .chars()
            .next_back()
            .is_some_and(|last| last == AS_EMOJI || is_emoji(last));
        let keep = match c {
            AS_EMOJI => after_emoji && !kept.ends_with(AS_EMOJI),
            JOINER => after_emoji && chars.peek().is_some_and(|&next| is_emoji(next)),
            _ => !is_ignored(c),
        };
        if keep {
            kept.push(c);
        }
    }
    kept
}

/// Whether a character is ignored when text is shown (Default_Ignorable_Code_Point): a skeleton has none of these.
fn is_ignored(c: char) -> bool {
    skeleton(c.encode_utf8(&mut [0; 4])).next().is_none()
}

/// Emoji, but not the digits, `#` and `*`, which are emoji by Unicode.
fn is_emoji(c: char) -> bool {
    !c.is_ascii() && c.is_emoji_char()
}

fn is_invisible(c: char) -> bool {
    let group = c.general_category_group();
    let other = group == GeneralCategoryGroup::Other && c != JOINER;
    let space = group == GeneralCategoryGroup::Separator && c != ' ';
    // The empty pattern of Braille is drawn as nothing.
    other || space || c == '\u{2800}'
}

/// The longest run of marks.
fn most_marks(name: &str) -> usize {
    let (mut marks, mut most) = (0, 0);
    for c in name.nfd() {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        most = most.max(marks);
    }
    most
}

/// A mark that takes no room of its own. The selector of coloured emoji is none.
fn is_mark(c: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark};
    c != AS_EMOJI && matches!(c.general_category(), EnclosingMark | NonspacingMark)
}

fn is_visible(c: char) -> bool {
    use GeneralCategoryGroup::{Letter, Number, Punctuation, Symbol};
    matches!(c.general_category_group(), Letter | Number | Punctuation | Symbol)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn name(text: &str) -> String {
        PlayerName::parse(text).unwrap().0
    }

    #[test]
    fn names_are_tidied() {
        assert_eq!(name("  Ann   Lee "), "Ann Lee");
        assert_eq!(name("Zoe\u{308}"), "Zoë");
        assert_eq!(name("王小明"), "王小明");
        assert_eq!(name("🦊"), "🦊");
    }

    #[test]
    fn what_is_ignored_when_shown_is_dropped() {
        for text in [
            "A\u{200b}nn",
            "An\u{202e}n",
            "\u{feff}Ann",
            "A\u{2066}nn",
            "A\u{ad}nn",
            "A\u{34f}nn",
            "An\u{3164}n",
            "A\u{fe0f}nn",
            "Ann\u{e0100}",
            "An\u{180b}n\u{180e}",
            "Ann\u{e0067}\u{e007f}",
            "A\u{200d}nn\u{200c}",
            "\u{2060}A nn\u{61c}".replace(' ', "").as_str(),
        ] {
            assert_eq!(name(text), "Ann", "{text:?}");
        }
        for text in ["", "   ", "\u{301}", "\u{3164}", "\u{200b}\u{fe0f}", "\u{200d}"] {
            assert_eq!(PlayerName::parse(text), Err(BadName::Empty), "{text:?}");
        }
    }

    #[test]
    fn emoji_keep_what_they_are_made_of() {
        for text in [
            "I ❤\u{fe0f} go",
            "👩\u{200d}🚀",
            "🏳\u{fe0f}\u{200d}🌈",
            "👍🏽",
            "🇳🇱",
        ] {
            assert_eq!(name(text), text);
        }
        assert_eq!(name("❤\u{fe0f}\u{fe0f}\u{200d}"), "❤\u{fe0f}");
        assert_eq!(name("7\u{fe0f}"), "7");
        assert!(look_alike("❤", "❤\u{fe0f}"));
    }

    #[test]
    fn what_cannot_be_seen_is_refused() {
        for text in [
            "a\nb",
            "a\u{0}",
            "a\u{a0}b",
            "a\u{e000}",
            "a\u{2800}b",
            "a\u{378}",
        ] {
            assert_eq!(PlayerName::parse(text), Err(BadName::Invisible), "{text:?}");
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
    fn a_letter_carries_few_marks() {
        for text in [
            "Zoe\u{308}",
            // Vietnamese, Thai, Hebrew with points, Devanagari, Hindi with a conjunct and vowel signs.
            "Ng\u{1ec5}n",
            "\u{e19}\u{e49}\u{e33}\u{e1c}\u{e36}\u{e49}\u{e07}",
            "\u{5e9}\u{5bc}\u{5c1}\u{5b8}\u{5dc}",
            "\u{915}\u{94d}\u{937}\u{93f}\u{902}",
            "👩\u{200d}❤\u{fe0f}\u{200d}👩",
        ] {
            assert!(PlayerName::parse(text).is_ok(), "{text:?}");
        }
        let with_marks = |marks: usize| format!("A{}", "\u{316}".repeat(marks));
        assert!(PlayerName::parse(&with_marks(4)).is_ok());
        for marks in [5, 31] {
            assert_eq!(PlayerName::parse(&with_marks(marks)), Err(BadName::Marks));
        }
        // A letter that is one character with its marks hides none of them.
        assert_eq!(
            PlayerName::parse("\u{1ec7}\u{301}\u{302}\u{303}"),
            Err(BadName::Marks)
        );
        assert_eq!(
            PlayerName::parse("a\u{301}\u{489}\u{20dd}\u{302}\u{303}"),
            Err(BadName::Marks)
        );
    }

    #[test]
    fn look_alikes_are_found() {
        for (one, other) in [
            ("Ann Lee", "annlee"),
            ("Ａnn", "ann"),
            ("Ivan", "lvan"),
            ("Ivan", "IVAN"),
            ("Anna", "Аnnа"),
            ("ВОВ", "BOB"),
            ("Нина", "нина"),
            ("Otto", "0tto"),
            ("corn", "com"),
            ("Zoë", "Zoe\u{308}"),
            ("Ann", "A\u{200b}nn"),
            ("paypal", "раураl"),
        ] {
            assert!(look_alike(one, other) && look_alike(other, one), "{one} {other}");
            assert!(PlayerName::parse(one).unwrap().looks_like(other), "{one} {other}");
        }
        for (one, other) in [
            ("Ann", "Anna"),
            ("Zoe", "Zoë"),
            ("ivan", "lvan"),
            ("Nina", "Vina"),
            ("小明", "小王"),
        ] {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn suggestions_are_names() {
        for _ in 0..200 {
            let name = PlayerName::suggested();
            assert_eq!(PlayerName::parse(name.as_str()), Ok(name));
        }
    }
}
