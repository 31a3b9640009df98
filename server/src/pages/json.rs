//! JSON bodies of requests.

use axum::Json;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::error::PageError;

/// A body of JSON.
#[derive(Clone, Copy, Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, PageError> {
        let Json(body) = Json::from_request(request, state).await?;
        Ok(JsonBody(body))
    }
}
