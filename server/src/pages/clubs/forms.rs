//! The forms on the page of a club. Sent twice, they do what they do once, and lead back to the page.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::found::TermsForm;
use super::{Sent, known, page};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::clubs::ClubError;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::ids::{ClubId, PlayerId, TableCode};
use crate::model::club::{ClubRefusal, RoleChange};
use crate::pages::html;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinForm {
    #[serde(default)]
    invitation: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoleForm {
    player: PlayerId,
    change: RoleChange,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableForm {
    code: TableCode,
}

type Received<T> = Result<Form<T>, FormRejection>;

/// Who sends a form, and about which club.
#[derive(Debug)]
pub struct Asked {
    app: App,
    from: ClientAddress,
    user: CurrentUser,
    id: ClubId,
    headers: HeaderMap,
}

impl FromRequestParts<App> for Asked {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Asked, PageError> {
        let Path(id): Path<String> = Path::from_request_parts(parts, app)
            .await
            .map_err(|_| ClubError::NotFound)?;
        let from = ClientAddress::from_request_parts(parts, app).await;
        Ok(Asked {
            app: app.clone(),
            from: from.map_err(|status| PageError::slow(status.to_string()))?,
            user: CurrentUser::from_request_parts(parts, app).await?,
            id: known(&id)?,
            headers: parts.headers.clone(),
        })
    }
}

impl Asked {
    /// Counts the form; who sends it.
    fn player(&self) -> Result<PlayerId, PageError> {
        self.app.limits.club_form(self.from)?;
        Ok(self.user.id().ok_or(ClubError::from(ClubRefusal::NoAccount))?)
    }

    /// Back to the page, or the page with what is wrong.
    async fn answer(&self, sent: Sent, done: Result<(), PageError>) -> Result<Response, PageError> {
        let error = match done {
            Ok(()) => return Ok(Redirect::to(&format!("/clubs/{}", self.id)).into_response()),
            Err(error) => error,
        };
        let status = error.status();
        if !matches!(
            status,
            StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY | StatusCode::TOO_MANY_REQUESTS
        ) {
            return Err(error);
        }
        let sent = Sent {
            problem: error.to_string(),
            ..sent
        };
        let page = page(&self.app, &self.user, self.id, sent, &self.headers).await?;
        Ok(html(&page, status))
    }
}

/// `POST /clubs/{id}/join`
pub async fn join(asked: Asked, form: Received<JoinForm>) -> Result<Response, PageError> {
    let Form(JoinForm { invitation }) = form?;
    let done = async {
        match asked.app.clubs.join(asked.id, asked.player()?, &invitation).await {
            // The form was sent twice.
            Ok(_) | Err(ClubError::Refused(ClubRefusal::MemberAlready | ClubRefusal::AskedAlready)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    };
    let done = done.await;
    let sent = Sent {
        invitation,
        ..Sent::default()
    };
    asked.answer(sent, done).await
}

/// `POST /clubs/{id}/leave`
pub async fn leave(asked: Asked) -> Result<Response, PageError> {
    let done = async {
        match asked.app.clubs.leave(asked.id, asked.player()?).await {
            Ok(()) | Err(ClubError::Refused(ClubRefusal::NotMember)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    };
    let done = done.await;
    asked.answer(Sent::default(), done).await
}

/// `POST /clubs/{id}/step-down`
pub async fn step_down(asked: Asked) -> Result<Response, PageError> {
    let done = async { Ok(asked.app.clubs.step_down(asked.id, asked.player()?).await?) };
    let done = done.await;
    asked.answer(Sent::default(), done).await
}

/// `POST /clubs/{id}/members`
pub async fn change_role(asked: Asked, form: Received<RoleForm>) -> Result<Response, PageError> {
    let Form(RoleForm { player, change }) = form?;
    let done = async {
        let by = asked.player()?;
        Ok(asked.app.clubs.change_role(asked.id, by, player, change).await?)
    };
    let done = done.await;
    asked.answer(Sent::default(), done).await
}

/// `POST /clubs/{id}/edit`
pub async fn edit(asked: Asked, form: Received<TermsForm>) -> Result<Response, PageError> {
    let Form(typed) = form?;
    let done = async {
        let by = asked.player()?;
        let terms = typed.terms().map_err(ClubError::from)?;
        Ok(asked.app.clubs.edit(asked.id, by, terms).await?)
    };
    let done = done.await;
    let sent = Sent {
        typed: Some(typed),
        ..Sent::default()
    };
    asked.answer(sent, done).await
}

/// `POST /clubs/{id}/link`
pub async fn renew_link(asked: Asked) -> Result<Response, PageError> {
    let done = async { Ok(asked.app.clubs.renew_link(asked.id, asked.player()?).await?) };
    let done = done.await;
    asked.answer(Sent::default(), done).await
}

/// `POST /clubs/{id}/remove-table`
pub async fn remove_table(asked: Asked, form: Received<TableForm>) -> Result<Response, PageError> {
    let Form(TableForm { code }) = form?;
    let done = async {
        let by = asked.player()?;
        Ok(asked.app.clubs.remove_table(asked.id, by, &code).await?)
    };
    let done = done.await;
    asked.answer(Sent::default(), done).await
}
