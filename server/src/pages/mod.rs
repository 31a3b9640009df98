//! The pages: one file each, with its handler and what its template shows.

pub mod account;
pub mod clubs;
pub mod home;
pub mod learn;
pub mod parts;
pub mod people;
pub mod records;
pub mod site;
pub mod table;
pub mod tournaments;

use askama::Template;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use thicket_rules::GameKind;

pub use parts::denied::log_denied;
pub use parts::done::say_done;
pub use parts::error::as_page;
pub use parts::other_address::explain as explain_other_address;
pub use parts::page_context::PageContext;

/// "Bushi 9x9".
fn titled(title: &str, variant: &str) -> String {
    format!("{title} {variant}").trim_end().to_owned()
}

/// "2 to 4 players".
fn players(kind: GameKind) -> String {
    let seats = &kind.info().seats;
    if seats.start() == seats.end() {
        return format!("{} players", seats.end());
    }
    format!("{} to {} players", seats.start(), seats.end())
}

fn html(page: &impl Template, status: StatusCode) -> Response {
    match page.render() {
        Ok(text) => (status, Html(text)).into_response(),
        Err(error) => {
            tracing::error!(%error, "a page could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

#[cfg(test)]
mod tests;
