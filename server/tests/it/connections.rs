//! Connections that do nothing, and too many of them: others are served all the same.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rlimit::Resource;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

use super::common::base::Base;
use super::common::client::{Person, TIMEOUT};
use super::common::http;
use super::common::process::Process;

async fn silent(address: SocketAddr, count: usize) -> Vec<TcpStream> {
    let mut open = Vec::new();
    for _ in 0..count {
        open.push(TcpStream::connect(address).await.unwrap());
    }
    open
}

/// The program, started by a shell that sets a limit on open files: `-S -n 256`, for example.
async fn start_with_few_files(base: &Base, limit: &str, more: &[&str]) -> (Child, SocketAddr) {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("ulimit {limit} && exec \"$0\" \"$@\"")])
        .args([env!("CARGO_BIN_EXE_thicket"), "serve", "--listen", "127.0.0.1:0"])
        .args(["--database-url", &base.url])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = timeout(TIMEOUT, lines.next_line())
        .await
        .unwrap()
        .unwrap()
        .unwrap();
    let url = line.strip_prefix("Thicket is open at http://").unwrap();
    (child, url.trim_end_matches('/').parse().unwrap())
}

#[tokio::test]
async fn a_thousand_silent_connections_keep_nobody_out() {
    rlimit::increase_nofile_limit(4_096).unwrap();
    let base = Base::sqlite();
    let (_server, address) = start_with_few_files(&base, "-S -n 256", &[]).await;
    let open = silent(address, 1_000).await;
    let ann = timeout(TIMEOUT, Person::named(address, "Ann")).await.unwrap();
    let code = ann.create(2, "seated", false).await;
    ann.join(&code).await;
    assert_eq!(open.len(), 1_000);
}

#[tokio::test]
async fn connections_beyond_the_limit_are_refused_and_counted() {
    let base = Base::sqlite();
    // An address that was free a moment ago.
    let metrics = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .to_string();
    let (_server, address) = start_with_few_files(&base, "-n 256", &["--metrics-listen", &metrics]).await;
    let open = silent(address, 200).await;
    // Descriptors are left for everything else: 128 connections are taken, and the rest is refused.
    let refused = async || {
        // The address is opened a moment after the other one.
        let Ok(answer) = http::get(format!("http://{metrics}/metrics")).await else {
            return 0;
        };
        let text = answer.text().await.unwrap();
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("thicket_connections_refused_total{limit=\"server\"} "));
        line.map_or(0, |count| count.parse().unwrap())
    };
    let counted = async { while refused().await < 200 - 128 {} };
    timeout(TIMEOUT, counted).await.unwrap();
    drop(open);
    let nobody = Person::nobody(address);
    let served =
        async { while !matches!(nobody.get("/").send().await, Ok(answer) if answer.status() == 200) {} };
    timeout(TIMEOUT, served).await.unwrap();
}

#[tokio::test]
async fn those_who_sit_at_a_table_come_in_before_strangers() {
    let base = Base::sqlite();
    let (_server, address) = start_with_few_files(&base, "-n 256", &["--trusted-proxies", "127.0.0.1"]).await;
    let [ann, eve] = [("Ann", "203.0.113.7"), ("Eve", "198.51.100.7")]
        .map(async |(name, ip)| Person::nobody(address).behind(ip).give_name(name).await);
    let (ann, eve) = tokio::join!(ann, eve);
    let code = ann.create(2, "seated", false).await;
    // 96 of 128 connections are taken: the rest is kept.
    let open = silent(address, 100).await;
    let refused = async {
        loop {
            match eve.get("/").send().await {
                Ok(answer) if answer.status() == 429 => break answer,
                _ => sleep(Duration::from_millis(20)).await,
            }
        }
    };
    let refused = timeout(TIMEOUT, refused).await.unwrap();
    assert_eq!(
        refused.headers()["connection"],
        "close",
        "strangers keep no connection"
    );
    let page = refused.text().await.unwrap();
    assert!(page.contains("players at a table come first"), "{page}");
    assert!(eve.connect(&code).await.is_err(), "nor do they get a socket");
    for _ in 0..20 {
        let answer = ann.get(&format!("/g/{code}")).send().await.unwrap();
        assert_eq!(
            (answer.status().as_u16(), answer.headers().get("connection")),
            (200, None)
        );
    }
    ann.join(&code)
        .await
        .must(serde_json::json!({ "t": "stand" }))
        .await;
    assert_eq!(
        ann.get("/").send().await.unwrap().status(),
        429,
        "who has left is a stranger"
    );
    drop(open);
    let served =
        async { while !matches!(eve.get("/").send().await, Ok(answer) if answer.status() == 200) {} };
    timeout(TIMEOUT, served).await.unwrap();
}

#[tokio::test]
async fn a_server_without_descriptors_recovers() {
    let base = Base::sqlite();
    let server = Process::with(&base, "info").await;
    let ann = Person::named(server.address, "Ann").await;
    let pid = server.pid().try_into().unwrap();
    let used = std::fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count() as u64;
    let mut before = (0, 0);
    let few = Some((used + 20, used + 20));
    rlimit::prlimit(pid, Resource::NOFILE, few, Some((&mut before.0, &mut before.1))).unwrap();
    let open = silent(server.address, 100).await;
    while !server.log().contains("no connection can be accepted") {
        sleep(Duration::from_millis(50)).await;
    }
    drop(open);
    let answer = timeout(TIMEOUT, ann.get("/").send()).await.unwrap().unwrap();
    assert_eq!(answer.status(), 200);
    assert!(server.metric("thicket_accept_errors_total").await > 0.0);
    server.kill().await;
}

#[tokio::test]
async fn a_flood_of_fragments_is_slowed_down() {
    let base = Base::sqlite();
    let server = Process::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(2, "seated", false).await;
    let mut line = ann.join(&code).await;
    let mut raw = upgraded(&server, &code).await;
    let begun = Instant::now();
    // Empty fragments of one message that is never whole: what goes through at once, and four seconds' worth more.
    let (first, fragment, ping) = (
        [1, 0x80, 0, 0, 0, 0],
        [0, 0x80, 0, 0, 0, 0],
        [0x89, 0x80, 0, 0, 0, 0],
    );
    raw.write_all(&first).await.unwrap();
    raw.write_all(&fragment.repeat((256 + 4 * 32) * 1024 / fragment.len()))
        .await
        .unwrap();
    raw.write_all(&ping).await.unwrap();
    let pong = async {
        let mut heard = Vec::new();
        while !heard.ends_with(&[0x8a, 0]) {
            heard.push(raw.read_u8().await.unwrap());
        }
    };
    timeout(TIMEOUT, pong).await.unwrap();
    assert!(begun.elapsed() > Duration::from_secs(2), "{:?}", begun.elapsed());
    line.must(serde_json::json!({ "t": "stand" })).await;
    server.kill().await;
}

/// A socket of a table without a library: right after the upgrade.
async fn upgraded(server: &Process, code: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "GET /g/{code}/socket HTTP/1.1\r\nhost: test\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    stream
}
