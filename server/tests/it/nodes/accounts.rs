//! Sessions that end at one node close sockets at every node, and names that change are read again there.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::common::client::Person;
use crate::common::cluster::buses;

const PASSWORD: &str = "quiet green moss";

async fn enter(person: &Person, path: &str) -> Person {
    let form = [("name", "Wilma"), ("password", PASSWORD)];
    let answer = person.post(path).form(&form).send().await.unwrap();
    let set = answer.headers()["set-cookie"].to_str().unwrap().to_owned();
    Person {
        name: "Wilma".to_owned(),
        cookie: set.split(';').next().map(str::to_owned),
        ..person.clone()
    }
}

buses! {
    async fn whatever_ends_sessions_closes_their_sockets_at_every_node(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
        let wilma = enter(&Person::nobody(a), "/sign-up").await;
        let code = wilma.create(2, "seated", false).await;
        for path in ["/session/end", "/session/end-all", "/session/delete"] {
            let there = enter(&Person::nobody(b), "/sign-in").await;
            let mut socket = there.join(&code).await;
            let mut stays = Person::nobody(b).join(&code).await;
            let since = Instant::now();
            let here = there.at(a);
            let answer = here.post(path).form(&[("password", PASSWORD)]).send().await.unwrap();
            assert_eq!(answer.status(), 303, "{path}");
            assert_eq!(socket.until_closed().await, Some(3000), "{path}");
            // On a busy machine it may take longer than the two seconds that it should.
            assert!(since.elapsed() < Duration::from_secs(10), "{path}: {:?}", since.elapsed());
            stays.send(json!({ "t": "ping" })).await;
            stays.until(|message| message["t"] == "pong").await;
        }
        cluster.stop().await;
    }

    async fn a_guest_who_signs_up_is_a_member_at_every_node(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
        let guest = Person::named(a, "Wilma").await;
        let code = guest.create(2, "seated", false).await;
        let mut watcher = Person::nobody(b).connect(&code).await.unwrap();
        watcher.send(crate::common::client::hello(None)).await;
        let before = watcher.until(|message| message["t"] == "snapshot").await;
        assert_eq!(before["table"]["chairs"][0]["kind"], "guest");
        let member = enter(&guest, "/sign-up").await;
        let after = watcher.until(|message| message["t"] == "snapshot").await;
        assert_eq!(after["table"]["chairs"][0]["kind"], "member");
        // Also where a member sits down under the eyes of others.
        let mut socket = member.at(b).join(&code).await;
        socket.must(json!({ "t": "stand" })).await;
        socket.must(json!({ "t": "sit", "chair": 1, "name": "Wilma" })).await;
        let sat = watcher.until_event("sat").await;
        assert_eq!(sat["event"]["player"]["kind"], "member", "{sat}");
        cluster.stop().await;
    }
}
