//! The forms on the page of a club. Sent twice, they do what they do once, and lead back to the page.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
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
struct Asked<'a> {
    app: &'a App,
    from: ClientAddress,
    user: &'a CurrentUser,
    id: ClubId,
    headers: &'a HeaderMap,
}

impl<'a> Asked<'a> {
    fn new(
        app: &'a App,
        from: ClientAddress,
        user: &'a CurrentUser,
        id: &str,
        headers: &'a HeaderMap,
    ) -> Result<Asked<'a>, PageError> {
        Ok(Asked {
            app,
            from,
            user,
            id: known(id)?,
            headers,
        })
    }

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
        let page = page(self.app, self.user, self.id, sent, self.headers).await?;
        Ok(html(&page, status))
    }
}

/// `POST /clubs/{id}/join`
pub async fn join(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
    headers: HeaderMap,
    form: Received<JoinForm>,
) -> Result<Response, PageError> {
    let Form(JoinForm { invitation }) = form?;
    let asked = Asked::new(&app, from, &user, &id, &headers)?;
    let done = async {
        match app.clubs.join(asked.id, asked.player()?, &invitation).await {
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
pub async fn leave(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let asked = Asked::new(&app, from, &user, &id, &headers)?;
    let done = async {
        match app.clubs.leave(asked.id, asked.player()?).await {
            Ok(()) | Err(ClubError::Refused(ClubRefusal::NotMember)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    };
    let done = done.await;
    asked.answer(Sent::default(), done).await
}

/// `POST /clubs/{id}/step-down`
pub async fn step_down(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let asked = Asked::new(&app, from, &user, &id, &headers)?;
    let done = async { Ok(app.clubs.step_down(asked.id, asked.player()?).await?) };
    let done = done.await;
    asked.answer(Sent::default(), done).await
}

/// `POST /clubs/{id}/members`
pub async fn change_role(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
    headers: HeaderMap,
    form: Received<RoleForm>,
) -> Result<Response, PageError> {
    let Form(RoleForm { player, change }) = form?;
    let asked = Asked::new(&app, from, &user, &id, &headers)?;
    let done = async {
        let by = asked.player()?;
        Ok(app.clubs.change_role(asked.id, by, player, change).await?)
    };
    let done = done.await;
    asked.answer(Sent::default(), done).await
}

/// `POST /clubs/{id}/edit`
pub async fn edit(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
    headers: HeaderMap,
    form: Received<TermsForm>,
) -> Result<Response, PageError> {
    let Form(typed) = form?;
    let asked = Asked::new(&app, from, &user, &id, &headers)?;
    let done = async {
        let by = asked.player()?;
        let terms = typed.terms().map_err(ClubError::from)?;
        Ok(app.clubs.edit(asked.id, by, terms).await?)
    };
    let done = done.await;
    let sent = Sent {
        typed: Some(typed),
        ..Sent::default()
    };
    asked.answer(sent, done).await
}

/// `POST /clubs/{id}/link`
pub async fn renew_link(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let asked = Asked::new(&app, from, &user, &id, &headers)?;
    let done = async { Ok(app.clubs.renew_link(asked.id, asked.player()?).await?) };
    let done = done.await;
    asked.answer(Sent::default(), done).await
}

/// `POST /clubs/{id}/remove-table`
pub async fn remove_table(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
    headers: HeaderMap,
    form: Received<TableForm>,
) -> Result<Response, PageError> {
    let Form(TableForm { code }) = form?;
    let asked = Asked::new(&app, from, &user, &id, &headers)?;
    let done = async {
        let by = asked.player()?;
        Ok(app.clubs.remove_table(asked.id, by, &code).await?)
    };
    let done = done.await;
    asked.answer(Sent::default(), done).await
}
