//! Whether a request comes from a page of this server, and what pages at another address are told.

use std::sync::Once;

use axum::http::{HeaderMap, header};
use tracing::warn;
use url::{Origin, Url};

use crate::quote::excerpt;

/// Who opened a socket, as far as its `Origin` tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opener {
    /// A page at the public address or, where none is set, at the host that the request names.
    OwnPage,
    /// A page at another address: perhaps of this server, perhaps not.
    OtherPage,
    /// A program: there is no `Origin`.
    Program,
}

impl Opener {
    /// Reads the headers of a request. The log warns once of a page at another address: the public address may be
    /// wrong.
    pub fn of(headers: &HeaderMap, public_url: Option<&Url>) -> Opener {
        let text = |name| {
            headers
                .get(name)
                .and_then(|value: &axum::http::HeaderValue| value.to_str().ok())
        };
        if !headers.contains_key(header::ORIGIN) {
            return Opener::Program;
        }
        let origin = text(header::ORIGIN).unwrap_or_default();
        let host = text(header::HOST).unwrap_or_default();
        let is_own = origin.parse::<Url>().is_ok_and(|origin| match public_url {
            Some(url) => url.origin() == origin.origin(),
            // Behind a proxy the scheme is not known here, so only host and port are compared.
            None => is_at(&origin, host),
        });
        if is_own {
            return Opener::OwnPage;
        }
        warn_of_other_page(origin, host, public_url);
        Opener::OtherPage
    }
}

fn warn_of_other_page(origin: &str, host: &str, public_url: Option<&Url>) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        let (origin, host) = (excerpt(origin), excerpt(host));
        match public_url {
            Some(url) => warn!(
                %origin,
                "a page at another address than {url} was refused its socket. If people use that address, set --public-url to it"
            ),
            None => warn!(
                %origin,
                %host,
                "a page was refused its socket, since a proxy names another host than the page has. Set --public-url"
            ),
        }
    });
}

/// The sentence for pages at another address than the public one, which follows.
pub const OTHER_ADDRESS: &str =
    "You cannot play at this address, since it is not Thicket’s own. To play, open";

/// The sentence for a socket, with the public address of its page.
pub fn other_address(public_url: Option<&Url>, path: &str) -> String {
    match public_url {
        Some(url) => format!("{OTHER_ADDRESS} {}", at_public_address(url, path, None)),
        None => "You cannot play at this address, since the server does not know it as its own. Whoever runs the server \
                 has to set its public address."
            .to_owned(),
    }
}

pub fn at_public_address(public_url: &Url, path: &str, query: Option<&str>) -> Url {
    let mut url = public_url.clone();
    url.set_path(path);
    url.set_query(query);
    url
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
        opener(origin, host, public) == Opener::OwnPage
    }

    fn opener(origin: Option<&str>, host: &str, public: Option<&str>) -> Opener {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        origin.map(|origin| headers.insert(header::ORIGIN, origin.parse().unwrap()));
        Opener::of(&headers, public.map(|url| url.parse().unwrap()).as_ref())
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
    fn only_a_program_has_no_origin() {
        for public in [None, Some("https://play.example")] {
            assert_eq!(opener(None, "play.example", public), Opener::Program);
            for other in ["https://evil.example", "null", "nonsense", ""] {
                assert_eq!(
                    opener(Some(other), "play.example", public),
                    Opener::OtherPage,
                    "{other}"
                );
            }
        }
    }

    #[test]
    fn the_public_address_of_a_page_is_of_the_public_host() {
        let public = "https://play.example:444".parse().unwrap();
        let check = |path, query| at_public_address(&public, path, query).to_string();
        assert_eq!(check("/g/abc", None), "https://play.example:444/g/abc");
        assert_eq!(
            check("/records", Some("kind=bushi")),
            "https://play.example:444/records?kind=bushi"
        );
        assert_eq!(
            check("//evil.example/x", None),
            "https://play.example:444//evil.example/x"
        );
    }

    #[test]
    fn with_a_public_address_only_that_counts() {
        let public = Some("https://play.example");
        assert!(check(Some("https://play.example"), "inner:8080", public));
        assert!(!check(Some("http://play.example"), "inner:8080", public));
        assert!(!check(Some("http://inner:8080"), "inner:8080", public));
    }
}
