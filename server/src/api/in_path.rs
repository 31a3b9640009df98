//! The last part of a path: a name that means something, or nothing at this address.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::error::PageError;

/// The one parameter of a path. What is not even text names nothing.
pub(super) struct InPath(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for InPath {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<InPath, PageError> {
        let named = Path::<String>::from_request_parts(parts, state).await;
        named
            .map(|Path(name)| InPath(name))
            .map_err(|_| PageError::not_found())
    }
}
