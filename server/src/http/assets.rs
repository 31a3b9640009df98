//! Scripts, styles and pictures: read from disk in a debug build, part of the binary in a release build.

mod bundle;
mod compressed;
mod minify;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use parking_lot::Mutex;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};
use thicket_rules::GameKind;

use self::bundle::BundleError;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../static"]
struct Static;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../web/js"]
struct Scripts;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../web/worker"]
struct Worker;

pub const SVG: &str = "image/svg+xml; charset=utf-8";

/// In a debug build, how long files are taken to be as they were: to look at all of them takes some hundredths of a second.
const UNCHANGED: Duration = Duration::from_secs(1);

/// Where the assets of this version are: `/static/<hash of all of them>`.
pub fn root() -> Arc<str> {
    static ROOT: LazyLock<Arc<str>> = LazyLock::new(read_root);
    match cfg!(debug_assertions) {
        true => present_root(),
        false => Arc::clone(&ROOT),
    }
}

/// In a debug build files may have changed: then pages refer to another address, which browsers have not cached.
fn present_root() -> Arc<str> {
    static LAST: Mutex<Option<(Instant, Arc<str>)>> = Mutex::new(None);
    let mut last = LAST.lock();
    match &*last {
        Some((read, root)) if read.elapsed() < UNCHANGED => Arc::clone(root),
        _ => {
            let root = read_root();
            *last = Some((Instant::now(), Arc::clone(&root)));
            root
        }
    }
}

fn read_root() -> Arc<str> {
    let mut hash = Sha256::new();
    let mut add = |path: Cow<str>, file: Option<EmbeddedFile>| {
        hash.update(path.as_bytes());
        hash.update(file.map(|file| file.metadata.sha256_hash()).unwrap_or_default());
    };
    Static::iter().for_each(|path| add(path.clone(), Static::get(&path)));
    Scripts::iter().for_each(|path| add(path.clone(), Scripts::get(&path)));
    format!("/static/{}", HEXLOWER.encode(&hash.finalize()[..8])).into()
}

