//! Plans: turns that are played for those who planned them while others thought.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thicket_rules::{GameKind, Seat};
use thicket_server::model::game::plan::{Plan, Planned, PlannedAnswer};
use thicket_server::store::{Store, StoredPlan};
use thicket_server::time::UnixMs;
use tokio::time::sleep;

use super::common::base::both;
use super::common::client::{Person, Socket, TIMEOUT, hello};
use super::common::cluster::buses;
use super::common::log::events_of;
use super::common::party::{Dice, Party};
use super::common::server::Server;

fn answer(to: &str, play: &str, then: Vec<Value>) -> Value {
    json!({ "to": to, "play": play, "then": then })
}

fn answers(turn: u32, answers: Vec<Value>) -> Value {
    json!({ "t": "plan", "turn": turn, "plan": { "what": "answers", "answers": answers } })
}

/// What the page of plans sends: the status, and the answer.
async fn post(person: &Person, code: &str, what: &str, body: Value) -> (u16, Value) {
    let path = format!("/g/{code}/plan/{what}");
    let answer = person.post(&path).json(&body).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

/// The data that the page of plans has for its script; none where one is sent to the table.
async fn page(person: &Person, code: &str) -> Option<Value> {
    let answer = person.get(&format!("/g/{code}/plan")).send().await.unwrap();
    if answer.status() == 303 {
        assert_eq!(answer.headers()["location"], format!("/g/{code}"));
        return None;
    }
    assert_eq!(answer.status(), 200);
    let page = answer.text().await.unwrap();
    let (_, data) = page.split_once("id=\"plan-data\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

/// The turns of a plan on its page, each with the number of the one before it.
fn variations(data: &Value) -> Vec<(u64, &str)> {
    let turns = data["explored"]["variations"].as_array().unwrap().iter();
    turns
        .map(|turn| {
            (
                turn["after"].as_u64().unwrap(),
                turn["ply"]["text"].as_str().unwrap(),
            )
        })
        .collect()
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

    async fn answers_are_planned_on_a_page_of_their_own(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let code = party.code.clone();
        let (ann, ben) = (party.people[0].clone(), party.people[1].clone());
        for other in [&ann, &Person::named(server.address, "Eva").await, &Person::nobody(server.address)] {
            assert!(page(other, &code).await.is_none(), "who is to move, watches or is nobody plans nothing");
        }
        let eva = Person::named(server.address, "Eva").await;
        let question = |line: &[&str], steps: &[&str]| json!({ "at": 0, "line": line, "steps": steps });
        assert_eq!(post(&eva, &code, "steps", question(&[], &["e5"])).await.1["code"], "not_seated");
        assert_eq!(post(&eva, &code, "save", json!({ "turn": 0, "plan": null })).await.0, 200, "there is nothing to forget");
        let tree = vec![answer("e5", "e6", vec![answer("e7", "e8", vec![])]), answer("f5", "f6", vec![])];
        let save = |turn: u32, answers: &[Value]| json!({ "turn": turn, "plan": { "what": "answers", "answers": answers } });
        assert_eq!(post(&eva, &code, "save", save(0, &tree)).await.1["code"], "not_seated");

        assert_eq!(variations(&page(&ben, &code).await.unwrap()), []);
        let (status, tried) = post(&ben, &code, "steps", question(&["e5"], &["e6"])).await;
        assert_eq!((status, &tried["turn"]["ply"]["text"]), (200, &json!("e6")));
        assert_eq!(post(&ben, &code, "steps", question(&["e5"], &["e5"])).await.1["code"], "illegal_step");
        let elsewhere = json!({ "at": 0, "line": ["e5"], "steps": [], "clicks": [] });
        assert_ne!(post(&ben, &code, "steps", elsewhere).await.0, 500);
        assert_eq!(post(&ben, &code, "save", save(1, &tree)).await.1["code"], "wrong_turn");
        assert_eq!(post(&ben, &code, "save", save(0, &tree)).await.0, 200);
        let data = page(&ben, &code).await.unwrap();
        assert_eq!(variations(&data), [(0, "e5"), (1, "e6"), (2, "e7"), (3, "e8"), (0, "f5"), (5, "f6")]);
        assert_eq!((&data["turn"], &data["seat"], &data["explored"]["to_move"]), (&json!(0), &json!(2), &json!(1)));

        party.sockets[0].play(0, &["e5"]).await;
        until_plies(&mut party.sockets[0], 2).await;
        let data = page(&ben, &code).await.unwrap();
        assert_eq!(variations(&data), [(0, "e7"), (1, "e8")], "what is left of it");
        assert_eq!(post(&ben, &code, "steps", question(&[], &["e7"])).await.1["code"], "wrong_turn");
        assert_eq!(post(&ben, &code, "save", json!({ "turn": 2, "plan": null })).await.0, 200);
        assert_eq!(variations(&page(&ben, &code).await.unwrap()), []);
        server.stop().await;
    }

    async fn at_a_table_for_more_the_page_shows_the_board_as_if_it_were_ones_turn(base: Base) {
        let server = Server::start(&base).await;
        for kind in [GameKind::Bushwhacked, GameKind::Btt] {
            let mut party = Party::started_at(kind, server.address, 3).await;
            for _ in 0..if kind == GameKind::Btt { 4 } else { 1 } {
                let turn = Dice(7).turn(party.game.as_ref());
                party.play(&turn).await;
            }
            let (code, plies) = (party.code.clone(), party.game.ply_count());
            let waiting = (party.to_move() + 2) % 3;
            let waits = party.people[waiting].clone();
            let data = page(&waits, &code).await.unwrap();
            assert_eq!((&data["seat"], &data["explored"]["to_move"]), (&json!(waiting + 1), &json!(waiting + 1)), "{kind}");
            assert_eq!(data["explored"]["plies"].as_array().unwrap().len(), plies);
            let seat = Seat::from_index(waiting).unwrap();
            let turn = Dice(9).turn(party.game.with_to_move(seat).unwrap().as_ref());
            let steps: Vec<&str> = turn.split(',').collect();
            let (status, tried) = post(&waits, &code, "steps", json!({ "at": plies, "line": [], "steps": steps })).await;
            assert_eq!((status, &tried["turn"]["ply"]["text"]), (200, &json!(turn)), "{kind}");
            let plan = json!({ "what": "turn", "turn": turn, "cells": [3, 1] });
            assert_eq!(post(&waits, &code, "save", json!({ "turn": plies, "plan": plan })).await.0, 200);
            let data = page(&waits, &code).await.unwrap();
            assert_eq!(variations(&data), [(0, turn.as_str())]);
            assert_eq!(data["planned"]["cells"], json!([1, 3]));
            // One that is not legal yet may become so.
            let taken = json!({ "what": "turn", "turn": party.game.plies().last().unwrap(), "cells": [] });
            assert_eq!(post(&waits, &code, "save", json!({ "turn": plies, "plan": taken })).await.0, 200);
            let data = page(&waits, &code).await.unwrap();
            assert!(variations(&data).is_empty() && data["planned"]["what"] == "turn");
        }
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
