//! Plans: turns that are played for those who planned them while others thought.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thicket_server::model::game::plan::{Plan, Planned, PlannedAnswer};
use thicket_server::store::{Store, StoredPlan};
use thicket_server::time::UnixMs;
use tokio::time::sleep;

use super::common::base::both;
use super::common::client::{Person, Socket, TIMEOUT, hello};
use super::common::cluster::buses;
use super::common::log::events_of;
use super::common::party::Party;
use super::common::server::Server;

fn answer(to: &str, play: &str, then: Vec<Value>) -> Value {
    json!({ "to": to, "play": play, "then": then })
}

fn answers(turn: u32, answers: Vec<Value>) -> Value {
    json!({ "t": "plan", "turn": turn, "plan": { "what": "answers", "answers": answers } })
}

/// The plan that a page is told next.
async fn next_plan(socket: &mut Socket) -> Value {
    socket.until(|message| message["t"] == "plans").await["plans"].clone()
}

/// Waits until so many turns have been played.
async fn until_plies(socket: &mut Socket, plies: usize) {
    let turns = |socket: &Socket| {
        socket
            .events
            .iter()
            .filter(|event| event["event"]["e"] == "played")
            .count()
    };
    while turns(socket) < plies {
        socket.receive().await.expect("the connection to last");
    }
}

pub(crate) async fn until_events(store: &Store, code: &str, count: usize) {
    let since = Instant::now();
    while events_of(store, code).await.len() < count {
        assert!(since.elapsed() < TIMEOUT, "a planned turn is not played");
        sleep(Duration::from_millis(20)).await;
    }
}

const ROWS: &str = "SELECT COUNT(*) FROM plans";

