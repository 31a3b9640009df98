//! Every address of the server, in one list; those of accounts, and of tournaments and clubs, have files of their own.

mod account;
mod events;

use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderName, Method, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use axum::{Extension, Router};
use tower::ServiceBuilder;
use tower::util::option_layer;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::csrf::CsrfLayer;
use tower_http::trace::{DefaultOnFailure, TraceLayer};
use tracing::{Level, Span};

use crate::app::App;
use crate::error::{Denied, PageError};
use crate::http::address::ClientAddress;
use crate::http::admission::{close_in_crowd, seated_first};
use crate::http::headers::{POLICY, header_value, hsts, no_store, no_store_for_failures};
use crate::http::limits::{ANSWER_TIMEOUT, BODY_BYTES, EXPLORE_BYTES, IMPORT_FORM_BYTES};
use crate::http::routing::{get, post};
use crate::http::{assets, metrics};
use crate::model::refusal::RefusalCode as Code;
use crate::pages::table::note;
use crate::{api, auth, error, pages, ws};

pub(crate) fn router(app: App) -> Router {
    let scripts = Router::new()
        .route("/guest", post(pages::table::guest::name))
        .route("/try", post(pages::parts::attempt::attempt))
        .route(
            "/sign-in/passkey/options",
            post(pages::account::passkeys::request_options),
        )
        .route(
            "/session/passkeys/options",
            post(pages::account::passkeys::creation_options),
        )
        .route(
            "/tournaments/{id}/own-table",
            get(pages::tournaments::reader::own_table),
        )
        .route("/lists/yours", get(pages::home::my::list_at_home))
        .route("/lists/my", get(pages::home::my::list))
        .route("/g/{code}/note.json", get(note::read).merge(post(note::write)))
        .route("/g/{code}/writers", get(pages::table::writers::list))
        .route("/g/{code}/hint", post(pages::table::hint::find))
        .route("/g/{code}/plan/steps", post(pages::table::planning::attempt))
        .route("/g/{code}/plan/save", post(pages::table::planning::save))
        .route("/g/{code}/review", get(pages::table::review::show))
        .route("/g/{code}/explore/best", post(pages::learn::explore::best))
        .route("/g/{code}/companions", post(pages::home::companions::add))
        .route("/g/{code}/transfer", post(pages::table::transfer::make))
        .route("/g/{code}/transfer/revoke", post(pages::table::transfer::revoke))
        .route(
            "/g/{code}/transfer/inspect",
            post(pages::table::transfer::inspect),
        )
        .route("/g/{code}/transfer/take", post(pages::table::transfer::take))
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn(in_time))
        .layer(map_response(error::as_json));
    let pages = Router::new()
        .merge(scripts)
        .merge(account::routes())
        .merge(events::routes())
        .route("/", get(pages::home::show))
        .route("/tables", post(pages::home::create::create))
        .route("/quick", post(pages::home::quick::start))
        .route("/bots", post(pages::home::bots::play))
        .route("/my", get(pages::home::my::show))
        .route("/my/next", get(pages::home::next_table::go))
        .route(
            "/sign-in",
            get(pages::account::sign_in::show).merge(post(pages::account::sign_in::sign_in)),
        )
        .route(
            "/sign-up",
            get(pages::account::sign_up::show).merge(post(pages::account::sign_up::sign_up)),
        )
        .route(
            "/sign-in/new-password",
            get(pages::account::new_password::show).merge(post(pages::account::new_password::choose)),
        )
        .route(
            "/preferences",
            get(pages::account::preferences::show).merge(post(pages::account::preferences::save)),
        )
        .route("/records", get(pages::records::show))
        .route("/records.ndjson", get(pages::records::stream))
        .route(
            "/import",
            get(pages::records::import::show)
                .merge(post(pages::records::import::import).layer(DefaultBodyLimit::max(IMPORT_FORM_BYTES))),
        )
        .route("/statistics/{kind}", get(pages::records::statistics::show))
        .route("/ratings", get(pages::records::ratings::show))
        .route("/ratings/{kind}", get(pages::records::ratings::one))
        .route(
            "/players",
            get(pages::records::players::show).merge(post(pages::people::choose)),
        )
        .route("/challenge", post(pages::people::challenge))
        .route("/invite", post(pages::people::again))
        .route("/decline", post(pages::people::decline))
        .route("/about", get(pages::site::about))
        .route("/data", get(pages::site::data::show))
        .route("/api", get(pages::site::api::show))
        .route("/write-a-bot.md", get(pages::site::api::write_a_bot))
        .route("/privacy", get(pages::site::privacy))
        .route("/offline", get(pages::site::offline))
        .route("/@{name}", get(pages::records::profile::show))
        .route("/rules", get(pages::learn::rules::list))
        .route("/rules/{kind}", get(pages::learn::rules::show))
        .route(
            "/learn/{kind}",
            get(pages::learn::show).merge(post(pages::learn::attempt).layer(map_response(error::as_json))),
        )
        .route("/practice", get(pages::learn::practice::list))
        .route(
            "/practice/{id}",
            get(pages::learn::practice::show)
                .merge(post(pages::learn::practice::attempt).layer(map_response(error::as_json))),
        )
        .route("/g/{code}", get(pages::table::show))
        .route(
            "/g/{code}/continue",
            get(pages::table::continue_game::show).merge(post(pages::table::continue_game::open)),
        )
        .route("/g/{code}/plan", get(pages::table::planning::show))
        .route("/g/{code}/explore", exploring())
        .route("/g/{code}/explore.svg", get(pages::learn::explore::board))
        .route(
            "/g/{code}/note",
            get(note::show).merge(post(note::save).layer(DefaultBodyLimit::max(EXPLORE_BYTES))),
        )
        .route("/g/{code}/rematch", post(pages::table::rematch::go))
        .route("/g/{code}/record.txt", get(pages::records::download::text))
        .route("/g/{code}/record.json", get(pages::records::download::json))
        .route("/g/{code}/qr.svg", get(pages::records::download::qr))
        .layer(compression())
        .layer(from_fn(in_time))
        // The address of a table is a secret, and most pages name their reader.
        .layer(no_store());
    // Compression would hold lines back until there are many.
    let streams = Router::new()
        .route("/g/{code}/review", post(pages::table::review::make))
        .layer(from_fn(in_time))
        .layer(map_response(error::as_json));
    let known = Router::new()
        .merge(pages)
        .merge(streams)
        .route("/g/{code}/socket", get(ws::open))
        .route("/lobby/socket", get(ws::follow_lists::<true>))
        .route("/my/socket", get(ws::follow_lists::<false>))
        .layer(from_fn_with_state(app.clone(), seated_first))
        .layer(from_fn_with_state(app.sessions.clone(), auth::identify))
        .layer(from_fn_with_state(app.clone(), refuse_sockets));
    // In a frame on another site nobody is known, and the lobby is the same for everybody.
    let files = Router::new().route("/data/{file}", get(pages::site::data::file));
    let anonymous = Router::new()
        .route("/embed/{code}", get(pages::table::embed::show))
        .route(LOBBY, get(pages::home::list_lobby))
        .layer(compression())
        .layer(from_fn(in_time))
        .layer(no_store());
    let csrf = match &app.config.public_url {
        // Behind a proxy the host of a request may be another than the one people see.
        Some(url) => CsrfLayer::new()
            .add_trusted_origin(url.origin().ascii_serialization())
            .expect("origin"),
        None => CsrfLayer::new(),
    };
    // Inside the layer of headers and around the pages, so that error pages say it, too.
    let other_address = app
        .config
        .public_url
        .clone()
        .map(|url| from_fn_with_state(url, pages::explain_other_address));
    let csrf = csrf.with_rejection_response(|_| other_site());
    // Handlers log their own failures. Not being ready is none.
    let trace = TraceLayer::new_for_http()
        .make_span_with(span)
        .on_failure(DefaultOnFailure::new().level(Level::DEBUG));
    let outer = ServiceBuilder::new()
        .layer(trace)
        // Around everything that can answer: a refusal has the same headers as a page.
        .option_layer(
            app.config
                .is_https()
                .then(|| header_value("strict-transport-security", hsts(app.config.hsts_subdomains))),
        )
        .layer(header_value("x-content-type-options", "nosniff"))
        .layer(header_value("referrer-policy", "same-origin"))
        .layer(header_value("content-security-policy", POLICY))
        .layer(map_response(no_store_for_failures))
        .layer(DefaultBodyLimit::max(BODY_BYTES));
    let site = Router::new()
        .merge(known)
        .merge(anonymous)
        .merge(files)
        .merge(metrics::health())
        .merge(asset_routes())
        .fallback(async || PageError::not_found())
        .method_not_allowed_fallback(wrong_method)
        .layer(CatchPanicLayer::custom(|_| PageError::panicked().into_response()))
        .layer(csrf)
        .layer(from_fn_with_state(app.clone(), pages::log_denied))
        .layer(from_fn_with_state(app.clone(), limit_requests))
        .layer(from_fn(pages::as_page))
        .layer(from_fn_with_state(app.clone(), close_in_crowd))
        .layer(from_fn(pages::say_done))
        .layer(option_layer(other_address));
    site.nest(api::PREFIX, programs(&app))
        .layer(outer)
        .with_state(app)
}

