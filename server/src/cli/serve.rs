//! `thicket serve`: opens the store, binds, and serves until it is told to stop.

use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::process::ExitCode;

use anyhow::anyhow;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing::{info, warn};
use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat};
use crate::store::Store;

pub(super) async fn run(config: Config) -> anyhow::Result<ExitCode> {
    log_to_stderr(config.log_format);
    let store = Store::open(&config.data.url()).await?;
    let durability = store.durability().await?;
    if !durability.is_full() {
        warn!(%durability, "the database does not flush what it commits: a power cut can lose turns");
    }
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|error| anyhow!("cannot listen on {}: {error}", config.listen))?;
    say_where(&config, listener.local_addr()?);
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let shutdown = async move {
        tokio::select! {
            _ = terminate.recv() => (),
            _ = interrupt.recv() => (),
        }
    };
    crate::serve(config, store, listener, shutdown).await?;
    Ok(ExitCode::SUCCESS)
}

fn log_to_stderr(format: LogFormat) {
    let filter = EnvFilter::try_from_env("THICKET_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match format {
        LogFormat::Text => lines.init(),
        LogFormat::Json => lines.json().init(),
    }
}

fn say_where(config: &Config, local: SocketAddr) {
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
    if let Some(home) = home_address().filter(|_| local.ip().is_unspecified()) {
        println!(
            "On a phone in the same network, open http://{}/",
            SocketAddr::new(home, local.port())
        );
    }
}

/// This machine's address in its own network. Connecting a datagram socket sends nothing; it only asks for the route.
fn home_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket
        .local_addr()
        .ok()
        .map(|address| address.ip())
        .filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}
