//! `POST /g/{code}/rematch`: to the table where the people of a finished game play again.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::at_table::AtTable;

/// Proposes the rematch if nobody has, seats whoever played, and redirects to its table. Others come to watch.
pub async fn go(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
) -> Result<Response, PageError> {
    app.count_table(from, &user).await?;
    let code = app.tables.rematch(&row, user.id()).await?;
    Ok(Redirect::to(&format!("/g/{code}")).into_response())
}
