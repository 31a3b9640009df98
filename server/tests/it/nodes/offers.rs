//! Offers among players at different nodes.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::sleep;

use crate::common::client::TIMEOUT;
use crate::common::cluster::buses;
use crate::common::lists::Lists;
use crate::common::party::Party;

buses! {
    async fn an_offer_is_answered_at_another_node_and_counts_there_at_once(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let mut party = Party::started(cluster.nodes[0].address, 2).await;
        let code = party.code.clone();
        party.people[1] = party.people[1].at(cluster.nodes[1].address);
        party.sockets[1] = party.people[1].join(&code).await;
        party.play("e5").await;
        party.play("e6").await;
        // Answered before the other node can have heard of the offer, and played before it can have heard of the answer.
        let offer = party.offer(1, 2, json!({ "what": "take_back", "turns": 1 })).await;
        party.answer(0, offer, true).await;
        party.sockets[1].must(json!({ "t": "play", "turn": 3, "steps": ["e7"] })).await;
        party.sockets[0].must(json!({ "t": "play", "turn": 4, "steps": ["e8"] })).await;
        let offer = party.offer(0, 5, json!({ "what": "draw" })).await;
        party.answer(1, offer, true).await;
        let over = party.sockets[0].until_event("agreed").await;
        assert_eq!(over["event"]["ending"]["why"]["words"], "The players agreed on a draw");
        cluster.stop().await;
    }

    async fn a_nudge_is_told_at_every_node(cluster: Cluster) {
        let cluster = cluster.with(2, &["--away-nudge", "0ms"]).await;
        let mut party = Party::started(cluster.nodes[0].address, 2).await;
        let mut lists = Lists::open(&party.people[0].at(cluster.nodes[1].address), "/my/socket").await;
        drop(party.sockets.remove(0));
        let nudge = json!({ "t": "nudge", "turn": 0 });
        let since = Instant::now();
        while party.sockets[0].command(nudge.clone()).await["t"] != "done" {
            assert!(since.elapsed() < TIMEOUT, "they are said to be there");
            sleep(Duration::from_millis(50)).await;
        }
        lists.until_nudged(&[&party.code]).await;
        cluster.stop().await;
    }
}
