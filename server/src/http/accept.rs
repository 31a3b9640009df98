//! Accepting connections and serving their requests, within limits: on how many are open, on how long one may take to
//! send the head of a request, and on errors of `accept` itself. `axum::serve` has no option for the first two.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use ipnet::IpNet;
use metrics::counter;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::Service;
use tracing::{debug, warn};

use crate::http::address::{ClientAddress, is_trusted};
use crate::http::connection::{Connection, Upgraded};
use crate::http::limits::{
    CROWDED_HEAD_TIMEOUT, Connections, Full, HEAD_BYTES, HEAD_TIMEOUT, OpenConnection, PROXY_HEAD_TIMEOUT,
};

/// How long nothing is accepted after an error such as too many open files.
const PAUSE: Duration = Duration::from_millis(200);

#[derive(Clone, Debug)]
pub(crate) struct Acceptor {
    pub(crate) router: Router,
    pub(crate) connections: Connections,
    pub(crate) trusted_proxies: Arc<[IpNet]>,
    /// How long a connection may take to send the head of a request.
    pub(crate) head_timeout: Duration,
    pub(crate) stop: CancellationToken,
}

impl Acceptor {
    pub(crate) fn new(router: Router, connections: Connections, stop: CancellationToken) -> Acceptor {
        Acceptor {
            router,
            connections,
            trusted_proxies: Arc::default(),
            head_timeout: HEAD_TIMEOUT,
            stop,
        }
    }

    /// Accepts until the server stops, and then waits until the requests under way are answered. Sockets are not
    /// waited for.
    pub(crate) async fn run(self, listener: TcpListener) {
        let tasks = TaskTracker::new();
        loop {
            let accepted = tokio::select! {
                () = self.stop.cancelled() => break,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => self.start(&tasks, stream, peer),
                Err(error) if is_of_one_connection(&error) => (),
                Err(error) => self.pause(&error).await,
            }
        }
        drop(listener);
        tasks.close();
        tasks.wait().await;
    }

    fn start(&self, tasks: &TaskTracker, stream: TcpStream, peer: SocketAddr) {
        match self.connections.open(self.limited(peer.ip())) {
            Ok(counted) => drop(tasks.spawn(self.clone().serve(stream, peer, counted))),
            Err(full) => refuse(full, peer.ip()),
        }
    }

    /// The address whose connections are limited. `None` for a proxy, which connects for all its clients, and for
    /// this machine.
    fn limited(&self, peer: IpAddr) -> Option<ClientAddress> {
        let address = ClientAddress::of_peer(peer);
        let exempt = address.is_local() || is_trusted(&self.trusted_proxies, peer);
        (!exempt).then_some(address)
    }

    /// Waits after an error that the next `accept` would only repeat.
    async fn pause(&self, error: &io::Error) {
        warn!(%error, "no connection can be accepted for a moment");
        counter!("thicket_accept_errors_total").increment(1);
        tokio::select! {
            () = self.stop.cancelled() => (),
            () = sleep(PAUSE) => (),
        }
    }

    async fn serve(self, stream: TcpStream, peer: SocketAddr, counted: OpenConnection) {
        // Messages are small and each is waited for: none is held back to be sent with the next one.
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, "a connection may be slow");
        }
        let upgraded = Upgraded::default();
        let stream = Connection::new(stream, upgraded.clone(), counted);
        let asked = AtomicBool::new(false);
        let service = service_fn(|mut request: hyper::Request<Incoming>| {
            asked.store(true, Ordering::Relaxed);
            request.extensions_mut().insert(ConnectInfo(peer));
            let answer = self.router.clone().call(request);
            let upgraded = upgraded.clone();
            async move {
                answer.await.inspect(|answer| {
                    if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
                        upgraded.set();
                    }
                })
            }
        });
        let serving = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.head_timeout_of(peer.ip()))
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut serving = pin!(serving);
        let ended = tokio::select! {
            ended = serving.as_mut() => ended,
            () = self.stop.cancelled() => {
                // Browsers open connections in advance: one that never carried a request need not be waited for.
                if !asked.load(Ordering::Relaxed) {
                    return;
                }
                serving.as_mut().graceful_shutdown();
                serving.await
            }
        };
        if let Err(error) = ended {
            debug!(%error, "a connection ended");
        }
    }

    fn head_timeout_of(&self, peer: IpAddr) -> Duration {
        if is_trusted(&self.trusted_proxies, peer) {
            self.head_timeout.max(PROXY_HEAD_TIMEOUT)
        } else if self.connections.are_crowded() {
            self.head_timeout.min(CROWDED_HEAD_TIMEOUT)
        } else {
            self.head_timeout
        }
    }
}

fn refuse(full: Full, peer: IpAddr) {
    if full == Full::Address {
        ClientAddress::of_peer(peer).warn_if_proxy();
    }
    debug!(?full, "a connection is refused");
    counter!("thicket_connections_refused_total", "limit" => full.label()).increment(1);
}

/// Whether the error concerns only the connection that was to be accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted
    )
}

#[cfg(test)]
mod tests;
