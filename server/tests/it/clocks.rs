//! Clocks over real sockets: running out of time, restarts, and what records keep.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thicket_rules::GameKind;
use tokio::time::sleep;

use super::common::base::{Base, both};
use super::common::client::{Person, Socket, TIMEOUT, hello};
use super::common::party::Party;
use super::common::process::Process;
use super::common::server::Server;

/// Friends at a table with clocks; the game begins by itself.
async fn party(server: &Server, clock: &str, seats: u8) -> Party {
    party_at(server.address, clock, seats).await.begun().await
}

pub(crate) async fn party_at(server: std::net::SocketAddr, clock: &str, seats: u8) -> Party {
    let mut people = Vec::new();
    for name in &["Ann", "Ben", "Cem"][..usize::from(seats)] {
        people.push(Person::named(server, name).await);
    }
    let code = create(&people[0], clock, seats).await;
    let mut sockets = vec![people[0].join(&code).await];
    for chair in 1..seats {
        let mut socket = people[usize::from(chair)].join(&code).await;
        socket.sit(&people[usize::from(chair)], chair).await;
        sockets.push(socket);
    }
    let game = GameKind::Bushwhacked.start(seats, "").unwrap();
    Party {
        code,
        people,
        sockets,
        game,
    }
}

fn form<'f>(person: &'f Person, clock: &'f str, seats: &'f str) -> [(&'f str, &'f str); 6] {
    [
        ("kind", "bushwhacked"),
        ("seats", seats),
        ("starter", "seated"),
        ("public", "false"),
        ("name", &person.name),
        ("clock", clock),
    ]
}

async fn create(person: &Person, clock: &str, seats: u8) -> String {
    let seats = seats.to_string();
    let form = form(person, clock, &seats);
    let answer = person.post("/tables").form(&form).send().await.unwrap();
    assert_eq!(answer.status(), 303, "{}", answer.text().await.unwrap());
    let place = answer.headers()["location"].to_str().unwrap();
    place.strip_prefix("/g/").unwrap().to_owned()
}

/// The whole table, and a socket that goes on from there.
async fn snapshot(person: &Person, code: &str) -> (Value, Socket) {
    let mut socket = person.connect(code).await.unwrap();
    socket.send(hello(None)).await;
    let snapshot = socket.until(|message| message["t"] == "snapshot").await;
    (snapshot, socket)
}

async fn record(party: &Party, form: &str) -> String {
    let path = format!("/g/{}/record.{form}", party.code);
    party.people[0].read(&path).await
}

fn deadline(clocks: &Value) -> i64 {
    clocks["running"]["deadline"]
        .as_i64()
        .unwrap_or_else(|| panic!("{clocks}"))
}

const DEADLINES: &str = "SELECT COUNT(*) FROM table_state WHERE deadline IS NOT NULL";

