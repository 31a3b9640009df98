//! `POST /g/{code}/companions`: somebody is seated on the device of the player who asks.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::at_table::AtTable;
use crate::http::json::JsonBody;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::names::PlayerName;
use crate::pages::table::guest::NameForm;
use crate::protocol::PlayerView;

/// Seats somebody under this name; the same name again is the same player, who stays where they sit.
pub async fn add(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    JsonBody(form): JsonBody<NameForm>,
) -> Result<Json<PlayerView>, PageError> {
    let no_name = || Refusal::new(Code::NoName, "Please choose a name first.");
    let owner = user.id().ok_or_else(no_name)?;
    let name =
        PlayerName::parse(&form.name).map_err(|error| Refusal::new(Code::BadName, error.to_string()))?;
    app.count_name(from, &user).await?;
    app.sessions.check_free(&name).await?;
    Ok(Json(app.tables.add_companion(&row, owner, &name).await?))
}
