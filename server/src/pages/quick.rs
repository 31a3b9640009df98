//! `POST /quick`: joins a public table that waits for players, or opens one.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::Response;
use serde::Deserialize;
use thicket_rules::GameKind;

use super::create::seated;
use super::home::{self, Again};
use crate::address::ClientAddress;
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::ids::FormId;
use crate::names::PlayerName;

/// The form on the home page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    kind: String,
    name: String,
    /// Which form it is. Only programs leave it out.
    #[serde(default = "FormId::fresh")]
    form: FormId,
}

/// Seats the player at a table of this game, and redirects to it.
pub async fn start(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    form: Result<Form<Wanted>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(wanted) = form?;
    let again = async |problem: &str| {
        let (kind, name) = (wanted.kind.as_str(), wanted.name.as_str());
        let form = Again {
            kind,
            name,
            wanted: None,
            problem,
        };
        home::again(&app, &user, form).await
    };
    let kind: GameKind = wanted
        .kind
        .parse()
        .map_err(|_| PageError::Bad("There is no such game here.".to_owned()))?;
    let name = match PlayerName::parse(&wanted.name) {
        Ok(name) => user.playing_as(name),
        Err(error) => return again(&error.to_string()).await,
    };
    let form = (wanted.form, format!("{wanted:?}"));
    let play = |player| app.tables.quick_game(kind, player, name.clone());
    match seated(&app, from, &user, &name, form, play).await {
        Err(error @ (PageError::TooMuch(_) | PageError::NameTaken)) => again(&error.to_string()).await,
        answer => answer,
    }
}
