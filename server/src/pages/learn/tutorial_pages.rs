//! The parts of the pages of rules and lessons. They are made once: reading a tutorial plays through all of its figures.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use askama::Template;
use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use parking_lot::Mutex;
use serde::Serialize;
use sha2::{Digest, Sha256};
use thicket_rules::GameKind;

use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::assets;
use crate::http::etag::unless_known;
use crate::model::player::preferences::Preferences;
use crate::pages::table::script_json;
use crate::pages::{PageContext, players};
use crate::protocol::{FigureView, LessonView};
use crate::tutorial::{Figure, Lesson, Tutorial, fragment};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::pages) struct GameSummary {
    /// Its name in addresses: its style sheet is `kinds/<name>.css`.
    pub name: &'static str,
    pub title: &'static str,
    pub line: Option<String>,
    /// `kinds/<name>.picture.svg` exists.
    pub picture: bool,
    pub seats: String,
    pub designer: String,
}

#[derive(Debug)]
pub(in crate::pages) struct TutorialPages {
    sources: Sources,
    pub(in crate::pages) game: GameSummary,
    pub(in crate::pages) tutorial: Tutorial,
    pub(in crate::pages) pieces: String,
    /// The `FigureView`s as JSON for a `script` element.
    pub(in crate::pages) figures: String,
    /// The `LessonView`s as JSON for a `script` element.
    pub(in crate::pages) lessons: String,
    pub(in crate::pages) rules_page: OnceLock<CachedPage>,
    pub(in crate::pages) learn_page: OnceLock<CachedPage>,
}

/// The files from which the parts are made. They change only while the server is being developed.
#[derive(Debug, PartialEq, Eq)]
struct Sources {
    fragment: String,
    pieces: String,
    line: Option<String>,
}

impl TutorialPages {
    /// `None` for a game without a tutorial.
    pub(in crate::pages) fn of(kind: GameKind) -> Result<Option<Arc<TutorialPages>>, PageError> {
        static CACHE: Mutex<BTreeMap<GameKind, Arc<TutorialPages>>> = Mutex::new(BTreeMap::new());
        let Some(fragment) = fragment(kind) else {
            return Ok(None);
        };
        let sources = Sources {
            fragment,
            pieces: assets::pieces(kind),
            line: assets::line(kind),
        };
        // Held, so that later requests wait instead of making the same parts again.
        let mut cache = CACHE.lock();
        if let Some(pages) = cache.get(&kind).filter(|pages| pages.sources == sources) {
            return Ok(Some(Arc::clone(pages)));
        }
        let pages = Arc::new(TutorialPages::make(kind, sources)?);
        cache.insert(kind, Arc::clone(&pages));
        Ok(Some(pages))
    }

    pub(in crate::pages) fn find(name: &str) -> Result<Arc<TutorialPages>, PageError> {
        let kind: GameKind = name.parse().map_err(|_| PageError::not_found())?;
        TutorialPages::of(kind)?.ok_or_else(PageError::not_found)
    }

    fn make(kind: GameKind, sources: Sources) -> Result<TutorialPages, PageError> {
        let tutorial = Tutorial::read(kind, &sources.fragment)?;
        let figures: Vec<FigureView> = tutorial.figures.iter().map(Figure::view).collect();
        let lessons: Vec<LessonView> = tutorial.lessons.iter().map(Lesson::view).collect();
        let info = kind.info();
        Ok(TutorialPages {
            game: GameSummary {
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

/// A page for readers without a name, with the digest of its text.
#[derive(Debug)]
pub(in crate::pages) struct CachedPage {
    html: Bytes,
    digest: [u8; 32],
}

/// Answers with a page that depends on nothing but its frame. Browsers may keep it as long as it names nobody, and looks as usual.
pub(in crate::pages) fn cached_page<P: Template>(
    cache: &OnceLock<CachedPage>,
    headers: &HeaderMap,
    user: &CurrentUser,
    page: impl Fn(PageContext) -> P,
) -> Response {
    let render = |user: &CurrentUser| Bytes::from(page(PageContext::of(user)).render().expect("page"));
    let anonymous = cache.get_or_init(|| {
        let html = render(&CurrentUser::default());
        let digest = Sha256::digest(&html).into();
        CachedPage { html, digest }
    });
    if user.player.is_some() || user.preferences != Preferences::default() {
        return Html(render(user)).into_response();
    }
    unless_known(headers, anonymous.html.clone(), &anonymous.digest)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_game_is_read_once() {
        let find = || TutorialPages::find("bushwhacked").unwrap();
        assert!(Arc::ptr_eq(&find(), &find()));
        assert!(TutorialPages::find("chess").is_err());
    }
}
