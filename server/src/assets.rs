//! Scripts, styles and pictures: read from disk in a debug build, part of the binary in a release build.

mod bundle;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};
use thicket_rules::GameKind;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../static"]
struct Static;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../web/js"]
struct Scripts;

/// Where the assets of this version are: `/static/<hash of all of them>`.
pub static ROOT: LazyLock<String> = LazyLock::new(|| format!("/static/{}", version()));

fn version() -> String {
    let mut hash = Sha256::new();
    let mut add = |path: Cow<str>, file: Option<EmbeddedFile>| {
        hash.update(path.as_bytes());
        hash.update(file.map(|file| file.metadata.sha256_hash()).unwrap_or_default());
    };
    Static::iter().for_each(|path| add(path.clone(), Static::get(&path)));
    Scripts::iter().for_each(|path| add(path.clone(), Scripts::get(&path)));
    HEXLOWER.encode(&hash.finalize()[..8])
}

/// `GET /static/{version}/{path}`. Under the address of another version, the present file is sent, but not cached.
pub async fn show(Path((version, path)): Path<(String, String)>) -> Result<Response, StatusCode> {
    let present = ROOT.strip_prefix("/static/") == Some(&version);
    let caching = if present && !cfg!(debug_assertions) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    file(&path, caching).ok_or(StatusCode::NOT_FOUND)
}

/// `GET /favicon.ico`: browsers ask for it when a page names no icon.
pub async fn favicon() -> Result<Response, StatusCode> {
    file("icon.svg", "public, max-age=86400").ok_or(StatusCode::NOT_FOUND)
}

/// The text of a file, for use inside a page.
pub fn text(path: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&Static::get(path)?.data).into_owned())
}

/// The pictures of a game's pieces as SVG, for use inside a page.
pub fn pieces(kind: GameKind) -> String {
    text(&format!("kinds/{kind}.svg")).unwrap_or_default()
}

/// The line about a game on the home page, if there is one.
pub fn line(kind: GameKind) -> Option<String> {
    text(&format!("kinds/{kind}.txt")).map(|line| line.trim().to_owned())
}

/// Whether there is a picture of a game: `kinds/<name>.picture.svg`.
pub fn picture(kind: GameKind) -> bool {
    text(&format!("kinds/{kind}.picture.svg")).is_some()
}

fn file(path: &str, caching: &'static str) -> Option<Response> {
    let data = match path.strip_prefix("js/") {
        Some(script) => script_of(script)?,
        None => bytes(Static::get(path)?.data),
    };
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let headers = [
        (header::CONTENT_TYPE, mime.to_string()),
        (header::CACHE_CONTROL, caching.to_owned()),
    ];
    Some((headers, data).into_response())
}

/// The script of a page, as pages refer to it: `pages/table.js`.
fn script_of(path: &str) -> Option<Bytes> {
    static SCRIPTS: LazyLock<HashMap<String, Bytes>> = LazyLock::new(|| {
        let pages = Scripts::iter().filter(|path| path.starts_with(PAGES));
        pages
            .filter_map(|path| Some((path.to_string(), bundled(&path)?)))
            .collect()
    });
    // In a debug build a script may have changed.
    if cfg!(debug_assertions) {
        let exists = path.starts_with(PAGES) && Scripts::get(path).is_some();
        return exists.then(|| bundled(path))?;
    }
    SCRIPTS.get(path).cloned()
}

/// The folder of the scripts that pages refer to.
const PAGES: &str = "pages/";

/// A script with all that it imports.
fn bundled(path: &str) -> Option<Bytes> {
    let read = |path: &str| {
        let script = Scripts::get(path)?;
        Some(without_comments(&String::from_utf8_lossy(&script.data)))
    };
    let script = bundle::bundle(path, &read);
    script
        .map(Bytes::from)
        .inspect_err(|error| tracing::error!(%error, "a script cannot be sent"))
        .ok()
}

fn bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => Bytes::from(data),
    }
}

/// A script with its lines of comment emptied: they are a third of its size, and browsers do not need them.
/// Only comments at the beginning of a line are found, which is where the scripts have them.
fn without_comments(script: &str) -> String {
    let mut in_comment = false;
    let mut kept = String::with_capacity(script.len());
    for line in script.lines() {
        let code = line.trim_start();
        if in_comment {
            let rest = line.split_once("*/").map(|(_, rest)| rest);
            in_comment = rest.is_none();
            kept.push_str(rest.unwrap_or_default());
        } else if code.starts_with("/*") {
            let rest = code.split_once("*/").map(|(_, rest)| rest.trim());
            in_comment = rest.is_none();
            kept.push_str(if rest.is_some_and(|rest| !rest.is_empty()) {
                line
            } else {
                ""
            });
        } else if !code.starts_with("//") {
            kept.push_str(line);
        }
        kept.push('\n');
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_its_script() {
        let pages: Vec<_> = Scripts::iter().filter(|path| path.starts_with(PAGES)).collect();
        assert!(pages.len() > 2, "{pages:?}");
        for path in pages {
            assert!(script_of(&path).is_some(), "{path}");
        }
        for other in ["dom.js", "pages/nothing.js"] {
            assert!(script_of(other).is_none(), "{other}");
        }
    }

    #[test]
    fn comments_are_emptied_and_code_keeps_its_line() {
        let script = "// One.\nlet a = 1; // stays\n  /** @type {x} */\nlet b;\n/*\n * two\n */ let c;\n/** cast */ (d).e();\n";
        let sent = "\nlet a = 1; // stays\n\nlet b;\n\n\n let c;\n/** cast */ (d).e();\n";
        assert_eq!(without_comments(script), sent);
    }
}
