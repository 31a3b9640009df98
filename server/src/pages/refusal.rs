//! Refusals as scripts read them: JSON with a code for programs and a sentence for people.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::limits::TooMuch;
use crate::protocol::RefusalCode as Code;
use crate::room::command::Refusal;

/// Why a script's request was not followed: `{ code, sentence }`.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    #[serde(skip)]
    status: StatusCode,
    code: Code,
    sentence: String,
}

/// A body of JSON; one that cannot be read is refused as JSON too.
#[derive(Clone, Copy, Debug)]
pub struct JsonBody<T>(pub T);

impl Refused {
    pub(super) fn new(status: StatusCode, code: Code, sentence: impl Into<String>) -> Refused {
        Refused {
            status,
            code,
            sentence: sentence.into(),
        }
    }
}

impl From<Refusal> for Refused {
    fn from(Refusal { code, sentence }: Refusal) -> Refused {
        Refused::new(StatusCode::UNPROCESSABLE_ENTITY, code, sentence)
    }
}

impl From<TooMuch> for Refused {
    fn from(error: TooMuch) -> Refused {
        Refused::new(StatusCode::TOO_MANY_REQUESTS, Code::TooFast, error.to_string())
    }
}

impl From<JsonRejection> for Refused {
    fn from(rejection: JsonRejection) -> Refused {
        match rejection.status() {
            too_large @ StatusCode::PAYLOAD_TOO_LARGE => Refused::new(
                too_large,
                Code::TooLarge,
                "That is more than can be sent at once.",
            ),
            status => Refused::new(status, Code::Malformed, "That message was not understood."),
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}

/// Why a script's request was not followed.
pub(super) fn refused(status: StatusCode, code: Code, sentence: &str) -> Response {
    Refused::new(status, code, sentence).into_response()
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Refused> {
        let Json(body) = Json::from_request(request, state).await?;
        Ok(JsonBody(body))
    }
}
