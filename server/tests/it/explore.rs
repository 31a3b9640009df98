//! Exploring games: other turns are tried from their positions, by the rules, and nothing is stored.

use std::collections::BTreeSet;

use reqwest::Response;
use serde_json::{Value, json};
use thicket_rules::GameKind;
use tokio::task::JoinSet;
use url::form_urlencoded;

use super::common::base::{Base, both};
use super::common::client::Person;
use super::common::party::{Dice, Party};
use super::common::server::Server;

/// What steps would do after some turns: the status, and the answer.
async fn look(person: &Person, code: &str, question: Value) -> (u16, Value) {
    let path = format!("/g/{code}/explore");
    let answer = person.post(&path).json(&question).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

/// The page of a game that is explored.
async fn open(person: &Person, code: &str, query: &str) -> Response {
    let path = format!("/g/{code}/explore{query}");
    person.get(&path).send().await.unwrap()
}

/// The data that such a page has for its script.
fn data(page: &str) -> Value {
    let (_, data) = page.split_once("id=\"explore-data\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

/// The texts of the turns that are tried, each with the number of the one before it.
fn tried(data: &Value) -> Vec<(u64, String)> {
    let turns = data["variations"].as_array().unwrap().iter();
    let text = |turn: &Value| turn["ply"]["text"].as_str().unwrap().to_owned();
    turns
        .map(|turn| (turn["after"].as_u64().unwrap(), text(turn)))
        .collect()
}

/// Two friends whose game is over after `e5 f9`.
async fn finished(server: &Server) -> Party {
    let mut party = Party::started(server.address, 2).await;
    party.play("e5").await;
    party.play("f9").await;
    party.resign(0).await;
    party
}

/// A long line of play with many last turns, each of which is played through from the start.
fn long_tree() -> String {
    let mut dice = Dice(5);
    let mut game = GameKind::Bushwhacked.start(2, "").unwrap();
    let mut line = Vec::new();
    for _ in 0..30 {
        let turn = dice.turn(game.as_ref());
        for step in turn.split(',') {
            game.play(step).unwrap();
        }
        line.push(turn);
    }
    let last: BTreeSet<String> = (0..20).map(|_| dice.turn(game.as_ref())).collect();
    let mut last = last.into_iter();
    line.push(last.next().unwrap());
    line.extend(last.map(|turn| format!("({turn})")));
    form_urlencoded::byte_serialize(line.join(" ").as_bytes()).collect()
}

#[tokio::test]
async fn one_address_leaves_places_to_other_readers() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let party = finished(&server).await;
    let nobody = Person::nobody(server.address);
    let path = format!("/g/{}/explore?at=0&moves={}", party.code, long_tree());
    let ask = |person: &Person| {
        let request = person.get(&path);
        async move { request.send().await.unwrap().status().as_u16() }
    };
    let (mut greedy, mut refused) = (JoinSet::new(), 0);
    let eve = nobody.behind("203.0.113.7");
    for _ in 0..80 {
        greedy.spawn(ask(&eve));
    }
    let mut statuses = Vec::new();
    let reader = nobody.behind("198.51.100.7");
    for _ in 0..10 {
        let reading = ask(&reader);
        tokio::pin!(reading);
        // As soon as one of hers is answered, she sends another one.
        let status = loop {
            tokio::select! {
                status = &mut reading => break status,
                Some(status) = greedy.join_next() => {
                    refused += u32::from(status.unwrap() == 429);
                    greedy.spawn(ask(&eve));
                }
            }
        };
        statuses.push(status);
    }
    println!("{statuses:?}, refused to the other: {refused}");
    // On a busy machine some answers come too late (503), but none is refused, as hers are.
    let read = statuses.iter().filter(|&&status| status == 200).count();
    assert!(read > 5 && !statuses.contains(&429), "{statuses:?}");
    assert!(refused > 0, "nobody asked for too much");
    server.stop().await;
}

both! {
    async fn steps_are_tried_after_the_turns_of_a_record(base: Base) {
        let server = Server::start(&base).await;
        let party = finished(&server).await;
        let (code, eve) = (&party.code, Person::nobody(server.address));
        let (status, begun) = look(&eve, code, json!({ "at": 1, "line": [], "steps": [] })).await;
        assert_eq!((status, &begun["turn"]), (200, &Value::Null));
        assert_eq!(begun["preview"]["complete"], false);
        let (status, whole) = look(&eve, code, json!({ "at": 1, "line": ["e6"], "steps": ["f9"] })).await;
        assert_eq!(status, 200, "{whole}");
        let ply = &whole["turn"]["ply"];
        assert_eq!((&ply["text"], &ply["seat"], &ply["to_move"]), (&json!("f9"), &json!(1), &json!(2)));
        for (question, status, code_of_refusal) in [
            (json!({ "at": 1, "line": [], "steps": ["e5"] }), 422, "illegal_step"),
            (json!({ "at": 1, "line": ["e5"], "steps": [] }), 422, "illegal_step"),
            (json!({ "at": 1, "line": [], "steps": [], "clicks": ["0", "0"] }), 422, "illegal_step"),
            (json!({ "at": 9, "line": [], "steps": [] }), 409, "wrong_turn"),
            (json!({ "at": 0, "line": ["drop:2"], "steps": ["e5"] }), 422, "illegal_step"),
            (json!({ "at": 0, "line": vec!["e5"; 1_001], "steps": [] }), 422, "too_large"),
            (json!({ "at": 0, "line": ["e".repeat(65)], "steps": [] }), 422, "too_large"),
            (json!({ "at": 0, "line": [], "steps": vec!["e5"; 201] }), 422, "too_large"),
            (json!({ "at": 0, "line": ["x".repeat(70_000)], "steps": [] }), 413, "too_large"),
            (json!({ "at": -1, "line": [], "steps": [] }), 422, "malformed"),
        ] {
            let what = question.to_string().chars().take(100).collect::<String>();
            let (found, refusal) = look(&eve, code, question).await;
            assert_eq!((found, refusal["code"].as_str()), (status, Some(code_of_refusal)), "{what}: {refusal}");
            assert!(refusal["sentence"].as_str().is_some_and(|sentence| sentence.ends_with('.')), "{refusal}");
        }
        let events = eve.read(&format!("/g/{code}/record.txt")).await;
        assert!(events.contains("1. e5 2. f9 3. drop:1"), "{events}");
        server.stop().await;
    }

    async fn a_tree_stands_in_the_address_of_its_page(base: Base) {
        let server = Server::start(&base).await;
        let party = finished(&server).await;
        let (code, eve) = (&party.code, Person::nobody(server.address));
        let page = open(&eve, code, "?at=1&moves=e6+(f9+e7)&shown=3").await.text().await.unwrap();
        let found = data(&page);
        let texts = [(0, "e6"), (0, "f9"), (2, "e7")].map(|(after, text)| (after, text.to_owned()));
        assert_eq!((tried(&found), &found["shown"]), (texts.to_vec(), &json!(3)));
        assert_eq!(found["played"]["text"], "f9");
        assert!(page.contains("Ben’s turn.") && page.contains("name=\"shown\" value=\"2\""), "{page}");
        // Whoever has no scripts types a turn, and comes to the address with it.
        let added = open(&eve, code, "?at=1&moves=e6+(f9)&shown=1&turn=+e7").await;
        assert_eq!(added.status(), 303);
        let place = added.headers()["location"].to_str().unwrap();
        assert_eq!(place, format!("/g/{code}/explore?at=1&moves=e6+%28f9%29+e7&shown=3"));
        let refused = open(&eve, code, "?at=1&moves=e6&shown=1&turn=e6").await;
        assert_eq!(refused.status(), 200);
        let refused = refused.text().await.unwrap();
        assert!(refused.contains("value=\"e6\"") && refused.contains("Turn 3: "), "{refused}");
        for (query, status) in [
            ("", 200),
            ("?at=0", 200),
            ("?at=1&moves=(e6)", 422),
            ("?at=1&moves=e6+e6", 422),
            ("?at=1&moves=%3Cscript%3E", 422),
            ("?at=x", 422),
            ("?at=7", 409),
            ("?at=1&moves=e6&shown=2", 409),
        ] {
            assert_eq!(open(&eve, code, query).await.status(), status, "{query}");
        }
        let picture = eve.get(&format!("/g/{code}/explore.svg?at=1&moves=e6")).send().await.unwrap();
        assert_eq!(picture.headers()["content-type"], "image/svg+xml; charset=utf-8");
        assert!(picture.headers()["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"));
        let drawn = picture.text().await.unwrap();
        assert!(drawn.starts_with("<svg") && !drawn.contains("Ann"), "{drawn}");
        server.stop().await;
    }

    async fn the_best_turn_is_shown_once_the_game_is_over(base: Base) {
        let server = Server::with(&base, &["--bot-think", "20ms"]).await;
        let ask = async |person: &Person, code: &str, line: Value| {
            let path = format!("/g/{code}/explore/best");
            let answer = person.post(&path).json(&json!({ "at": 1, "line": line })).send().await.unwrap();
            (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
        };
        let party = finished(&server).await;
        let nobody = Person::nobody(server.address);
        let (status, hint) = ask(&nobody, &party.code, json!(["e6"])).await;
        assert_eq!((status, hint["ply"]["seat"].as_u64()), (200, Some(1)), "{hint}");
        assert!(hint["reasons"].is_array());
        assert_eq!(ask(&nobody, &party.code, json!(["nonsense"])).await.0, 422);
        let mut going_on = Party::started(server.address, 2).await;
        going_on.play("e5").await;
        let (status, refusal) = ask(&nobody, &going_on.code, json!([])).await;
        assert_eq!((status, &refusal["code"]), (409, &json!("not_over")));
        server.stop().await;
    }

    async fn players_explore_after_the_end_and_watchers_meanwhile(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.play("e5").await;
        let (code, eve) = (party.code.clone(), Person::nobody(server.address));
        let question = json!({ "at": 1, "line": [], "steps": ["f9"] });
        let ann = party.people[0].clone();
        let (status, refusal) = look(&ann, &code, question.clone()).await;
        assert_eq!((status, &refusal["code"]), (409, &json!("not_over")), "{refusal}");
        assert_eq!(open(&ann, &code, "?at=1").await.status(), 409);
        assert_eq!(ann.get(&format!("/g/{code}/explore.svg")).send().await.unwrap().status(), 409);
        assert_eq!(look(&eve, &code, question.clone()).await.0, 200);
        assert_eq!(open(&eve, &code, "?at=1&moves=f9").await.status(), 200);
        party.resign(1).await;
        assert_eq!(look(&ann, &code, question).await.0, 200);
        server.stop().await;
    }

    async fn a_table_can_keep_watchers_from_exploring(base: Base) {
        let server = Server::start(&base).await;
        let [ann, ben] = [Person::named(server.address, "Ann").await, Person::named(server.address, "Ben").await];
        let form = [
            ("kind", "bushwhacked"), ("seats", "2"), ("starter", "seated"), ("public", "false"), ("only_watch", "true"),
            ("name", "Ann"),
        ];
        let answer = ann.post("/tables").form(&form).send().await.unwrap();
        let code = answer.headers()["location"].to_str().unwrap().strip_prefix("/g/").unwrap().to_owned();
        let eve = Person::nobody(server.address);
        let before = open(&eve, &code, "").await;
        assert_eq!(before.status(), 409, "the game has not begun");
        let mut host = ann.join(&code).await;
        let mut socket = ben.join(&code).await;
        socket.sit(&ben, 1).await;
        host.until_event("started").await;
        let (status, refusal) = look(&eve, &code, json!({ "at": 0, "line": [], "steps": [] })).await;
        assert_eq!((status, &refusal["code"]), (409, &json!("not_over")), "{refusal}");
        let page = eve.read(&format!("/g/{code}")).await;
        assert!(page.contains("Nobody can try other turns at this table until the game is over."), "{page}");
        host.must(json!({ "t": "resign" })).await;
        assert_eq!(look(&eve, &code, json!({ "at": 0, "line": [], "steps": [] })).await.0, 200);
        server.stop().await;
    }
}
