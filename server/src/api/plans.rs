//! What the owner of a token has planned at a table.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::at_table::AtTable;
use crate::ids::TableCode;
use crate::model::player::scopes::Scope;
use crate::protocol::PlanView;

/// Your plan at a table
///
/// What you will play when your turn comes, as far as it can still come to be played. Nobody else is shown it. The command `plan` makes
/// one, and `forget_plan` drops it.
#[utoipa::path(
    get,
    path = "/tables/{code}/plan",
    tag = "acting",
    security(("token" = ["play"])),
    params(("code" = TableCode, Path, description = "The code of the table.")),
    responses(
        (status = 200, description = "Your plan, if you have one, or why it has lapsed.", body = PlanView),
        (status = 404, description = "There is no table with this code."),
    )
)]
pub(super) async fn plan(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
) -> Result<Json<PlanView>, PageError> {
    let player = user.allowed(Scope::Play)?.id;
    let room = app.tables.open(&row).await?;
    let table = room.table();
    let none = PlanView {
        player,
        plan: None,
        lapsed: None,
    };
    Ok(Json(table.plans.view(&table.state, player).unwrap_or(none)))
}
