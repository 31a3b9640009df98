//! The pages: one file each, with its handler, its template and what the template is told.

pub mod assets;
pub mod attempt;
pub mod create;
pub mod download;
mod error;
mod frame;
pub mod guest;
pub mod home;
pub mod learn;
pub mod records;
mod refusal;
pub mod rejoin;
pub mod rules;
pub mod table;

use askama::Template;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};

pub use error::error_page;
pub use frame::Frame;

use crate::app::App;
use crate::error::PageError;
use crate::store::TableRow;

/// The table at an address.
pub async fn find_table(app: &App, code: &str) -> Result<TableRow, PageError> {
    // What is not a code is no table's code.
    let code = code.parse().map_err(|_| PageError::NoTable)?;
    app.store.table_by_code(&code).await?.ok_or(PageError::NoTable)
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
