//! Sessions that end at one node close sockets at every node, and names that change are read again there.

use std::time::{Duration, Instant};

use serde_json::json;
use thicket_server::ids::{SessionId, SessionToken};
use thicket_server::time::now_ms;

use crate::common::client::Person;
use crate::common::cluster::buses;
use crate::common::server::Server;

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

/// The session that a browser's cookie belongs to.
fn session_of(person: &Person) -> SessionId {
    let (_, token) = person.cookie.as_ref().unwrap().split_once('=').unwrap();
    SessionId(token.parse::<SessionToken>().unwrap().hash())
}

/// Ends a session of Wilma's in one of the ways there are, at a node and from another browser of hers.
async fn end(node: &Server, how: &str, session: SessionId) {
    let wilma = enter(&Person::nobody(node.address), "/sign-in").await;
    let account = node.store.account_named("Wilma").await.unwrap().unwrap();
    let (player, now) = (account.player.id, now_ms());
    let session = session.to_string();
    let mut form = vec![("password", PASSWORD)];
    match how {
        "/session/end-all" => form.push(("which", "everywhere")),
        "/session/end-one" => form.push(("which", &session)),
        "/session/password" => form.push(("new", PASSWORD)),
        _ => (),
    }
    match how {
        "reset-password" => assert!(
            node.store
                .reset_password(player, account.password_hash, now + 60_000, now)
                .await
                .unwrap()
        ),
        "sign-out" => assert!(node.store.end_sessions_of_members(now).await.unwrap()),
        "block" => {
            assert!(node.store.block(player, now).await.unwrap());
            assert!(node.store.unblock(player).await.unwrap());
        }
        path => {
            let answer = wilma.post(path).form(&form).send().await.unwrap();
            assert!(
                [200, 303].contains(&answer.status().as_u16()),
                "{path}: {answer:?}"
            );
        }
    }
}

buses! {
    async fn whatever_ends_sessions_closes_their_sockets_at_every_node(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let [a, b] = [&cluster.nodes[0], &cluster.nodes[1]];
        let wilma = enter(&Person::nobody(a.address), "/sign-up").await;
        let code = wilma.create(2, "seated", false).await;
        let mut stays = Person::nobody(b.address).join(&code).await;
        for how in [
            "/session/end", "/session/end-one", "/session/end-all", "/session/password", "reset-password", "sign-out",
            "block", "/session/delete",
        ] {
            let there = enter(&Person::nobody(b.address), "/sign-in").await;
            let mut socket = there.join(&code).await;
            let since = Instant::now();
            match how {
                "/session/end" => assert_eq!(there.at(a.address).post(how).send().await.unwrap().status(), 303),
                how => end(a, how, session_of(&there)).await,
            }
            assert_eq!(socket.until_closed().await, Some(3000), "{how}");
            // On a busy machine it may take longer than the two seconds that it should.
            assert!(since.elapsed() < Duration::from_secs(10), "{how}: {:?}", since.elapsed());
            if how == "reset-password" {
                // As if Wilma had chosen the same one.
                cluster.base.rival().await.execute("UPDATE accounts SET password_expires_at = NULL").await;
            }
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