/// `GET /static/{version}/{path}`. Under the address of another version the present file is sent, but not cached.
pub async fn show(
    Path((version, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, StatusCode> {
    let present = root().strip_prefix("/static/") == Some(&version);
    let caching = if present {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let data = data(&path).ok_or(StatusCode::NOT_FOUND)?;
    let is_text = path.ends_with(".js") || path.ends_with(".css");
    let small = match is_text && compressed::accepts(&headers) {
        true => compressed::kept(&data),
        false => None,
    };
    let about = [
        (header::CONTENT_TYPE, mime(&path)),
        (header::CACHE_CONTROL, caching.to_owned()),
    ];
    Ok(match small {
        Some(small) => {
            let encoding = [
                (header::CONTENT_ENCODING, "br"),
                (header::VARY, "accept-encoding"),
            ];
            (about, encoding, small).into_response()
        }
        None => (about, data).into_response(),
    })
}

/// `GET /favicon.ico`: browsers ask for it when a page names no icon.
pub async fn favicon() -> Result<Response, StatusCode> {
    file("icon.svg", "public, max-age=86400").ok_or(StatusCode::NOT_FOUND)
}

/// `GET /manifest.webmanifest`: what a browser needs to install the site.
pub async fn manifest() -> Result<Response, StatusCode> {
    file("manifest.webmanifest", "public, max-age=86400").ok_or(StatusCode::NOT_FOUND)
}

/// The service worker.
pub fn worker() -> String {
    let file = Worker::get("worker.js").map(|file| file.data).unwrap_or_default();
    minify::script(&String::from_utf8_lossy(&file))
}

pub fn text(path: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&Static::get(path)?.data).into_owned())
}

/// The pictures of a game's pieces as SVG, for use inside a page.
pub fn pieces(kind: GameKind) -> String {
    text(&format!("kinds/{kind}.svg")).unwrap_or_default()
}

pub fn line(kind: GameKind) -> Option<String> {
    text(&format!("kinds/{kind}.txt")).map(|line| line.trim().to_owned())
}

/// Whether there is a picture of a game: `kinds/<name>.picture.svg`.
pub fn picture(kind: GameKind) -> bool {
    text(&format!("kinds/{kind}.picture.svg")).is_some()
}

/// What a file contains, as it is sent.
fn data(path: &str) -> Option<Bytes> {
    match path.strip_prefix("js/") {
        Some(script) => script_of(script),
        None if path.ends_with(".css") => style_of(path),
        None => Some(bytes(Static::get(path)?.data)),
    }
}

fn file(path: &str, caching: &'static str) -> Option<Response> {
    let data = data(path)?;
    let headers = [
        (header::CONTENT_TYPE, mime(path)),
        (header::CACHE_CONTROL, caching.to_owned()),
    ];
    Some((headers, data).into_response())
}

fn mime(path: &str) -> String {
    match path.ends_with(".svg") {
        true => SVG.to_owned(),
        false => mime_guess::from_path(path).first_or_octet_stream().to_string(),
    }
}

/// The folder of the scripts that pages refer to.
const PAGES: &str = "pages/";

/// The script of a page, as pages refer to it (`pages/table.js`), or of a part of it (`pages/table/panels/chat-room.js`).
fn script_of(path: &str) -> Option<Bytes> {
    static SCRIPTS: LazyLock<HashMap<String, Bytes>> = LazyLock::new(|| {
        let pages = Scripts::iter().filter(|path| path.starts_with(PAGES));
        pages.flat_map(|page| scripts_of(&page)).collect()
    });
    if !cfg!(debug_assertions) {
        return SCRIPTS.get(path).cloned();
    }
    let (page, _) = path.strip_prefix(PAGES)?.split_once(['/', '.'])?;
    let page = format!("{PAGES}{page}.js");
    Scripts::get(&page)?;
    present_scripts_of(page).get(path).cloned()
}

/// In a debug build scripts may have changed. Those that have not are kept: unoptimised code makes them in a tenth of a second.
fn present_scripts_of(page: String) -> Arc<HashMap<String, Bytes>> {
    type Made = HashMap<String, (Arc<str>, Arc<HashMap<String, Bytes>>)>;
    static MADE: LazyLock<Mutex<Made>> = LazyLock::new(Mutex::default);
    let root = root();
    let mut made = MADE.lock();
    match made.get(&page) {
        Some((of, scripts)) if *of == root => Arc::clone(scripts),
        _ => {
            let scripts = Arc::new(scripts_of(&page));
            made.insert(page, (root, Arc::clone(&scripts)));
            scripts
        }
    }
}

/// The script of a page and those of its parts, by their paths.
fn scripts_of(page: &str) -> HashMap<String, Bytes> {
    let scripts = bundled(page)
        .inspect_err(|error| tracing::error!(%error, page, "a script cannot be sent"))
        .unwrap_or_default();
    let small = |(path, text): (String, String)| (path, Bytes::from(minify::script(&text)));
    scripts.into_iter().map(small).collect()
}

fn bundled(page: &str) -> Result<HashMap<String, String>, BundleError> {
    let read = |path: &str| Some(String::from_utf8_lossy(&Scripts::get(path)?.data).into_owned());
    bundle::bundle(page, &read)
}

fn style_of(path: &str) -> Option<Bytes> {
    static STYLES: LazyLock<HashMap<String, Bytes>> = LazyLock::new(|| {
        let sheets = Static::iter().filter(|path| path.ends_with(".css"));
        sheets
            .filter_map(|path| Some((path.to_string(), minified(&path)?)))
            .collect()
    });
    if cfg!(debug_assertions) {
        return minified(path);
    }
    STYLES.get(path).cloned()
}

fn minified(sheet: &str) -> Option<Bytes> {
    Some(Bytes::from(minify::style(&with_imports(sheet)?)))
}

/// A style sheet with the text of those that it imports: in lines that begin with `@import`, and of names in the same folder.
fn with_imports(sheet: &str) -> Option<String> {
    let text = text(sheet)?;
    let line = |line: &str| match line.strip_prefix("@import \"") {
        Some(import) => with_imports(import.strip_suffix("\";")?),
        None => Some(format!("{line}\n")),
    };
    text.lines().map(line).collect()
}

fn bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => Bytes::from(data),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn style_sheets_have_those_they_import() {
        let style = |path: &str| String::from_utf8(minified(path).unwrap().to_vec()).unwrap();
        assert_eq!(style("game.css"), style("table.css") + &style("playing.css"));
        assert_eq!(style("record.css"), style("game.css") + &style("after-game.css"));
        for sheet in Static::iter().filter(|path| path.ends_with(".css")) {
            let style = style(&sheet);
            assert!(!style.is_empty() && !style.contains("@import"), "{sheet}");
        }
    }

    #[test]
    fn every_page_has_its_script() {
        let pages: Vec<_> = Scripts::iter().filter(|path| path.starts_with(PAGES)).collect();
        assert!(pages.len() > 2, "{pages:?}");
        for page in pages {
            for path in bundled(&page).unwrap().keys() {
                assert!(script_of(path).is_some(), "{path}");
            }
        }
        for other in ["dom.js", "pages/nothing.js", "pages/table/dom.js"] {
            assert!(script_of(other).is_none(), "{other}");
        }
    }
}
