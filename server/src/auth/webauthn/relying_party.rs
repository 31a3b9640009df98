//! The relying party: this server, as browsers and authenticators know it.

use axum::http::{HeaderMap, header};
use url::{Host, Url};

/// The one host that browsers trust without https.
const LOCALHOST: &str = "localhost";

/// The site that passkeys are made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelyingParty {
    pub id: String,
    pub origin: String,
}

impl RelyingParty {
    /// The relying party behind a public address or, where none is set, on this very machine. None where browsers have no
    /// passkeys: without https, and for a host without a name.
    pub fn of(public_url: Option<&Url>, headers: &HeaderMap) -> Option<RelyingParty> {
        match public_url {
            Some(url) => RelyingParty::at(url),
            // Without a public address only this host can be told from a name that somebody made up.
            None => RelyingParty::at(&host(headers)?).filter(|party| party.id == LOCALHOST),
        }
    }

    fn at(url: &Url) -> Option<RelyingParty> {
        let Host::Domain(name) = url.host()? else {
            return None;
        };
        (url.scheme() == "https" || name == LOCALHOST).then(|| RelyingParty {
            id: name.to_owned(),
            origin: url.origin().ascii_serialization(),
        })
    }
}

fn host(headers: &HeaderMap) -> Option<Url> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    format!("http://{host}").parse().ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn origin(public: Option<&str>, host: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        let public = public.map(|url| url.parse().unwrap());
        RelyingParty::of(public.as_ref(), &headers).map(|party| format!("{} {}", party.id, party.origin))
    }

    #[test]
    fn there_are_passkeys_behind_https_and_on_this_machine() {
        for (public, host, expected) in [
            (
                Some("https://play.example"),
                "inner:8080",
                Some("play.example https://play.example"),
            ),
            (
                Some("https://play.example:8443"),
                "localhost",
                Some("play.example https://play.example:8443"),
            ),
            (
                Some("http://localhost:8080"),
                "inner",
                Some("localhost http://localhost:8080"),
            ),
            (None, "localhost:8080", Some("localhost http://localhost:8080")),
            (Some("http://play.example"), "localhost", None),
            (Some("https://192.0.2.1"), "localhost", None),
            (None, "play.example", None),
            (None, "127.0.0.1:8080", None),
            (None, "localhost.evil.example", None),
            (None, "[::1]:8080", None),
        ] {
            assert_eq!(origin(public, host).as_deref(), expected, "{public:?} {host}");
        }
    }
}
