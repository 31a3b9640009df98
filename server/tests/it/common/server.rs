//! A whole server in this process, on a port of its own.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Parser;
use thicket_server::config::{Config, HashCost};
use thicket_server::store::Store;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::base::Base;

/// A running server; it stops when this is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) store: Store,
    stop: Option<oneshot::Sender<()>>,
    serving: JoinHandle<std::io::Result<()>>,
}

/// Times that keep tests short, and patient with a busy machine. A test that needs others names them again.
const TIMINGS: &[&str] = &[
    "--countdown",
    "200ms",
    "--retry-wait",
    "500ms",
    "--silence",
    "120s",
];

/// Hundreds of servers start and hash a password, and hundreds of people sign up: as OWASP recommends it, that would be a seventh of
/// all that the tests compute.
const QUICK_HASHES: HashCost = HashCost {
    memory_kib: 64,
    passes: 1,
};

#[derive(Parser)]
#[command(args_override_self = true)]
struct Options {
    #[command(flatten)]
    config: Config,
}

/// The options of a command line, after those of all tests.
pub(crate) fn config(options: &[&str]) -> Config {
    let arguments = ["thicket"].iter().chain(TIMINGS).chain(options);
    let mut config = Options::parse_from(arguments).config;
    config.hash_cost = QUICK_HASHES;
    config
}

impl Server {
    pub(crate) async fn start(base: &Base) -> Server {
        Server::with(base, &[]).await
    }

    /// A server with some options, in which `{address}` stands for its address.
    pub(crate) async fn with(base: &Base, options: &[&str]) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let options: Vec<String> = options
            .iter()
            .map(|option| option.replace("{address}", &address.to_string()))
            .collect();
        let config = config(&options.iter().map(String::as_str).collect::<Vec<_>>());
        let store = Store::open_on(&base.url, config.bus.as_ref()).await.unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let shutdown = async move { drop(stopped.await) };
        let serving = tokio::spawn(thicket_server::serve(config, store.clone(), listener, shutdown));
        Server {
            address,
            store,
            stop: Some(stop),
            serving,
        }
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) async fn stop(mut self) {
        drop(self.stop.take());
        tokio::time::timeout(Duration::from_secs(15), &mut self.serving)
            .await
            .unwrap()
            .unwrap()
            .unwrap();
    }
}
