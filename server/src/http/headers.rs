//! Headers that all answers have.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use tower_http::set_header::SetResponseHeaderLayer;

/// Scripts and styles are files of this server, and no other site may frame its pages.
pub(super) const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// For a year, browsers use no other scheme than https, for this host alone or for those below it as well.
pub(super) fn hsts(subdomains: bool) -> &'static str {
    match subdomains {
        true => "max-age=31536000; includeSubDomains",
        false => "max-age=31536000",
    }
}

pub(super) fn header_value(name: &'static str, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    let name = HeaderName::from_static(name);
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}

/// A failure may be over in a moment, and its page names its reader.
pub(super) async fn no_store_for_failures(mut response: Response) -> Response {
    if response.status().is_client_error() || response.status().is_server_error() {
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

pub(super) fn no_store() -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))
}
