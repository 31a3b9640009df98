//! A database in trouble: nothing is lost, every request is answered in time, and tables go on when it is back.

mod loading;

use std::time::{Duration, Instant};

use futures_util::future::{join_all, ready};
use futures_util::stream::{FuturesUnordered, StreamExt};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite;

use super::common::base::{Base, both};
use super::common::client::{Person, Socket, TIMEOUT, fresh_id, hello};
use super::common::party::{Dice, Party};
use super::common::postgres;
use super::common::process::Process;
use super::common::server::Server;

fn ping() -> Value {
    json!({ "t": "ping" })
}

fn play(turn: usize, step: &str) -> Value {
    json!({ "t": "play", "turn": turn, "steps": [step] })
}

/// Takes everything after an event of the only table out of the database, as if a standby had not received it.
async fn cut(base: &Base, seq: u32) {
    let mut rival = base.rival().await;
    rival
        .execute(format!("DELETE FROM events WHERE seq > {seq}"))
        .await;
    rival.execute(format!("UPDATE table_state SET seq = {seq}")).await;
}

both! {
    async fn an_event_that_is_not_stored_leaves_the_room_in_place(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.play("e5").await;
        let mut watcher = Person::nobody(server.address).join(&party.code).await;
        let mut rival = base.rival().await;
        rival.forbid("INSERT", "events").await;
        let id = fresh_id();
        for _ in 0..3 {
            let answer = party.sockets[1].command_with(&id, play(1, "e6")).await;
            assert_eq!((&answer["t"], &answer["code"]), (&json!("refused"), &json!("try_again")), "{answer}");
        }
        rival.allow("events").await;
        let answer = party.sockets[1].command_with(&id, play(1, "e6")).await;
        assert_eq!(answer["t"], "done", "{answer}");
        let played = watcher.until(|message| message["t"] != "live" && message["t"] != "pong").await;
        assert_eq!(played["event"]["ply"]["text"], "e6", "the watcher noticed nothing else");
        server.stop().await;
    }

    async fn a_table_goes_back_to_a_log_that_has_lost_its_end(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let mut watcher = Person::nobody(server.address).join(&party.code).await;
        let mut dice = Dice(4);
        party.play("e5").await;
        let mut left = party.game.boxed_clone();
        for _ in 0..2 {
            let turn = dice.turn(party.game.as_ref());
            party.play(&turn).await;
        }
        cut(&base, 4).await;
        let turn = dice.turn(party.game.as_ref());
        party.sockets[1].refused(json!({ "t": "play", "turn": 3, "steps": turn.split(',').collect::<Vec<_>>() }), "wrong_turn").await;
        for socket in [&mut party.sockets[0], &mut watcher] {
            let lost = |message: &Value| message["event"]["lost"]["turns"].as_u64().or(message["table"]["lost"]["turns"].as_u64());
            let told = socket.until(|message| lost(message).is_some()).await;
            assert_eq!(lost(&told), Some(2), "{told}");
        }
        // The game goes on from there, and another server reads the same.
        std::mem::swap(&mut party.game, &mut left);
        for _ in 0..2 {
            let turn = dice.turn(party.game.as_ref());
            party.play(&turn).await;
        }
        server.stop().await;
        let server = Server::start(&base).await;
        let mut watcher = Person::nobody(server.address).connect(&party.code).await.unwrap();
        watcher.send(hello(None)).await;
        let snapshot = watcher.until(|message| message["t"] == "snapshot").await;
        let turns = snapshot["table"]["plies"].as_array().unwrap().iter().map(|ply| ply["text"].as_str().unwrap());
        assert_eq!(turns.collect::<Vec<_>>(), party.game.plies());
        assert_eq!(snapshot["seq"], 7, "created, sat, started, three turns, and the loss");
        server.stop().await;
    }

    async fn a_page_with_an_event_that_the_database_lost_gets_the_whole_table(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.play("e5").await;
        let at = party.sockets[1].until_event("played").await["at"].as_i64().unwrap();
        let nobody = Person::nobody(server.address);
        let after = async |at: i64| {
            let mut socket = nobody.connect(&party.code).await.unwrap();
            let mut hello = hello(Some(4));
            hello["have"]["at"] = json!(at);
            socket.seq = 4;
            socket.send(hello).await;
            socket.until(|message| message["t"] == "snapshot" || message["t"] == "live").await
        };
        assert_eq!(after(at).await["t"], "live", "it has everything");
        assert_eq!(after(at - 1).await["t"], "snapshot", "its event was another one");
        server.stop().await;
    }

    async fn a_table_that_the_database_has_lost_ends_with_a_sentence(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(2, "seated", false).await;
        let mut socket = ann.join(&code).await;
        let mut rival = base.rival().await;
        for table in ["events", "table_players", "table_state", "tables"] {
            rival.execute(format!("DELETE FROM {table}")).await;
        }
        socket.send(json!({ "t": "stand", "id": fresh_id() })).await;
        let refused = socket.until(|message| message["code"] == "table_lost").await;
        assert!(refused["sentence"].as_str().unwrap().contains("lost this table"), "{refused}");
        assert_eq!(socket.until_closed().await, Some(4404));
        assert_eq!(ann.get(&format!("/g/{code}")).send().await.unwrap().status(), 404);
        server.stop().await;
    }

    async fn a_command_in_flight_does_not_stop_its_socket(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let mut rival = base.rival().await;
        rival.lock().await;
        let id = fresh_id();
        let ann = &mut party.sockets[0];
        ann.send(json!({ "t": "play", "id": id, "turn": 0, "steps": ["e5"] })).await;
        let is_answer = |message: &Value| message["id"] == id;

        // It pings and previews meanwhile.
        ann.send(ping()).await;
        let pong = ann.until(|message| message["t"] == "pong" || is_answer(message)).await;
        assert_eq!(pong["t"], "pong");
        let ask = fresh_id();
        ann.send(json!({ "t": "preview", "id": ask, "turn": 0, "steps": ["e5"] })).await;
        let preview = ann.until(|message| message["id"] == ask || is_answer(message)).await;
        assert_eq!((&preview["t"], &preview["id"]), (&json!("preview"), &json!(ask)));

        rival.execute("ROLLBACK").await;
        let answer = ann.until(is_answer).await;
        assert_eq!(answer["t"], "done", "{answer}");
        server.stop().await;
    }

    async fn after_a_reload_events_name_players_who_have_left(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let ben = Person::named(server.address, "Ben").await;
        let code = ann.create(3, "seated", false).await;
        let mut socket = ben.join(&code).await;
        socket.must(json!({ "t": "sit", "chair": 1, "name": "Benjamin" })).await;
        socket.must(json!({ "t": "stand" })).await;
        let names = async |person: &Person| {
            let mut socket = person.connect(&code).await.unwrap();
            socket.send(hello(Some(0))).await;
            let sat = socket.until_event("sat").await;
            sat["event"]["player"]["name"].as_str().unwrap().to_owned()
        };
        assert_eq!(names(&ann).await, "Benjamin");
        server.stop().await;

        let server = Server::start(&base).await;
        assert_eq!(names(&ann.at(server.address)).await, "Benjamin");
        server.stop().await;
        // Version 0.1.0 forgot the name at the table of a player who had left. The player is still known.
        base.rival().await.execute("DELETE FROM table_players WHERE NOT seated").await;
        let server = Server::start(&base).await;
        assert_eq!(names(&ann.at(server.address)).await, "Ben");
        server.stop().await;
    }

    async fn a_start_that_cannot_be_stored_is_tried_again_after_a_pause(base: Base) {
        let server = Process::with_options(&base, "info", &["--countdown", "3s"]).await;
        let people = [Person::named(server.address, "Ann").await, Person::named(server.address, "Ben").await];
        let code = people[0].create(2, "seated", false).await;
        let (mut a, mut b) = (people[0].join(&code).await, people[1].join(&code).await);
        b.sit(&people[1], 1).await;
        let mut rival = base.rival().await;
        rival.forbid("INSERT", "events").await;
        let tries = || server.log().matches("an event was not stored").count();
        until(|| tries() > 0).await;
        sleep(Duration::from_secs(1)).await;
        assert!(tries() < 30, "{} tries in a second", tries());
        rival.allow("events").await;
        a.until_event("started").await;
        server.kill().await;
    }
}

