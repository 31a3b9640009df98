//! Who is connected, at whatever node; and what becomes of a node's tables and visitors when it ends.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::common::base::Base;
use crate::common::client::{Person, Socket, TIMEOUT};
use crate::common::cluster::buses;
use crate::common::party::Party;
use crate::common::process::Process;

/// The game does not begin, and a table where nobody is soon leaves the lobby.
const OPTIONS: &[&str] = &["--countdown", "1h", "--lobby-away", "3s"];

async fn until_watched(socket: &mut Socket, watchers: u64) {
    while socket.live["watchers"] != watchers {
        socket.receive().await.expect("the connection to last");
    }
}

/// Waits until the home page of a node lists a table, or does not.
async fn until_listed(person: &Person, code: &str, listed: bool) {
    let since = Instant::now();
    loop {
        let page = person.read("/").await;
        if page.contains(code) == listed {
            return;
        }
        assert!(since.elapsed() < TIMEOUT, "listed: {}", !listed);
        sleep(Duration::from_millis(50)).await;
    }
}

buses! {
    async fn who_is_there_is_known_at_every_node(cluster: Cluster) {
        let mut cluster = cluster.with(3, OPTIONS).await;
        let [a, b, c] = [0, 1, 2].map(|place| cluster.nodes[place].address);
        let people = [Person::named(a, "Ann").await, Person::named(b, "Ben").await];
        let mut party = Party::of(people.to_vec(), true).await;
        let [ann, ben] = &mut party.sockets[..] else { panic!("two sockets") };
        let mut watcher = Person::nobody(c).join(&party.code).await;
        for socket in [&mut *ann, &mut *ben, &mut watcher] {
            socket.until_live(&[&people[0], &people[1]], true).await;
            until_watched(socket, 1).await;
        }
        // A player counts once, however many tabs they have and wherever.
        let mut tab = people[1].at(c).join(&party.code).await;
        tab.until_live(&[&people[0], &people[1]], true).await;
        party.sockets.truncate(1);
        let ann = &mut party.sockets[0];
        let second = Person::nobody(b).join(&party.code).await;
        until_watched(ann, 2).await;
        ann.until_live(&[&people[0], &people[1]], true).await;
        let nobody = Person::nobody(b);
        until_listed(&nobody, &party.code, true).await;

        // A node that is new hears at once of those who were there before.
        let new = cluster.add(OPTIONS).await.address;
        until_listed(&Person::nobody(new), &party.code, true).await;
        let mut late = Person::nobody(new).join(&party.code).await;
        late.until_live(&[&people[0], &people[1]], true).await;
        until_watched(&mut late, 3).await;

        drop((tab, second, late));
        ann.until_live(&[&people[0]], false).await;
        until_watched(ann, 1).await;
        party.sockets.clear();
        watcher.until_live(&[], false).await;
        until_listed(&nobody, &party.code, false).await;
        cluster.stop().await;
    }

    async fn those_of_a_node_that_stops_are_gone_soon(cluster: Cluster) {
        let mut cluster = cluster.with(2, &["--countdown", "1h"]).await;
        let people = [
            Person::named(cluster.nodes[0].address, "Ann").await,
            Person::named(cluster.nodes[1].address, "Ben").await,
        ];
        let mut party = Party::of(people.to_vec(), false).await;
        party.sockets[1].until_live(&[&people[0], &people[1]], true).await;
        cluster.nodes.remove(0).stop().await;
        party.sockets[1].until_live(&[&people[1]], false).await;
        cluster.stop().await;
    }
}

/// Starts two processes on one Postgres.
async fn two(options: &[&str]) -> (Base, Process, Process) {
    let base = Base::postgres().await;
    let a = Process::with_options(&base, "info", options).await;
    let b = Process::with_options(&base, "info", options).await;
    (base, a, b)
}

#[tokio::test]
async fn those_of_a_node_that_is_killed_are_forgotten_postgres() {
    let (_base, a, b) = two(&["--countdown", "1h"]).await;
    let people = [
        Person::named(a.address, "Ann").await,
        Person::named(b.address, "Ben").await,
    ];
    let mut party = Party::of(people.to_vec(), true).await;
    let ben = &mut party.sockets[1];
    ben.until_live(&[&people[0], &people[1]], true).await;
    let killed = Instant::now();
    a.kill().await;
    ben.until_live(&[&people[1]], false).await;
    eprintln!("forgotten after {:?}", killed.elapsed());
}

#[tokio::test]
async fn another_node_acts_on_the_deadline_of_one_that_is_killed_postgres() {
    let (base, a, b) = two(&["--countdown", "4s"]).await;
    let mut party = Party::seated(a.address, 2).await;
    let people = party.people.clone();
    party.sockets[0].until_live(&[&people[0], &people[1]], true).await;
    // The other node has to have heard who is there, which takes a moment after they came.
    let mut watcher = Person::nobody(b.address).join(&party.code).await;
    watcher.until_live(&[&people[0], &people[1]], true).await;
    drop(watcher);
    let mut rival = base.rival().await;
    let due = "SELECT COUNT(*) FROM table_state WHERE deadline IS NOT NULL";
    while rival.count(due).await == 0 {
        sleep(Duration::from_millis(20)).await;
    }
    a.kill().await;
    // Nobody is connected to the other node: it has to look by itself.
    let since = Instant::now();
    while rival
        .count("SELECT COUNT(*) FROM table_state WHERE phase = 'playing'")
        .await
        == 0
    {
        assert!(since.elapsed() < TIMEOUT, "the game does not start");
        sleep(Duration::from_millis(20)).await;
    }
    let late = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - at FROM events
        WHERE seq = 3";
    eprintln!("started {} ms ago", rival.count(late).await);
    // What is left is the end of a game that nobody plays, weeks ahead.
    let soon = "SELECT COUNT(*) FROM table_state
        WHERE deadline < CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + 86400000";
    assert_eq!(rival.count(soon).await, 0);
    let ann = people[0].at(b.address).join(&party.code).await;
    assert_eq!(ann.seq, 3);
}
