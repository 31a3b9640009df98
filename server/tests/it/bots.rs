//! Bots at tables: they sit where the host puts them, and play until the game is over, whatever happens to their server.

use std::time::Instant;

use serde_json::{Value, json};
use thicket_rules::GameKind;
use tokio::time::{Duration, sleep};

use super::common::base::{Base, both};
use super::common::client::{Person, Socket, TIMEOUT};
use super::common::cluster::buses;
use super::common::party::Party;
use super::common::process::Process;
use super::common::server::Server;

/// Bots that play as fast as they can.
const QUICK: &[&str] = &["--bot-pace", "0s", "--bot-think", "20ms"];
/// Bots that never come to an end in a test.
const SLOW: &[&str] = &["--bot-pace", "1h"];

fn seat_bot(chair: u8, level: u8) -> Value {
    json!({ "t": "seat_bot", "chair": chair, "level": level })
}

/// The record of a table, once its game is over.
async fn record(person: &Person, code: &str) -> Value {
    let since = Instant::now();
    loop {
        let answer = person
            .get(&format!("/g/{code}/record.json"))
            .send()
            .await
            .unwrap();
        if answer.status() == 200 {
            return answer.json().await.unwrap();
        }
        assert!(since.elapsed() < 3 * TIMEOUT, "the game does not end");
        sleep(Duration::from_millis(100)).await;
    }
}

/// A table where Ann plays against one bot, begun; Ann has the first seat.
async fn against_a_bot(ann: &Person) -> (String, Socket) {
    let code = ann.create(2, "seated", false).await;
    let mut socket = ann.join(&code).await;
    socket.must(seat_bot(1, 1)).await;
    socket.until_event("started").await;
    (code, socket)
}

/// A server has stopped while a bot was to answer Ann's first turn at this table.
async fn stopped_while_a_bot_thinks(base: &Base) -> (Person, String) {
    let server = Server::with(base, SLOW).await;
    let ann = Person::named(server.address, "Ann").await;
    let (code, mut socket) = against_a_bot(&ann).await;
    socket
        .must(json!({ "t": "play", "turn": 0, "steps": ["e5"] }))
        .await;
    drop(socket);
    server.stop().await;
    (ann, code)
}

/// What was due at tables is overdue, as if much time had passed.
async fn let_time_pass(base: &Base) {
    let mut rival = base.rival().await;
    rival
        .execute("UPDATE table_state SET deadline = 1 WHERE deadline IS NOT NULL")
        .await;
}

/// Waits until so many turns were played at some table.
async fn until_played(base: &Base, turns: i64) {
    const PLAYED: &str = "SELECT COUNT(*) FROM events WHERE CAST(body AS TEXT) LIKE '%\"played\"%'";
    let (mut rival, since) = (base.rival().await, Instant::now());
    while rival.count(PLAYED).await < turns {
        assert!(since.elapsed() < TIMEOUT, "the bot does not play");
        sleep(Duration::from_millis(50)).await;
    }
}

