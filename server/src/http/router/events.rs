//! The addresses of tournaments, and of clubs that hold them.

use axum::Router;

use crate::app::App;
use crate::http::routing::{get, post};
use crate::pages::{clubs, tournaments};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route(
            "/tournaments",
            get(tournaments::list::show).merge(post(tournaments::create::create)),
        )
        .route("/clubs", get(clubs::list::show).merge(post(clubs::found::found)))
        .route("/clubs/new", get(clubs::found::show))
        .route("/clubs/{id}", get(clubs::show))
        .route("/clubs/{id}/records", get(clubs::records))
        .route(
            "/clubs/{id}/members",
            get(clubs::members).merge(post(clubs::forms::change_role)),
        )
        .route("/clubs/{id}/join", post(clubs::forms::join))
        .route("/clubs/{id}/leave", post(clubs::forms::leave))
        .route("/clubs/{id}/step-down", post(clubs::forms::step_down))
        .route("/clubs/{id}/edit", post(clubs::forms::edit))
        .route("/clubs/{id}/link", post(clubs::forms::renew_link))
        .route("/clubs/{id}/remove-table", post(clubs::forms::remove_table))
        .route("/tournaments/new", get(tournaments::create::show))
        .route("/tournaments/{id}", get(tournaments::show))
        .route("/tournaments/{id}/screen", get(tournaments::screen))
        .route("/tournaments/{id}/results.json", get(tournaments::files::json))
        .route("/tournaments/{id}/results.csv", get(tournaments::files::csv))
        .route("/tournaments/{id}/results.txt", get(tournaments::files::text))
        .route("/tournaments/{id}/start.ics", get(tournaments::files::calendar))
        .route("/tournaments/{id}/sign-up", post(tournaments::wishes::sign_up))
        .route("/tournaments/{id}/withdraw", post(tournaments::wishes::withdraw))
        .route("/tournaments/{id}/confirm", post(tournaments::wishes::confirm))
        .route("/tournaments/{id}/correct", post(tournaments::wishes::correct))
        .route("/tournaments/{id}/move", post(tournaments::wishes::move_start))
        .route("/tournaments/{id}/cancel", post(tournaments::wishes::cancel))
}
