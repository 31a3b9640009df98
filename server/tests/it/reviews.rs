//! Reviews of games that are over: made once, for anybody who may see the record.

use reqwest::Response;
use serde_json::{Value, json};
use thicket_rules::GameKind;

use super::common::base::{Base, both};
use super::common::client::Person;
use super::common::party::{Dice, Party};
use super::common::server::Server;

const QUICK: &[&str] = &["--bot-think", "20ms"];

async fn ask(person: &Person, code: &str) -> Response {
    person.post(&format!("/g/{code}/review")).send().await.unwrap()
}

/// Has a game reviewed; all that was told of the progress.
async fn reviewed(person: &Person, code: &str) -> Vec<Value> {
    let answer = ask(person, code).await;
    assert_eq!(answer.status(), 200);
    let lines = answer.text().await.unwrap();
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The review; none if there is none.
async fn review(person: &Person, code: &str) -> Option<Value> {
    let answer = person.get(&format!("/g/{code}/review")).send().await.unwrap();
    match answer.status().as_u16() {
        204 => None,
        200 => Some(answer.json().await.unwrap()),
        status => panic!("{status}"),
    }
}

/// A game that is over after so many random turns, since all but one have resigned.
async fn finished(server: &Server, kind: GameKind, turns: usize) -> Party {
    let mut party = Party::started_at(kind, server.address, *kind.info().seats.end()).await;
    let mut dice = Dice(7);
    for _ in 0..turns {
        let turn = dice.turn(party.game.as_ref());
        party.play(&turn).await;
    }
    for place in 1..party.people.len() {
        party.resign(place).await;
    }
    party
}

/// Chances of all seats, which are one together.
fn are_chances(chances: &Value, seats: usize) {
    let chances: Vec<f64> = chances
        .as_array()
        .unwrap()
        .iter()
        .map(|chance| chance.as_f64().unwrap())
        .collect();
    assert_eq!(chances.len(), seats);
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-3, "{chances:?}");
    assert!(
        chances.iter().all(|chance| (0.0..=1.0).contains(chance)),
        "{chances:?}"
    );
}

both! {
    async fn a_game_of_every_kind_is_reviewed_once(base: Base) {
        let server = Server::with(&base, QUICK).await;
        for kind in GameKind::ALL {
            let party = finished(&server, *kind, 4).await;
            let (ann, seats) = (&party.people[0], party.people.len());
            assert_eq!(review(ann, &party.code).await, None, "{kind}");
            let positions = 4 + seats;
            let told = reviewed(ann, &party.code).await;
            assert_eq!(told.last().unwrap(), &json!({ "t": "ready" }), "{kind}");
            let looking = told.iter().filter(|line| line["t"] == "looking");
            assert!(looking.into_iter().all(|line| line["of"] == positions - 1), "{kind}: {told:?}");
            let rough: Vec<&Value> = told.iter().filter(|line| line["review"].is_object()).collect();
            assert_eq!(rough.len(), 1, "{kind}: something is there before the end, once");
            assert_eq!(rough[0]["review"]["chances"].as_array().unwrap().len(), positions, "{kind}");
            let nobody = Person::nobody(server.address);
            let shown = review(&nobody, &party.code).await.unwrap();
            let chances = shown["chances"].as_array().unwrap();
            assert_eq!(chances.len(), positions, "{kind}");
            chances.iter().for_each(|chances| are_chances(chances, seats));
            let turns = shown["turns"].as_array().unwrap();
            assert_eq!(turns.len(), positions, "{kind}");
            for (ply, turn) in turns.iter().enumerate().take(5) {
                are_chances(&turn["best"]["chances"], seats);
                assert_eq!(turn["played"].is_array(), ply < 4, "{kind}: after turn {ply}");
            }
            assert_eq!(turns.last().unwrap(), &Value::Null, "the game is over");
            let result: Vec<f64> = (0..seats).map(|seat| if seat == 0 { 1.0 } else { 0.0 }).collect();
            assert_eq!(chances.last().unwrap(), &json!(result), "{kind}: the last position is the result");
            let places = &shown["places"];
            assert_eq!(places.is_array(), seats > 2, "{kind}");
            if let Some(places) = places.as_array() {
                assert_eq!(places.len(), positions, "{kind}");
                assert_eq!(places.last().unwrap()[0], json!(1.0), "{kind}");
            }
            for point in shown["turning_points"].as_array().unwrap() {
                let turn = &turns[point["ply"].as_u64().unwrap() as usize - 1];
                assert!(!turn["best"]["line"].as_array().unwrap().is_empty(), "{kind}: {point}");
                let seat = point["seat"].as_u64().unwrap() as usize - 1;
                let chance = |chances: &Value| chances[seat].as_f64().unwrap();
                assert!(chance(&turn["best"]["chances"]) > chance(&turn["played"]), "{kind}: {point}");
            }
            assert_eq!(reviewed(&nobody, &party.code).await, [json!({ "t": "ready" })], "{kind}: it is kept");
        }
        server.stop().await;
    }

    async fn only_games_that_are_over_are_reviewed(base: Base) {
        let server = Server::with(&base, QUICK).await;
        let party = Party::started(server.address, 2).await;
        let answer = ask(&party.people[0], &party.code).await;
        assert_eq!(answer.status(), 409);
        assert_eq!(answer.json::<Value>().await.unwrap()["code"], "not_over");
        assert_eq!(ask(&party.people[0], "nothing").await.status(), 404);
        server.stop().await;
    }

    async fn a_review_is_kept_over_a_restart(base: Base) {
        let server = Server::with(&base, QUICK).await;
        let party = finished(&server, GameKind::Bushi, 2).await;
        let ann = &party.people[0];
        reviewed(ann, &party.code).await;
        let made = review(ann, &party.code).await;
        assert!(made.is_some());
        server.stop().await;
        let server = Server::with(&base, QUICK).await;
        assert_eq!(review(&ann.at(server.address), &party.code).await, made);
        server.stop().await;
    }
}

#[tokio::test]
async fn reviews_are_limited_by_address() {
    let base = Base::sqlite();
    let options = [QUICK, &["--trusted-proxies", "127.0.0.1"]].concat();
    let server = Server::with(&base, &options).await;
    let nobody = Person::nobody(server.address);
    let mut statuses = Vec::new();
    let mut codes = Vec::new();
    for _ in 0..11 {
        let code = finished(&server, GameKind::Bushka, 0).await.code;
        let ask = nobody.post(&format!("/g/{code}/review"));
        let answer = ask.header("x-forwarded-for", "203.0.113.7").send().await.unwrap();
        statuses.push(answer.status().as_u16());
        answer.text().await.unwrap();
        codes.push(code);
    }
    assert!(statuses[..10].iter().all(|&status| status == 200), "{statuses:?}");
    assert_eq!(statuses[10], 429);
    let again = nobody.post(&format!("/g/{}/review", codes[0]));
    let again = again
        .header("x-forwarded-for", "203.0.113.7")
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), 200, "that review is there already");
    server.stop().await;
}
