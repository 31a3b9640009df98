//! A database that does not answer: whoever asks is told so in time, and all is well when it answers again.

use std::process::Command;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use thicket_server::store::{AppendError, StoreError};

use super::*;
use crate::common::base::{Base, both};
use crate::common::postgres::{Flush, Server};

/// Far more than the deadlines of the store, for a busy machine; without them it would be for ever.
const SOON: Duration = Duration::from_secs(30);

/// All processes of a Postgres server, which stand still until this is dropped.
struct Stopped(Vec<String>);

impl Stopped {
    fn stop(url: &str) -> Self {
        let (_, folder) = url.split_once("?host=").unwrap();
        let file = std::fs::read_to_string(format!("{folder}/data/postmaster.pid")).unwrap();
        let postmaster = file.lines().next().unwrap().to_owned();
        // First the one that makes the others.
        signal("-STOP", std::slice::from_ref(&postmaster));
        let children = Command::new("ps")
            .args(["-o", "pid=", "--ppid", &postmaster])
            .output();
        let children = String::from_utf8(children.unwrap().stdout).unwrap();
        let children: Vec<String> = children.split_whitespace().map(str::to_owned).collect();
        assert!(!children.is_empty());
        signal("-STOP", &children);
        Self([children, vec![postmaster]].concat())
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        signal("-CONT", &self.0);
    }
}

fn signal(name: &str, processes: &[String]) {
    let sent = Command::new("kill").arg(name).args(processes).status();
    assert!(sent.unwrap().success());
}

#[tokio::test]
async fn a_server_that_stands_still_is_given_up_in_time() {
    let server = Server::start(Flush::Never);
    let url = server.database().await;
    let store = Store::open(&url).await.unwrap();
    let (table, ann) = (table(&store).await, player(&store, "Ann").await);
    let session = SessionToken::fresh().hash();
    store
        .create_guest(PlayerId::fresh(), "Ben", session, NOON, NOON + 9)
        .await
        .unwrap();
    store.ready().await.unwrap();
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let stopped = Stopped::stop(&url);

    let begun = Instant::now();
    let reads = join_all((0..20).map(|_| store.session(session, NOON)));
    let (reads, events, renamed, appended, ready) = tokio::join!(
        async { (reads.await, begun.elapsed()) },
        async { (store.events(table.id).await, begun.elapsed()) },
        async { (store.rename(ann, "Anna").await, begun.elapsed()) },
        async { (store.append(event(table.id, 2)).await, begun.elapsed()) },
        async { (store.ready().await, begun.elapsed()) },
    );
    // Nobody is a stranger because the database does not answer.
    assert!(
        reads
            .0
            .iter()
            .all(|read| matches!(read, Err(StoreError::Timeout))),
        "{reads:?}"
    );
    assert!(matches!(events.0, Err(StoreError::Timeout)), "{events:?}");
    assert!(renamed.0.is_err() && ready.0.is_err(), "{renamed:?} {ready:?}");
    assert!(
        matches!(appended.0, Err(AppendError::Unknown(_) | AppendError::Failed(_))),
        "{appended:?}"
    );
    for took in [reads.1, events.1, renamed.1, ready.1] {
        assert!(took < SOON, "{took:?}");
    }

    drop(stopped);
    assert!(
        join_all((0..20).map(|_| store.session(session, NOON)))
            .await
            .iter()
            .all(|read| matches!(read, Ok(Some(_))))
    );
    store.rename(ann, "Annie").await.unwrap();
    let seq = 1 + seqs(&store, table.id).await.len() as i64;
    store.append(event(table.id, seq)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1100)).await;
    store.ready().await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn a_store_closes_although_its_server_stands_still() {
    let server = Server::start(Flush::Never);
    let url = server.database().await;
    let store = Store::open(&url).await.unwrap();
    let table = table(&store).await;
    let _stopped = Stopped::stop(&url);
    assert!(store.append(event(table.id, 2)).await.is_err());
    let begun = Instant::now();
    store.close().await;
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

both! {
    async fn a_store_that_cannot_write_is_not_ready(base: Base) {
        let store = base.open().await;
        let mut rival = base.rival().await;
        if base.is_postgres() {
            rival.execute("BEGIN; LOCK TABLE heartbeat IN EXCLUSIVE MODE").await;
        } else {
            rival.lock().await;
        }
        let begun = Instant::now();
        let asked = join_all((0..50).map(|_| store.ready())).await;
        assert!(asked.iter().all(Result::is_err));
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
        rival.execute("ROLLBACK").await;
        tokio::time::sleep(Duration::from_millis(1100)).await;
        assert!(store.ready().await.is_ok());
    }

    async fn readiness_is_checked_once_a_second(base: Base) {
        let store = base.open().await;
        let before = store.groups();
        assert!(join_all((0..50).map(|_| store.ready())).await.iter().all(Result::is_ok));
        assert!(store.groups().commits - before.commits <= 2);
    }

}

#[tokio::test]
async fn a_server_is_ready_while_another_one_stands_still_postgres() {
    let base = Base::postgres().await;
    let (one, other) = (base.open().await, base.open().await);
    one.ready().await.unwrap();
    // The other one stands still in the middle of the same check.
    let mut rival = base.rival().await;
    rival.execute("BEGIN; UPDATE heartbeat SET at = at").await;
    other.ready().await.unwrap();
}
