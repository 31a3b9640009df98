//! Text from outside, shortened and cleaned so that a message can repeat it.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

const MAX_CHARACTERS: usize = 40;

/// The text between quotation marks: at most 40 characters, without control and format characters.
pub(crate) fn quoted(text: &str) -> String {
    format!("“{}”", excerpt(text))
}

/// At most 40 characters of a text. Invisible ones, and ones that change how others are shown, become `\u{fffd}`.
pub(crate) fn excerpt(text: &str) -> String {
    let mut chars = text.chars();
    let visible = |c: char| {
        if is_plain(c) {
            c
        } else {
            char::REPLACEMENT_CHARACTER
        }
    };
    let shown: String = chars.by_ref().take(MAX_CHARACTERS).map(visible).collect();
    match chars.next() {
        Some(_) => shown + "…",
        None => shown,
    }
}

fn is_plain(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    !matches!(
        c.general_category(),
        Control | Format | LineSeparator | ParagraphSeparator
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_repeated_is_short_and_plain() {
        assert_eq!(quoted("e5"), "“e5”");
        let hidden = "a\u{1b}[2J\nb\u{202e}c\u{2028}";
        assert_eq!(excerpt(hidden), "a\u{fffd}[2J\u{fffd}b\u{fffd}c\u{fffd}");
        assert_eq!(excerpt(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(excerpt(&"é".repeat(41)), "é".repeat(40) + "…");
    }
}
