//! Exploring a game: a page where other turns are tried from one of its positions, as a tree of variations in its address.

mod game;
mod lines;

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use url::form_urlencoded;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::explore::{self, Attempt, Branch, MainLine};
use crate::http::address::ClientAddress;
use crate::http::assets;
use crate::http::at_table::AtTable;
use crate::http::json::JsonBody;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::pages::parts::picture::POLICY;
use crate::pages::table::script_json;
use crate::pages::{PageContext, html, titled};
use crate::picture;
use crate::protocol::{ExploreView, ExploredView, SuggestionView, VariationView};
use game::Explorable;
pub use lines::{LineRow, TriedRow};

#[derive(Clone, Debug, askama::Template)]
#[template(path = "explore.html")]
pub struct ExplorePage {
    pub context: PageContext,
    pub kind: String,
    pub title: String,
    pub code: String,
    /// The number of the turn after which exploring begins.
    pub at: usize,
    pub names: Vec<String>,
    pub over: bool,
    pub moves: String,
    /// The number of the turn whose position is shown; 0 for the one where exploring begins.
    pub shown: usize,
    /// Whose turn it is in that position, or how the game would end there.
    pub status: String,
    /// In the order of the tree's text.
    pub lines: Vec<LineRow>,
    /// The input that cannot be played, and why.
    pub problem: Option<(String, String)>,
    pub picture: String,
    pub pieces: String,
    /// The `ExploreView` as JSON for a `script` element.
    pub data: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct Explored {
    /// The number of the turn after which exploring begins; by default the last one.
    at: Option<usize>,
    #[serde(default)]
    moves: String,
    /// The turn of the tree to show; by default the last of the main line.
    shown: Option<usize>,
    /// A turn to be added after the one that is shown.
    #[serde(default)]
    turn: String,
}

pub async fn show(
    State(app): State<App>,
    AtTable(row): AtTable,
    (user, from): (CurrentUser, ClientAddress),
    headers: HeaderMap,
    query: Result<Query<Explored>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(wanted) = query?;
    let game = Explorable::find(&app, &row, &user, wanted.at).await?;
    let mut tree = explore::read(&wanted.moves)?;
    let mut shown = shown(&tree, wanted.shown)?;
    let mut problem = None;
    let entered = wanted.turn.trim();
    if !entered.is_empty() {
        match add(&app, from, &game, (&tree, shown), entered).await? {
            Ok((tree, shown)) => return Ok(Redirect::to(&address(&game, &tree, shown)).into_response()),
            Err(refusal) => problem = Some((entered.to_owned(), refusal.sentence)),
        }
    }
    // The text may have a turn twice: the numbers are those of the text that the page writes.
    let moves = explore::write(&tree);
    if moves != wanted.moves {
        let line: Vec<String> = explore::line(&tree, shown)
            .into_iter()
            .map(str::to_owned)
            .collect();
        tree = explore::read(&moves)?;
        shown = number_of(&tree, &line);
    }
    let main_line = game.main_line();
    let branches = tree.clone();
    let explored = app
        .pool
        .run_request(from, move || main_line.explore(&branches))
        .await??;
    let link = app.address(&headers, &format!("/g/{}/explore", row.code));
    let page = page(&user, &game, (&tree, shown), explored, link, problem);
    Ok(html(&page, StatusCode::OK))
}

/// `GET /g/{code}/explore.svg`: the board of the position that is shown, for those without scripts.
pub async fn board(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    query: Result<Query<Explored>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(wanted) = query?;
    let game = Explorable::find(&app, &row, &user, wanted.at).await?;
    let tree = explore::read(&wanted.moves)?;
    let shown = shown(&tree, wanted.shown)?;
    let main_line = game.main_line();
    let drawn = move || {
        let position = main_line.at(&tree, shown)?;
        picture::board(main_line.kind, position.as_ref()).map_err(|_| PageError::panicked())
    };
    let svg = app.pool.run_request(from, drawn).await??;
    let about = [
        (header::CONTENT_TYPE, assets::SVG),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((about, svg).into_response())
}

/// `POST /g/{code}/explore`: what steps would do after some turns. Nothing is kept.
pub async fn attempt(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    JsonBody(attempt): JsonBody<Attempt>,
) -> Result<Json<ExploredView>, PageError> {
    app.limits.attempt(from)?;
    attempt.check()?;
    let game = Explorable::find(&app, &row, &user, Some(attempt.at)).await?;
    let main_line = game.main_line();
    let answer = move || attempt.answer(main_line.game()?);
    Ok(Json(app.pool.run_request(from, answer).await??))
}

/// A position after some turns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The number of the turn of the game after which exploring began.
    at: usize,
    /// The turns that were explored since.
    line: Vec<String>,
}

/// `POST /g/{code}/explore/best`: the best turn in a position, once the game is over.
pub async fn best(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    JsonBody(asked): JsonBody<Asked>,
) -> Result<Json<SuggestionView>, PageError> {
    app.limits.best_turn(from)?;
    explore::check_line(&asked.line)?;
    let game = Explorable::find(&app, &row, &user, Some(asked.at)).await?;
    if game.table.ending.is_none() {
        return Err(Refusal::new(Code::NotOver, "The best turn is shown once the game is over.").into());
    }
    let mut main_line = game.main_line();
    let kind = main_line.kind;
    main_line.turns.extend(asked.line);
    let position = app.pool.run_request(from, move || main_line.game()).await??;
    if position.status().to_move().is_none() {
        return Err(Refusal::new(Code::Over, "The game is over in this position.").into());
    }
    Ok(Json(app.hints.best_turn(kind, position).await?))
}

/// The number of the turn to show, which the tree must have.
fn shown(tree: &[Branch], wanted: Option<usize>) -> Result<usize, Refusal> {
    let last = || {
        let mut at = 0;
        while let Some(next) = tree.iter().position(|branch| branch.after == at) {
            at = next + 1;
        }
        at
    };
    match wanted.unwrap_or_else(last) {
        number if number <= tree.len() => Ok(number),
        _ => Err(Refusal::new(
            Code::WrongTurn,
            "These variations have no such turn.",
        )),
    }
}

fn number_of(tree: &[Branch], line: &[String]) -> usize {
    line.iter().fold(0, |after, turn| {
        let next = tree
            .iter()
            .position(|branch| branch.after == after && branch.turn == *turn);
        next.map_or(after, |index| index + 1)
    })
}

/// The tree with a turn that was typed, and the number of that turn; or why it cannot be played.
async fn add(
    app: &App,
    from: ClientAddress,
    game: &Explorable,
    (tree, shown): (&[Branch], usize),
    entered: &str,
) -> Result<Result<(Vec<Branch>, usize), Refusal>, PageError> {
    let mut line: Vec<String> = explore::line(tree, shown)
        .into_iter()
        .map(str::to_owned)
        .collect();
    line.push(entered.to_owned());
    if let Err(refusal) = explore::check_line(&line) {
        return Ok(Err(refusal));
    }
    let mut main_line: MainLine = game.main_line();
    main_line.turns.extend(line.clone());
    if let Err(refusal) = app
        .pool
        .run_request(from, move || main_line.game().map(drop))
        .await?
    {
        return Ok(Err(refusal));
    }
    let mut tree = tree.to_vec();
    tree.push(Branch {
        after: shown,
        turn: entered.to_owned(),
    });
    Ok(explore::read(&explore::write(&tree)).map(|tree| {
        let shown = number_of(&tree, &line);
        (tree, shown)
    }))
}

/// The address of a tree, shown at one of its turns.
fn address(game: &Explorable, tree: &[Branch], shown: usize) -> String {
    format!(
        "/g/{}/explore?{}",
        game.table.code,
        query(game, &explore::write(tree), shown)
    )
}

fn query(game: &Explorable, moves: &str, shown: usize) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("at", &game.at.to_string());
    query.append_pair("moves", moves);
    query.append_pair("shown", &shown.to_string());
    query.finish()
}