both! {
    async fn who_runs_out_of_time_loses(base: Base) {
        let server = Server::start(&base).await;
        let mut party = party(&server, "2+3", 2).await;
        let started = party.sockets[0].events.last().unwrap().clone();
        let (at, clocks) = (started["at"].as_i64().unwrap(), &started["event"]["clocks"]);
        assert_eq!(clocks["left"], json!([2000, 2000]));
        assert_eq!(clocks["running"], json!({ "seat": 1, "from": at, "deadline": at + 2000 }));
        let over = party.sockets[1].until_event("dropped").await;
        assert!(over["at"].as_i64().unwrap() >= at + 2000, "{over}");
        let event = &over["event"];
        assert_eq!(event["ply"]["reason"], "time");
        assert_eq!(event["ending"]["why"], json!({ "seats": [1], "words": "ran out of time" }));
        assert_eq!(event["ending"]["ranks"], json!([2, 1]));
        assert_eq!(event["clocks"], json!({ "left": [0, 2000], "running": null }));
        party.sockets[0].refused(json!({ "t": "play", "turn": 0, "steps": ["e5"] }), "over").await;

        let json: Value = serde_json::from_str(&record(&party, "json").await).unwrap();
        assert_eq!(json["clock"], "2+3");
        assert_eq!((&json["turns"][0]["turn"], &json["turns"][0]["spent"]), (&json!("drop:1"), &json!(2000)));
        assert_eq!(json["turns"][0]["reason"], "time");
        let text = record(&party, "txt").await;
        assert!(text.contains("[Clock \"2+3\"]\n[Times \"2\"]\n[Ending \"time\"]\n[Ranks \"2 1\"]"), "{text}");
        let page = party.people[0].read(&format!("/g/{}", party.code)).await;
        assert!(page.contains("ran out of time"));
        server.stop().await;
    }

    async fn turns_use_time_and_earn_some(base: Base) {
        let server = Server::start(&base).await;
        let mut party = party(&server, "600+5", 2).await;
        party.play("e5").await;
        let events = party.catch_up(0, 4).await;
        let (started, played) = (events[1].clone(), events[2].clone());
        let spent = played["at"].as_i64().unwrap() - started["at"].as_i64().unwrap();
        assert_eq!(played["event"]["ply"]["spent"], spent);
        let clocks = played["event"]["clocks"].clone();
        assert_eq!(clocks["left"], json!([605_000 - spent, 600_000]));
        assert_eq!(deadline(&clocks), played["at"].as_i64().unwrap() + 600_000);
        let (snapshot, _) = snapshot(&party.people[1], &party.code).await;
        assert_eq!(snapshot["table"]["clocks"], clocks);
        let clock = &snapshot["table"]["clock"];
        assert_eq!((&clock["bank"], &clock["increment"], &clock["cap"]), (&json!(600_000), &json!(5000), &Value::Null));
        assert_eq!(clock["short"], "10+5");
        assert_eq!(clock["long"], "Each player has 10 minutes, plus 5 seconds after each turn.");
        let mut late = party.people[1].connect(&party.code).await.unwrap();
        late.send(hello(None)).await;
        let welcome = late.until(|message| message["t"] == "welcome").await;
        assert!(welcome["now"].as_i64().unwrap() >= played["at"].as_i64().unwrap());
        assert_eq!(base.rival().await.count(DEADLINES).await, 1);
        party.resign(1).await;
        assert_eq!(base.rival().await.count(DEADLINES).await, 0);
        let json: Value = serde_json::from_str(&record(&party, "json").await).unwrap();
        assert_eq!(json["turns"][0]["spent"], spent);
        assert!(json["turns"][1]["spent"].is_i64());
        server.stop().await;
    }

    async fn an_agreed_end_stops_the_clock_on_every_page(base: Base) {
        let server = Server::start(&base).await;
        let mut party = party(&server, "600+5", 2).await;
        party.play("e5").await;
        let offer = party.offer(0, 1, json!({ "what": "draw" })).await;
        party.answer(1, offer, true).await;
        let over = party.sockets[0].until_event("agreed").await;
        let clocks = &over["event"]["clocks"];
        assert_eq!((clocks["left"].as_array().map(Vec::len), &clocks["running"]), (Some(2), &Value::Null), "{over}");
        let (snapshot, _) = snapshot(&party.people[1], &party.code).await;
        assert_eq!(snapshot["table"]["clocks"], *clocks);
        server.stop().await;
    }

    async fn a_restart_costs_nobody_time(base: Base) {
        let server = Server::start(&base).await;
        let begun = Instant::now();
        let mut party = party(&server, "600+5", 2).await;
        party.play("e5").await;
        let seq = party.sockets[0].seq.max(4);
        let played = party.catch_up(0, seq).await.last().unwrap().clone();
        let mut before = deadline(&played["event"]["clocks"]);
        server.stop().await;
        // Each restart is an outage of its own; to open the table once more is none.
        for (restart, visits) in [(1, 2), (2, 1)] {
            let server = Server::start(&base).await;
            let ben = party.people[1].at(server.address);
            let mut seen = 0;
            for _ in 0..visits {
                let mut socket = ben.connect(&party.code).await.unwrap();
                socket.seq = seq;
                socket.send(hello(Some(seq))).await;
                let credited = loop {
                    let event = socket.until_event("outage_credited").await;
                    if event["seq"].as_u64() == Some(seq + restart) {
                        break event;
                    }
                };
                let event = &credited["event"];
                assert_eq!((&event["seat"], &event["credit"]), (&json!(2), &json!(20_000)));
                seen = deadline(&event["clocks"]);
            }
            let gained = seen - before - 20_000;
            assert!((0..=begun.elapsed().as_millis() as i64).contains(&gained), "{gained}");
            before = seen;
            server.stop().await;
        }
        let server = Server::start(&base).await;
        let mut socket = party.people[1].at(server.address).join(&party.code).await;
        socket.must(json!({ "t": "play", "turn": 1, "steps": ["e6"] })).await;
        let credits = "SELECT COUNT(*) FROM events WHERE CAST(body AS TEXT) LIKE '%outage_credited%'";
        assert_eq!(base.rival().await.count(credits).await, 3);
        server.stop().await;
    }

    async fn a_clock_that_ran_out_while_nobody_was_there_drops_its_seat_only(base: Base) {
        let server = Server::start(&base).await;
        let mut party = party(&server, "600+5", 3).await;
        party.play("e5").await;
        let code = party.code.clone();
        server.stop().await;
        // The turn was played long ago, and no outage is known.
        let mut rival = base.rival().await;
        rival.execute("UPDATE events SET at = at - 700000").await;
        rival.execute("DELETE FROM alive").await;

        let server = Server::start(&base).await;
        party.people.iter_mut().for_each(|person| *person = person.at(server.address));
        let (ben, cem) = (party.people[1].clone(), party.people[2].clone());
        let play = json!({ "t": "play", "turn": 1, "steps": ["e6"] });
        let mut socket = ben.connect(&code).await.unwrap();
        socket.send(hello(None)).await;
        let answer = socket.command(play).await;
        assert!(["dropped", "wrong_turn"].contains(&answer["code"].as_str().unwrap_or_default()), "{answer}");
        let (snapshot, _) = snapshot(&cem, &code).await;
        let table = &snapshot["table"];
        assert_eq!((&table["phase"], &table["plies"][1]["text"]), (&json!("playing"), &json!("drop:2")));
        assert_eq!((&table["clocks"]["left"][1], &table["clocks"]["running"]["seat"]), (&json!(0), &json!(3)));
        socket.refused(json!({ "t": "resign" }), "dropped").await;
        let mut socket = cem.join(&code).await;
        socket.must(json!({ "t": "play", "turn": 2, "steps": ["e6"] })).await;
        server.stop().await;
    }

    async fn clocks_run_out_though_nobody_is_there(base: Base) {
        let server = Server::with(&base, &["--idle-room", "100ms"]).await;
        let mut party = party(&server, "2+0", 3).await;
        party.sockets.clear();
        let mut rival = base.rival().await;
        let over = "SELECT COUNT(*) FROM table_state WHERE phase = 'over'";
        let since = Instant::now();
        while rival.count(over).await == 0 {
            assert!(since.elapsed() < TIMEOUT, "nobody looks at the clocks");
            sleep(Duration::from_millis(50)).await;
        }
        let json: Value = serde_json::from_str(&record(&party, "json").await).unwrap();
        assert_eq!(json["ending"]["ranks"], json!([3, 2, 1]), "{json}");
        server.stop().await;
    }

    async fn nobody_runs_out_of_time_while_the_database_is_away(base: Base) {
        let server = Server::start(&base).await;
        let mut party = party_at(server.address, "12+0", 2).await;
        let mut rival = base.rival().await;
        rival.hide("alive").await;
        party = party.begun().await;
        // The clock has run out, but the server could not say for ten seconds that it is running.
        sleep(Duration::from_secs(14)).await;
        rival.show("alive").await;
        let credited = party.sockets[0].until(|message| message["t"] == "event").await;
        assert_eq!(credited["event"]["e"], "outage_credited", "{credited}");
        party.play("e5").await;
        server.stop().await;
    }
}

