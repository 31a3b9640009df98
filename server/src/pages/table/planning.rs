//! The page where a player plans what to play while others think: answers at a table for two, the next turn at one for more.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use thicket_rules::{AnyGame, Seat};

use super::script_json;
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::explore::{self, Attempt, Branch};
use crate::http::address::ClientAddress;
use crate::http::assets;
use crate::http::at_table::AtTable;
use crate::http::json::JsonBody;
use crate::ids::{CommandId, PlayerId};
use crate::model::game::plan::{Planned, PlannedAnswer};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::pages::{PageContext, html, titled};
use crate::protocol::{DoneView, ExploreView, ExploredView, Kind, PlanningView, TableView, VariationView};
use crate::room::live_table::LiveTable;
use crate::seq::Seq;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "plan.html")]
pub struct PlanPage {
    pub context: PageContext,
    pub kind: String,
    pub title: String,
    pub code: String,
    /// Whether answers are planned, and not the next turn alone.
    pub answers: bool,
    pub pieces: String,
    /// The `PlanningView` as JSON for a `script` element.
    pub data: String,
}

/// A game where a player waits for others.
struct Planning {
    kind: Arc<Kind>,
    table: TableView,
    seat: Seat,
    turn: u32,
    /// The game, or at a table for more than two the position with this seat to move.
    game: Box<dyn AnyGame>,
    planned: Option<Planned>,
}

pub async fn show(
    State(app): State<App>,
    AtTable(row): AtTable,
    (user, from): (CurrentUser, ClientAddress),
) -> Result<Response, PageError> {
    let room = app.tables.open(&row).await?;
    let Ok(planning) = Planning::of(&room.table(), user.id()) else {
        // The table says how it stands.
        return Ok(Redirect::to(&format!("/g/{}", row.code)).into_response());
    };
    let answers = planning.game.seats() == 2;
    let kind = Arc::clone(&planning.kind);
    let data = app.pool.run_request(from, move || planning.into_view()).await?;
    let page = PlanPage {
        context: PageContext::of(&user),
        kind: kind.view.name.to_owned(),
        title: titled(kind.view.title, kind.view.variant),
        code: row.code.to_string(),
        answers,
        pieces: assets::text(&format!("kinds/{}.svg", kind.view.name)).unwrap_or_default(),
        data: script_json(&serde_json::to_string(&data).expect("view")),
    };
    Ok(html(&page, StatusCode::OK))
}

/// `POST /g/{code}/plan/steps`: what steps would do after some turns. Nothing is kept.
pub async fn attempt(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    JsonBody(attempt): JsonBody<Attempt>,
) -> Result<Json<ExploredView>, PageError> {
    app.limits.attempt(from)?;
    attempt.check()?;
    let room = app.tables.open(&row).await?;
    let Planning { game, table, .. } = Planning::of(&room.table(), user.id())?;
    if table.plies.len() != attempt.at {
        return Err(Refusal::wrong_turn().into());
    }
    let answer = move || attempt.answer(game);
    Ok(Json(app.pool.run_request(from, answer).await??))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanForm {
    turn: u32,
    /// None to forget it.
    plan: Option<Planned>,
}

/// `POST /g/{code}/plan/save`: the room keeps the plan.
pub async fn save(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    JsonBody(form): JsonBody<PlanForm>,
) -> Result<Json<DoneView>, PageError> {
    app.limits.attempt(from)?;
    let player = user.id().ok_or_else(not_seated)?;
    let room = app.tables.open(&row).await?;
    let kept = room.plan(CommandId::fresh(), player, form.turn, form.plan)?;
    Ok(Json(DoneView {
        seq: Seq(kept.await?),
    }))
}

fn not_seated() -> Refusal {
    Refusal::new(Code::NotSeated, "You do not have a seat at this table.")
}

impl Planning {
    fn of(table: &LiveTable, player: Option<PlayerId>) -> Result<Planning, Refusal> {
        let player = player.ok_or_else(not_seated)?;
        let (playing, seat) = table.state.may_plan(player)?;
        let game = match playing.game.seats() {
            2 => playing.game.boxed_clone(),
            _ => playing.game.with_to_move(seat).ok_or_else(nothing_to_play)?,
        };
        Ok(Planning {
            kind: Arc::clone(&table.kind),
            table: table.shown().table(),
            seat,
            turn: playing.turn,
            game,
            planned: table.plans.view(&table.state, player).and_then(|view| view.plan),
        })
    }

    fn into_view(self) -> PlanningView {
        let mut variations = Vec::new();
        match &self.planned {
            Some(Planned::Answers { answers }) => {
                add_answers(self.game.as_ref(), 0, answers, &mut variations)
            }
            Some(Planned::Turn { turn, .. }) => {
                add(self.game.boxed_clone().as_mut(), 0, turn, &mut variations);
            }
            None => (),
        }
        let seated = self.table.chairs.iter().flatten();
        let explored = ExploreView {
            kind: Arc::clone(&self.kind.json),
            names: seated.map(|player| player.name.clone()).collect(),
            code: self.table.code,
            start: self.table.start,
            plies: self.table.plies,
            to_move: self.game.status().to_move().map(Seat::number),
            played: None,
            variations,
            shown: 0,
            link: String::new(),
        };
        PlanningView {
            explored,
            turn: self.turn,
            seat: self.seat.number(),
            planned: self.planned,
        }
    }
}

fn nothing_to_play() -> Refusal {
    let sentence = "There is no turn that you could play in this position.";
    Refusal::new(Code::BadPlan, sentence)
}

/// Adds answers to the variations, after the one of this number.
fn add_answers(
    game: &dyn AnyGame,
    after: usize,
    answers: &[PlannedAnswer],
    variations: &mut Vec<VariationView>,
) {
    for PlannedAnswer { to, play, then } in answers {
        let mut game = game.boxed_clone();
        if add(game.as_mut(), after, to, variations) {
            let answered = variations.len();
            if add(game.as_mut(), answered, play, variations) {
                add_answers(game.as_ref(), variations.len(), then, variations);
            }
        }
    }
}

/// Plays a planned turn and adds it; a turn that is not legal in this position is left out.
fn add(game: &mut dyn AnyGame, after: usize, turn: &str, variations: &mut Vec<VariationView>) -> bool {
    let turn = turn.to_owned();
    let tried = explore::tried(game, &Branch { after, turn });
    let is_legal = tried.is_ok();
    variations.extend(tried);
    is_legal
}
