//! Who is admitted when the whole server is busy: those who sit at a table, before strangers.

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;
use crate::auth::{CurrentUser, Unchecked};
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::limits::TooMuch;

/// In the extensions of a response: its connection may stay open.
#[derive(Clone, Copy, Debug)]
struct Admitted;

impl App {
    pub async fn count_table(&self, from: ClientAddress, user: &CurrentUser) -> Result<(), PageError> {
        self.limits.table(from)?;
        match self.limits.table_of_all() {
            Ok(()) => Ok(()),
            Err(error) => self.unless_admitted(from, user, error).await,
        }
    }

    pub async fn count_name(&self, from: ClientAddress, user: &CurrentUser) -> Result<(), PageError> {
        self.limits.guest(from)?;
        match self.limits.guest_of_all() {
            Ok(()) => Ok(()),
            Err(error) => self.unless_admitted(from, user, error).await,
        }
    }

    async fn unless_admitted(
        &self,
        from: ClientAddress,
        user: &CurrentUser,
        error: TooMuch,
    ) -> Result<(), PageError> {
        if from.is_local() {
            return Ok(());
        }
        match user.id() {
            Some(player) if self.tables.has_seated(player).await? => Ok(()),
            _ => Err(error.into()),
        }
    }
}

/// Refuses strangers while the connections that remain are reserved for those who sit at a table.
pub(crate) async fn seated_first(
    State(app): State<App>,
    from: ClientAddress,
    user: Result<CurrentUser, Unchecked>,
    request: Request,
    next: Next,
) -> Result<Response, PageError> {
    // Outside of a crowd the handlers answer for a cookie that could not be checked, each in its form.
    if !app.connections.are_crowded() {
        return Ok(next.run(request).await);
    }
    app.unless_admitted(from, &user?, TooMuch::Server).await?;
    let mut response = next.run(request).await;
    response.extensions_mut().insert(Admitted);
    Ok(response)
}

/// Closes the connections of all but those who sit at a table while few remain.
pub(crate) async fn close_in_crowd(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let admitted = response.extensions().get::<Admitted>().is_some();
    if !admitted && response.status() != StatusCode::SWITCHING_PROTOCOLS && app.connections.are_crowded() {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
}
