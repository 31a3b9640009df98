//! What the pages that teach a game share, made once: reading a tutorial plays through all of its figures.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use askama::Template;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use data_encoding::HEXLOWER;
use serde::Serialize;
use sha2::{Digest, Sha256};
use thicket_rules::GameKind;

use super::Frame;
use super::home::players;
use super::table::script_json;
use crate::assets;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::protocol::{FigureView, LessonView};
use crate::tutorial::{Figure, Lesson, Tutorial, fragment};

/// The head of a page that teaches a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Taught {
    /// Its name in addresses: its style sheet is `kinds/<name>.css`.
    pub name: &'static str,
    /// Its name on pages.
    pub title: &'static str,
    /// One line about it, if there is one.
    pub line: Option<String>,
    /// Whether there is a picture of it, `kinds/<name>.picture.svg`.
    pub picture: bool,
    /// For how many it is, in words.
    pub seats: String,
    /// Who invented it.
    pub designer: String,
}

/// Everything that the pages about a game are made from.
#[derive(Debug)]
pub(super) struct Teaching {
    sources: Sources,
    pub(super) game: Taught,
    pub(super) tutorial: Tutorial,
    /// The pictures of the pieces, as SVG.
    pub(super) pieces: String,
    /// The `FigureView`s as JSON, ready for a `script` element.
    pub(super) figures: String,
    /// The `LessonView`s as JSON, ready for a `script` element.
    pub(super) lessons: String,
    pub(super) rules_page: OnceLock<Kept>,
    pub(super) learn_page: OnceLock<Kept>,
}

/// The texts of which the rest is made. They change only while the server is being developed.
#[derive(Debug, PartialEq, Eq)]
struct Sources {
    fragment: String,
    pieces: String,
    line: Option<String>,
}

impl Teaching {
    /// All there is about a game; none if it has no tutorial.
    pub(super) fn of(kind: GameKind) -> Result<Option<Arc<Teaching>>, PageError> {
        static MADE: Mutex<BTreeMap<GameKind, Arc<Teaching>>> = Mutex::new(BTreeMap::new());
        let Some(fragment) = fragment(kind) else {
            return Ok(None);
        };
        let sources = Sources {
            fragment,
            pieces: assets::pieces(kind),
            line: assets::line(kind),
        };
        // Whoever comes while it is made waits, instead of making it again.
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(teaching) = made.get(&kind).filter(|made| made.sources == sources) {
            return Ok(Some(Arc::clone(teaching)));
        }
        let teaching = Arc::new(Teaching::make(kind, sources)?);
        made.insert(kind, Arc::clone(&teaching));
        Ok(Some(teaching))
    }

    /// The same by the name in an address.
    pub(super) fn find(name: &str) -> Result<Arc<Teaching>, PageError> {
        let kind: GameKind = name.parse().map_err(|_| PageError::NotFound)?;
        Teaching::of(kind)?.ok_or(PageError::NotFound)
    }

    fn make(kind: GameKind, sources: Sources) -> Result<Teaching, PageError> {
        let tutorial = Tutorial::read(kind, &sources.fragment)?;
        let figures: Vec<FigureView> = tutorial.figures.iter().map(Figure::view).collect();
        let lessons: Vec<LessonView> = tutorial.lessons.iter().map(Lesson::view).collect();
        let info = kind.info();
        Ok(Teaching {
            game: Taught {
                name: info.name,
                title: info.title,
                line: sources.line.clone(),
                picture: assets::picture(kind),
                seats: players(kind),
                designer: tutorial.designer.clone(),
            },
            tutorial,
            pieces: sources.pieces.clone(),
            figures: json(&figures),
            lessons: json(&lessons),
            rules_page: OnceLock::new(),
            learn_page: OnceLock::new(),
            sources,
        })
    }
}

fn json(views: &impl Serialize) -> String {
    script_json(&serde_json::to_string(views).expect("views"))
}

/// A page without the name of a reader, kept with its digest.
#[derive(Debug)]
pub(super) struct Kept {
    html: Bytes,
    digest: [u8; 32],
}

/// Answers with a page that depends on nothing but its frame, or with 304 if the browser has it already.
///
/// Browsers keep such a page, but ask each time whether it is still the same: for somebody with another name it is not.
/// The tag is a weak one, because the same page is sent with and without compression.
pub(super) fn kept_page<P: Template>(
    kept: &OnceLock<Kept>,
    headers: &HeaderMap,
    user: &CurrentUser,
    page: impl Fn(Frame) -> P,
) -> Response {
    let render = |user: &CurrentUser| Bytes::from(page(Frame::of(user)).render().expect("page"));
    let anonymous = kept.get_or_init(|| {
        let html = render(&CurrentUser(None));
        let digest = Sha256::digest(&html).into();
        Kept { html, digest }
    });
    let name = user.0.as_ref().map(|player| player.name.as_str());
    let tag = entity_tag(&anonymous.digest, name);
    let has_already = has_already(headers, &tag);
    let validators = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    if has_already {
        return (StatusCode::NOT_MODIFIED, validators).into_response();
    }
    let html = match name {
        None => anonymous.html.clone(),
        Some(_) => render(user),
    };
    (validators, Html(html)).into_response()
}

fn entity_tag(page: &[u8; 32], name: Option<&str>) -> String {
    let digest = Sha256::new()
        .chain_update(page)
        .chain_update(name.unwrap_or_default())
        .finalize();
    format!("W/\"{}\"", HEXLOWER.encode(&digest[..12]))
}

/// Whether `If-None-Match` names this tag.
fn has_already(headers: &HeaderMap, tag: &str) -> bool {
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
    fn a_game_is_read_once() {
        let find = || Teaching::find("bushwhacked").unwrap();
        assert!(Arc::ptr_eq(&find(), &find()));
        assert!(Teaching::find("chess").is_err());
    }

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
