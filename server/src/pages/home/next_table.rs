//! `GET /my/next`: from table to table where it is the reader's turn.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Redirect;
use serde::Deserialize;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::ids::TableCode;

#[derive(Debug, Default, Deserialize)]
pub struct After {
    /// The code of the table where the reader is.
    after: Option<String>,
}

/// Leads to the table that comes after another one in the order of `/my`, and from the last one to the first; to `/my` if it is the
/// reader's turn at no other table.
pub async fn go(
    State(app): State<App>,
    user: CurrentUser,
    after: Result<Query<After>, QueryRejection>,
) -> Result<Redirect, PageError> {
    // An address that was changed by hand leads to the first table.
    let Query(After { after }) = after.unwrap_or_default();
    let turns = match user.id() {
        Some(player) => app.lobby.turns(player).await?.tables,
        None => Vec::new(),
    };
    let here = after.and_then(|code| code.parse().ok());
    Ok(match next(&turns, here.as_ref()) {
        Some(code) => Redirect::to(&format!("/g/{code}")),
        None => Redirect::to("/my"),
    })
}

/// The table after the one `here`, or the first one if that is not among them.
fn next<'t>(turns: &'t [TableCode], here: Option<&TableCode>) -> Option<&'t TableCode> {
    let place = turns.iter().position(|code| Some(code) == here);
    let next = match place {
        Some(place) => turns.get(place + 1).or_else(|| turns.first()),
        None => turns.first(),
    };
    next.filter(|code| Some(*code) != here)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_passed_in_their_order_and_from_the_last_to_the_first() {
        let [a, b, c] = [TableCode::fresh(), TableCode::fresh(), TableCode::fresh()];
        let turns = [a.clone(), b.clone()];
        assert_eq!(next(&turns, Some(&a)), Some(&b));
        assert_eq!(next(&turns, Some(&b)), Some(&a));
        assert_eq!(
            next(&turns, Some(&c)),
            Some(&a),
            "it is somebody else's turn there"
        );
        assert_eq!(next(&turns, None), Some(&a));
        assert_eq!(next(&turns[..1], Some(&a)), None);
        assert_eq!(next(&[], Some(&a)), None);
    }
}
