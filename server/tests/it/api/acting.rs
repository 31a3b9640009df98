//! Acting with a token: a whole game over HTTP, what is sent twice, what a token does not allow, and the stream of one's own tables.

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use thicket_rules::GameKind;
use tokio::time::{Duration, Instant, sleep, timeout};
use uuid::Uuid;

use super::contract::{Answer, Program};
use super::streams::Lines;
use crate::accounts::tokens::{TOKENS, hidden, make_token};
use crate::accounts::{send, sign_in, sign_up};
use crate::common::base::{Base, both};
use crate::common::client::{Person, TIMEOUT};
use crate::common::party::Dice;
use crate::common::server::Server;

pub(super) const ALL: &[&str] = &["read", "play", "host"];

/// A member, and the secret of a token with these scopes.
pub(super) async fn member(server: &Server, name: &str, scopes: &[&str]) -> (Person, String) {
    let person = sign_up(&Person::nobody(server.address), name).await;
    let token = make_token(&person, scopes).await;
    (person, token)
}

impl Program {
    fn with(&self, token: &str, path: &str, body: &Value) -> RequestBuilder {
        let request = self.person.http.post(self.person.url(path));
        request.bearer_auth(token).json(body)
    }

    pub(super) async fn act(&self, token: &str, path: &str, body: &Value) -> Answer {
        self.send("POST", path, self.with(token, path, body)).await
    }

    pub(super) async fn act_once(&self, token: &str, path: &str, key: Uuid, body: &Value) -> Answer {
        let request = self
            .with(token, path, body)
            .header("idempotency-key", key.to_string());
        self.send("POST", path, request).await
    }

    /// Opens a table for two, once however often it is asked.
    pub(super) async fn open(&self, token: &str, key: Uuid, more: &Value) -> String {
        let mut wanted = json!({ "game": "bushka", "starter": "seated" });
        wanted
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let answer = self.act_once(token, "/api/tables", key, &wanted).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["code"].as_str().unwrap().to_owned()
    }

    /// Where a quick game leads.
    pub(super) async fn quick(&self, token: &str, key: Uuid) -> String {
        let wanted = json!({ "game": "bushi" });
        let answer = self.act_once(token, "/api/quick", key, &wanted).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["code"].as_str().unwrap().to_owned()
    }

