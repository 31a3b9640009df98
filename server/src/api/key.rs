//! The key by which a request that is sent again is recognised.

use axum::extract::FromRequestParts;
use axum::http::HeaderName;
use axum::http::request::Parts;
use uuid::Uuid;

use crate::error::PageError;

const NAME: HeaderName = HeaderName::from_static("idempotency-key");

/// The `Idempotency-Key` of a request, if it has one (draft-ietf-httpapi-idempotency-key-header): a UUID, in quotes or not.
pub(super) struct SentKey(pub(super) Option<Uuid>);

impl<S: Sync> FromRequestParts<S> for SentKey {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<SentKey, PageError> {
        let Some(sent) = parts.headers.get(NAME) else {
            return Ok(SentKey(None));
        };
        let text = sent.to_str().unwrap_or_default();
        let key = Uuid::try_parse(text.trim_matches('"'));
        let key = key.map_err(|_| PageError::malformed("The header “Idempotency-Key” has to be a UUID."))?;
        Ok(SentKey(Some(key)))
    }
}
