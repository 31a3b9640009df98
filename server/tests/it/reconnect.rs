//! Coming back: after a lost connection, to another server on the same log, and after a restart.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite;

use super::common::base::{Base, both};
use super::common::client::{self, Person, Socket, fresh_id};
use super::common::log::events_of;
use super::common::party::{Dice, Party};
use super::common::process::Process;
use super::common::server::Server;
use thicket_server::model::log::entry::StoredEntry;
use thicket_server::store::Store;

/// Sends `hello`; the events or the snapshot that come before `live`.
async fn hello(socket: &mut Socket, have: Option<u64>) -> Vec<Value> {
    socket.seq = have.unwrap_or(0);
    socket.send(client::hello(have)).await;
    socket.until(|message| message["t"] == "welcome").await;
    let mut received = Vec::new();
    loop {
        let message = socket.receive().await.unwrap();
        match message["t"].as_str().unwrap() {
            "event" | "snapshot" => received.push(message),
            "live" => return received,
            _ => (),
        }
    }
}

/// The turns and drops in a table's log.
async fn entry(store: &Store, code: &str) -> Vec<String> {
    let events = events_of(store, code).await;
    let text = |body: &Value| match body["event"].as_str().unwrap() {
        "played" => {
            let steps = body["steps"].as_array().unwrap().iter();
            Some(
                steps
                    .map(|step| step.as_str().unwrap())
                    .collect::<Vec<_>>()
                    .join(","),
            )
        }
        "dropped" => Some(format!("drop:{}", body["seat"])),
        _ => None,
    };
    let body = |event: &StoredEntry| serde_json::from_str(event.event.body.get()).unwrap();
    events.iter().filter_map(|event| text(&body(event))).collect()
}

