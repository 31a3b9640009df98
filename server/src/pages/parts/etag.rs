//! Tags of answers that a browser may have already.

use axum::http::{HeaderMap, header};

/// Whether `If-None-Match` names this tag.
pub(in crate::pages) fn has_already(headers: &HeaderMap, tag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let values = headers.get_all(header::IF_NONE_MATCH).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|known| known.trim() == "*" || opaque(known) == opaque(tag))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn tags_are_compared_weakly() {
        let check = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, value.parse().unwrap());
            has_already(&headers, "W/\"1a\"")
        };
        for value in ["W/\"1a\"", "\"1a\"", "\"2\", W/\"1a\"", "*"] {
            assert!(check(value), "{value}");
        }
        for value in ["W/\"1b\"", "1a", "", "\"1a\"x"] {
            assert!(!check(value), "{value}");
        }
    }
}
