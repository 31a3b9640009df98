//! `POST /bots`: opens a table where somebody plays against bots, and nobody has to be waited for.

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
use crate::model::bot::BotLevel;
use crate::names::PlayerName;

/// The form on the home page, and after the lessons of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    kind: String,
    /// How well the bots play.
    level: BotLevel,
    /// How many bots there shall be, where the game leaves a choice.
    #[serde(default = "one")]
    opponents: u8,
    /// Empty for the name that the player has, or one that is suggested.
    #[serde(default)]
    name: String,
    /// Which form it is. Only programs leave it out.
    #[serde(default = "FormId::fresh")]
    form: FormId,
}

fn one() -> u8 {
    1
}

/// Seats the player and the bots, and redirects to their table.
pub async fn play(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    form: Result<Form<Wanted>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(wanted) = form?;
    let again = async |problem: &str| {
        let form = Again {
            kind: &wanted.kind,
            name: &wanted.name,
            wanted: None,
            problem,
        };
        home::again(&app, &user, form).await
    };
    let kind: GameKind = wanted
        .kind
        .parse()
        .map_err(|_| PageError::Bad("There is no such game here.".to_owned()))?;
    let name = match name(&wanted, &user) {
        Ok(name) => name,
        Err(problem) => return again(&problem).await,
    };
    let form = (wanted.form, format!("{wanted:?}"));
    let (opponents, level) = (wanted.opponents, wanted.level);
    let play = |player| {
        app.tables
            .create_with_bots(kind, opponents, level, player, name.clone())
    };
    match seated(&app, from, &user, &name, form, play).await {
        Err(error @ (PageError::TooMuch(_) | PageError::NameTaken)) => again(&error.to_string()).await,
        answer => answer,
    }
}

fn name(wanted: &Wanted, user: &CurrentUser) -> Result<PlayerName, String> {
    let name = match (wanted.name.is_empty(), user.name()) {
        (false, _) => PlayerName::parse(&wanted.name),
        (true, Some(own)) => PlayerName::parse(own),
        (true, None) => Ok(PlayerName::suggested()),
    };
    name.map(|name| user.playing_as(name))
        .map_err(|error| error.to_string())
}
