//! Pages for what went wrong: a sentence, and a way home.

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tracing::error;

use crate::limits::TooMuch;
use crate::pages;
use crate::record::UnreadableRecord;
use crate::room::rooms::LoadError;
use crate::store::StoreError;
use crate::tutorial::UnreadableTutorial;

/// Why a page cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// There is nothing at this address.
    #[error("There is nothing at this address.")]
    NotFound,
    /// There is no table with this code.
    #[error("There is no table at this address. Perhaps a letter of the link went missing?")]
    NoTable,
    /// The address is fine, what was to be done there is not.
    #[error("This address cannot be used like that.")]
    Method,
    /// What was sent makes no sense; the sentence says why.
    #[error("{0}")]
    Bad(String),
    /// The body of the request is too long.
    #[error("That is more than can be sent at once.")]
    TooLarge,
    /// A limit was reached.
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
    /// The store does not answer.
    #[error("Thicket cannot reach its records just now. Please try again in a moment.")]
    Store(#[from] StoreError),
    /// A table's log cannot be read.
    #[error("This table cannot be shown just now. Please try again in a moment.")]
    Load(#[from] LoadError),
    /// A record cannot be read.
    #[error("This record cannot be shown by this version of Thicket.")]
    Record(#[from] UnreadableRecord),
    /// A handler panicked; the panic itself is logged where it happens.
    #[error("Something went wrong in Thicket itself. Please try again.")]
    Panic,
    /// The tutorial of a game cannot be read.
    #[error("The rules of this game cannot be shown just now.")]
    Tutorial(#[from] UnreadableTutorial),
}

impl PageError {
    fn status(&self) -> StatusCode {
        match self {
            PageError::NotFound | PageError::NoTable => StatusCode::NOT_FOUND,
            PageError::Method => StatusCode::METHOD_NOT_ALLOWED,
            PageError::Bad(_) => StatusCode::UNPROCESSABLE_ENTITY,
            PageError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            PageError::TooMuch(_) => StatusCode::TOO_MANY_REQUESTS,
            PageError::Store(_) | PageError::Load(LoadError::Store(_) | LoadError::Shutdown) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            PageError::Panic | PageError::Load(_) | PageError::Record(_) | PageError::Tutorial(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
        }
    }
}

impl From<FormRejection> for PageError {
    fn from(rejection: FormRejection) -> PageError {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return PageError::TooLarge;
        }
        PageError::Bad(
            "That form was not understood. Please go back, load the page anew and try again.".to_owned(),
        )
    }
}

impl From<QueryRejection> for PageError {
    fn from(_: QueryRejection) -> PageError {
        PageError::Bad("The part of the address behind the question mark was not understood.".to_owned())
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let status = self.status();
        if status.is_server_error() {
            error!(error = ?self, "a page could not be shown");
        }
        pages::error_page(status, &self.to_string())
    }
}
