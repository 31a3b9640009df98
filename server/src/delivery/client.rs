//! Requests to addresses that people have typed: never to this machine or its own networks, without redirects, in a limited time.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Body, Client, StatusCode, Url};
use tokio::net::lookup_host;

use super::public_address::is_public;

/// For a whole request, with looking up the name.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How much of an answer is read, in bytes: its rest does not matter, and the connection can be used again after a short one.
const MAX_ANSWER: usize = 16 * 1024;

/// Which addresses requests may go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Those that anybody on the Internet may connect to, by https.
    Public,
    /// Those of the server's own networks, too, and by http.
    Everywhere,
}

/// Why nothing is sent to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadUrl {
    #[error("This is not an address on the web: it has to begin with https://.")]
    NoUrl,
    #[error("The address has to begin with https://.")]
    NotHttps,
    #[error("An address with a name and a password in it is not accepted.")]
    Credentials,
    #[error("This address is in a private network, where this server sends nothing.")]
    Private,
    #[error("The address is too long.")]
    TooLong,
}

/// Why something was not delivered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    #[error("{0}")]
    Url(#[from] BadUrl),
    /// With the seconds to wait, if it says so.
    #[error("it answered with status {0}")]
    Status(StatusCode, Option<u64>),
    #[error("it did not answer in time")]
    Timeout,
    #[error("it could not be connected to")]
    Connect,
    #[error("the connection broke")]
    Broken,
    #[error("nothing can be encrypted with its keys")]
    Keys,
    /// With the code of the answer (RFC 5321).
    #[error("the mail server says that there is no such address ({0})")]
    Mailbox(u16),
    #[error("this server’s mail server did not take it")]
    MailServer,
}

impl Reach {
    /// The address that somebody has typed, if something may be sent there as far as its text says.
    ///
    /// # Errors
    /// When nothing is sent there.
    pub fn url(self, text: &str) -> Result<Url, BadUrl> {
        const MAX_LENGTH: usize = 1000;
        let text = text.trim();
        if text.len() > MAX_LENGTH {
            return Err(BadUrl::TooLong);
        }
        let url = Url::parse(text).map_err(|_| BadUrl::NoUrl)?;
        match (url.scheme(), self) {
            ("https", _) | ("http", Reach::Everywhere) => {}
            ("http", Reach::Public) => return Err(BadUrl::NotHttps),
            _ => return Err(BadUrl::NoUrl),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BadUrl::Credentials);
        }
        let host = url.host_str().ok_or(BadUrl::NoUrl)?;
        let literal: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
        match literal {
            Some(address) if !self.allows(address) => Err(BadUrl::Private),
            _ => Ok(url),
        }
    }

    fn allows(self, address: IpAddr) -> bool {
        self == Reach::Everywhere || is_public(address)
    }
}

/// Looks up names, and refuses those that lead to addresses which are not allowed. The connection goes to one of the addresses that
/// were checked.
struct Resolver(Reach);

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let reach = self.0;
        Box::pin(async move {
            let found: Vec<SocketAddr> = lookup_host((name.as_str(), 0)).await?.collect();
            if found.iter().any(|address| !reach.allows(address.ip())) {
                return Err(BadUrl::Private.into());
            }
            let addresses: Addrs = Box::new(found.into_iter());
            Ok(addresses)
        })
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error(transparent)]
    Tls(#[from] rustls::Error),
    #[error(transparent)]
    Client(#[from] reqwest::Error),
}

#[derive(Clone, Debug)]
pub struct GuardedClient {
    client: Client,
    reach: Reach,
}

impl GuardedClient {
    /// # Errors
    /// When the protocols of TLS cannot be set up.
    pub fn new(reach: Reach) -> Result<GuardedClient, ClientError> {
        let roots = rustls::RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        let tls =
            rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
                .with_safe_default_protocol_versions()?
                .with_root_certificates(roots)
                .with_no_client_auth();
        let client = Client::builder()
            .tls_backend_preconfigured(tls)
            .dns_resolver(Arc::new(Resolver(reach)))
            .redirect(Policy::none())
            .no_proxy()
            .timeout(TIMEOUT)
            .connect_timeout(TIMEOUT / 2)
            .pool_max_idle_per_host(1)
            .user_agent(concat!("Thicket/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(GuardedClient { client, reach })
    }

    pub fn reach(&self) -> Reach {
        self.reach
    }

    /// Sends a POST request.
    ///
    /// # Errors
    /// When it is not answered with a status of success.
    pub async fn post(&self, url: &str, headers: HeaderMap, body: impl Into<Body>) -> Result<(), Failure> {
        let url = self.reach.url(url)?;
        let request = self.client.post(url).headers(headers).body(body);
        let mut response = request.send().await.map_err(failure)?;
        let mut read = 0;
        while let (true, Ok(Some(chunk))) = (read < MAX_ANSWER, response.chunk().await) {
            read += chunk.len();
        }
        let status = response.status();
        match status.is_success() {
            true => Ok(()),
            false => Err(Failure::Status(status, retry_after(response.headers()))),
        }
    }
}

fn retry_after(headers: &HeaderMap) -> Option<u64> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.parse().ok()
}

fn failure(error: reqwest::Error) -> Failure {
    let mut source = std::error::Error::source(&error);
    while let Some(cause) = source {
        if let Some(bad) = cause.downcast_ref::<BadUrl>() {
            return Failure::Url(*bad);
        }
        source = cause.source();
    }
    match (error.is_timeout(), error.is_connect()) {
        (true, _) => Failure::Timeout,
        (_, true) => Failure::Connect,
        _ => Failure::Broken,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn addresses_are_refused_that_nothing_may_be_sent_to() {
        for (text, expected) in [
            ("", BadUrl::NoUrl),
            ("mailto:ann@example.org", BadUrl::NoUrl),
            ("file:///etc/passwd", BadUrl::NoUrl),
            ("http://example.org/hook", BadUrl::NotHttps),
            ("https://ann:secret@example.org/", BadUrl::Credentials),
            ("https://127.0.0.1/", BadUrl::Private),
            ("https://2130706433/", BadUrl::Private),
            ("https://0x7f.1/", BadUrl::Private),
            ("https://[::1]:8443/", BadUrl::Private),
            ("https://[::ffff:10.0.0.1]/", BadUrl::Private),
        ] {
            assert_eq!(Reach::Public.url(text), Err(expected), "{text}");
        }
        assert!(Reach::Public.url(" https://hooks.example.org/a?b=c ").is_ok());
        assert!(Reach::Everywhere.url("http://127.0.0.1:9000/hook").is_ok());
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_not_connected_to() {
        let client = GuardedClient::new(Reach::Public).unwrap();
        let sent = client
            .post("https://localhost:1/", HeaderMap::new(), String::new())
            .await;
        assert_eq!(sent, Err(Failure::Url(BadUrl::Private)));
        let client = GuardedClient::new(Reach::Everywhere).unwrap();
        let sent = client
            .post("https://localhost:1/", HeaderMap::new(), String::new())
            .await;
        assert_eq!(sent, Err(Failure::Connect));
    }
}