#[tokio::test]
async fn a_server_that_is_killed_costs_nobody_time() {
    let base = Base::sqlite();
    let server = Process::start(&base).await;
    let mut party = party_at(server.address, "600+5", 2).await.begun().await;
    party.play("e5").await;
    server.kill().await;
    let server = Process::start(&base).await;
    let mut ben = party.people[1]
        .at(server.address)
        .connect(&party.code)
        .await
        .unwrap();
    ben.seq = 4;
    ben.send(hello(Some(4))).await;
    let credited = ben.until_event("outage_credited").await;
    assert_eq!(credited["event"]["seat"], 2);
    ben.must(json!({ "t": "play", "turn": 1, "steps": ["e6"] })).await;
    server.kill().await;
}

#[tokio::test]
async fn a_clock_that_no_table_can_have_is_refused() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    for (clock, sentence) in [
        ("soon", "A clock is written like 300+5"),
        ("0+5", "gives each player 1 second to 3 hours"),
        ("99d+1h, cap 99d, grace 8h", "gives each player 1 to 30 days"),
    ] {
        let answer = ann
            .post("/tables")
            .form(&form(&ann, clock, "2"))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 422);
        let page = answer.text().await.unwrap();
        assert!(page.contains(sentence), "{page}");
    }
    create(&ann, "7d+12h, cap 14d, grace 8h", 4).await;
    create(&ann, "untimed", 2).await;
    server.stop().await;
}

#[tokio::test]
async fn a_game_of_days_begins_though_those_who_sat_down_first_have_gone() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = create(&ann, "7d+12h, cap 14d, grace 8h", 2).await;
    // Ann has never opened the page of her table.
    let ben = Person::named(server.address, "Ben").await;
    let mut socket = ben.join(&code).await;
    socket.sit(&ben, 1).await;
    drop(socket);
    let (snapshot, mut socket) = snapshot(&ben, &code).await;
    if snapshot["table"]["phase"] != "playing" {
        socket.until(|message| message["event"]["e"] == "started").await;
    }
    server.stop().await;
}