async fn until(condition: impl Fn() -> bool) {
    let wait = async {
        while !condition() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(TIMEOUT, wait).await.expect("the condition to hold");
}

#[tokio::test]
async fn pages_answer_while_the_database_is_silent_and_no_seat_is_lost() {
    let postgres = postgres::Server::start(postgres::Flush::Never);
    let base = Base::on(&postgres).await;
    let server = Server::start(&base).await;
    let mut party = Party::started(server.address, 2).await;
    party.play("e5").await;
    let ann = party.people[0].clone();
    let nobody = Person::nobody(server.address);
    let before = base.rival().await.count("SELECT COUNT(*) FROM players").await;

    let silence = postgres.silence();
    let begun = Instant::now();
    let table = format!("/g/{}", party.code);
    let requests = [
        ann.get("/"),
        ann.get(&table),
        ann.post("/guest").json(&json!({ "name": "Stranger" })),
        nobody.get(&table),
        nobody.get("/records"),
        nobody.post("/guest").json(&json!({ "name": "Newcomer" })),
    ];
    let answers = requests.map(|request| timeout(TIMEOUT, request.send()));
    for answer in join_all(answers).await {
        let answer = answer.expect("an answer in time").unwrap();
        assert_eq!(answer.status(), 503, "{}", answer.url());
        assert!(!answer.headers().contains_key("set-cookie"), "{}", answer.url());
    }
    match timeout(TIMEOUT, ann.connect(&party.code))
        .await
        .expect("an answer in time")
    {
        Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status(), 503),
        other => panic!("{:?}", other.map(|_| "a socket")),
    }
    println!("answered after {:?}", begun.elapsed());
    // A turn that is played meanwhile is refused or unknown; its socket stays.
    let id = fresh_id();
    let answer = party.sockets[1].command_with(&id, play(1, "e6")).await;
    assert_eq!(answer["t"], "refused", "{answer}");
    let code = answer["code"].as_str().unwrap();
    assert!(["try_again", "unknown"].contains(&code), "{answer}");
    party.sockets[0].send(ping()).await;
    party.sockets[0].until(|message| message["t"] == "pong").await;
    drop(silence);

    // When it is back, the same command is done once, and everybody is who they were.
    let done = async {
        loop {
            let answer = party.sockets[1].command_with(&id, play(1, "e6")).await;
            if answer["t"] == "done" {
                break;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(2 * TIMEOUT, done).await.expect("the turn to be stored");
    party.sockets[0].until_event("played").await;
    let page = ann.read("/").await;
    assert!(
        page.contains("<b><bdi>Ann</bdi></b>") && page.contains("your turn"),
        "{page}"
    );
    let players = "SELECT COUNT(*) FROM players WHERE name <> 'Newcomer'";
    assert_eq!(base.rival().await.count(players).await, before);
    server.stop().await;
}

#[tokio::test]
async fn sockets_are_counted_before_their_table_is_loaded() {
    let base = Base::postgres().await;
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(2, "seated", false).await;
    let mut rival = base.rival().await;
    rival
        .execute("BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        .await;
    let visitor = Person::nobody(server.address).behind("203.0.113.7");
    let opened = join_all((0..60).map(|_| visitor.connect(&code))).await;
    let opened = opened.into_iter().map(Result::unwrap);
    let refused = opened.map(async |mut socket: Socket| {
        let message = socket.receive().await;
        (
            message.is_some_and(|message| message["code"] == "too_fast"),
            socket,
        )
    });
    // Nothing can be loaded, and still those that are too many are refused.
    let refused: FuturesUnordered<_> = refused.collect();
    let mut refused = std::pin::pin!(refused.filter(|(too_fast, _)| ready(*too_fast)));
    assert!(refused.next().await.is_some(), "no socket was refused");
    rival.execute("ROLLBACK").await;
    server.stop().await;
}