both! {
    async fn four_bots_play_to_the_end_while_nobody_is_there(base: Base) {
        let server = Server::with(&base, QUICK).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(4, "seated", true).await;
        let mut socket = ann.join(&code).await;
        socket.must(json!({ "t": "stand" })).await;
        for chair in 0..4 {
            socket.must(seat_bot(chair, chair + 1)).await;
            let sat = socket.events.last().unwrap()["event"].clone();
            assert_eq!((&sat["e"], &sat["player"]["kind"], &sat["player"]["level"]), (&json!("sat"), &json!("bot"), &json!(chair + 1)));
        }
        drop(socket);
        let record = record(&ann, &code).await;
        let seats = record["seats"].as_array().unwrap();
        let levels: Vec<&Value> = seats.iter().map(|seat| &seat["bot"]).collect();
        assert_eq!(levels, [1, 2, 3, 4]);
        assert!(seats.iter().all(|seat| seat["guest"] == false));
        let text = ann.read(&format!("/g/{code}/record.txt")).await;
        assert!(text.contains("(bot, level 4)"), "{text}");
        let list = ann.read("/records").await;
        assert!(list.contains(&code));
        let people = ann.read("/records?opponents=people").await;
        assert!(!people.contains(&code), "games of people alone can be listed");
        server.stop().await;
    }

    async fn a_bot_thinks_again_after_a_restart(base: Base) {
        let (ann, code) = stopped_while_a_bot_thinks(&base).await;
        let server = Server::with(&base, QUICK).await;
        let mut socket = ann.at(server.address).join(&code).await;
        while socket.seq < 5 {
            socket.receive().await.unwrap();
        }
        socket.must(json!({ "t": "resign" })).await;
        server.stop().await;
    }

    async fn a_bot_plays_after_a_restart_though_nobody_comes(base: Base) {
        stopped_while_a_bot_thinks(&base).await;
        let server = Server::with(&base, QUICK).await;
        let_time_pass(&base).await;
        until_played(&base, 2).await;
        server.stop().await;
    }

    async fn a_bot_answers_turns_and_takes_them_back(base: Base) {
        let server = Server::with(&base, QUICK).await;
        let ann = Person::named(server.address, "Ann").await;
        let (_, mut socket) = against_a_bot(&ann).await;
        let there = |live: &Value| live["present"].as_array().map(Vec::len);
        while there(&socket.live) != Some(2) {
            socket.receive().await.unwrap();
        }
        socket.must(json!({ "t": "play", "turn": 0, "steps": ["e5"] })).await;
        socket.until_event("played").await;
        while socket.events.iter().filter(|event| event["event"]["e"] == "played").count() < 2 {
            socket.receive().await.unwrap();
        }
        let back = json!({ "t": "offer", "turn": 2, "proposal": { "what": "take_back", "turns": 2 } });
        socket.must(back).await;
        socket.must(json!({ "t": "play", "turn": 3, "steps": ["e6"] })).await;
        let draw = json!({ "t": "offer", "turn": 4, "proposal": { "what": "draw" } });
        let answer = socket.command(draw).await;
        if answer["t"] == "done" {
            let last = &socket.events.last().unwrap()["event"];
            assert_eq!((&last["e"], &last["ending"]["why"]["words"]), (&json!("agreed"), &json!("The players agreed on a draw")));
        }
        server.stop().await;
    }

    async fn a_bot_of_level_five_plays_on_for_a_seat_in_the_middle_of_a_game(base: Base) {
        let options = [QUICK, &["--away", "0ms"]].concat();
        let server = Server::with(&base, &options).await;
        let mut party = Party::started(server.address, 3).await;
        for turn in ["e5", "e6", "e7"] {
            party.play(turn).await;
        }
        drop(party.sockets.remove(0));
        let [ben, cem] = &mut party.sockets[..] else { panic!("two sockets") };
        let take = json!({ "t": "offer", "turn": 3, "proposal": { "what": "bot", "seat": 1, "level": 5 } });
        let since = Instant::now();
        let offer = loop {
            let answer = ben.command(take.clone()).await;
            if answer["t"] == "done" {
                break answer["seq"].clone();
            }
            assert!(since.elapsed() < TIMEOUT, "{answer}");
            sleep(Duration::from_millis(50)).await;
        };
        cem.must(json!({ "t": "answer", "offer": offer, "agree": true })).await;
        let taken = ben.until_event("seat_transferred").await;
        assert_eq!(taken["event"]["to"]["level"], 5);
        let played = ben.until_event("played").await;
        assert_eq!(played["event"]["ply"]["seat"], 1);
        ben.must(json!({ "t": "offer", "turn": 4, "proposal": { "what": "bot", "seat": 2, "level": 2 } })).await;
        let offer = cem.until_event("offered").await["seq"].clone();
        cem.must(json!({ "t": "answer", "offer": offer, "agree": true })).await;
        assert_eq!(cem.until_event("played").await["event"]["ply"]["seat"], 2, "one's own seat, too");
        server.stop().await;
    }

    async fn nobody_takes_the_name_of_a_player_with_the_seat_of_a_bot(base: Base) {
        let server = Server::with(&base, SLOW).await;
        let (ann, ben) = (Person::named(server.address, "Ann").await, Person::named(server.address, "Ben").await);
        let code = ann.create(3, "seated", false).await;
        let (mut hers, mut his) = (ann.join(&code).await, ben.join(&code).await);
        his.sit(&ben, 1).await;
        hers.must(seat_bot(2, 1)).await;
        his.until_event("started").await;
        let mut other = Person::named(server.address, "Ann").await.join(&code).await;
        let ask = |name: &str| json!({ "t": "ask_for_seat", "turn": 0, "seat": 3, "name": name });
        other.refused(ask("Ann"), "name_taken").await;
        other.refused(ask("\u{410}nn"), "name_taken").await;
        other.must(ask("Anna")).await;
        let asked = hers.until_event("seat_asked").await;
        for socket in [&mut hers, &mut his] {
            socket.must(json!({ "t": "answer", "offer": asked["seq"], "agree": true })).await;
        }
        let handed = other.until_event("seat_transferred").await;
        assert_eq!(handed["event"]["to"]["name"], "Anna");
        server.stop().await;
    }

    async fn every_game_is_played_against_bots_with_one_form(base: Base) {
        let server = Server::with(&base, QUICK).await;
        for kind in GameKind::ALL {
            let nobody = Person::nobody(server.address);
            let form = [("kind", kind.to_string()), ("level", "2".to_owned()), ("seats", "4".to_owned())];
            let answer = nobody.post("/bots").form(&form).send().await.unwrap();
            assert_eq!(answer.status(), 303, "{}", answer.text().await.unwrap());
            let place = answer.headers()["location"].to_str().unwrap();
            let page = nobody.read(place).await;
            let bots = page.matches("<small class=\"tag\">bot, level 2</small>").count();
            let most = usize::from(*kind.info().seats.end());
            assert_eq!(bots, (most - 1).min(3), "{kind}");
        }
        let nobody = Person::nobody(server.address);
        for (name, wrong, status) in [("level", "14", 422), ("kind", "chess", 422), ("name", "\u{2800}", 422)] {
            let mut form = vec![("kind", "bushi"), ("level", "1"), ("name", "Ann")];
            form.retain(|(key, _)| *key != name);
            form.push((name, wrong));
            let answer = nobody.post("/bots").form(&form).send().await.unwrap();
            assert_eq!(answer.status(), status, "{name}");
        }
        server.stop().await;
    }

    async fn bots_are_seated_by_the_host_alone_and_come_to_the_rematch(base: Base) {
        let server = Server::with(&base, QUICK).await;
        let [ann, ben] = [Person::named(server.address, "Ann").await, Person::named(server.address, "Ben").await];
        let code = ann.create(3, "seated", true).await;
        let mut host = ann.join(&code).await;
        let mut guest = ben.join(&code).await;
        guest.refused(seat_bot(1, 1), "not_host").await;
        for level in [0, 14] {
            host.refused(seat_bot(1, level), "malformed").await;
        }
        host.refused(seat_bot(0, 1), "chair_taken").await;
        host.must(seat_bot(1, 1)).await;
        host.must(seat_bot(2, 1)).await;
        host.until_event("started").await;
        host.must(json!({ "t": "resign" })).await;
        record(&ann, &code).await;
        let answer = ann.post(&format!("/g/{code}/rematch")).send().await.unwrap();
        let next = answer.headers()["location"].to_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let mut socket = ann.join(&next).await;
        socket.until_event("started").await;
        server.stop().await;
    }
}