    /// Waits until a game has begun.
    pub(super) async fn begun(&self, code: &str) {
        let path = format!("/api/tables/{code}");
        let begun = async {
            while self.read(&path).await["table"]["phase"] != "playing" {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(TIMEOUT, begun).await.expect("the game in time");
    }
}

pub(super) fn play(turn: usize, steps: &str) -> Value {
    let steps: Vec<&str> = steps.split(',').collect();
    json!({ "turn": turn, "command": { "t": "play", "steps": steps } })
}

pub(super) fn commands(code: &str) -> String {
    format!("/api/tables/{code}/commands")
}

both! {
    async fn a_whole_game_is_played_with_tokens_and_nothing_is_done_twice(base: Base) {
        let server = Server::start(&base).await;
        let (_, ann) = member(&server, "Ann", ALL).await;
        let (_, ben) = member(&server, "Ben", &["play"]).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let key = Uuid::now_v7();
        let code = program.open(&ann, key, &json!({})).await;
        assert_eq!(program.open(&ann, key, &json!({})).await, code, "the same key is the same table");
        let other = program.open(&ann, Uuid::now_v7(), &json!({})).await;
        assert_ne!(other, code);
        for _ in 0..2 {
            let seat = program.act(&ben, &format!("/api/tables/{code}/seat"), &json!({})).await;
            assert_eq!(seat.status, 200, "{}", seat.text());
        }
        let write = json!({ "command": { "t": "say", "text": "Good luck!" } });
        assert_eq!(program.act(&ben, &commands(&code), &write).await.status, 200);
        let events = format!("/api/tables/{code}/events");
        let here = [program.follow_as(&ann, &events).await, program.follow_as(&ben, &events).await];
        program.begun(&code).await;

        let mut game = GameKind::Bushka.start(2, "").unwrap();
        let (mut dice, mut first) = (Dice(5), None);
        while let Some(seat) = game.status().to_move() {
            let (turn, number) = (dice.turn(game.as_ref()), game.ply_count());
            let token = [&ann, &ben][seat.index()];
            let key = Uuid::now_v7();
            let done = program.act_once(token, &commands(&code), key, &play(number, &turn)).await;
            assert_eq!(done.status, 200, "{}", done.text());
            first.get_or_insert((key, number, turn.clone(), done.json()));
            turn.split(',').for_each(|step| drop(game.play(step).unwrap()));
        }
        let (key, number, turn, done) = first.unwrap();
        let again = program.act_once(&ann, &commands(&code), key, &play(number, &turn)).await;
        assert_eq!((again.status, again.json()), (200, done.clone()));
        // The one opens a table for a quick game, and the other finds it.
        let keys = [Uuid::now_v7(), Uuid::now_v7()];
        let mut tables = Vec::new();
        for (token, key) in [&ann, &ben].into_iter().zip(keys) {
            tables.push(program.quick(token, key).await);
        }
        assert_eq!(tables[0], tables[1]);
        drop(here);
        server.stop().await;

        // Another server answers what was sent before, in the same way.
        let server = Server::start(&base).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let again = program.act_once(&ann, &commands(&code), key, &play(number, &turn)).await;
        assert_eq!((again.status, again.json()), (200, done));
        let table = program.read(&format!("/api/tables/{code}")).await;
        assert_eq!(table["table"]["plies"].as_array().unwrap().len(), game.ply_count());
        assert_eq!(program.open(&ann, Uuid::nil(), &json!({})).await, program.open(&ann, Uuid::nil(), &json!({})).await);
        let rematch = format!("/api/tables/{code}/rematch");
        let next = program.act(&ann, &rematch, &json!({})).await.json();
        assert_eq!(program.act(&ann, &rematch, &json!({})).await.json(), next);
        for (token, key) in [&ann, &ben].into_iter().zip(keys) {
            assert_eq!(program.quick(token, key).await, tables[0]);
        }
        assert_ne!(program.quick(&ben, Uuid::now_v7()).await, tables[0]);
        server.stop().await;
    }

    async fn the_stream_tells_of_ones_own_tables_and_ends_with_the_token(base: Base) {
        let server = Server::start(&base).await;
        let (_, ann) = member(&server, "Ann", ALL).await;
        let (ben_person, ben) = member(&server, "Ben", ALL).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let waiting = program.open(&ann, Uuid::now_v7(), &json!({})).await;
        let _ann = program.follow_as(&ann, "/api/stream").await;
        let mut stream = program.follow_as(&ben, "/api/stream").await;
        let code = program.open(&ann, Uuid::now_v7(), &json!({ "invite": ["Ben"] })).await;
        let line = stream.until(&code, |line| line["place"] == "invited").await;
        assert_eq!((&line["phase"], &line["your_turn"]), (&json!("waiting"), &json!(false)));
        assert_eq!(line["news"], json!(["invited"]));
        program.act(&ben, &format!("/api/tables/{code}/seat"), &json!({})).await;
        let line = stream.until(&code, |line| line["phase"] == "playing" && line["place"] == "seated").await;
        assert_eq!(line["news"], json!(["begun"]));
        let mut dice = Dice(9);
        let game = GameKind::Bushka.start(2, "").unwrap();
        let turn = dice.turn(game.as_ref());
        assert_eq!(program.act(&ann, &commands(&code), &play(0, &turn)).await.status, 200);
        let line = stream.until(&code, |line| line["your_turn"] == true).await;
        assert_eq!((&line["news"], &line["offer"]), (&json!(["your_turn"]), &Value::Null));
        let offer = json!({ "turn": 1, "command": { "t": "offer", "proposal": { "what": "draw" } } });
        let offered = program.act(&ann, &commands(&code), &offer).await;
        assert_eq!(offered.status, 200, "{}", offered.text());
        let line = stream.until(&code, |line| !line["offer"].is_null()).await;
        assert_eq!((&line["news"], &line["your_turn"]), (&json!(["offer"]), &json!(true)));
        assert_eq!(line["offer"], json!({ "id": offered.json()["seq"], "proposal": { "what": "draw" } }));
        // A second one begins with what is.
        let mut second = program.follow_as(&ben, "/api/stream").await;
        let line = second.until(&code, |_| true).await;
        assert_eq!((&line["your_turn"], &line["news"]), (&json!(true), &json!(["begun", "your_turn", "offer"])));
        let decline = json!({ "command": { "t": "answer", "offer": offered.json()["seq"], "agree": false } });
        assert_eq!(program.act(&ben, &commands(&code), &decline).await.status, 200);
        let line = stream.until(&code, |line| line["offer"].is_null()).await;
        assert_eq!((&line["news"], &line["your_turn"]), (&json!([]), &json!(true)));
        assert_eq!(program.act(&ben, &commands(&code), &json!({ "command": { "t": "resign" } })).await.status, 200);
        let over = stream.until(&code, |line| line["place"] == "left").await;
        assert_eq!((&over["phase"], &over["your_turn"]), (&json!("over"), &json!(false)));
        assert_eq!((&over["news"], &over["rematch"]), (&json!(["over"]), &Value::Null));
        let next = program.act(&ann, &format!("/api/tables/{code}/rematch"), &json!({})).await.json();
        let line = stream.until(&code, |line| line["seq"].as_u64() > over["seq"].as_u64()).await;
        assert_eq!((&line["news"], &line["rematch"]), (&json!(["rematch"]), &next["code"]));
        assert!(stream.codes.iter().all(|seen| *seen != waiting), "a table of others is not told of");

        let mut events = program.follow_as(&ben, &format!("/api/tables/{waiting}/events")).await;
        events.lines.next().await.unwrap();
        let ben_person = sign_in(&ben_person, "Ben").await;
        let page = ben_person.read(TOKENS).await;
        let begun = Instant::now();
        send(&ben_person, "/session/tokens/revoke", &[("which", &hidden(&page, "which"))]).await;
        for stream in [stream, second, events] {
            assert_eq!(stream.lines.rest().await.1, "token_ended");
        }
        assert!(begun.elapsed() < Duration::from_secs(10));
        assert_eq!(program.act(&ben, "/api/quick", &json!({ "game": "bushi" })).await.status, 401);
        server.stop().await;
    }
}

/// The stream of one's own tables.
pub(super) struct Own<'p> {
    lines: Lines<'p>,
    /// The tables that it has told of.
    codes: Vec<String>,
}

impl Own<'_> {
    /// The next line about a table that says this.
    pub(super) async fn until(&mut self, code: &str, says: impl Fn(&Value) -> bool) -> Value {
        loop {
            let line = self.lines.next().await.expect("a line");
            self.codes.push(line["code"].as_str().unwrap().to_owned());
            if line["code"] == code && says(&line) {
                return line;
            }
        }
    }
}

