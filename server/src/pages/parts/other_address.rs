//! The notice on pages at another address than the public one, where nobody can play.

use askama::Template;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use url::Url;

use super::insertion::before_main;
use crate::auth::{OTHER_ADDRESS, at_public_address};
use crate::error::PageError;

/// The sentence, with a link to the same page at the public address.
#[derive(Clone, Debug, Template)]
#[template(path = "other_address.html")]
struct OtherAddress {
    sentence: &'static str,
    address: Url,
}

/// Adds the notice to pages that were asked for at another address.
pub async fn explain(State(public_url): State<Url>, mut request: Request, next: Next) -> Response {
    let here = address_seen(request.headers());
    let is_elsewhere = here.is_some_and(|host| !is_at(&public_url, host));
    if !is_elsewhere || request.method() != Method::GET {
        return next.run(request).await;
    }
    let notice = OtherAddress {
        sentence: OTHER_ADDRESS,
        address: at_public_address(&public_url, request.uri().path(), request.uri().query()),
    };
    // Compressed pages cannot be edited.
    request.headers_mut().remove(header::ACCEPT_ENCODING);
    let response = next.run(request).await;
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        return response;
    }
    match notice.render() {
        Ok(notice) => before_main(&notice, response).await.unwrap_or_else(|part| part),
        Err(_) => PageError::panicked().into_response(),
    }
}

/// The host in the browser's address bar, if it is known: a proxy may send another host to the server.
fn address_seen(headers: &HeaderMap) -> Option<&str> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let by_proxy = [
        header::VIA.as_str(),
        "forwarded",
        "x-forwarded-for",
        "x-forwarded-proto",
    ];
    match text("x-forwarded-host") {
        Some(hosts) => hosts.split(',').next().map(str::trim),
        None if by_proxy.iter().any(|name| headers.contains_key(*name)) => None,
        None => text(header::HOST.as_str()),
    }
}

fn is_at(public_url: &Url, host: &str) -> bool {
    let here = Url::parse(&format!("{}://{host}", public_url.scheme()));
    here.is_ok_and(|here| here.origin() == public_url.origin())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn seen(headers: &[(&'static str, &'static str)]) -> Option<String> {
        let pairs = headers
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        address_seen(&pairs.collect()).map(str::to_owned)
    }

    #[test]
    fn the_address_is_known_unless_a_proxy_keeps_it_back() {
        let direct = seen(&[("host", "localhost:8080")]);
        assert_eq!(direct.as_deref(), Some("localhost:8080"));
        let told = seen(&[
            ("host", "thicket:8080"),
            ("x-forwarded-host", "play.example, inner"),
        ]);
        assert_eq!(told.as_deref(), Some("play.example"));
        for header in ["x-forwarded-for", "x-forwarded-proto", "forwarded", "via"] {
            assert_eq!(
                seen(&[("host", "127.0.0.1:8080"), (header, "x")]),
                None,
                "{header}"
            );
        }
    }

    #[test]
    fn the_port_of_the_scheme_may_be_left_out() {
        let public = "https://play.example".parse().unwrap();
        assert!(is_at(&public, "play.example") && is_at(&public, "PLAY.example:443"));
        for other in [
            "play.example:8443",
            "localhost:8080",
            "www.play.example",
            "192.168.1.7",
            "no host",
        ] {
            assert!(!is_at(&public, other), "{other}");
        }
    }
}