buses! {
    async fn one_of_two_nodes_has_the_bot_play(cluster: Cluster) {
        let cluster = cluster.with(2, QUICK).await;
        let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
        let (ann, ben) = (Person::named(a, "Ann").await, Person::named(a, "Ben").await);
        let code = ann.create(3, "seated", false).await;
        let mut one = ann.join(&code).await;
        let mut other = ben.at(b).join(&code).await;
        other.sit(&ben, 1).await;
        one.must(seat_bot(2, 1)).await;
        for (turn, step) in (0..).zip(["e5", "e6"]) {
            let socket = if turn == 0 { &mut one } else { &mut other };
            while socket.events.iter().all(|event| event["event"]["e"] != if turn == 0 { "started" } else { "played" }) {
                socket.receive().await.unwrap();
            }
            socket.must(json!({ "t": "play", "turn": turn, "steps": [step] })).await;
        }
        let [here, there] = [&mut one, &mut other].map(|socket| async {
            while socket.events.iter().filter(|event| event["event"]["e"] == "played").count() < 3 {
                socket.receive().await.unwrap();
            }
            socket.events.last().unwrap().clone()
        });
        assert_eq!(here.await, there.await);
        cluster.stop().await;
    }
}

#[tokio::test]
async fn another_node_has_the_bot_play_when_its_own_is_killed_postgres() {
    let base = Base::postgres().await;
    let a = Process::with_options(&base, "info", SLOW).await;
    let _b = Process::with_options(&base, "info", QUICK).await;
    let ann = Person::named(a.address, "Ann").await;
    let (_, mut socket) = against_a_bot(&ann).await;
    socket
        .must(json!({ "t": "play", "turn": 0, "steps": ["e5"] }))
        .await;
    a.kill().await;
    let_time_pass(&base).await;
    until_played(&base, 2).await;
}