impl Program {
    pub(super) async fn follow_as(&self, token: &str, path: &str) -> Own<'_> {
        let lines = self
            .follow_request(path, self.person.get(path).bearer_auth(token))
            .await;
        Own {
            lines,
            codes: Vec::new(),
        }
    }
}

#[tokio::test]
async fn what_a_token_does_not_allow_is_refused() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let (ann_person, ann) = member(&server, "Ann", &["read"]).await;
    let (_, ben) = member(&server, "Ben", &["play"]).await;
    let (_, cem) = member(&server, "Cem", ALL).await;
    let program = Program::new(ann_person).await;
    let code = program.open(&cem, Uuid::now_v7(), &json!({})).await;
    let seat = format!("/api/tables/{code}/seat");
    let hold = json!({ "command": { "t": "hold_start", "held": true } });
    let wanted = json!({ "game": "bushi" });
    for (token, path, body, scope) in [
        (&ann, "/api/tables", &wanted, "host"),
        (&ann, &*seat, &json!({}), "play"),
        (&ben, &*commands(&code), &hold, "host"),
    ] {
        let refused = program.act(token, path, body).await;
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (403, &json!("insufficient_scope"))
        );
        let asked = format!("Bearer realm=\"thicket\", error=\"insufficient_scope\", scope=\"{scope}\"");
        assert_eq!(refused.header("www-authenticate"), asked);
    }
    // A cookie does not replace a token.
    let without = program.post("/api/tables", &wanted).await;
    assert_eq!(
        (without.status, without.header("www-authenticate")),
        (401, "Bearer realm=\"thicket\"")
    );
    let wrong = program.act("thicket_x", "/api/tables", &wanted).await;
    assert_eq!(wrong.status, 401);
    assert!(wrong.header("www-authenticate").contains("invalid_token"));
    let read = program.person.get("/api/lobby").bearer_auth("thicket_x");
    assert_eq!(program.send("GET", "/api/lobby", read).await.status, 401);
    let token = program.person.get("/api/token").bearer_auth(&ben);
    let known = program.send("GET", "/api/token", token).await.json();
    assert_eq!(
        (&known["name"], &known["scopes"]),
        (&json!("Ben"), &json!(["play"]))
    );
    // No page looks at a token.
    let page = program
        .person
        .http
        .get(program.person.url("/session/data"))
        .bearer_auth(&cem);
    assert_ne!(page.send().await.unwrap().status(), 200);

    for (body, status, reason) in [
        (json!({ "game": "chess" }), 422, "malformed"),
        (json!({ "game": "bushi", "seats": 9 }), 422, "no_such_setup"),
        (json!({ "game": "bushi", "clock": "soon" }), 422, "bad_clock"),
        (json!({ "game": "bushi", "rated": true }), 409, "rated"),
        (json!({ "game": "bushi", "invite": ["Nobody"] }), 404, "not_found"),
        (json!({ "game": "bushi", "invite": ["Cem"] }), 422, "malformed"),
        (json!({ "game": "bushi", "bet": 5 }), 422, "malformed"),
    ] {
        let refused = program.act(&cem, "/api/tables", &body).await;
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (status, &json!(reason)),
            "{body}"
        );
    }
    for (body, status) in [
        (json!({ "command": { "t": "play", "steps": ["e5"] } }), 422),
        (json!({ "turn": 0, "command": { "t": "resign" } }), 422),
        (
            json!({ "turn": 0, "command": { "t": "play", "steps": vec!["e5"; 201] } }),
            422,
        ),
        (
            json!({ "turn": 0, "command": { "t": "play", "steps": ["e5"] } }),
            409,
        ),
        (json!({ "command": { "t": "dance" } }), 422),
    ] {
        let refused = program.act(&cem, &commands(&code), &body).await;
        assert_eq!(refused.status, status, "{body}: {}", refused.text());
    }
    let key = program
        .with(&cem, "/api/tables", &wanted)
        .header("idempotency-key", "once");
    assert_eq!(program.send("POST", "/api/tables", key).await.status, 422);
    server.stop().await;
}

