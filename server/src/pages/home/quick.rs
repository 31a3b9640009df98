//! `POST /quick`: joins a public table that waits for players, or opens one.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use crate::app::App;
use crate::auth::{Browser, CurrentUser};
use crate::error::PageError;
use crate::idempotency::FilledForm;
use crate::ids::IdempotencyKey;
use crate::names::PlayerName;
use crate::pages::home::RejectedForm;
use crate::pages::home::{self, GameForm};
use crate::pages::table::seating;
use crate::pages::table::seating::seated;

/// The form on the home page.
#[derive(Debug, Deserialize)]
pub struct QuickGameForm {
    kind: String,
    name: String,
    /// Which form it is. Only programs leave it out.
    #[serde(default = "IdempotencyKey::fresh")]
    form: IdempotencyKey,
}

/// Seats the player at a table of this game, and redirects to it.
pub async fn start(
    State(app): State<App>,
    browser: Browser,
    user: CurrentUser,
    form: Result<GameForm<QuickGameForm>, PageError>,
) -> Result<Response, PageError> {
    let GameForm(wanted) = form?;
    let seat = async {
        let kind = seating::game(&wanted.kind)?;
        let name = user.playing_as(PlayerName::parse(&wanted.name)?);
        let form = FilledForm::new(wanted.form, &format!("{wanted:?}"));
        let opener = app.opener(browser.from);
        let play = |player| app.tables.quick_game(&opener, kind, player, name.clone(), None);
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
