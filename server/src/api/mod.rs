//! The HTTP API under `/api`: it translates, as pages and sockets do, and describes itself. `docs/api.md` is for people.
//!
//! Each handler says what it takes and answers in `#[utoipa::path]`; [`description`] joins that to one OpenAPI document. All
//! types are those of [`protocol`](crate::protocol). Cookies are not read: only a token makes somebody known here.

mod acting;
mod chat;
mod clubs;
mod description;
mod events;
mod games;
mod in_path;
mod key;
mod lobby;
mod own;
mod plans;
mod players;
mod records;
mod reviews;
mod tables;
mod tournaments;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::app::App;
use crate::http::limits::EXPLORE_BYTES;
pub use description::{Example, description, document, examples};

/// Where all of it is.
pub const PREFIX: &str = "/api";

/// Addresses whose answers are whole.
pub(crate) fn answers() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(games::games))
        .routes(routes!(games::game))
        .routes(routes!(games::position).layer(DefaultBodyLimit::max(EXPLORE_BYTES)))
        .routes(routes!(tables::table))
        .routes(routes!(chat::chat))
        .routes(routes!(tables::board_svg))
        .routes(routes!(tables::board_png))
        .routes(routes!(lobby::lobby))
        .routes(routes!(records::records))
        .routes(routes!(records::record))
        .routes(routes!(records::record_text))
        .routes(routes!(reviews::review))
        .routes(routes!(players::players))
        .routes(routes!(players::player))
        .routes(routes!(players::leaderboard))
        .routes(routes!(players::statistics))
        .routes(routes!(acting::token))
        .routes(routes!(acting::open_table))
        .routes(routes!(acting::quick))
        .routes(routes!(acting::sit))
        .routes(routes!(acting::rematch))
        .routes(routes!(acting::command))
        .routes(routes!(plans::plan))
        .routes(routes!(tournaments::tournaments))
        .routes(routes!(tournaments::tournament))
        .routes(routes!(tournaments::create_tournament))
        .routes(routes!(tournaments::sign_up))
        .routes(routes!(tournaments::withdraw))
        .routes(routes!(tournaments::confirm))
        .routes(routes!(clubs::clubs))
        .routes(routes!(clubs::club))
}

/// Addresses whose answers are lines that are sent as they come to be.
pub(crate) fn streams() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(events::events))
        .routes(routes!(own::follow_own))
        .routes(routes!(lobby::follow_lobby))
        .routes(routes!(records::record_lines))
        .routes(routes!(reviews::make_review))
        .routes(routes!(tournaments::follow_tournament))
}
