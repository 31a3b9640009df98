//! What people call a passkey or a token.

use crate::names::without_ignored;

const CHARACTERS: usize = 40;

/// A name as it is shown in the list of its owner. Any text becomes a valid one; an empty one becomes `unnamed`.
pub(super) fn cleaned(name: &str, unnamed: &str) -> String {
    let visible = without_ignored(name).replace(|c: char| c.is_control(), " ");
    let words: Vec<&str> = visible.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(CHARACTERS).collect();
    match name.is_empty() {
        true => unnamed.to_owned(),
        false => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_name_that_fits() {
        assert_eq!(cleaned(" Ann's \u{202e}\n phone ", "Passkey"), "Ann's phone");
        for empty in ["", "  ", "\u{200b}", "\0\n"] {
            assert_eq!(cleaned(empty, "Passkey"), "Passkey", "{empty:?}");
        }
        assert_eq!(cleaned(&"é".repeat(100), "Passkey"), "é".repeat(CHARACTERS));
    }
}
