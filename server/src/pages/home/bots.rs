//! `POST /bots`: opens a table where somebody plays against bots, and nobody has to be waited for.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use super::RejectedForm;
use crate::app::App;
use crate::auth::{Browser, CurrentUser};
use crate::error::PageError;
use crate::idempotency::FilledForm;
use crate::ids::IdempotencyKey;
use crate::model::player::bot::BotLevel;
use crate::names::{BadName, PlayerName};
use crate::pages::home::{self, GameForm};
use crate::pages::table::seating::{self, seated};

/// The form on the home page, and after the lessons of a game.
#[derive(Debug, Deserialize)]
pub struct BotGameForm {
    kind: String,
    level: BotLevel,
    /// How many play, bots and the person; if it is missing, as few as the game allows.
    #[serde(default)]
    seats: u8,
    /// Empty for the name that the player has, or one that is suggested.
    #[serde(default)]
    name: String,
    /// Which form it is. Only programs leave it out.
    #[serde(default = "IdempotencyKey::fresh")]
    form: IdempotencyKey,
}

/// Seats the player and the bots, and redirects to their table.
pub async fn play(
    State(app): State<App>,
    browser: Browser,
    user: CurrentUser,
    form: Result<GameForm<BotGameForm>, PageError>,
) -> Result<Response, PageError> {
    let GameForm(wanted) = form?;
    let seat = async {
        let kind = seating::game(&wanted.kind)?;
        let name = user.playing_as(name(&wanted, &user)?);
        let form = FilledForm::new(wanted.form, &format!("{wanted:?}"));
        let (seats, level) = (wanted.seats, wanted.level);
        let play = |player| {
            app.tables
                .create_with_bots(kind, seats, level, player, name.clone())
        };
        seated(&app, &browser, &user, &name, form, play).await
    };
    let again = async |problem: String| {
        home::again(
            &app,
            &user,
            RejectedForm::of(&wanted.kind, &wanted.name, &problem),
        )
        .await
    };
    seating::answer(seat.await, again).await
}

fn name(wanted: &BotGameForm, user: &CurrentUser) -> Result<PlayerName, BadName> {
    match (wanted.name.is_empty(), user.name()) {
        (false, _) => PlayerName::parse(&wanted.name),
        (true, Some(own)) => PlayerName::stored(own),
        (true, None) => Ok(PlayerName::suggested()),
    }
}
