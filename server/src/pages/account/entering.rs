//! What follows when somebody has shown who they are: the seats of the guest who was there before, and where to go.

use axum::http::StatusCode;
use axum::response::Response;

use crate::app::App;
use crate::auth::{Browser, CurrentUser, Entered};
use crate::error::PageError;
use crate::ids::PlayerId;
use crate::pages::parts::entry::{welcome, with_session};
use crate::pages::{PageContext, html};
use crate::store::Player;
use crate::tables::TakenOver;

/// What comes after signing in.
#[derive(Clone, Debug, Default)]
pub struct Way {
    pub next: String,
    /// What becomes of the seats of this browser's guest, if that was chosen: `take` or `leave`.
    pub seats: String,
}

/// The page that says that some seats of a guest could not be taken over.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "seats_stayed.html")]
pub(super) struct SeatsStayedPage {
    pub context: PageContext,
    pub moved: usize,
    pub stayed: usize,
}

pub(in crate::pages) fn guest(user: &CurrentUser) -> Option<PlayerId> {
    user.id().filter(|_| !user.is_member())
}

/// Begins the session of somebody who has authenticated.
pub(in crate::pages) async fn enter(
    app: &App,
    user: &CurrentUser,
    player: Player,
    (browser, by): (Browser, &str),
    way: &Way,
) -> Result<Response, PageError> {
    let taken = take_over(app, user, &player, way).await?;
    let cookies = app.accounts.sign_in(player.id, browser, by).await?;
    Ok(entered(app, user, player, taken, way, &cookies))
}

/// Takes the seats of a guest over, and their places in tournaments, if that was chosen.
pub(in crate::pages) async fn take_over(
    app: &App,
    user: &CurrentUser,
    player: &Player,
    way: &Way,
) -> Result<TakenOver, PageError> {
    match guest(user) {
        Some(guest) if way.seats == "take" => {
            // Tables that are made from now on are the account's; those that are there pass to it.
            app.tournaments.take_over(guest, player.id).await?;
            Ok(app.tables.take_over(guest, player).await?)
        }
        _ => Ok(TakenOver::default()),
    }
}

/// Redirects a player who has signed in.
pub(in crate::pages) fn entered(
    app: &App,
    user: &CurrentUser,
    player: Player,
    taken: TakenOver,
    way: &Way,
    cookies: &Entered,
) -> Response {
    if taken.stayed == 0 {
        return welcome(app, &way.next, cookies);
    }
    let page = SeatsStayedPage {
        context: PageContext::of(&CurrentUser {
            player: Some(player),
            ..user.clone()
        }),
        moved: taken.moved,
        stayed: taken.stayed,
    };
    with_session(app, html(&page, StatusCode::OK), cookies)
}
