//! The table that a request is about.

use axum::extract::{FromRef, FromRequestParts, Path};
use axum::http::request::Parts;
use serde::Deserialize;

use crate::error::PageError;
use crate::store::TableRow;
use crate::tables::Tables;

/// The table whose code stands in the address of a request.
#[derive(Clone, Debug)]
pub struct AtTable(pub TableRow);

#[derive(Deserialize)]
struct InAddress {
    code: String,
}

impl<S: Send + Sync> FromRequestParts<S> for AtTable
where
    Tables: FromRef<S>,
{
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<AtTable, PageError> {
        // Whatever is not a code, or not even text, belongs to no table.
        let code = Path::<InAddress>::from_request_parts(parts, state).await.ok();
        let code = code.and_then(|Path(InAddress { code })| code.parse().ok());
        let table = match code {
            Some(code) => Tables::from_ref(state).find(&code).await?,
            None => None,
        };
        let sentence = "There is no table at this address. Perhaps part of the link is missing?";
        table.map(AtTable).ok_or_else(|| PageError::missing(sentence))
    }
}
