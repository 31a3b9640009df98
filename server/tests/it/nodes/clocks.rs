//! Clocks where several nodes serve the tables.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::clocks::party_at;
use crate::common::base::{Base, Rival};
use crate::common::client::TIMEOUT;
use crate::common::cluster::Cluster;
use crate::common::process::Process;

const DROPS: &str = "SELECT COUNT(*) FROM events WHERE CAST(body AS TEXT) LIKE '%dropped%'";

async fn until_dropped(rival: &mut Rival, drops: i64) {
    let since = Instant::now();
    while rival.count(DROPS).await < drops {
        assert!(since.elapsed() < TIMEOUT, "the clock is not acted on");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn another_node_acts_on_the_clock_of_one_that_is_killed_postgres() {
    let base = Base::postgres().await;
    let a = Process::start(&base).await;
    let b = Process::start(&base).await;
    let mut party = party_at(a.address, "4+0", 3).await.begun().await;
    a.kill().await;
    // Nobody is connected to the other node: it has to look by itself. Meanwhile it was running, so there was no outage.
    let mut rival = base.rival().await;
    until_dropped(&mut rival, 1).await;
    let mut ann = party.people[0].at(b.address).join(&party.code).await;
    ann.refused(serde_json::json!({ "t": "resign" }), "dropped").await;
    until_dropped(&mut rival, 2).await;
    party.sockets.clear();
    assert_eq!(
        rival
            .count("SELECT COUNT(*) FROM table_state WHERE phase = 'over' AND deadline IS NULL")
            .await,
        1
    );
    assert_eq!(rival.count("SELECT COUNT(*) FROM outages").await, 0);
}

#[tokio::test]
async fn players_at_two_nodes_see_one_clock_postgres() {
    let cluster = Cluster::postgres().await.with(2, &[]).await;
    let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
    let mut party = party_at(a, "5+0", 2).await.begun().await;
    let ben = party.people[1].at(b);
    let mut socket = ben.join(&party.code).await;
    let at_a = party.sockets[0].until_event("dropped").await;
    while !socket.events.iter().any(|event| event["event"]["e"] == "dropped") {
        socket.receive().await.expect("the connection to last");
    }
    let at_b = socket
        .events
        .iter()
        .find(|event| event["event"]["e"] == "dropped");
    assert_eq!(
        Some(&at_a),
        at_b,
        "whichever node was first, both tell of one event"
    );
    assert_eq!(cluster.base.rival().await.count(DROPS).await, 1);
    cluster.stop().await;
}

/// Counts how often the state of a table is written again.
const COUNT_WRITES: &str = "CREATE SEQUENCE state_writes;
    CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN PERFORM nextval('state_writes'); RETURN NEW; END $$;
    CREATE TRIGGER count_writes BEFORE UPDATE ON table_state FOR EACH ROW EXECUTE FUNCTION count_write();";

#[tokio::test]
async fn a_turn_at_a_table_with_clocks_is_written_once_postgres() {
    let cluster = Cluster::postgres().await.with(1, &[]).await;
    let mut party = party_at(cluster.nodes[0].address, "600+5", 2).await.begun().await;
    let mut rival = cluster.base.rival().await;
    rival.execute(COUNT_WRITES).await;
    for turn in ["e5", "e6", "f5", "f6"] {
        party.play(turn).await;
    }
    // The writer takes one thing after the other: what was left for later is written before this.
    party.resign(0).await;
    assert_eq!(
        rival.count("SELECT last_value FROM state_writes").await,
        5,
        "with its deadline"
    );
    cluster.stop().await;
}
