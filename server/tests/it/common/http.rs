//! HTTP clients.

use std::time::Duration;

use reqwest::{ClientBuilder, Response};

/// What a client is built with. One for addresses with TLS, which tests do not use, needs to know how to encrypt, and would read the
/// certificates of this machine, which takes an unoptimised build longer than most requests.
pub(crate) fn builder() -> ClientBuilder {
    // Somebody else may have said so before.
    let _ = rustls::crypto::ring::default_provider().install_default();
    // A connection is not used again when the server may just be closing it, as it does after twenty seconds without a request.
    reqwest::Client::builder()
        .tls_certs_only([])
        .pool_idle_timeout(Duration::from_secs(10))
}

pub(crate) fn client() -> reqwest::Client {
    builder().build().unwrap()
}

pub(crate) async fn get(url: impl reqwest::IntoUrl) -> reqwest::Result<Response> {
    client().get(url).send().await
}
