//! What the reader of a tournament's page can do, and where they play.

use std::collections::HashSet;

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;

use super::{People, known};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::ids::{IdempotencyKey, TableCode, TableId};
use crate::model::tournament::refusal::Refusal;
use crate::model::tournament::state::{State as Tournament, Status};
use crate::time::{monotonic_unix_ms, page_time};
use crate::words::list;

/// What the reader can do.
#[derive(Clone, Debug)]
pub(super) struct Wishes {
    /// Why they cannot sign up; `None` if they can.
    pub(super) hindrance: Option<String>,
    pub(super) takes_part: bool,
    /// Where they are to play now.
    pub(super) tables: Vec<OwnTable>,
    /// Whether they wait for their next table in an arena.
    pub(super) waits: bool,
    pub(super) can_withdraw: bool,
    pub(super) can_confirm: bool,
    /// From when on they can confirm, if that is later.
    pub(super) confirms_from: Option<String>,
    pub(super) is_director: bool,
    pub(super) can_move: bool,
    pub(super) can_cancel: bool,
    /// What tells this form from any other: sent twice, it makes one guest.
    pub(super) form: IdempotencyKey,
}

/// A table where the reader plays.
#[derive(Clone, Debug)]
pub(super) struct OwnTable {
    pub(super) code: TableCode,
    /// "Ann and Ben".
    pub(super) others: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct OwnTableView {
    /// None as long as they play at no table.
    code: Option<TableCode>,
}

/// `GET /tournaments/{id}/own-table`: where the reader plays now, for the script of an arena, which asks again and again.
pub async fn own_table(
    State(app): State<App>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<OwnTableView>, PageError> {
    let id = known(&id)?;
    let code = match user.id() {
        Some(player) => app.tournaments.own_table(id, player).await?,
        None => None,
    };
    Ok(Json(OwnTableView { code }))
}

impl Wishes {
    pub(super) async fn of(
        app: &App,
        user: &CurrentUser,
        state: &Tournament,
        unmade: &HashSet<TableId>,
        people: &People,
    ) -> Result<Wishes, PageError> {
        let tables = user.id().map_or_else(Vec::new, |player| state.tables_of(player));
        let tables = tables.into_iter().filter_map(|table| {
            let game = table.game.as_ref().filter(|game| !unmade.contains(&game.id))?;
            let others = table.players.iter().filter(|player| user.id() != Some(**player));
            let others: Vec<String> = others.map(|player| people.name(*player)).collect();
            Some(OwnTable {
                code: game.code.clone(),
                others: list(&others),
            })
        });
        let tables: Vec<OwnTable> = tables.collect();
        let waits = state.status == Status::Running
            && tables.is_empty()
            && state.arena_ends_at().is_some_and(|end| monotonic_unix_ms() < end);
        let entrant = user.id().and_then(|player| state.entrant(player));
        let entrant = entrant.filter(|entrant| entrant.present);
        let hindrance = app.tournaments.hindrance(state, user.id()).await?;
        let hindrance = hindrance.filter(|refusal| *refusal != Refusal::SignedUpAlready);
        let is_director = match user.id() {
            Some(player) => app.tournaments.directs(state, player).await?,
            None => false,
        };
        let goes_on = matches!(state.status, Status::Open | Status::Running);
        let has_to_confirm = entrant.is_some_and(|entrant| !entrant.confirmed)
            && state.terms.asks_to_confirm()
            && state.status == Status::Open;
        let from = state.confirms_from();
        let can_confirm = has_to_confirm && monotonic_unix_ms() >= from;
        Ok(Wishes {
            hindrance: hindrance.map(|refusal| refusal.to_string()),
            takes_part: entrant.is_some(),
            tables,
            waits,
            can_withdraw: entrant.is_some() && goes_on,
            can_confirm,
            confirms_from: (has_to_confirm && !can_confirm).then(|| page_time(from)),
            is_director,
            can_move: is_director && state.status == Status::Open,
            can_cancel: is_director && goes_on,
            form: IdempotencyKey::fresh(),
        })
    }
}
