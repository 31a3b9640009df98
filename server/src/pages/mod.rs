//! The pages: one file each, with its handler and what its template shows.

pub mod account;
pub mod attempt;
pub mod bots;
mod chart;
pub mod companions;
pub mod continue_game;
pub mod create;
mod denied;
pub mod download;
mod entry;
mod error;
pub mod explore;
mod frame;
pub mod guest;
pub mod hint;
pub mod home;
pub mod import;
mod json;
pub mod learn;
pub mod link_card;
pub mod my;
mod my_data;
pub mod new_password;
mod other_address;
mod owner;
pub mod passkeys;
pub mod picture;
pub mod profile;
pub mod quick;
pub mod ratings;
pub mod records;
pub mod rematch;
pub mod review;
pub mod rules;
mod seating;
pub mod session;
pub mod sign_in;
pub mod sign_up;
pub mod statistics;
pub mod table;
pub mod transfer;
mod tutorial_pages;
pub mod writers;

use askama::Template;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};

pub use denied::log_denied;
pub use error::as_page;
pub use frame::Frame;
pub use other_address::say_so as say_other_address;

/// A game with its variant, if it has one: "Bushi 9x9".
fn titled(title: &str, variant: &str) -> String {
    format!("{title} {variant}").trim_end().to_owned()
}

/// A page as it is sent.
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
