//! How a program is told that it needs another token (RFC 6750).

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::PageError;
use crate::auth::TokenError;
use crate::model::refusal::RefusalCode as Code;

impl From<TokenError> for PageError {
    fn from(error: TokenError) -> PageError {
        let (sentence, challenge) = (error.to_string(), challenge(&error));
        let answer = match error {
            TokenError::Invalid | TokenError::Missing => {
                PageError::new(StatusCode::UNAUTHORIZED, Code::InvalidToken, sentence)
            }
            TokenError::Scope(_) => PageError::new(StatusCode::FORBIDDEN, Code::InsufficientScope, sentence),
            TokenError::TooMuch(error) => error.into(),
            TokenError::Store(error) => error.into(),
        };
        PageError { challenge, ..answer }
    }
}

/// The header of the answer: without an error if no token was sent.
fn challenge(error: &TokenError) -> Option<String> {
    match error {
        TokenError::Missing => Some("Bearer realm=\"thicket\"".to_owned()),
        TokenError::Invalid => Some("Bearer realm=\"thicket\", error=\"invalid_token\"".to_owned()),
        TokenError::Scope(scope) => Some(format!(
            "Bearer realm=\"thicket\", error=\"insufficient_scope\", scope=\"{}\"",
            scope.word()
        )),
        TokenError::TooMuch(_) | TokenError::Store(_) => None,
    }
}

impl IntoResponse for TokenError {
    fn into_response(self) -> Response {
        PageError::from(self).into_response()
    }
}