/// The API: any page of any site may use it, since it knows tokens and no cookies.
fn programs(app: &App) -> Router<App> {
    let answers = Router::from(api::answers())
        .route("/openapi.json", get(api::document))
        .layer(compression());
    let read_by = [
        header::ETAG,
        header::RETRY_AFTER,
        header::WWW_AUTHENTICATE,
        HeaderName::from_static("ratelimit"),
        HeaderName::from_static("ratelimit-policy"),
    ];
    let any_site = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_NONE_MATCH,
            HeaderName::from_static("idempotency-key"),
        ])
        .expose_headers(read_by);
    Router::new()
        .merge(answers)
        .merge(Router::from(api::streams()))
        .fallback(async || PageError::not_found())
        .method_not_allowed_fallback(wrong_method)
        .layer(no_store())
        .layer(from_fn(in_time))
        .layer(CatchPanicLayer::custom(|_| PageError::panicked().into_response()))
        .layer(from_fn_with_state(app.clone(), auth::identify_token))
        .layer(from_fn_with_state(app.clone(), limit_requests))
        .layer(from_fn_with_state(app.clone(), close_in_crowd))
        .layer(map_response(error::as_problem))
        .layer(any_site)
}

/// The page of a game that is explored, and the requests of its script.
fn exploring() -> MethodRouter<App> {
    let attempt = post(pages::learn::explore::attempt)
        .layer(DefaultBodyLimit::max(EXPLORE_BYTES))
        .layer(map_response(error::as_json));
    get(pages::learn::explore::show).merge(attempt)
}

