//! Logs what was denied: to whom, from where, and for what, without the codes of tables.

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use tracing::field::display;
use tracing::info;

use crate::auth::CurrentUser;
use crate::error::Denied;
use crate::http::address::ClientAddress;

pub async fn log_denied(from: ClientAddress, request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    let response = next.run(request).await;
    if let Some(Denied(code)) = response.extensions().get() {
        let path = path.as_ref().map_or("(none)", MatchedPath::as_str);
        let player = CurrentUser::of_response(&response).and_then(|user| user.id());
        let player = player.map(display);
        info!(player, %from, %method, path, code = code.as_str(), "denied");
    }
    response
}
