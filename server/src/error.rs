//! Why a request failed, and how that is answered.

use axum::extract::rejection::{FormRejection, JsonRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use tracing::{error, warn};

use crate::auth::{AccountError, NotNamed, Unchecked};
use crate::http::limits::TooMuch;
use crate::model::log::refusal::{Refusal, RefusalCode as Code};
use crate::pool::NotComputed;
use crate::record::UnreadableRecord;
use crate::room::LoadError;
use crate::store::{AppendError, StoreError};
use crate::tables::TableError;
use crate::tutorial::UnreadableTutorial;

/// Why a request failed. The sentence is for people.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// There is nothing at this address.
    #[error("There is nothing at this address.")]
    NotFound,
    /// There is no table with this code.
    #[error("There is no table at this address. Perhaps part of the link is missing?")]
    NoTable,
    /// A picture was asked for of a turn that has not been played.
    #[error("This game has not come to that turn.")]
    NoTurn,
    /// An animation was asked for of a game that is not over.
    #[error("A game can be seen as an animation once it is over.")]
    NotOver,
    /// The address exists, but not for this method.
    #[error("This address cannot be used like that.")]
    Method,
    /// The page of another site sent it.
    #[error("This came from another site, so nothing was done. Please open Thicket and try again.")]
    OtherSite,
    /// It was not answered in time.
    #[error("Thicket took too long to answer. Please try again in a moment.")]
    Slow,
    /// What was sent makes no sense; the sentence says why.
    #[error("{0}")]
    Bad(String),
    /// The name belongs to an account.
    #[error("{}", NotNamed::Taken)]
    NameTaken,
    /// What was asked for is refused.
    #[error("{}", .0.sentence)]
    Refused(Refusal),
    /// The body of the request is too long.
    #[error("That is more than can be sent at once.")]
    TooLarge,
    /// A limit was reached.
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
    /// A position was not worked out.
    #[error(transparent)]
    NotComputed(#[from] NotComputed),
    /// A cookie was sent and could not be checked.
    #[error("Thicket cannot check who you are right now. Please try again in a moment.")]
    Unchecked(#[from] Unchecked),
    /// This node is cut off from its database while others work.
    #[error("This server cannot reach the database right now. Please try again in a moment.")]
    CutOff,
    /// The store does not answer.
    #[error("Thicket cannot reach its database right now. Please try again in a moment.")]
    Store(#[from] StoreError),
    /// An event could not be stored.
    #[error("Thicket could not save that. Please try again in a moment.")]
    Append(#[from] AppendError),
    /// A table cannot be loaded.
    #[error("This table cannot be shown right now. Please try again in a moment.")]
    Load(#[from] LoadError),
    /// A record cannot be read.
    #[error("This version of Thicket cannot show this record.")]
    Record(#[from] UnreadableRecord),
    /// A handler panicked; the panic itself is logged where it happens.
    #[error("Something went wrong in Thicket itself. Please try again.")]
    Panic,
    /// The tutorial of a game cannot be read.
    #[error("The rules of this game cannot be shown right now.")]
    Tutorial(#[from] UnreadableTutorial),
}

/// An error, as scripts read it. It travels with its response until it is known whether a page or a script asked.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    /// For programs.
    pub code: Code,
    /// For people.
    pub sentence: String,
}

/// Left in the extensions of an answer that denies something to whoever asked, with the reason for programs.
#[derive(Clone, Debug)]
pub struct Denied(pub String);

/// Turns the errors of addresses that scripts use into JSON.
pub async fn as_json(response: Response) -> Response {
    match response.extensions().get::<Problem>().cloned() {
        Some(problem) => {
            let denied = response.extensions().get().cloned().map(Extension::<Denied>);
            (response.status(), denied, Json(problem)).into_response()
        }
        None => response,
    }
}

impl PageError {
    fn status(&self) -> StatusCode {
        match self {
            PageError::NotFound | PageError::NoTable | PageError::NoTurn | PageError::NotOver => {
                StatusCode::NOT_FOUND
            }
            PageError::Method => StatusCode::METHOD_NOT_ALLOWED,
            PageError::OtherSite => StatusCode::FORBIDDEN,
            PageError::Bad(_) | PageError::NameTaken => StatusCode::UNPROCESSABLE_ENTITY,
            PageError::Refused(refusal) => refusal_status(refusal.code),
            PageError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            PageError::TooMuch(_)
            | PageError::NotComputed(NotComputed::Busy | NotComputed::BusyForAddress) => {
                StatusCode::TOO_MANY_REQUESTS
            }
            PageError::Slow
            | PageError::CutOff
            | PageError::Unchecked(_)
            | PageError::Store(_)
            | PageError::Append(_)
            | PageError::Load(LoadError::Store(_) | LoadError::Waiting | LoadError::Shutdown) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            PageError::Load(LoadError::Log(_) | LoadError::Lost)
            | PageError::Panic
            | PageError::NotComputed(NotComputed::Failed)
            | PageError::Record(_)
            | PageError::Tutorial(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// What is noted if somebody may not do what they asked for.
    fn denied(&self) -> Option<Denied> {
        match self {
            PageError::OtherSite => Some(Denied("other_site".to_owned())),
            PageError::Refused(refusal) if refusal.code.is_denial() => Some(Denied(refusal.code.to_string())),
            _ => None,
        }
    }

    fn code(&self) -> Code {
        match self {
            PageError::NotFound | PageError::NoTable | PageError::NoTurn | PageError::NotOver => {
                Code::NotFound
            }
            PageError::Method | PageError::OtherSite | PageError::Bad(_) => Code::Malformed,
            PageError::Refused(refusal) => refusal.code,
            PageError::NameTaken => Code::BadName,
            PageError::TooLarge => Code::TooLarge,
            PageError::TooMuch(_)
            | PageError::NotComputed(NotComputed::Busy | NotComputed::BusyForAddress) => Code::TooFast,
            _ => Code::Unavailable,
        }
    }
}

fn refusal_status(code: Code) -> StatusCode {
    match code {
        Code::LinkUsed => StatusCode::GONE,
        Code::NotSeated | Code::NotHere => StatusCode::FORBIDDEN,
        Code::TooFast => StatusCode::TOO_MANY_REQUESTS,
        Code::TryAgain | Code::Unknown | Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::Malformed | Code::TooLarge | Code::BadName | Code::IllegalStep | Code::Unfinished => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        _ => StatusCode::CONFLICT,
    }
}

impl From<Refusal> for PageError {
    fn from(refusal: Refusal) -> PageError {
        PageError::Refused(refusal)
    }
}

impl From<NotNamed> for PageError {
    fn from(error: NotNamed) -> PageError {
        match error {
            NotNamed::Taken => PageError::NameTaken,
            NotNamed::Store(error) => PageError::Store(error),
        }
    }
}

impl From<AccountError> for PageError {
    fn from(error: AccountError) -> PageError {
        match error {
            AccountError::Store(error) => PageError::Store(error),
            AccountError::TooMuch(error) => PageError::TooMuch(error),
            refused => PageError::Bad(refused.to_string()),
        }
    }
}

impl From<TableError> for PageError {
    fn from(error: TableError) -> PageError {
        match error {
            TableError::Refused(refusal) => PageError::Refused(refusal),
            TableError::TooMuch(error) => PageError::TooMuch(error),
            TableError::Store(error) => PageError::Store(error),
            TableError::Append(error) => PageError::Append(error),
            TableError::Load(error) => PageError::Load(error),
        }
    }
}

impl From<FormRejection> for PageError {
    fn from(rejection: FormRejection) -> PageError {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return PageError::TooLarge;
        }
        PageError::Bad(
            "That form could not be read. Please go back, reload the page and try again.".to_owned(),
        )
    }
}

impl From<QueryRejection> for PageError {
    fn from(_: QueryRejection) -> PageError {
        PageError::Bad("The part of the address after the question mark could not be read.".to_owned())
    }
}

impl From<JsonRejection> for PageError {
    fn from(rejection: JsonRejection) -> PageError {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return PageError::TooLarge;
        }
        PageError::Refused(Refusal::new(Code::Malformed, "That message was not understood."))
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let status = self.status();
        match status {
            StatusCode::INTERNAL_SERVER_ERROR => error!(error = ?self, "a request failed"),
            // The log has it once.
            StatusCode::SERVICE_UNAVAILABLE if matches!(self, PageError::CutOff) => (),
            StatusCode::SERVICE_UNAVAILABLE => warn!(error = ?self, "a request failed"),
            _ => (),
        }
        let problem = Problem {
            code: self.code(),
            sentence: self.to_string(),
        };
        let mut response = (status, problem.sentence.clone()).into_response();
        response.extensions_mut().insert(problem);
        if let Some(denied) = self.denied() {
            response.extensions_mut().insert(denied);
        }
        response
    }
}

impl IntoResponse for Unchecked {
    fn into_response(self) -> Response {
        PageError::Unchecked(self).into_response()
    }
}
