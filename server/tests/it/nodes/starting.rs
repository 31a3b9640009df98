//! Nodes that start together, on a database that has no tables yet or those of an earlier version.

use std::time::{Duration, Instant};

use futures_util::future::{join, join_all};
use sqlx::migrate::Migrate;
use sqlx::{Connection, PgConnection};
use thicket_server::store::Store;
use tokio::time::{sleep, timeout};

use crate::common::base::Base;
use crate::common::client::TIMEOUT;
use crate::common::party::Party;
use crate::common::postgres;
use crate::common::process::Process;

/// How many migrations the database of an earlier version has seen.
const EARLIER: usize = 10;
/// How long a query of a server may take.
const READ_TIMEOUT: Duration = Duration::from_secs(3);

/// Makes every statement that changes a table take a while, so that all of them take longer than a server waits for a lock.
const SLOW: &str = "CREATE FUNCTION wait() RETURNS event_trigger LANGUAGE plpgsql
        AS $$ BEGIN PERFORM pg_sleep(0.02); END $$;
    CREATE EVENT TRIGGER slow ON ddl_command_start EXECUTE FUNCTION wait()";

async fn empty() -> Base {
    Base::at(postgres::shared().empty_database().await)
}

async fn of_an_earlier_version() -> Base {
    Base::at(postgres::shared().database_of(EARLIER).await)
}

#[tokio::test]
async fn three_nodes_start_together_on_postgres() {
    for base in [empty().await, of_an_earlier_version().await] {
        base.rival().await.execute(SLOW).await;
        let nodes = join_all((0..3).map(|_| Process::start(&base))).await;
        let waited = |node: &&Process| node.log().contains("waiting for another server");
        assert!(nodes.iter().filter(waited).count() >= 1, "nobody had to wait");
        for node in &nodes {
            Party::started(node.address, 2).await.play("e5").await;
        }
        for node in nodes {
            node.kill().await;
        }
    }
}

#[tokio::test]
async fn a_node_waits_for_one_that_migrates_and_says_so_postgres() {
    let base = of_an_earlier_version().await;
    let mut other = PgConnection::connect(&base.url).await.unwrap();
    other.lock().await.unwrap();
    let migrating = async {
        sleep(Duration::from_secs(3)).await;
        other.unlock().await.unwrap();
    };
    let (node, ()) = join(Process::start(&base), migrating).await;
    assert!(
        node.log().contains("waiting for another server"),
        "{}",
        node.log()
    );
    node.kill().await;
    // Where there is nothing to do, nobody waits.
    other.lock().await.unwrap();
    timeout(TIMEOUT, Store::open(&base.url))
        .await
        .unwrap()
        .unwrap()
        .close()
        .await;
}

#[tokio::test]
async fn a_table_in_use_delays_a_migration_and_not_those_who_read_postgres() {
    let base = of_an_earlier_version().await;
    let (mut dump, mut reader) = (base.rival().await, base.rival().await);
    // As a backup does, it holds on to the table for long.
    dump.execute("BEGIN; LOCK TABLE records IN ACCESS SHARE MODE")
        .await;
    let reading = async {
        let since = Instant::now();
        while since.elapsed() < Duration::from_secs(4) {
            let read = reader.count("SELECT COUNT(*) FROM records");
            timeout(READ_TIMEOUT, read).await.expect("an answer in time");
            sleep(Duration::from_millis(50)).await;
        }
        dump.execute("ROLLBACK").await;
    };
    let (store, ()) = join(Store::open(&base.url), reading).await;
    store.unwrap().close().await;
}