both! {
    async fn a_player_who_comes_back_gets_exactly_what_was_missed(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let mut dice = Dice(3);
        for _ in 0..5 {
            let turn = dice.turn(party.game.as_ref());
            party.play(&turn).await;
        }
        let mut watcher = Person::nobody(server.address).connect(&party.code).await.unwrap();
        let all = hello(&mut watcher, Some(0)).await;
        let last = all.len() as u64;
        assert_eq!(last, 8, "made, sat, started and five turns");
        assert!(all.iter().all(|message| message["t"] == "event"));
        for have in 0..=last {
            // By a new socket, and now and then by one that is open: coming back and falling behind are the same.
            let mut back = Person::nobody(server.address).connect(&party.code).await.unwrap();
            assert_eq!(hello(&mut back, Some(have)).await, all[have as usize..], "have {have}");
            if have % 2 == 0 {
                assert_eq!(hello(&mut watcher, Some(have)).await, all[have as usize..], "have {have}");
            }
        }
        for have in [None, Some(last + 1), Some(1 << 50), Some(u64::MAX)] {
            let mut back = Person::nobody(server.address).connect(&party.code).await.unwrap();
            let heard = hello(&mut back, have).await;
            assert_eq!(heard.len(), 1, "{have:?}: {heard:?}");
            assert_eq!((&heard[0]["t"], heard[0]["seq"].as_u64()), (&json!("snapshot"), Some(last)));
            let plies = heard[0]["table"]["plies"].as_array().unwrap().iter();
            let plies: Vec<_> = plies.map(|ply| ply["text"].as_str().unwrap()).collect();
            assert_eq!(plies, party.game.plies());
        }
        // After a snapshot, events follow as for everybody.
        let mut back = Person::nobody(server.address).join(&party.code).await;
        let turn = dice.turn(party.game.as_ref());
        party.play(&turn).await;
        assert_eq!(back.until_event("played").await["seq"], json!(last + 1));
        server.stop().await;
    }

    async fn a_command_that_is_sent_again_counts_once_also_after_a_restart(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let people = party.people.clone();
        let play = |turn: usize, step: &str| json!({ "t": "play", "turn": turn, "steps": [step] });
        let id = fresh_id();
        let first = party.sockets[0].command_with(&id, play(0, "e5")).await;
        assert_eq!(first["t"], "done", "{first}");
        let again = party.sockets[0].command_with(&id, play(0, "e5")).await;
        let mut tab = people[0].join(&party.code).await;
        let elsewhere = tab.command_with(&id, play(0, "e5")).await;
        assert_eq!((&again, &elsewhere), (&first, &first));
        // An id belongs to its player: the same id from somebody else is another command.
        let other = party.sockets[1].command_with(&id, play(1, "e6")).await;
        assert_eq!(other["seq"].as_u64(), first["seq"].as_u64().map(|seq| seq + 1), "{other}");
        server.stop().await;

        let server = Server::start(&base).await;
        let mut socket = people[0].at(server.address).join(&party.code).await;
        assert_eq!(socket.command_with(&id, play(0, "e5")).await, first);
        socket.must(play(2, "e7")).await;
        assert_eq!(socket.command_with(&id, play(0, "e5")).await, first);
        let mut socket = people[1].at(server.address).join(&party.code).await;
        assert_eq!(socket.command_with(&id, play(1, "e6")).await, other);
        assert_eq!(entry(&server.store, &party.code).await, ["e5", "e6", "e7"]);
        server.stop().await;
    }

    async fn a_command_sent_by_many_sockets_at_once_counts_once(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let ann = party.people[0].clone();
        let mut tabs = join_all((0..8).map(|_| ann.join(&party.code))).await;
        let id = fresh_id();
        let play = json!({ "t": "play", "turn": 0, "steps": ["e5"] });
        let answers = join_all(tabs.iter_mut().map(|tab| tab.command_with(&id, play.clone()))).await;
        assert_eq!(answers[0]["t"], "done", "{answers:?}");
        assert!(answers.iter().all(|answer| answer == &answers[0]), "{answers:?}");
        party.sockets[1].must(json!({ "t": "play", "turn": 1, "steps": ["e6"] })).await;
        assert_eq!(entry(&server.store, &party.code).await, ["e5", "e6"]);
        server.stop().await;
    }

    async fn of_two_servers_on_one_log_the_one_that_is_behind_catches_up(base: Base) {
        let (a, b) = (Server::start(&base).await, Server::start(&base).await);
        let mut party = Party::started(a.address, 3).await;
        party.play("e5").await;
        let people = party.people.clone();
        let mut ben = people[1].at(b.address).join(&party.code).await;
        let played = ben.play(1, &["e6"]).await;
        assert_eq!(played["t"], "done", "{played}");
        let seq = played["seq"].as_u64().unwrap();

        // Server A learns of this turn when it tries to store its next event.
        let (id, resign) = (fresh_id(), json!({ "t": "resign" }));
        let answer = party.sockets[2].command_with(&id, resign.clone()).await;
        assert_eq!((&answer["t"], &answer["seq"]), (&json!("done"), &json!(seq + 1)), "{answer}");
        for place in 0..3 {
            let events = party.catch_up(place, seq + 1).await;
            let texts: Vec<&Value> = events.iter().rev().take(2).map(|event| &event["event"]["ply"]["text"]).collect();
            assert_eq!(texts, ["drop:3", "e6"]);
        }

        // Now server B is behind. The same command again is the event that it became at A.
        let mut tab = people[2].at(b.address).join(&party.code).await;
        assert_eq!(tab.command_with(&id, resign).await, answer);
        ben.until(|message| message["seq"] == seq + 1).await;
        // A turn for an earlier position is refused.
        let mut late = people[1].at(b.address).join(&party.code).await;
        assert_eq!(late.play(2, &["e7"]).await["code"], "wrong_turn");
        let mut ann = people[0].at(b.address).join(&party.code).await;
        assert_eq!(ann.play(3, &["e7"]).await["t"], "done");
        ben.until(|message| message["event"]["ply"]["text"] == "e7").await;
        assert_eq!(entry(&a.store, &party.code).await, ["e5", "e6", "drop:3", "e7"]);
        a.stop().await;
        b.stop().await;
    }

    async fn a_server_that_is_terminated_closes_its_sockets_and_loses_nothing(base: Base) {
        let process = Process::start(&base).await;
        let mut parties = join_all((0..12).map(|_| Party::started(process.address, 2))).await;
        let nobody = Person::nobody(process.address);
        let crowd = join_all((0..50).map(|_| nobody.connect(&parties[0].code))).await;
        let mut crowd: Vec<Socket> = crowd.into_iter().map(Result::unwrap).collect();
        for party in &mut parties {
            party.play("e5").await;
        }
        // The next turn of every table is on its way when the server is terminated.
        for party in &mut parties {
            party.sockets[1].send(json!({ "t": "play", "id": fresh_id(), "turn": 1, "steps": ["e6"] })).await;
        }
        process.terminate().await;
        for party in &mut parties {
            for socket in &mut party.sockets {
                assert_eq!(socket.until_closed().await, Some(1012));
            }
        }
        // Also those who never sent a message.
        for socket in &mut crowd {
            assert_eq!(socket.until_closed().await, Some(1012));
        }
        let status = process.ended().await;
        assert!(status.success(), "{status}");

        let process = Process::start(&base).await;
        for party in &mut parties {
            let (people, code) = (&party.people, &party.code);
            let seen = party.sockets.iter().map(|socket| socket.seq).max().unwrap();
            let mut socket = people[0].at(process.address).connect(code).await.unwrap();
            let heard = hello(&mut socket, Some(seen)).await;
            assert!(heard.len() <= 1 && heard.iter().all(|message| message["t"] == "event"), "{heard:?}");
            let mut socket = people[1].at(process.address).join(code).await;
            let again = socket.play(1, &["e6"]).await;
            assert!(again["t"] == "done" || again["code"] == "wrong_turn", "{again}");
        }
        let store = base.open().await;
        for party in &parties {
            assert_eq!(entry(&store, &party.code).await, ["e5", "e6"]);
        }
        store.close().await;
    }
}

/// Connects, also where a busy machine has the server say that its database does not answer in time, as pages do.
async fn insist(person: &Person, code: &str) -> Socket {
    loop {
        match person.connect(code).await {
            Ok(socket) => return socket,
            Err(tungstenite::Error::Http(answer)) if answer.status() == 503 => {
                sleep(Duration::from_millis(50)).await
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test]
async fn sockets_that_are_just_opening_are_closed_properly_too() {
    let base = Base::sqlite();
    let process = Process::start(&base).await;
    let ann = Person::named(process.address, "Ann").await;
    let nobody = Person::nobody(process.address);
    let mut crowd: Vec<Socket> = Vec::new();
    // Some tables, each with as many watchers as it takes.
    for _ in 0..6 {
        let code = ann.create(2, "seated", false).await;
        crowd.extend(join_all((0..250).map(|_| insist(&nobody, &code))).await);
    }
    process.terminate().await;
    let codes = join_all(crowd.iter_mut().map(Socket::until_closed)).await;
    let mut counted = BTreeMap::new();
    for code in codes {
        *counted.entry(code).or_insert(0) += 1;
    }
    assert_eq!(counted, BTreeMap::from([(Some(1012), 1500)]));
    assert!(process.ended().await.success());
}
