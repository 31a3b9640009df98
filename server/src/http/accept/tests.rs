//! With real connections: what is silent or too much is turned away, and others are served.

use std::error::Error;
use std::time::Instant;

use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::*;

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

/// Only a test that fails waits for so long.
const PATIENCE: Duration = Duration::from_secs(20);

struct Running {
    address: SocketAddr,
    stop: CancellationToken,
    serving: JoinHandle<()>,
}

async fn start(most: usize, head_timeout: Duration) -> TestResult<Running> {
    let slow = get(async || {
        sleep(Duration::from_millis(300)).await;
        "slow"
    });
    let who = get(async |ConnectInfo(peer): ConnectInfo<SocketAddr>| peer.to_string());
    let router = Router::new()
        .route("/", get(async || "hello"))
        .route("/slow", slow)
        .route("/who", who);
    let stop = CancellationToken::new();
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let acceptor = Acceptor {
        head_timeout,
        ..Acceptor::new(router, Connections::new(most), stop.clone())
    };
    Ok(Running {
        address,
        stop,
        serving: tokio::spawn(acceptor.run(listener)),
    })
}

impl Running {
    async fn connect(&self) -> io::Result<TcpStream> {
        TcpStream::connect(self.address).await
    }

    /// The answer to one request; empty if the connection is closed without one.
    async fn get(&self, path: &str) -> TestResult<String> {
        let mut connection = self.connect().await?;
        ask(&mut connection, path, "close").await;
        rest(&mut connection).await
    }
}

async fn ask(connection: &mut TcpStream, path: &str, keep: &str) {
    let head = format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: {keep}\r\n\r\n");
    // The server may have closed it already.
    drop(connection.write_all(head.as_bytes()).await);
}

/// What is sent until the connection is closed.
async fn rest(connection: &mut TcpStream) -> TestResult<String> {
    let mut text = Vec::new();
    let read = connection.read_to_end(&mut text);
    drop(timeout(PATIENCE, read).await?);
    Ok(String::from_utf8(text)?)
}

#[tokio::test]
async fn handlers_are_told_who_connects() -> TestResult {
    let server = start(10, PATIENCE).await?;
    let mut connection = server.connect().await?;
    let own = connection.local_addr()?.to_string();
    ask(&mut connection, "/who", "close").await;
    assert!(rest(&mut connection).await?.ends_with(&own));
    Ok(())
}

#[tokio::test]
async fn connections_without_a_whole_head_are_closed_in_time() -> TestResult {
    let server = start(10, Duration::from_millis(100)).await?;
    let mut silent = server.connect().await?;
    let mut slow = server.connect().await?;
    slow.write_all(b"GET / HTTP/1.1\r\nhost: te").await?;
    let mut idle = server.connect().await?;
    ask(&mut idle, "/", "keep-alive").await;
    assert_eq!(rest(&mut silent).await?, "");
    rest(&mut slow).await?;
    // It is answered, and closed when no further request comes.
    assert!(rest(&mut idle).await?.ends_with("hello"));
    assert!(
        server.get("/slow").await?.ends_with("slow"),
        "only heads are timed"
    );
    Ok(())
}

#[tokio::test]
async fn too_many_connections_are_refused_until_some_end() -> TestResult {
    let server = start(5, PATIENCE).await?;
    let mut open = Vec::new();
    for _ in 0..5 {
        let mut connection = server.connect().await?;
        ask(&mut connection, "/", "keep-alive").await;
        let mut some = [0; 10];
        connection.read_exact(&mut some).await?;
        open.push(connection);
    }
    assert_eq!(server.get("/").await?, "", "one too many");
    open.pop();
    let begun = Instant::now();
    while !server.get("/").await?.ends_with("hello") {
        assert!(begun.elapsed() < PATIENCE, "there is a place again");
    }
    Ok(())
}

#[tokio::test]
async fn stopping_answers_what_was_asked_and_waits_for_nothing_else() -> TestResult {
    let server = start(10, PATIENCE * 10).await?;
    let mut silent = server.connect().await?;
    let mut idle = server.connect().await?;
    ask(&mut idle, "/", "keep-alive").await;
    let mut some = [0; 10];
    idle.read_exact(&mut some).await?;
    let mut asking = server.connect().await?;
    ask(&mut asking, "/slow", "keep-alive").await;
    // Another answer shows that the request before it has arrived.
    assert!(server.get("/").await?.ends_with("hello"));
    server.stop.cancel();
    timeout(PATIENCE, server.serving).await??;
    assert!(rest(&mut asking).await?.ends_with("slow"));
    assert_eq!(rest(&mut silent).await?, "");
    rest(&mut idle).await?;
    assert!(TcpStream::connect(server.address).await.is_err());
    Ok(())
}

#[test]
fn proxies_and_this_machine_are_not_limited_by_address() -> TestResult {
    let router = Router::new();
    let acceptor = Acceptor {
        trusted_proxies: ["10.0.0.0/8".parse()?].into(),
        ..Acceptor::new(router, Connections::new(1), CancellationToken::new())
    };
    let limited = |peer: &str| peer.parse().map(|peer| acceptor.limited(peer));
    for peer in ["127.0.0.1", "::1", "10.1.2.3", "::ffff:10.1.2.3"] {
        assert_eq!(limited(peer)?, None, "{peer}");
    }
    assert!(limited("203.0.113.1")?.is_some());
    assert_eq!(
        limited("2001:db8::1")?,
        limited("2001:db8::ffff:2")?,
        "one network of 64 bits"
    );
    assert_ne!(limited("2001:db8::1")?, limited("2001:db8:0:1::1")?);
    // A proxy keeps idle connections for longer than a browser.
    let patience = |peer: &str| peer.parse().map(|peer| acceptor.head_timeout_of(peer));
    assert!(patience("10.1.2.3")? > patience("203.0.113.1")?);
    Ok(())
}
