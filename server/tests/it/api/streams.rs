//! Streams: lines that come as things happen, and a last one that says why.

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::contract::Program;
use crate::common::base::{Base, both};
use crate::common::client::{Person, TIMEOUT};
use crate::common::party::{Dice, Party};
use crate::common::server::Server;

/// An open stream.
pub(super) struct Lines<'p> {
    program: &'p Program,
    path: String,
    answer: reqwest::Response,
    read: Vec<u8>,
}

impl Program {
    async fn follow(&self, path: &str) -> Lines<'_> {
        self.follow_request(path, self.person.get(path)).await
    }

    pub(super) async fn follow_request(&self, path: &str, request: RequestBuilder) -> Lines<'_> {
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["content-type"], "application/x-ndjson");
        assert!(!answer.headers().contains_key("content-encoding"));
        Lines {
            program: self,
            path: path.to_owned(),
            answer,
            read: Vec::new(),
        }
    }
}

impl Lines<'_> {
    /// The next line that is not empty, which has to be as it is described; none after the last one.
    pub(super) async fn next(&mut self) -> Option<Value> {
        loop {
            while let Some(end) = self.read.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                if line.len() > 1 {
                    return Some(self.checked(&line));
                }
            }
            let chunk = timeout(TIMEOUT, self.answer.chunk())
                .await
                .expect("a line in time");
            self.read.extend_from_slice(&chunk.unwrap()?);
        }
    }

    fn checked(&self, line: &[u8]) -> Value {
        let line = serde_json::from_slice(line).unwrap();
        let template = self.program.template("GET", &self.path).unwrap();
        let place = [
            "paths",
            template,
            "get",
            "responses",
            "200",
            "content",
            "application/x-ndjson",
            "schema",
        ];
        let valid = self.program.validate(&place, &line);
        assert_eq!(valid, Ok(()), "{line}");
        line
    }

    /// The events up to the end, and why that is.
    pub(super) async fn rest(mut self) -> (Vec<Value>, String) {
        let mut events = Vec::new();
        while let Some(line) = self.next().await {
            if line["t"] == "end" {
                assert_eq!(self.next().await, None, "the end is the last line");
                return (events, line["why"].as_str().unwrap().to_owned());
            }
            events.push(line);
        }
        panic!("no end after {events:?}");
    }
}

fn numbers(events: &[Value]) -> Vec<u64> {
    events
        .iter()
        .map(|event| event["seq"].as_u64().unwrap())
        .collect()
}

both! {
    async fn a_table_is_followed_from_any_event_to_the_end_of_its_game(base: Base) {
        let server = Server::start(&base).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let mut party = Party::started(server.address, 2).await;
        let mut dice = Dice(3);
        // More than a room keeps.
        for _ in 0..30 {
            let turn = dice.turn(party.game.as_ref());
            party.play(&turn).await;
        }
        let path = format!("/api/tables/{}/events", party.code);
        let last = program.read(&format!("/api/tables/{}", party.code)).await["seq"].as_u64().unwrap();
        let mut live = program.follow(&format!("{path}?after={last}")).await;
        let whole = program.follow(&path).await;
        let some = program.follow(&format!("{path}?after=5")).await;
        let turn = dice.turn(party.game.as_ref());
        party.play(&turn).await;
        let played = live.next().await.unwrap();
        assert_eq!((played["seq"].as_u64(), &played["event"]["ply"]["text"]), (Some(last + 1), &json!(turn)));
        party.resign(1).await;
        let (events, why) = live.rest().await;
        assert_eq!((numbers(&events), why.as_str()), (vec![last + 2], "over"));
        let (all, why) = whole.rest().await;
        assert_eq!((numbers(&all), why.as_str()), ((1..=last + 2).collect(), "over"));
        assert_eq!((&all[0]["event"]["e"], &all[all.len() - 1]["event"]["e"]), (&json!("created"), &json!("dropped")));
        assert_eq!(numbers(&some.rest().await.0), (6..=last + 2).collect::<Vec<u64>>());
        // Sockets are told the same.
        let seq = last + 2;
        let told = party.catch_up(0, seq).await.to_vec();
        assert_eq!(told, all[all.len() - told.len()..]);
        // Once it is over, everything is there at once.
        assert_eq!(program.follow(&path).await.rest().await, (all, "over".to_owned()));
        let beyond = program.get(&format!("{path}?after={}", seq + 1)).await;
        assert_eq!(beyond.status, 422);
        server.stop().await;
    }

    async fn streams_end_when_the_server_stops(base: Base) {
        let server = Server::start(&base).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let party = Party::started(server.address, 2).await;
        let table = program.follow(&format!("/api/tables/{}/events?after=1", party.code)).await;
        let mut lobby = program.follow("/api/lobby/stream").await;
        assert_eq!(lobby.next().await.unwrap()["t"], "lobby");
        let ends = async { (table.rest().await.1, lobby.rest().await.1) };
        let (ends, ()) = tokio::join!(ends, server.stop());
        assert_eq!(ends, ("restart".to_owned(), "restart".to_owned()));
    }

    async fn the_lobby_is_told_whenever_it_changes(base: Base) {
        let server = Server::start(&base).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let ann = Person::named(server.address, "Ann").await;
        let mut lobby = program.follow("/api/lobby/stream").await;
        let empty = lobby.next().await.unwrap();
        assert_eq!(empty["lobby"], json!({ "waiting": [], "playing": [] }));
        ann.create(2, "random", false).await;
        let code = ann.create(2, "random", true).await;
        let _socket = ann.join(&code).await;
        let row = loop {
            let line = lobby.next().await.unwrap();
            let waiting = &line["lobby"]["waiting"];
            if waiting[0]["attended"] == true {
                assert_eq!(waiting.as_array().unwrap().len(), 1, "private tables are not listed");
                break waiting[0].clone();
            }
        };
        assert_eq!((&row["code"], &row["seats"], &row["players"][0]["name"]), (&json!(code), &json!(2), &json!("Ann")));
        assert_eq!(program.read("/api/lobby").await["waiting"][0]["code"], code.as_str());
        server.stop().await;
    }
}

#[tokio::test]
async fn streams_count_as_sockets() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(2, "random", false).await;
    let program = Program::new(Person::nobody(server.address).behind("203.0.113.7")).await;
    let path = format!("/api/tables/{code}/events");
    let mut open = Vec::new();
    for _ in 0..24 {
        open.push(program.follow(&path).await);
    }
    let refused = program.get(&path).await;
    assert_eq!(
        (refused.status, refused.json()["code"].as_str()),
        (429, Some("too_fast"))
    );
    let page = program.person.connect(&code).await.unwrap().until_closed().await;
    assert_eq!(page, Some(1008), "a socket is one too many, too");
    // Those who watch are counted by the page of the table.
    let mut host = ann.join(&code).await;
    while host.live["watchers"] != 24 {
        host.receive().await.unwrap();
    }
    open.clear();
    while host.live["watchers"] != 0 {
        host.receive().await.unwrap();
    }
    assert_eq!(
        program.follow(&path).await.next().await.unwrap()["event"]["e"],
        "created"
    );
    server.stop().await;
}
