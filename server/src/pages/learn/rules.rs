//! The rules of a game, and the list of all games.

use std::sync::{Arc, OnceLock};

use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use thicket_rules::GameKind;

use super::tutorial_pages::{GameSummary, TutorialPages, cached_page};
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::pages::PageContext;
use crate::tutorial::Heading;

#[derive(Debug, askama::Template)]
#[template(path = "rules_list.html")]
struct RulesList<'a> {
    context: PageContext,
    games: Vec<&'a GameSummary>,
}

#[derive(Debug, askama::Template)]
#[template(path = "rules.html")]
struct RulesPage<'a> {
    context: PageContext,
    game: &'a GameSummary,
    contents: &'a [Heading],
    rules: &'a str,
    pieces: &'a str,
    /// The `FigureView`s as JSON for a `script` element.
    data: &'a str,
}

pub async fn list(user: CurrentUser, headers: HeaderMap) -> Result<Response, PageError> {
    let all = GameKind::ALL.iter().map(|&kind| TutorialPages::of(kind));
    let all: Vec<Arc<TutorialPages>> = all.filter_map(Result::transpose).collect::<Result<_, _>>()?;
    let page = |context| RulesList {
        context,
        games: all.iter().map(|pages| &pages.game).collect(),
    };
    Ok(cached_page(&OnceLock::new(), &headers, &user, page))
}

pub async fn show(
    Path(name): Path<String>,
    user: CurrentUser,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let pages = TutorialPages::find(&name)?;
    let page = |context| RulesPage {
        context,
        game: &pages.game,
        contents: &pages.tutorial.contents,
        rules: &pages.tutorial.rules,
        pieces: &pages.pieces,
        data: &pages.figures,
    };
    Ok(cached_page(&pages.rules_page, &headers, &user, page))
}
