//! Tags of answers that a browser may have already.

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use data_encoding::HEXLOWER;

/// Answers with a page that browsers may keep, and ask each time whether it is still the same; or with 304 if it is.
/// The tag is a weak one, because the same page is sent with and without compression.
pub(in crate::pages) fn unless_known(headers: &HeaderMap, html: Bytes, digest: &[u8]) -> Response {
    let tag = format!("W/\"{}\"", HEXLOWER.encode(&digest[..12]));
    let has_already = has_already(headers, &tag);
    let validators = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    if has_already {
        return (StatusCode::NOT_MODIFIED, validators).into_response();
    }
    (validators, Html(html)).into_response()
}

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
