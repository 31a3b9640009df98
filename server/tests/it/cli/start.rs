//! `thicket serve` and what goes wrong as it starts: one line with the reason.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::process::Command;
use tokio::time::{sleep, timeout};

use super::*;
use crate::common::client::TIMEOUT;
use crate::common::party::Party;
use crate::common::process::Process;

const ANYWHERE: &str = "127.0.0.1:0";

/// A start that is refused, without a log: the only line of standard error.
async fn refused(base: &Base, options: &[&str]) -> String {
    let fixed = ["serve", "--log", "off", "--database-url", &base.url];
    let ended = run(&[&fixed[..], options].concat(), "").await;
    assert_eq!(ended.status, 1, "{ended:?}");
    assert_eq!(ended.complained.lines().count(), 1, "{ended:?}");
    ended.complained
}

#[tokio::test]
async fn an_address_in_use_is_named() {
    let taken = TcpListener::bind(ANYWHERE).unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let base = Base::empty_sqlite();
    let people = refused(&base, &["--listen", &taken]).await;
    assert!(
        people.contains(&format!("cannot listen on {taken}: ")),
        "{people}"
    );
    let metrics = refused(&base, &["--listen", ANYWHERE, "--metrics-listen", &taken]).await;
    assert!(
        metrics.contains(&format!("cannot listen on {taken} for metrics: ")),
        "{metrics}"
    );
}

both! {
    async fn a_database_of_a_newer_program_is_left_alone(base: Base) {
        base.open().await.close().await;
        let mut rival = base.rival().await;
        let newer = "UPDATE _sqlx_migrations SET version = version + 1000 WHERE version =
            (SELECT MAX(version) FROM _sqlx_migrations)";
        let known = rival.count("SELECT MAX(version) FROM _sqlx_migrations").await;
        rival.execute(newer).await;
        let sentence = format!("The database is of version {}, this program knows {known}.", known + 1000);
        let said = refused(&base, &["--listen", ANYWHERE]).await;
        assert!(said.contains(&sentence), "{said}");
    }
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_named() {
    let base = Base::empty_sqlite();
    base.open().await.close().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file");
    std::fs::write(&file, "").unwrap();
    let below = file.join("export").display().to_string();
    let ended = run(&["export", "--database-url", &base.url, &below], "").await;
    assert_eq!(ended.status, 1, "{ended:?}");
    let expected = format!("thicket: cannot create the folder {below}: ");
    assert!(ended.complained.starts_with(&expected), "{ended:?}");
    assert_eq!(ended.complained.lines().count(), 1, "{ended:?}");
}

#[tokio::test]
async fn a_log_that_is_no_terminal_has_no_colours() {
    let taken = TcpListener::bind(ANYWHERE).unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let base = Base::empty_sqlite();
    let options = [
        "serve",
        "--log",
        "debug",
        "--listen",
        ANYWHERE,
        "--metrics-listen",
        &taken,
    ];
    let ended = run(&[&options[..], &["--database-url", &base.url]].concat(), "").await;
    assert!(ended.complained.lines().count() > 1, "{ended:?}");
    assert!(!ended.complained.contains('\u{1b}'), "{ended:?}");
}

#[tokio::test]
async fn every_metric_is_there_from_the_start() {
    let base = Base::empty_sqlite();
    let server = Process::start(&base).await;
    let metrics = server.metrics().await;
    let readme = include_str!("../../../../README.md");
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| `thicket_"));
    for name in rows.filter_map(|row| row.split_once('`')).map(|(name, _)| name) {
        assert!(
            metrics.contains(&format!("\nthicket_{name}")),
            "{name}: {metrics}"
        );
    }
    for series in [
        "thicket_bus_connected ",
        "thicket_refusals_total{code=\"too_large\"} 0",
        "thicket_connections_refused_total{limit=\"address\"} 0",
        "thicket_bot_turns_total{level=\"5\"} 0",
        "thicket_append_seconds_count 0",
    ] {
        assert!(metrics.contains(series), "{series}: {metrics}");
    }
}

#[tokio::test]
async fn a_connection_that_drops_is_no_refusal() {
    let base = Base::empty_sqlite();
    let server = Process::start(&base).await;
    let mut party = Party::started(server.address, 2).await;
    assert_eq!(party.sockets.len(), 2);
    let gone = party.sockets.remove(0);
    // The connection ends without the handshake that closes a socket.
    drop(gone);
    let since = Instant::now();
    while server.metric("thicket_sockets ").await > 1.0 {
        assert!(since.elapsed() < TIMEOUT, "{}", server.log());
        sleep(Duration::from_millis(20)).await;
    }
    let metrics = server.metrics().await;
    let refusals = metrics
        .lines()
        .filter(|line| line.starts_with("thicket_refusals_total"));
    for line in refusals {
        assert!(line.ends_with(" 0"), "{line}");
    }
}

