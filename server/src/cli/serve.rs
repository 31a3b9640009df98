//! `thicket serve`: opens the store, listens, and serves until a signal stops it.

use std::io::IsTerminal;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::Path;
use std::process::ExitCode;

use anyhow::anyhow;
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{SignalKind, signal};
use tracing::{info, warn};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::{Config, LogFormat};
use crate::http::limits::BACKLOG;
use crate::store::Store;

pub(super) async fn run(config: Config) -> anyhow::Result<ExitCode> {
    config.check().map_err(|sentence| anyhow!(sentence))?;
    log_to_stderr(config.log.clone(), config.log_format);
    raise_descriptor_limit();
    // Signals count from here on: opening the database can take long.
    let mut shutdown = Box::pin(signal_to_stop()?);
    let (store, listener) = tokio::select! {
        biased;
        () = &mut shutdown => {
            info!("stopped before the database was open");
            return Ok(ExitCode::SUCCESS);
        }
        opened = open(&config) => opened?,
    };
    crate::serve(config, store, listener, shutdown).await?;
    Ok(ExitCode::SUCCESS)
}

/// Ends at SIGTERM or SIGINT. Signals count from the call on, not from the first poll.
fn signal_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => (),
            _ = interrupt.recv() => (),
        }
    })
}

async fn open(config: &Config) -> anyhow::Result<(Store, TcpListener)> {
    let store = Store::open_to_serve(&config.data.url(), config.bus.as_ref()).await?;
    let durability = store.durability().await?;
    if !durability.is_full() {
        warn!(%durability, "the database does not flush what it commits: a power cut can lose turns");
    }
    let listener =
        listen(config.listen).map_err(|error| anyhow!("cannot listen on {}: {error}", config.listen))?;
    print_addresses(config, listener.local_addr()?);
    Ok((store, listener))
}

/// Listens with a long backlog: when the server comes back, all pages connect at once.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A server that starts anew takes over the address while old connections still linger.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Each connection needs a descriptor, and shells usually allow far fewer than the system does.
fn raise_descriptor_limit() {
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        warn!(%error, "the limit on open files stays as it is");
    }
}

fn log_to_stderr(filter: Targets, format: LogFormat) {
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(colours);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .init();
}

fn print_addresses(config: &Config, local: SocketAddr) {
    info!(address = %local, "listening");
    if let Some(url) = &config.public_url {
        println!("Thicket is open at {url}");
        return;
    }
    let own = if local.ip().is_unspecified() {
        IpAddr::from([127, 0, 0, 1])
    } else {
        local.ip()
    };
    println!(
        "Thicket is open at http://{}/",
        SocketAddr::new(own, local.port())
    );
    if local.ip().is_unspecified()
        && !in_container()
        && let Some(lan) = lan_address()
    {
        println!(
            "On a phone in the same network, open http://{}/",
            SocketAddr::new(lan, local.port())
        );
    }
}

/// Whether this is a container of Docker or Podman, whose address is of no use to anybody outside.
fn in_container() -> bool {
    ["/.dockerenv", "/run/.containerenv"]
        .iter()
        .any(|file| Path::new(file).exists())
}

/// This machine's address in the local network. Connecting a UDP socket sends nothing; it only looks up the route.
fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket
        .local_addr()
        .ok()
        .map(|address| address.ip())
        .filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::net::TcpStream;
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_rush_of_connections_waits_in_the_backlog() {
        let listener = listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = listener.local_addr().unwrap();
        // Nothing is accepted. One connection too many would wait for an answer in vain.
        let connect = |_| TcpStream::connect_timeout(&address, Duration::from_secs(3)).unwrap();
        let waiting: Vec<TcpStream> = (0..400).map(connect).collect();
        assert_eq!(waiting.len(), 400);
    }
}
