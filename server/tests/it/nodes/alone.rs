//! What a node makes sure of before it serves, and while it does.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::common::base::Base;
use crate::common::client::TIMEOUT;
use crate::common::http;
use crate::common::process::{Process, program};

#[tokio::test]
async fn a_second_process_on_a_sqlite_file_is_refused() {
    let base = Base::sqlite();
    let first = Process::start(&base).await;
    let second = program(&["serve", "--listen", "127.0.0.1:0", "--database-url", &base.url]);
    let refused = { second }.output().await.unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success());
    assert!(said.contains("another process serves"), "{said}");
    // The lock ends with its process, however that ends.
    first.kill().await;
    Process::start(&base).await;
}

#[tokio::test]
async fn a_sqlite_file_has_no_bus() {
    let base = Base::sqlite();
    for bus in ["postgres", "nats://127.0.0.1:1"] {
        let options = [
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--database-url",
            &base.url,
            "--bus",
            bus,
        ];
        let refused = program(&options).output().await.unwrap();
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(
            !refused.status.success() && said.contains("one process at a time"),
            "{said}"
        );
    }
}

/// Has new connections to the database see a clock that is ahead by so many seconds.
async fn shift_clock(base: &Base, seconds: u32) {
    let mut rival = base.rival().await;
    rival
        .execute(format!(
            "CREATE SCHEMA shifted;
             CREATE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql
                AS $$ SELECT pg_catalog.clock_timestamp() + interval '{seconds} seconds' $$;
             DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, shifted, pg_catalog',
                current_database()); END $$"
        ))
        .await;
}

/// A node whose clock is this far behind the database's, once it has noticed.
async fn behind_by(seconds: u32) -> (Process, reqwest::StatusCode) {
    let base = Base::postgres().await;
    shift_clock(&base, seconds).await;
    let process = Process::start(&base).await;
    let since = Instant::now();
    while process.metric("thicket_clock_offset_seconds").await < f64::from(seconds) - 0.4 {
        assert!(since.elapsed() < TIMEOUT, "{}", process.log());
        sleep(Duration::from_millis(50)).await;
    }
    let ready = http::get(format!("http://{}/readyz", process.metrics))
        .await
        .unwrap();
    (process, ready.status())
}

#[tokio::test]
async fn a_node_whose_clock_is_wrong_says_so_postgres() {
    let (process, ready) = behind_by(2).await;
    assert_eq!(ready, 200);
    assert!(process.log().contains("this machine's clock"));
    let (process, ready) = behind_by(8).await;
    assert_eq!(ready, 503);
    assert!(process.log().contains("this machine's clock"));
}
