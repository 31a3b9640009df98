//! Whether a request comes from a page of this server.

use axum::http::{HeaderMap, header};
use url::{Origin, Url};

/// Whether the `Origin` of a request is the public address or, where none is set, the host that the request names. A
/// request without `Origin` was not sent by a page.
pub fn same_origin(headers: &HeaderMap, public_url: Option<&Url>) -> bool {
    let text = |name| {
        headers
            .get(name)
            .and_then(|value: &axum::http::HeaderValue| value.to_str().ok())
    };
    let Some(origin) = text(header::ORIGIN).and_then(|origin| origin.parse::<Url>().ok()) else {
        return false;
    };
    match public_url {
        Some(url) => url.origin() == origin.origin(),
        // Behind a proxy the scheme is not known here, so only host and port are compared.
        None => text(header::HOST).is_some_and(|host| is_at(&origin, host)),
    }
}

fn is_at(origin: &Url, host: &str) -> bool {
    let here: Option<Url> = format!("{}://{host}", origin.scheme()).parse().ok();
    here.is_some_and(|here| matches!(here.origin(), Origin::Tuple(..)) && here.origin() == origin.origin())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn check(origin: Option<&str>, host: &str, public: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        origin.map(|origin| headers.insert(header::ORIGIN, origin.parse().unwrap()));
        same_origin(&headers, public.map(|url| url.parse().unwrap()).as_ref())
    }

    #[test]
    fn without_a_public_address_the_host_counts() {
        assert!(check(Some("http://localhost:8080"), "localhost:8080", None));
        assert!(check(Some("https://play.example"), "play.example", None));
        assert!(!check(Some("http://evil.example"), "localhost:8080", None));
        assert!(!check(Some("http://localhost:8081"), "localhost:8080", None));
        assert!(!check(Some("null"), "localhost:8080", None));
        assert!(!check(None, "localhost:8080", None));
    }

    #[test]
    fn with_a_public_address_only_that_counts() {
        let public = Some("https://play.example");
        assert!(check(Some("https://play.example"), "inner:8080", public));
        assert!(!check(Some("http://play.example"), "inner:8080", public));
        assert!(!check(Some("http://inner:8080"), "inner:8080", public));
    }
}