both! {
    async fn answers_are_played_at_once_and_told_to_nobody_else(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let tree = vec![
            answer("e5", "e6", vec![answer("e7", "e8", vec![]), answer("f7", "f8", vec![])]),
            answer("f5", "f6", vec![]),
        ];
        party.sockets[0].refused(answers(0, tree.clone()), "bad_plan").await;
        party.sockets[1].refused(answers(1, tree.clone()), "wrong_turn").await;
        party.sockets[1].refused(answers(0, vec![answer("e5", "e5", vec![])]), "illegal_step").await;
        let mut watcher = Person::named(server.address, "Eva").await.join(&party.code).await;
        watcher.refused(answers(0, tree.clone()), "not_seated").await;
        let mut phone = party.people[1].join(&party.code).await;
        party.sockets[1].must(answers(0, tree)).await;
        let told = next_plan(&mut phone).await;
        assert_eq!(told[0]["plan"]["answers"].as_array().unwrap().len(), 2, "all devices of the player know it");
        assert_eq!(told[0]["player"], json!(party.people[1].id));
        // The page of the table and what others read have nothing of it.
        for reader in [&party.people[0], &Person::nobody(server.address)] {
            let page = reader.read(&format!("/g/{}", party.code)).await;
            let table = reader.read(&format!("/api/tables/{}", party.code)).await;
            assert!(!page.contains("\"answers\"") && !table.contains("answers"));
        }

        party.sockets[0].play(0, &["e5"]).await;
        until_plies(&mut party.sockets[0], 2).await;
        let told = next_plan(&mut phone).await;
        assert_eq!(told[0]["plan"]["answers"], json!([answer("e7", "e8", vec![]), answer("f7", "f8", vec![])]), "what is left of it");
        party.sockets[0].play(2, &["f7"]).await;
        until_plies(&mut party.sockets[0], 4).await;
        assert_eq!(next_plan(&mut phone).await, json!([]), "it is played to its end");
        assert!(party.sockets[0].events.iter().all(|event| event["t"] == "event"));

        // One that does not fit lapses, which its player sees until their next turn, also after a restart.
        party.sockets[1].must(answers(4, vec![answer("e9", "f9", vec![])])).await;
        next_plan(&mut phone).await;
        party.sockets[0].must(json!({ "t": "play", "turn": 4, "steps": ["f5"] })).await;
        let lapsed = next_plan(&mut phone).await;
        assert!(lapsed[0]["plan"].is_null() && lapsed[0]["lapsed"].as_str().unwrap().contains("no answer"));
        server.stop().await;
        let server = Server::start(&base).await;
        let mut phone = party.people[1].at(server.address).connect(&party.code).await.unwrap();
        phone.send(hello(None)).await;
        assert_eq!(next_plan(&mut phone).await, lapsed);
        let mut ben = party.people[1].at(server.address).join(&party.code).await;
        ben.must(json!({ "t": "play", "turn": 5, "steps": ["f6"] })).await;
        assert_eq!(next_plan(&mut phone).await, json!([]));
        // An own turn that is not in the plan drops it; so does its player.
        let mut ann = party.people[0].at(server.address).join(&party.code).await;
        ben.must(answers(6, vec![answer("e9", "f9", vec![])])).await;
        next_plan(&mut phone).await;
        ben.must(json!({ "t": "forget_plan" })).await;
        assert_eq!(next_plan(&mut phone).await, json!([]));
        ann.must(json!({ "t": "play", "turn": 6, "steps": ["e7"] })).await;
        ben.must(json!({ "t": "play", "turn": 7, "steps": ["e8"] })).await;
        let mut rival = base.rival().await;
        assert_eq!(rival.count(ROWS).await, 0);
        // The end of the game deletes what is left.
        ben.must(answers(8, vec![answer("e9", "f9", vec![])])).await;
        assert_eq!(rival.count(ROWS).await, 1);
        next_plan(&mut phone).await;
        let data: Value = party.people[1].at(server.address).get("/session/data").send().await.unwrap().json().await.unwrap();
        assert_eq!((&data["plans"][0]["table"], &data["plans"][0]["plan"]["planned"]["answers"][0]["play"]), (&json!(party.code), &json!("f9")));
        ann.must(json!({ "t": "resign" })).await;
        assert_eq!(next_plan(&mut phone).await, json!([]));
        assert_eq!(rival.count(ROWS).await, 0);
        server.stop().await;
    }

    async fn at_a_table_for_more_the_next_turn_is_played_if_it_is_legal_and_its_cells_are_as_they_were(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 4).await;
        let layout = party.game.layout();
        let cell = |name: &str| layout.cells.iter().position(|cell| cell.name == name).unwrap();
        let turn = |number: u32, turn: &str, cells: Vec<usize>| {
            json!({ "t": "plan", "turn": number, "plan": { "what": "turn", "turn": turn, "cells": cells } })
        };
        party.sockets[1].must(turn(0, "e6", vec![])).await;
        party.sockets[2].must(turn(0, "e7", vec![cell("e5")])).await;
        party.sockets[3].must(turn(0, "e6", vec![])).await;
        party.sockets[0].play(0, &["e5"]).await;
        until_plies(&mut party.sockets[0], 2).await;
        let lapsed = party.sockets[2].until(|message| message["t"] == "plans" && message["plans"][0]["plan"].is_null()).await;
        assert!(lapsed["plans"][0]["lapsed"].as_str().unwrap().contains("cell"));
        party.sockets[2].play(2, &["e7"]).await;
        let lapsed = party.sockets[3].until(|message| message["t"] == "plans" && message["plans"][0]["plan"].is_null()).await;
        assert!(lapsed["plans"][0]["lapsed"].as_str().unwrap().contains("not legal"));
        party.sockets[3].play(3, &["e8"]).await;
        server.stop().await;
    }

    async fn a_turn_that_was_due_when_its_server_was_killed_is_played_once_after_the_restart(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.play("e5").await;
        let before = events_of(&server.store, &party.code).await.len();
        server.stop().await;
        // As it is after a kill between the turn and its answer: the plan is older than the last turn.
        let store = base.open().await;
        let table = store.table_by_code(&party.code.parse().unwrap()).await.unwrap().unwrap();
        let planned = Planned::Answers {
            answers: vec![PlannedAnswer { to: "e5".to_owned(), play: "f9".to_owned(), then: vec![] }],
        };
        let plan = StoredPlan {
            player: party.people[1].id.parse().unwrap(),
            id: uuid::Uuid::now_v7(),
            plan: Plan { turn: 0, plies: 0, planned, stood: vec![] },
            lapsed: None,
            made_at: UnixMs(0),
        };
        store.put_plan(table.id, plan.clone()).await.unwrap();
        store.close().await;
        // Nobody opens the table.
        let server = Server::start(&base).await;
        until_events(&server.store, &party.code, before + 1).await;
        server.stop().await;
        // It was played, and nothing has recorded that.
        let store = base.open().await;
        store.put_plan(table.id, plan).await.unwrap();
        store.close().await;
        let server = Server::start(&base).await;
        let mut ben = party.people[1].at(server.address).join(&party.code).await;
        assert_eq!(ben.seq, before as u64 + 1);
        ben.refused(json!({ "t": "play", "turn": 1, "steps": ["d5"] }), "wrong_turn").await;
        assert_eq!(events_of(&server.store, &party.code).await.len(), before + 1, "it is played once");
        server.stop().await;
    }
}

buses! {
    async fn a_plan_is_played_whichever_node_its_table_is_at(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let mut party = Party::started(cluster.nodes[0].address, 2).await;
        let code = party.code.clone();
        party.people[1] = party.people[1].at(cluster.nodes[1].address);
        party.sockets[1] = party.people[1].join(&code).await;
        let tree = vec![answer("e5", "e6", vec![answer("e7", "e8", vec![answer("f5", "f6", vec![])])])];
        party.sockets[1].must(answers(0, tree)).await;
        for number in [0, 2, 4] {
            let turn = ["e5", "e7", "f5"][number / 2];
            party.sockets[0].play(number, &[turn]).await;
            until_plies(&mut party.sockets[0], number + 2).await;
        }
        let before = events_of(&cluster.nodes[0].store, &code).await.len();
        assert_eq!(before, 3 + 6, "created, sat, started, and every turn once");
        cluster.stop().await;
    }
}
