//! What is sent again with the same key is answered the same, also by another node and after a restart.

use serde_json::json;
use thicket_rules::GameKind;
use uuid::Uuid;

use super::acting::{ALL, commands, member, play};
use super::contract::Program;
use crate::common::client::Person;
use crate::common::cluster::buses;
use crate::common::party::Dice;

buses! {
    async fn the_same_key_at_another_node_is_answered_the_same_and_does_nothing_twice(cluster: Cluster) {
        let mut cluster = cluster.with(2, &[]).await;
        let (_, ann) = member(&cluster.nodes[0], "Ann", ALL).await;
        let (_, ben) = member(&cluster.nodes[0], "Ben", ALL).await;
        let [here, there] = [
            Program::new(Person::nobody(cluster.nodes[0].address)).await,
            Program::new(Person::nobody(cluster.nodes[1].address)).await,
        ];
        let opened = Uuid::now_v7();
        let code = here.open(&ann, opened, &json!({})).await;
        assert_eq!(there.open(&ann, opened, &json!({})).await, code);
        let quick = [Uuid::now_v7(), Uuid::now_v7()];
        let table = here.quick(&ann, quick[0]).await;
        assert_eq!(there.quick(&ann, quick[0]).await, table);
        assert_eq!(there.quick(&ben, quick[1]).await, table, "the other one meets them there");
        assert_eq!(here.quick(&ben, quick[1]).await, table);

        let seat = there.act(&ben, &format!("/api/tables/{code}/seat"), &json!({})).await;
        assert_eq!(seat.status, 200, "{}", seat.text());
        let events = format!("/api/tables/{code}/events");
        let watch = [here.follow_as(&ann, &events).await, there.follow_as(&ben, &events).await];
        here.begun(&code).await;
        let said = (Uuid::now_v7(), json!({ "command": { "t": "say", "text": "Good luck!" } }));
        let first = Dice(5).turn(GameKind::Bushka.start(2, "").unwrap().as_ref());
        let turn = (Uuid::now_v7(), play(0, &first));
        let mut answers = Vec::new();
        for (key, body) in [&said, &turn] {
            let done = here.act_once(&ann, &commands(&code), *key, body).await;
            assert_eq!(done.status, 200, "{}", done.text());
            answers.push(done.json());
            let again = there.act_once(&ann, &commands(&code), *key, body).await;
            assert_eq!((again.status, again.json()), (200, done.json()), "{body}");
        }
        drop(watch);
        let new = cluster.add(&[]).await.address;
        for old in cluster.nodes.drain(..2) {
            old.stop().await;
        }

        let new = Program::new(Person::nobody(new)).await;
        for ((key, body), answer) in [&said, &turn].into_iter().zip(answers) {
            let again = new.act_once(&ann, &commands(&code), *key, body).await;
            assert_eq!((again.status, again.json()), (200, answer), "{body}");
        }
        assert_eq!(new.open(&ann, opened, &json!({})).await, code);
        assert_eq!(new.quick(&ann, quick[0]).await, table);
        assert_eq!(new.quick(&ben, quick[1]).await, table);
        let read = new.read(&format!("/api/tables/{code}")).await;
        assert_eq!(read["table"]["plies"].as_array().unwrap().len(), 1);
        cluster.stop().await;
    }
}
