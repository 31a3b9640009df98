//! Hints: for those who play against bots alone, and for nobody else.

use std::time::Instant;

use reqwest::Response;
use serde_json::{Value, json};
use thicket_rules::GameKind;
use tokio::time::{Duration, sleep, timeout};

use super::common::base::{Base, both};
use super::common::client::{Person, Socket, TIMEOUT};
use super::common::party::Party;
use super::common::server::Server;

const QUICK: &[&str] = &["--bot-pace", "0s", "--bot-think", "20ms"];
/// Searches that never come to an end in a test.
const SLOW: &[&str] = &["--bot-pace", "1h", "--bot-think", "1h"];

async fn ask(person: &Person, code: &str, turn: u32) -> Response {
    let ask = person.post(&format!("/g/{code}/hint"));
    ask.json(&json!({ "turn": turn })).send().await.unwrap()
}

async fn refused(person: &Person, code: &str, turn: u32) -> String {
    let answer = ask(person, code, turn).await;
    assert!(answer.status().is_client_error(), "{}", answer.status());
    let problem: Value = answer.json().await.unwrap();
    problem["code"].as_str().unwrap().to_owned()
}

/// A table where Ann has the first seat and bots have all others, begun.
async fn against_bots(ann: &Person, kind: GameKind) -> (String, Socket) {
    let seats = *kind.info().seats.end();
    let code = ann.create_of(kind, seats, "seated", false).await;
    let mut socket = ann.join(&code).await;
    for chair in 1..seats {
        socket
            .must(json!({ "t": "seat_bot", "chair": chair, "level": 1 }))
            .await;
    }
    socket.until_event("started").await;
    (code, socket)
}

both! {
    async fn a_hint_is_a_turn_that_can_be_played_in_every_game(base: Base) {
        let server = Server::with(&base, QUICK).await;
        let ann = Person::named(server.address, "Ann").await;
        for kind in GameKind::ALL {
            let (code, mut socket) = against_bots(&ann, *kind).await;
            let answer = ask(&ann, &code, 0).await;
            assert_eq!(answer.status(), 200, "{kind}");
            let hint: Value = answer.json().await.unwrap();
            let chances = hint["chances"].as_array().unwrap();
            assert_eq!(chances.len(), usize::from(*kind.info().seats.end()), "{kind}");
            let sum: f64 = chances.iter().map(|chance| chance.as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-3, "{kind}: {sum}");
            // A pass changes nothing.
            let passes = hint["ply"]["text"] == "pass";
            assert!(passes || !hint["ply"]["changes"].as_array().unwrap().is_empty(), "{kind}: {hint}");
            let steps: Vec<&str> = hint["ply"]["text"].as_str().unwrap().split(',').collect();
            socket.must(json!({ "t": "play", "turn": 0, "steps": steps })).await;
        }
        server.stop().await;
    }

    async fn hints_are_for_whoever_is_to_move_among_bots_alone(base: Base) {
        let server = Server::with(&base, QUICK).await;
        let [ann, ben] = [Person::named(server.address, "Ann").await, Person::named(server.address, "Ben").await];
        let (code, _socket) = against_bots(&ann, GameKind::Bushka).await;
        assert_eq!(refused(&ann, &code, 1).await, "wrong_turn");
        assert_eq!(refused(&ben, &code, 0).await, "not_seated");
        assert_eq!(refused(&Person::nobody(server.address), &code, 0).await, "not_seated");
        let waiting = ann.create(2, "seated", false).await;
        assert_eq!(refused(&ann, &waiting, 0).await, "not_playing");
        let party = Party::started(server.address, 2).await;
        assert_eq!(refused(&party.people[0], &party.code, 0).await, "no_hints");
        assert_eq!(refused(&party.people[1], &party.code, 0).await, "not_your_turn");
        server.stop().await;
    }

    async fn a_hint_is_given_up_when_the_game_goes_on(base: Base) {
        let server = Server::with(&base, SLOW).await;
        let ann = Person::named(server.address, "Ann").await;
        let (code, mut socket) = against_bots(&ann, GameKind::Antipode).await;
        let (asking, asked) = (ann.at(server.address), code.clone());
        let hint = tokio::spawn(async move { refused(&asking, &asked, 0).await });
        sleep(Duration::from_millis(200)).await;
        assert!(!hint.is_finished(), "the search does not end by itself");
        socket.must(json!({ "t": "resign" })).await;
        let since = Instant::now();
        assert_eq!(timeout(TIMEOUT, hint).await.unwrap().unwrap(), "over", "{:?}", since.elapsed());
        server.stop().await;
    }
}

#[tokio::test]
async fn hints_are_limited_by_player() {
    let base = Base::sqlite();
    let server = Server::with(&base, QUICK).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(2, "seated", false).await;
    for _ in 0..20 {
        assert_eq!(refused(&ann, &code, 0).await, "not_playing");
    }
    assert_eq!(refused(&ann, &code, 0).await, "too_fast");
    let ben = Person::named(server.address, "Ben").await;
    assert_eq!(refused(&ben, &code, 0).await, "not_playing");
    server.stop().await;
}
