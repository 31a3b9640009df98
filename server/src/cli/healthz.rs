//! `thicket healthz`: whether the server on this machine answers.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

const ANSWER: Duration = Duration::from_secs(5);

#[derive(Args, Debug)]
pub(super) struct HealthzArgs {
    /// Where the server listens
    #[arg(
        long,
        env = "THICKET_LISTEN",
        default_value = "0.0.0.0:8080",
        value_name = "ADDRESS"
    )]
    listen: SocketAddr,
}

pub(super) async fn run(args: HealthzArgs) -> anyhow::Result<ExitCode> {
    let address = reachable(args.listen);
    let answer = timeout(ANSWER, request(address)).await;
    let status = answer
        .with_context(|| format!("the server at {address} does not answer"))?
        .with_context(|| format!("there is no server at {address}"))?;
    if status.split(' ').nth(1) != Some("200") {
        bail!("the server at {address} answers {status:?}");
    }
    println!("ok");
    Ok(ExitCode::SUCCESS)
}

async fn request(address: SocketAddr) -> std::io::Result<String> {
    let mut connection = TcpStream::connect(address).await?;
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    connection.write_all(request.as_bytes()).await?;
    let mut status = String::new();
    BufReader::new(connection).read_line(&mut status).await?;
    Ok(status.trim_end().to_owned())
}

/// A server that listens on all addresses answers at the loopback address, too.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}
