//! What sentences are made of.

use std::fmt::Display;

/// The pie rule, as pages tell of it.
pub(crate) const PIE_RULE: &str = "After the first turn, the other player may take that side";

/// A list in words: "Ann, Ben and Cem".
pub(crate) fn list(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        words => words.concat(),
    }
}

/// The text with a capital letter at its beginning.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// A name between isolate characters, so that one written from right to left does not reorder the words around it. Scripts turn
/// these into `<bdi>` elements.
pub(crate) fn isolate(name: impl Display) -> String {
    format!("\u{2068}{name}\u{2069}")
}

/// A text of some lines: all line breaks become `\n`; other control characters than tabs are removed, and spaces at the end. `None` if it
/// has more characters than that.
pub(crate) fn lines(text: &str, most: usize) -> Option<String> {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let is_kept = |c: &char| matches!(c, '\n' | '\t') || !c.is_control();
    let kept: String = lines.trim_end().chars().filter(is_kept).collect();
    (kept.chars().count() <= most).then_some(kept)
}