fn page(
    user: &CurrentUser,
    game: &Explorable,
    (tree, shown): (&[Branch], usize),
    explored: Vec<VariationView>,
    link: String,
    problem: Option<(String, String)>,
) -> ExplorePage {
    let moves = explore::write(tree);
    let view = &game.kind.view;
    let last = shown.checked_sub(1).and_then(|index| explored.get(index));
    let status = game.status(last);
    let lines = lines::lines(game, &explored, shown);
    let picture = format!(
        "/g/{}/explore.svg?{}",
        game.table.code,
        query(game, &moves, shown)
    );
    let data = ExploreView {
        kind: Arc::clone(&game.kind.json),
        code: game.table.code.clone(),
        names: game.names.clone(),
        start: Arc::clone(&game.table.start),
        plies: game.table.plies[..game.at].to_vec(),
        to_move: None,
        played: game.table.plies.get(game.at).cloned(),
        variations: explored,
        shown,
        link,
    };
    ExplorePage {
        context: PageContext::of(user),
        kind: view.name.to_owned(),
        title: titled(view.title, view.variant),
        code: game.table.code.to_string(),
        at: game.at,
        names: game.names.clone(),
        over: game.table.ending.is_some(),
        moves,
        shown,
        status,
        lines,
        problem,
        picture,
        pieces: assets::text(&format!("kinds/{}.svg", view.name)).unwrap_or_default(),
        data: script_json(&serde_json::to_string(&data).expect("view")),
    }
}