#[tokio::test]
async fn a_bus_that_cannot_be_reached_at_first_is_a_warning_and_a_metric_postgres() {
    let base = Base::postgres().await;
    let server = Process::with_options(&base, "info", &["--bus", "nats://127.0.0.1:1"]).await;
    let since = Instant::now();
    while !server.log().contains("the bus cannot be reached") {
        assert!(since.elapsed() < TIMEOUT, "{}", server.log());
        sleep(Duration::from_millis(50)).await;
    }
    assert!(server.metrics().await.contains("thicket_bus_connected 0"));
    let mut party = Party::started(server.address, 2).await;
    party.play("e5").await;
}

/// The lines of standard error, each of which has to be JSON.
fn lines_of(ended: &Ended) -> Vec<Value> {
    let lines = ended.complained.lines().map(serde_json::from_str);
    lines
        .collect::<Result<_, _>>()
        .unwrap_or_else(|error| panic!("{error}: {ended:?}"))
}

#[tokio::test]
async fn a_log_for_programs_is_json_from_the_first_line_to_the_last() {
    let taken = TcpListener::bind(ANYWHERE).unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let failing: [(&[&str], i32, &str); 4] = [
        (&["--nonsense"], 2, "--nonsense"),
        (&["--silence", "1s"], 1, "--silence"),
        (&["--listen", &taken], 1, "cannot listen on"),
        (
            &["--database-url", "mysql://ann:geheim@x/y"],
            1,
            "begins with sqlite:",
        ),
    ];
    for (options, status, words) in failing {
        let fixed = ["serve", "--log-format", "json", "--data-dir", folder];
        let ended = run(&[&fixed[..], options].concat(), "").await;
        let lines = lines_of(&ended);
        assert_eq!(ended.status, status, "{ended:?}");
        let last = lines.last().unwrap();
        assert_eq!(last["level"], "ERROR");
        assert!(
            last["fields"]["message"].as_str().unwrap().contains(words),
            "{ended:?}"
        );
        assert!(last["timestamp"].as_str().unwrap().ends_with('Z'), "{ended:?}");
    }
    // A person who types a command in the server's container reads plain text.
    let mut command = program(&["admin", "--data-dir", folder, "block", "Ann"]);
    let ended = command.env("THICKET_LOG_FORMAT", "json").output().await.unwrap();
    assert!(String::from_utf8(ended.stderr).unwrap().starts_with("thicket: "));
}

#[tokio::test]
async fn a_server_is_asked_whether_it_answers() {
    let base = Base::empty_sqlite();
    let server = Process::start(&base).await;
    let address = server.address.to_string();
    let asked = run(&["healthz", "--listen", &address], "").await;
    assert_eq!(
        (asked.status, asked.said.as_str(), asked.complained.as_str()),
        (0, "ok\n", "")
    );
    // One that listens on all addresses answers at this machine's own.
    let all = format!("0.0.0.0:{}", server.address.port());
    assert_eq!(run(&["healthz", "--listen", &all], "").await.status, 0);
    server.kill().await;
    let asked = run(&["healthz", "--listen", &address], "").await;
    assert_eq!((asked.status, asked.said.as_str()), (1, ""));
    assert_eq!(
        asked.complained,
        format!("thicket: there is no server at {address}\n")
    );
}

#[tokio::test]
async fn a_signal_is_heard_while_the_database_does_not_answer() {
    let silent = tokio::net::TcpListener::bind(ANYWHERE).await.unwrap();
    let url = format!("postgres://ann@{}/thicket", silent.local_addr().unwrap());
    let mut command = program(&["serve", "--listen", ANYWHERE, "--database-url", &url]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let accepted = timeout(TIMEOUT, silent.accept()).await.unwrap().unwrap();
    let pid = child.id().unwrap().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .await
            .unwrap()
            .success()
    );
    let ended = timeout(TIMEOUT, child.wait()).await.unwrap().unwrap();
    // Not killed by the signal, which in a container is not even delivered to who has not asked for it.
    assert_eq!(ended.code(), Some(0));
    drop(accepted);
}