const STATIC_FILES: &str = "/static/{version}/{*path}";
/// Browsers ask for it by themselves.
const ICON: &str = "/favicon.ico";
const TOUCH_ICON: &str = "/apple-touch-icon.png";
const ICONS: &str = "/icons/{name}";
const MANIFEST: &str = "/manifest.webmanifest";
const WORKER: &str = "/worker.js";
/// The list of the lobby, which all open home pages fetch when it has changed.
const LOBBY: &str = "/lists/lobby";
const PICTURES: &str = "/g/{code}/{file}";

fn asset_routes() -> Router<App> {
    let drawn = Router::new()
        .route(PICTURES, get(pages::parts::picture::show))
        .layer(from_fn(in_time));
    Router::new()
        .merge(drawn)
        .route(STATIC_FILES, get(assets::show))
        .route(ICON, get(assets::favicon))
        .route(TOUCH_ICON, get(pages::site::icon::touch))
        .route(ICONS, get(pages::site::icon::show))
        .route(MANIFEST, get(assets::manifest))
        .route(WORKER, get(pages::site::worker::show))
        .route("/robots.txt", get(pages::site::robots))
        .layer(compression())
}

/// At its usual level of 4, Brotli makes scripts larger than gzip does; at 6 it takes the time that gzip takes, and makes a page
/// smaller by 8%.
fn compression() -> CompressionLayer {
    CompressionLayer::new().quality(CompressionLevel::Precise(6))
}

/// Limits the requests of one address, before anything is read or looked up for them. Expensive ones have limits of
/// their own besides.
async fn limit_requests(
    State(app): State<App>,
    from: ClientAddress,
    request: Request,
    next: Next,
) -> Result<Response, PageError> {
    match pattern(&request) {
        STATIC_FILES | ICON | TOUCH_ICON | ICONS | MANIFEST | WORKER | LOBBY | PICTURES => {
            app.limits.asset(from)?
        }
        _ => app.limits.request(from)?,
    }
    Ok(next.run(request).await)
}

/// The address exists, but not for this method.
async fn wrong_method() -> PageError {
    let sentence = "This address cannot be used like that.";
    PageError::new(StatusCode::METHOD_NOT_ALLOWED, Code::Malformed, sentence)
}

/// The page of another site sent it.
fn other_site() -> Response {
    let sentence = "This came from another site, so nothing was done. Please open Thicket and try again.";
    let error = PageError::new(StatusCode::FORBIDDEN, Code::Malformed, sentence);
    (Extension(Denied("other_site".to_owned())), error).into_response()
}

/// Refuses sockets while this node alone has lost its database, so that pages connect to other nodes without waiting
/// for it.
async fn refuse_sockets(State(app): State<App>, request: Request, next: Next) -> Result<Response, PageError> {
    if request.headers().contains_key(header::UPGRADE) && app.tables.cut_off().is_now() {
        let sentence = "This server cannot reach the database right now. Please try again in a moment.";
        // Not logged: the loss of the database is logged once.
        return Err(PageError::unavailable(sentence));
    }
    Ok(next.run(request).await)
}

/// Ends a request that takes too long.
async fn in_time(request: Request, next: Next) -> Result<Response, PageError> {
    let answer = tokio::time::timeout(ANSWER_TIMEOUT, next.run(request)).await;
    answer.map_err(PageError::slow)
}

/// The pattern of the requested address, as the router has it.
fn pattern(request: &Request) -> &str {
    let matched = request.extensions().get::<MatchedPath>();
    matched.map_or("(none)", MatchedPath::as_str)
}

/// Codes of tables are secrets: the log gets the pattern of an address, not the address.
fn span(request: &Request) -> Span {
    let path = pattern(request);
    tracing::debug_span!("request", method = %request.method(), path)
}
