//! JSON bodies of requests.

use axum::Json;
use axum::extract::{FromRequest, OptionalFromRequest, Request};
use serde::de::DeserializeOwned;

use crate::error::PageError;

#[derive(Clone, Copy, Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, PageError> {
        let Json(body) = <Json<T> as FromRequest<S>>::from_request(request, state).await?;
        Ok(JsonBody(body))
    }
}

/// `None` for a request without a body.
impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for JsonBody<T> {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &S) -> Result<Option<JsonBody<T>>, PageError> {
        let body = <Json<T> as OptionalFromRequest<S>>::from_request(request, state).await?;
        Ok(body.map(|Json(body)| JsonBody(body)))
    }
}
