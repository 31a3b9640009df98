//! Why a request failed, and the response to that: text, until it is known in which form it is wanted.

mod challenge;
mod problem;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::error::Error;

use axum::Extension;
use axum::extract::multipart::MultipartError;
use axum::extract::rejection::{FormRejection, JsonRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
pub use problem::{Problem, as_json, as_problem, in_form};
use tracing::{error, warn};

use crate::auth::{AccountError, NotNamed, Unchecked};
use crate::clubs::ClubError;
use crate::http::limits::{Rate, TooMuch, say_when};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::people::PeopleError;
use crate::pool::NotComputed;
use crate::record::UnreadableRecord;
use crate::room::LoadError;
use crate::store::{AppendError, StoreError};
use crate::tables::TableError;
use crate::tournaments::TournamentError;
use crate::tutorial::UnreadableTutorial;

#[derive(Debug, thiserror::Error)]
#[error("{sentence}")]
pub struct PageError {
    status: StatusCode,
    code: Code,
    sentence: Cow<'static, str>,
    /// The rate that was reached, with its name.
    rate: Option<(&'static str, Rate)>,
    /// How a program is asked for a token.
    challenge: Option<String>,
    #[source]
    cause: Option<Box<dyn Error + Send + Sync>>,
    /// Sent instead of the sentence: a page with the form.
    page: Option<Box<Response>>,
}

/// In the extensions of a response that denies something, with the reason for programs.
#[derive(Clone, Debug)]
pub struct Denied(pub String);

impl PageError {
    pub fn new(status: StatusCode, code: Code, sentence: impl Into<Cow<'static, str>>) -> PageError {
        PageError {
            status,
            code,
            sentence: sentence.into(),
            rate: None,
            challenge: None,
            cause: None,
            page: None,
        }
    }

    pub fn not_found() -> PageError {
        PageError::missing("There is nothing at this address.")
    }

    /// Nothing is at this address; the sentence says what is missing.
    pub fn missing(sentence: &'static str) -> PageError {
        PageError::new(StatusCode::NOT_FOUND, Code::NotFound, sentence)
    }

    /// The request makes no sense; the sentence says why.
    pub fn malformed(sentence: impl Into<Cow<'static, str>>) -> PageError {
        PageError::new(StatusCode::UNPROCESSABLE_ENTITY, Code::Malformed, sentence)
    }

    pub fn too_large() -> PageError {
        let sentence = "That is more than can be sent at once.";
        PageError::new(StatusCode::PAYLOAD_TOO_LARGE, Code::TooLarge, sentence)
    }

    /// It may be there later; the sentence says what.
    pub fn unavailable(sentence: &'static str) -> PageError {
        PageError::new(StatusCode::SERVICE_UNAVAILABLE, Code::Unavailable, sentence)
    }

    pub fn slow(cause: impl Into<Box<dyn Error + Send + Sync>>) -> PageError {
        PageError::unavailable("Thicket took too long to answer. Please try again in a moment.")
            .because(cause)
    }

    /// A fault of the server.
    fn broken(sentence: impl Into<Cow<'static, str>>) -> PageError {
        PageError::new(StatusCode::INTERNAL_SERVER_ERROR, Code::Unavailable, sentence)
    }

    /// The panic itself is logged where it happens.
    pub fn panicked() -> PageError {
        PageError::broken("Something went wrong in Thicket itself. Please try again.")
    }

    /// A page that says itself why not, with a form to try again.
    pub fn page(page: Response) -> PageError {
        let mut error = PageError::malformed("");
        error.page = Some(Box::new(page));
        error
    }

    pub(crate) fn because(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> PageError {
        self.cause = Some(cause.into());
        self
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    pub fn code(&self) -> Code {
        self.code
    }
}

fn refusal_status(code: Code) -> StatusCode {
    match code {
        Code::LinkUsed => StatusCode::GONE,
        Code::NotSeated | Code::NotHere => StatusCode::FORBIDDEN,
        Code::TooFast => StatusCode::TOO_MANY_REQUESTS,
        Code::TryAgain | Code::Unknown | Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::Malformed
        | Code::TooLarge
        | Code::BadName
        | Code::BadClock
        | Code::IllegalStep
        | Code::Unfinished
        | Code::NoSuchSetup => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::CONFLICT,
    }
}

impl From<Refusal> for PageError {
    fn from(Refusal { code, sentence }: Refusal) -> PageError {
        PageError::new(refusal_status(code), code, sentence)
    }
}

impl From<PeopleError> for PageError {
    fn from(error: PeopleError) -> PageError {
        match error {
            PeopleError::Nobody => PageError::missing("No account has that name."),
            PeopleError::Refused(refusal) => refusal.into(),
            PeopleError::Store(error) => error.into(),
            PeopleError::TooMuch(error) => error.into(),
        }
    }
}

impl From<TooMuch> for PageError {
    fn from(error: TooMuch) -> PageError {
        PageError {
            rate: error.rate(),
            ..PageError::new(StatusCode::TOO_MANY_REQUESTS, Code::TooFast, error.to_string())
        }
    }
}

impl From<NotComputed> for PageError {
    fn from(error: NotComputed) -> PageError {
        let sentence = error.to_string();
        match error {
            NotComputed::Busy | NotComputed::BusyForAddress => {
                PageError::new(StatusCode::TOO_MANY_REQUESTS, Code::TooFast, sentence)
            }
            NotComputed::Failed => PageError::broken(sentence).because(error),
        }
    }
}

impl From<Unchecked> for PageError {
    fn from(error: Unchecked) -> PageError {
        let sentence = "Thicket cannot check who you are right now. Please try again in a moment.";
        PageError::unavailable(sentence).because(error)
    }
}

impl From<StoreError> for PageError {
    fn from(error: StoreError) -> PageError {
        let sentence = "Thicket cannot reach its database right now. Please try again in a moment.";
        PageError::unavailable(sentence).because(error)
    }
}

impl From<AppendError> for PageError {
    fn from(error: AppendError) -> PageError {
        PageError::unavailable("Thicket could not save that. Please try again in a moment.").because(error)
    }
}

impl From<LoadError> for PageError {
    fn from(error: LoadError) -> PageError {
        let sentence = "This table cannot be shown right now. Please try again in a moment.";
        let answer = match error {
            // Not a fault, so there is no cause to log.
            LoadError::Shutdown => {
                return PageError::unavailable("Thicket is restarting. Please try again in a moment.");
            }
            LoadError::Store(_) | LoadError::Waiting => PageError::unavailable(sentence),
            LoadError::Log(_) | LoadError::Lost => PageError::broken(sentence),
        };
        answer.because(error)
    }
}

impl From<UnreadableRecord> for PageError {
    fn from(error: UnreadableRecord) -> PageError {
        PageError::broken("This version of Thicket cannot show this record.").because(error)
    }
}

impl From<UnreadableTutorial> for PageError {
    fn from(error: UnreadableTutorial) -> PageError {
        PageError::broken("The rules of this game cannot be shown right now.").because(error)
    }
}

impl From<NotNamed> for PageError {
    fn from(error: NotNamed) -> PageError {
        match error {
            NotNamed::Taken => {
                PageError::new(StatusCode::UNPROCESSABLE_ENTITY, Code::BadName, error.to_string())
            }
            NotNamed::Store(error) => error.into(),
        }
    }
}

impl From<AccountError> for PageError {
    fn from(error: AccountError) -> PageError {
        match error {
            AccountError::Store(error) => error.into(),
            AccountError::TooMuch(error) => error.into(),
            refused => PageError::malformed(refused.to_string()),
        }
    }
}

impl From<TableError> for PageError {
    fn from(error: TableError) -> PageError {
        match error {
            TableError::Refused(refusal) => refusal.into(),
            TableError::TooMuch(error) => error.into(),
            TableError::Store(error) => error.into(),
            TableError::Append(error) => error.into(),
            TableError::Load(error) => error.into(),
        }
    }
}

pub(crate) fn unreadable_form() -> PageError {
    PageError::malformed("That form could not be read. Please go back, reload the page and try again.")
}

impl From<ClubError> for PageError {
    fn from(error: ClubError) -> PageError {
        match error {
            ClubError::Refused(refusal) => {
                PageError::new(StatusCode::CONFLICT, Code::Malformed, refusal.to_string())
            }
            ClubError::NotFound => PageError::missing("There is no such club."),
            ClubError::Store(error) => error.into(),
        }
    }
}

impl From<TournamentError> for PageError {
    fn from(error: TournamentError) -> PageError {
        let sentence = error.to_string();
        match error {
            TournamentError::Terms(_) => PageError::malformed(sentence),
            TournamentError::Refused(_) | TournamentError::TooMany | TournamentError::NotOfficer => {
                PageError::new(StatusCode::CONFLICT, Code::Malformed, sentence)
            }
            TournamentError::NotFound => PageError::missing("There is no such tournament."),
            TournamentError::Busy => {
                PageError::unavailable("Many people are signing up just now. Please try again in a moment.")
            }
            TournamentError::Store(error) => error.into(),
            TournamentError::Log(error) => {
                PageError::unavailable("This tournament cannot be shown right now.").because(error)
            }
        }
    }
}

impl From<FormRejection> for PageError {
    fn from(rejection: FormRejection) -> PageError {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => PageError::too_large(),
            _ => unreadable_form(),
        }
    }
}

impl From<MultipartError> for PageError {
    fn from(error: MultipartError) -> PageError {
        match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => PageError::too_large(),
            _ => unreadable_form(),
        }
    }
}

impl From<QueryRejection> for PageError {
    fn from(_: QueryRejection) -> PageError {
        PageError::malformed("The part of the address after the question mark could not be read.")
    }
}

impl From<JsonRejection> for PageError {
    fn from(rejection: JsonRejection) -> PageError {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => PageError::too_large(),
            status @ StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                let sentence = "This address takes JSON, with the header “Content-Type: application/json”.";
                PageError::new(status, Code::Malformed, sentence)
            }
            _ => PageError::malformed("That message was not understood."),
        }
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        if let Some(page) = self.page {
            return *page;
        }
        match self.status {
            StatusCode::INTERNAL_SERVER_ERROR => error!(error = ?self, "a request failed"),
            StatusCode::SERVICE_UNAVAILABLE if self.cause.is_some() => {
                warn!(error = ?self, "a request failed");
            }
            _ => (),
        }
        let denied = self
            .code
            .is_denial()
            .then(|| Extension(Denied(self.code.to_string())));
        let problem = Problem {
            code: self.code,
            sentence: self.sentence.into_owned(),
        };
        let sentence = problem.sentence.clone();
        let mut response = (self.status, denied, Extension(problem), sentence).into_response();
        if let Some(challenge) = self.challenge.and_then(|text| HeaderValue::from_str(&text).ok()) {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            say_when(response.headers_mut(), self.rate);
        }
        response
    }
}

impl IntoResponse for Unchecked {
    fn into_response(self) -> Response {
        PageError::from(self).into_response()
    }
}
