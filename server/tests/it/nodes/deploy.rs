//! Nodes are replaced one after the other while people play.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::future::{join, join_all};
use futures_util::stream::{self, StreamExt};
use serde_json::json;
use thicket_rules::GameKind;
use tokio::time::sleep;

use crate::common::balancer::Balancer;
use crate::common::base::Base;
use crate::common::client::{Person, TIMEOUT};
use crate::common::cluster::buses;
use crate::common::insistent::Insistent;
use crate::common::party::Dice;
use crate::common::process::Process;

const TABLES: usize = 60;
/// The longest that a page takes to be back, in attempts, each a moment after the one before: more on a busy machine, but never
/// as many as a node takes to end.
const MAX_ATTEMPTS: usize = 8;

/// A table for two, and the friends whose game has begun there. On a busy machine a node may lose its database for a moment, and with
/// it the connections.
async fn begun(server: SocketAddr) -> (String, [Person; 2]) {
    let people = [
        Person::named(server, "Ann").await,
        Person::named(server, "Ben").await,
    ];
    let code = people[0].create(2, "seated", false).await;
    let [mut ann, mut ben] = [0, 1].map(|place: usize| Insistent::new(&people[place], &code, &[server]));
    ben.insist(json!({ "t": "sit", "chair": 1, "name": "Ben" })).await;
    join(ann.see(3), ben.see(3)).await;
    (code, people)
}

/// Plays on until told to stop; the players, and how many turns were played.
async fn play(players: &mut [Insistent], seed: usize, stop: &std::sync::atomic::AtomicBool) -> usize {
    let mut game = GameKind::Bushwhacked.start(2, "").unwrap();
    let mut dice = Dice(seed as u64);
    while !stop.load(std::sync::atomic::Ordering::Relaxed) {
        let Some(to_move) = game.status().to_move() else {
            break;
        };
        let turn = dice.turn(game.as_ref());
        let seq = players[to_move.index()].play(game.ply_count(), &turn).await;
        assert!(
            players.iter().all(|player| player.refused.is_empty()),
            "a turn is refused"
        );
        for step in turn.split(',') {
            game.play(step).unwrap();
        }
        for player in players.iter_mut() {
            player.see(seq).await;
        }
        sleep(Duration::from_millis(100)).await;
    }
    game.ply_count()
}

buses! {
    async fn three_nodes_are_rolled_under_sixty_tables_in_play(cluster: Cluster) {
        let mut cluster = cluster.with(3, &[]).await;
        let balancer = Balancer::start(cluster.nodes.iter().map(|node| node.address).collect()).await;
        let tables = stream::iter(0..TABLES).map(|_| begun(balancer.address));
        let tables: Vec<(String, [Person; 2])> = tables.buffer_unordered(5).collect().await;
        let mut players: Vec<Vec<Insistent>> = tables
            .iter()
            .map(|(code, people)| people.iter().map(|person| Insistent::new(person, code, &[balancer.address])).collect())
            .collect();
        let stop = std::sync::atomic::AtomicBool::new(false);
        let games = players.iter_mut().zip(0..).map(|(players, seed)| play(players, seed, &stop));
        let rolling = async {
            for _ in 0..3 {
                let new = cluster.add(&[]).await.address;
                let old = cluster.nodes.remove(0);
                balancer.replace(old.address, new);
                old.stop().await;
                sleep(Duration::from_millis(500)).await;
            }
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        };
        let (turns, ()) = join(join_all(games), rolling).await;
        let put_off: usize = players.iter().flatten().map(|player| player.put_off).sum();
        let most = players.iter().flatten().map(|player| player.most_attempts).max().unwrap();
        let played: usize = turns.iter().sum();
        // Each node has a third of the tables: if replacing one put their turns off, there would be many. A few are those of a database
        // that a busy machine leaves no time.
        assert!(put_off <= played / 10, "{put_off} of {played} turns are put off, not only those of a busy machine");
        assert!(most <= MAX_ATTEMPTS, "{most} attempts to come back");
        let store = &cluster.nodes[0].store;
        for ((code, _), turns) in tables.iter().zip(turns) {
            let table = store.table_by_code(&code.parse().unwrap()).await.unwrap().unwrap();
            let events = store.events(table.id).await.unwrap();
            assert_eq!(events.len(), 3 + turns, "created, sat, started, and every turn once");
        }
        cluster.stop().await;
    }
}

#[tokio::test]
async fn a_node_that_drains_says_so_and_serves_on() {
    let base = Base::sqlite();
    let process = Process::with_options(&base, "info", &["--drain", "4s"]).await;
    let ann = Person::named(process.address, "Ann").await;
    let code = ann.create(2, "seated", false).await;
    let mut socket = ann.join(&code).await;
    let ready = || async { ann.get("/readyz").send().await.unwrap().status() };
    assert_eq!(ready().await, 200);
    process.terminate().await;
    let since = std::time::Instant::now();
    while ready().await != 503 {
        assert!(since.elapsed() < TIMEOUT);
    }
    socket.must(serde_json::json!({ "t": "stand" })).await;
    assert_eq!(socket.until_closed().await, Some(1012));
    assert!(process.ended().await.success());
}
