//! What goes wrong with several nodes: the database or the bus goes away, or a node ends at the worst moment.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::{join, join_all};
use serde_json::json;
use tokio::time::sleep;

use crate::common::base::Base;
use crate::common::client::{Person, Socket, fresh_id};
use crate::common::cluster::Cluster;
use crate::common::insistent::Insistent;
use crate::common::log::events_of;
use crate::common::party::{Dice, Party};
use crate::common::postgres;
use crate::common::process::Process;
use crate::common::server::Server;

/// Two players at two nodes play on until told to stop; the number of turns.
async fn play(mut party: Party, nodes: [SocketAddr; 2], seed: u64, stop: &AtomicBool) -> (String, usize) {
    let player = |place: usize| Insistent::new(&party.people[place], &party.code, &[nodes[place]]);
    let mut players = [player(0), player(1)];
    party.sockets.clear();
    let mut dice = Dice(seed);
    while !stop.load(Ordering::Relaxed) {
        let Some(to_move) = party.game.status().to_move() else {
            break;
        };
        let turn = dice.turn(party.game.as_ref());
        let seq = players[to_move.index()].play(party.game.ply_count(), &turn).await;
        for player in &mut players {
            assert!(player.refused.is_empty(), "{:?}", player.refused);
            player.see(seq).await;
        }
        for step in turn.split(',') {
            party.game.play(step).unwrap();
        }
    }
    (party.code, party.game.ply_count())
}

/// Plays some tables at two nodes while something happens; then every turn is in the log, once.
pub(super) async fn survive(base: &Base, trouble: impl AsyncFnOnce()) {
    let (a, b) = (Server::start(base).await, Server::start(base).await);
    let nodes = [a.address, b.address];
    let parties = join_all((0..8).map(|_| Party::started(a.address, 2))).await;
    let stop = AtomicBool::new(false);
    let games = parties
        .into_iter()
        .zip(0..)
        .map(|(party, seed)| play(party, nodes, seed, &stop));
    let trouble = async {
        sleep(Duration::from_millis(300)).await;
        trouble().await;
        sleep(Duration::from_millis(300)).await;
        stop.store(true, Ordering::Relaxed);
    };
    let (played, ()) = join(join_all(games), trouble).await;
    assert!(played.iter().any(|(_, turns)| *turns > 0));
    for (code, turns) in played {
        assert_eq!(
            events_of(&a.store, &code).await.len(),
            3 + turns,
            "created, sat, started, and every turn once"
        );
    }
    a.stop().await;
    b.stop().await;
}

/// Ends all connections to the database but the one that asks, or only those of the bus.
const TERMINATE: &str = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()";
const TERMINATE_BUS: &str = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'thicket bus'";

#[tokio::test]
async fn all_connections_to_the_database_are_terminated_postgres() {
    let base = Base::postgres().await;
    let mut rival = base.rival().await;
    survive(&base, async || {
        assert!(rival.count(TERMINATE).await > 4);
        for _ in 0..4 {
            sleep(Duration::from_millis(300)).await;
            rival.count(TERMINATE).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_is_restarted_postgres() {
    let server = postgres::Server::start(postgres::Flush::Never);
    let base = Base::on(&server).await;
    survive(&base, async || tokio::task::block_in_place(|| server.restart())).await;
}

#[tokio::test]
async fn the_database_is_silent_for_a_while_postgres() {
    let server = postgres::Server::start(postgres::Flush::Never);
    let base = Base::on(&server).await;
    survive(&base, async || {
        let silence = server.silence();
        sleep(Duration::from_secs(15)).await;
        drop(silence);
    })
    .await;
}

#[tokio::test]
async fn a_node_that_hears_nothing_still_shows_everything_postgres() {
    let base = Base::postgres().await;
    let (a, b) = (Server::start(&base).await, Server::start(&base).await);
    let mut party = Party::started(a.address, 2).await;
    let mut watcher = Person::nobody(b.address).join(&party.code).await;
    let mut rival = base.rival().await;
    let mut dice = Dice(9);
    assert!(rival.count(TERMINATE_BUS).await > 0);
    for _ in 0..12 {
        // Again and again: it is back after half a second.
        rival.count(TERMINATE_BUS).await;
        let turn = dice.turn(party.game.as_ref());
        party.play(&turn).await;
        let seq = party.sockets[party.to_move()].seq;
        see(&mut watcher, seq).await;
    }
    a.stop().await;
    b.stop().await;
}

/// Waits until a socket has seen the event with this number.
pub(super) async fn see(socket: &mut Socket, seq: u64) {
    while socket.seq < seq {
        socket.receive().await.expect("the connection to last");
    }
}

#[tokio::test]
async fn nats_is_restarted_on_postgres() {
    let mut cluster = Cluster::nats().await.with(2, &[]).await;
    let mut party = Party::started(cluster.nodes[0].address, 2).await;
    let mut watcher = Person::nobody(cluster.nodes[1].address).join(&party.code).await;
    let mut dice = Dice(9);
    for _ in 0..4 {
        cluster.nats.as_mut().unwrap().restart();
        for _ in 0..3 {
            let turn = dice.turn(party.game.as_ref());
            party.play(&turn).await;
        }
        let store = &cluster.nodes[0].store;
        see(&mut watcher, events_of(store, &party.code).await.len() as u64).await;
    }
    cluster.stop().await;
}

#[tokio::test]
async fn a_node_is_killed_while_its_group_is_committed_postgres() {
    let base = Base::postgres().await;
    let b = Process::start(&base).await;
    for round in 0..8_u64 {
        let a = Process::start(&base).await;
        let mut parties = join_all((0..12).map(|_| Party::started(a.address, 2))).await;
        let nobody = Person::nobody(b.address);
        let mut watchers = join_all(parties.iter().map(|party| nobody.join(&party.code))).await;
        let ids: Vec<String> = parties.iter().map(|_| fresh_id()).collect();
        let play = |id: &String| json!({ "t": "play", "id": id, "turn": 0, "steps": ["e5"] });
        for (party, id) in parties.iter_mut().zip(&ids) {
            party.sockets[0].send(play(id)).await;
        }
        sleep(Duration::from_micros(700 * round)).await;
        a.kill().await;
        // The players come to the other node, and send again what was not answered.
        for ((party, id), watcher) in parties.iter().zip(&ids).zip(&mut watchers) {
            let mut ann = party.people[0].at(b.address).join(&party.code).await;
            let done = ann.command_with(id, play(id)).await;
            assert_eq!((&done["t"], &done["seq"]), (&json!("done"), &json!(4)), "{done}");
            see(watcher, 4).await;
            let mut ben = party.people[1].at(b.address).join(&party.code).await;
            assert_eq!(ben.play(1, &["e6"]).await["seq"], 5);
            see(watcher, 5).await;
        }
        let store = base.open().await;
        for party in &parties {
            assert_eq!(events_of(&store, &party.code).await.len(), 5);
        }
        store.close().await;
    }
}
