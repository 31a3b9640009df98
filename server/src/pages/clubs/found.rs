//! `GET /clubs/new` and `POST /clubs`: a member founds a club, and is its first officer.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::app::App;
use crate::auth::{Browser, CurrentUser};
use crate::clubs::ClubError;
use crate::error::PageError;
use crate::http::limits::TooMuch;
use crate::idempotency::FilledForm;
use crate::ids::{ClubId, IdempotencyKey};
use crate::model::club::{CLUB_NAME_LETTERS, CLUB_TEXT_CHARACTERS, ClubName, ClubRefusal, ClubText, Joining};
use crate::pages::{PageContext, html};
use crate::store::{Club, ClubTerms};

#[derive(Clone, Debug, askama::Template)]
#[template(path = "new_club.html")]
struct NewClubPage {
    context: PageContext,
    typed: TermsForm,
    problem: String,
}

/// What is said of a club.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermsForm {
    pub(super) title: String,
    #[serde(default)]
    pub(super) text: String,
    /// See [`Joining`].
    pub(super) joining: String,
    #[serde(default = "IdempotencyKey::fresh")]
    pub(super) form: IdempotencyKey,
}

impl TermsForm {
    fn usual() -> TermsForm {
        TermsForm {
            title: String::new(),
            text: String::new(),
            joining: Joining::Open.name().to_owned(),
            form: IdempotencyKey::fresh(),
        }
    }

    pub(super) fn of(club: &Club) -> TermsForm {
        TermsForm {
            title: club.name.clone(),
            text: club.text.clone(),
            joining: club.joining.name().to_owned(),
            form: IdempotencyKey::fresh(),
        }
    }

    pub(super) fn terms(&self) -> Result<ClubTerms, ClubRefusal> {
        Ok(ClubTerms {
            name: ClubName::parse(&self.title)?,
            text: ClubText::parse(&self.text)?,
            joining: Joining::try_from(self.joining.clone()).map_err(|_| ClubRefusal::Outdated)?,
        })
    }

    pub(super) fn is(&self, joining: Joining) -> bool {
        self.joining == joining.name()
    }
}

/// Why there is no club.
#[derive(Debug, thiserror::Error)]
enum NotFounded {
    #[error(transparent)]
    Club(#[from] ClubError),
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
}

impl From<ClubRefusal> for NotFounded {
    fn from(refusal: ClubRefusal) -> NotFounded {
        NotFounded::Club(refusal.into())
    }
}

/// `GET /clubs/new`
pub async fn show(user: CurrentUser) -> Response {
    page(&user, TermsForm::usual(), String::new(), StatusCode::OK)
}

/// `POST /clubs`: sent twice, it founds one.
pub async fn found(
    State(app): State<App>,
    browser: Browser,
    user: CurrentUser,
    form: Result<Form<TermsForm>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(wanted) = form?;
    let (status, problem) = match found_one(&app, &browser, &user, &wanted).await {
        Ok(id) => return Ok(Redirect::to(&format!("/clubs/{id}")).into_response()),
        Err(NotFounded::Club(ClubError::Store(error))) => return Err(error.into()),
        Err(error @ NotFounded::TooMuch(_)) => (StatusCode::TOO_MANY_REQUESTS, error.to_string()),
        Err(error @ NotFounded::Club(_)) => (StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
    };
    Ok(page(&user, wanted, problem, status))
}

async fn found_one(
    app: &App,
    browser: &Browser,
    user: &CurrentUser,
    wanted: &TermsForm,
) -> Result<ClubId, NotFounded> {
    let player = user.id().ok_or(ClubRefusal::NoAccount)?;
    let terms = wanted.terms()?;
    app.limits.club_form(browser.from)?;
    let form = FilledForm::new(wanted.form, &format!("{wanted:?}"));
    let id = ClubId::derived(&form.of(browser).into());
    app.clubs.found(id, terms, player).await?;
    Ok(id)
}

fn page(user: &CurrentUser, typed: TermsForm, problem: String, status: StatusCode) -> Response {
    let page = NewClubPage {
        context: PageContext::of(user),
        typed,
        problem,
    };
    html(&page, status)
}
