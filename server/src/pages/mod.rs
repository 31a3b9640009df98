//! The pages: one file each, with its handler, its template and what the template is told.

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
mod tutorial_pages;

use askama::Template;
use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};

pub use error::error_page;
pub use frame::Frame;

use crate::app::App;
use crate::assets;
use crate::error::PageError;
use crate::store::TableRow;

/// The table whose code stands in the address of a request.
#[derive(Clone, Debug)]
pub struct AtTable(pub TableRow);

impl FromRequestParts<App> for AtTable {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<AtTable, PageError> {
        // What is not a code, or not even text, is no table's code.
        let code: Option<Path<String>> = Path::from_request_parts(parts, app).await.ok();
        let code = code
            .and_then(|Path(text)| text.parse().ok())
            .ok_or(PageError::NoTable)?;
        let table = app.store.table_by_code(&code).await?;
        table.map(AtTable).ok_or(PageError::NoTable)
    }
}

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
