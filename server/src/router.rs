//! Every address of the server, in one list.

use std::time::Duration;

use axum::Router;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::{get, post};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

use crate::app::App;
use crate::error::PageError;
use crate::{auth, error, metrics, pages, ws};

/// A form or a name is never longer.
const MOST_BYTES: usize = 16 * 1024;
/// How long a page may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The whole server.
pub(crate) fn router(app: App) -> Router {
    let scripts = Router::new()
        .route("/guest", post(pages::guest::name))
        .route("/try", post(pages::attempt::attempt))
        .route("/g/{code}/transfer", post(pages::transfer::make))
        .route("/g/{code}/transfer/revoke", post(pages::transfer::revoke))
        .route("/g/{code}/transfer/inspect", post(pages::transfer::inspect))
        .route("/g/{code}/transfer/take", post(pages::transfer::take))
        .method_not_allowed_fallback(async || PageError::Method)
        .layer(map_response(error::as_json));
    let pages = Router::new()
        .merge(scripts)
        .route("/", get(pages::home::show))
        .route("/tables", post(pages::create::create))
        .route("/records", get(pages::records::show))
        .route("/rules", get(pages::rules::list))
        .route("/rules/{kind}", get(pages::rules::show))
        .route(
            "/learn/{kind}",
            get(pages::learn::show).post(pages::learn::attempt),
        )
        .route("/g/{code}", get(pages::table::show))
        .route("/g/{code}/record.txt", get(pages::download::text))
        .route("/g/{code}/record.json", get(pages::download::json))
        .route("/g/{code}/qr.svg", get(pages::download::qr))
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            PATIENCE,
        ))
        // Not for pages under a table's secret address, and not for anything that knows its reader.
        .layer(no_store());
    let known = Router::new()
        .merge(pages)
        .route("/g/{code}/socket", get(ws::open))
        .layer(from_fn_with_state(app.sessions.clone(), auth::identify));
    let csrf = match &app.config.public_url {
        // Behind a proxy the host of a request may be another than the one people see.
        Some(url) => CsrfLayer::new()
            .add_trusted_origin(url.origin().ascii_serialization())
            .expect("origin"),
        None => CsrfLayer::new(),
    };
    let outer = ServiceBuilder::new()
        .layer(TraceLayer::new_for_http().make_span_with(span))
        // Around all that can answer: a refusal is guarded like a page.
        .layer(header_value("x-content-type-options", "nosniff"))
        .layer(header_value("referrer-policy", "same-origin"))
        .layer(header_value("content-security-policy", POLICY))
        .layer(CatchPanicLayer::new())
        .layer(csrf)
        .layer(RequestBodyLimitLayer::new(MOST_BYTES));
    Router::new()
        .merge(known)
        .merge(metrics::health())
        .route(
            "/static/{version}/{*path}",
            get(pages::assets::show).layer(CompressionLayer::new()),
        )
        .route("/favicon.ico", get(pages::assets::favicon))
        .fallback(async || PageError::NotFound)
        .method_not_allowed_fallback(async || PageError::Method)
        .layer(outer)
        .with_state(app)
}

/// Scripts and styles are files of this server; nobody frames its pages.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

fn header_value(name: &'static str, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    let name = header::HeaderName::from_static(name);
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}

fn no_store() -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))
}

/// Codes of tables are secrets: the log sees the pattern of an address, not the address.
fn span(request: &Request) -> tracing::Span {
    let path = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("(none)", MatchedPath::as_str);
    tracing::debug_span!("request", method = %request.method(), path)
}
