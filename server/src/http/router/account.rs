//! The addresses of accounts and of what belongs to them.

use axum::Router;

use crate::app::App;
use crate::http::routing::{get, post};
use crate::pages::account;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/session", get(account::session::show))
        .route("/session/name", post(account::session::change_name))
        .route("/session/end", post(account::session::end))
        .route("/session/end-one", post(account::session::end_one))
        .route("/session/end-all", post(account::session::end_all))
        .route("/session/password", post(account::change_password))
        .route("/sign-in/passkey", post(account::passkeys::sign_in))
        .route("/session/passkeys", post(account::passkeys::add))
        .route("/session/passkeys/remove", post(account::passkeys::remove))
        .route(
            "/session/tokens",
            get(account::tokens::show).merge(post(account::tokens::make)),
        )
        .route("/session/bots", post(account::bots::make))
        .route("/session/bots/delete", post(account::bots::delete))
        .route(
            "/session/webhooks",
            get(account::webhooks::show).merge(post(account::webhooks::make)),
        )
        .route("/session/webhooks/test", post(account::webhooks::test))
        .route("/session/webhooks/enable", post(account::webhooks::enable))
        .route("/session/webhooks/delete", post(account::webhooks::delete))
        .route(
            "/session/notices",
            get(account::notices::show).merge(post(account::notices::save)),
        )
        .route("/session/notices/remove", post(account::notices::remove))
        .route("/session/holiday", post(account::holiday::take))
        .route("/session/holiday/end", post(account::holiday::end))
        .route("/session/mail", post(account::mail::give))
        .route("/session/mail/remove", post(account::mail::remove))
        .route("/session/mail/begin", post(account::mail::begin))
        .route(
            "/mail/confirm/{token}",
            get(account::mail::ask_to_confirm).merge(post(account::mail::confirm)),
        )
        .route(
            "/mail/unsubscribe/{channel}/{secret}",
            get(account::mail::ask_to_end).merge(post(account::mail::end)),
        )
        .route(
            "/sign-in/forgotten",
            get(account::mail::forgotten).merge(post(account::mail::send_link)),
        )
        .route(
            "/sign-in/link/{token}",
            get(account::mail::ask_password).merge(post(account::mail::choose_password)),
        )
        .route(
            "/session/push",
            get(account::notices::key).merge(post(account::notices::subscribe)),
        )
        .route("/session/push/delete", post(account::notices::unsubscribe))
        .route("/session/tokens/revoke", post(account::tokens::revoke))
        .route("/session/data", get(account::data))
        .route(
            "/session/delete",
            get(account::ask_to_delete).merge(post(account::delete)),
        )
}
