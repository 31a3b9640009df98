//! Tags of answers that a browser may have already.

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use data_encoding::HEXLOWER;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Answers with a page that browsers may keep, and ask each time whether it is still the same; or with 304 if it is.
pub(crate) fn unless_known(headers: &HeaderMap, html: Bytes, digest: &[u8]) -> Response {
    tagged(headers, Html(html), digest)
}

/// As [`unless_known`], for an answer of any type that is the same for everybody.
pub(crate) fn unless_same(headers: &HeaderMap, mime: &'static str, body: Bytes) -> Response {
    let digest = Sha256::digest(&body);
    tagged(headers, ([(header::CONTENT_TYPE, mime)], body), &digest)
}

/// As [`unless_same`], for a value as JSON.
pub(crate) fn unless_same_json(headers: &HeaderMap, value: &impl Serialize) -> Response {
    let body = serde_json::to_vec(value).expect("JSON");
    unless_same(headers, "application/json", body.into())
}

/// The tag is a weak one, because the same answer is sent with and without compression.
fn tagged(headers: &HeaderMap, answer: impl IntoResponse, digest: &[u8]) -> Response {
    let tag = format!("W/\"{}\"", HEXLOWER.encode(&digest[..12]));
    let has_already = has_already(headers, &tag);
    let validators = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    if has_already {
        return (StatusCode::NOT_MODIFIED, validators).into_response();
    }
    (validators, answer).into_response()
}

pub(crate) fn has_already(headers: &HeaderMap, tag: &str) -> bool {
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