#[tokio::test]
async fn the_same_table_asked_for_at_the_same_time_is_one() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let (_, ann) = member(&server, "Ann", ALL).await;
    let program = Program::new(Person::nobody(server.address)).await;
    let key = Uuid::now_v7();
    let more = json!({});
    let opened = (0..8).map(|_| program.open(&ann, key, &more));
    let codes = futures_util::future::join_all(opened).await;
    assert!(codes.iter().all(|code| *code == codes[0]), "{codes:?}");
    server.stop().await;
}

/// A token that shows its player at a table where they follow the events.
#[tokio::test]
async fn who_follows_a_table_with_a_token_is_there() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let (_, ann) = member(&server, "Ann", ALL).await;
    let ben = Person::named(server.address, "Ben").await;
    let program = Program::new(Person::nobody(server.address)).await;
    let code = program.open(&ann, Uuid::now_v7(), &json!({})).await;
    let mut socket = ben.join(&code).await;
    let known = program.person.get("/api/token").bearer_auth(&ann);
    let id = program.send("GET", "/api/token", known).await.json()["id"].take();
    let here = |live: &Value| live["present"].as_array().unwrap().contains(&id);
    assert!(!here(&socket.live));
    let stream = program
        .follow_as(&ann, &format!("/api/tables/{code}/events"))
        .await;
    while !here(&socket.live) {
        socket.receive().await.unwrap();
    }
    drop(stream);
    while here(&socket.live) {
        socket.receive().await.unwrap();
    }
    server.stop().await;
}
