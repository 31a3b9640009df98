//! Passing a seat to another device by a link.

use serde_json::{Value, json};
use sqlx::{Connection, Row};

use super::common::base::{Base, both};
use super::common::client::Person;
use super::common::party::Party;
use super::common::server::Server;

/// The secret of a new link for one's seat.
async fn secret(person: &Person, code: &str) -> String {
    let made = person.post(&format!("/g/{code}/transfer")).send().await.unwrap();
    assert_eq!(made.status(), 200);
    let made: Value = made.json().await.unwrap();
    let (page, secret) = made["link"].as_str().unwrap().split_once("#move=").unwrap();
    assert!(
        page.ends_with(&format!("/g/{code}")),
        "the secret stands behind the # only: {page}"
    );
    secret.to_owned()
}

/// What `inspect` or `take` answers to a browser with this link.
async fn ask(person: &Person, code: &str, what: &str, secret: &str) -> (u16, Value) {
    let request = person
        .post(&format!("/g/{code}/transfer/{what}"))
        .json(&json!({ "secret": secret }));
    let answer = request.send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

fn code_of((status, answer): (u16, Value)) -> (u16, String) {
    (status, answer["code"].as_str().unwrap_or_default().to_owned())
}

both! {
    async fn a_seat_is_transferred_once_and_plays_on(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.play("e5").await;
        party.play("e6").await;
        let (ann, code) = (party.people[0].clone(), party.code.clone());
        let secret = secret(&ann, &code).await;

        // Inspecting changes nothing, however often; taking needs a name first.
        let nobody = Person::nobody(server.address);
        for _ in 0..2 {
            let (status, view) = ask(&nobody, &code, "inspect", &secret).await;
            assert_eq!((status, &view["name"], &view["id"]), (200, &json!("Ann"), &json!(ann.id)));
        }
        assert_eq!(code_of(ask(&nobody, &code, "take", &secret).await), (409, "no_name".to_owned()));
        let phone = Person::named(server.address, "Ann's phone").await;
        let taken = ask(&phone, &code, "take", &secret).await;
        let view = json!({ "id": phone.id, "name": "Ann", "kind": "guest" });
        assert_eq!(taken, (200, view), "the seat keeps its name, the browser its player");
        let transferred = party.sockets[1].until_event("seat_transferred").await;
        assert_eq!(
            (&transferred["event"]["from"], &transferred["event"]["to"]["id"]),
            (&json!(ann.id), &json!(phone.id))
        );

        party.sockets[0].refused(json!({ "t": "play", "turn": 2, "steps": ["e7"] }), "not_seated").await;
        let mut socket = phone.join(&code).await;
        socket.must(json!({ "t": "play", "turn": 2, "steps": ["e7"] })).await;

        // The answer may have been lost: the same player is answered the same, and changes nothing.
        let seq = socket.seq;
        assert_eq!(ask(&phone, &code, "take", &secret).await, taken);
        assert_eq!(ask(&phone, &code, "inspect", &secret).await.0, 200);
        let eve = Person::named(server.address, "Eve").await;
        for person in [&eve, &nobody, &party.people[1]] {
            assert_eq!(code_of(ask(person, &code, "inspect", &secret).await), (410, "link_used".to_owned()));
        }
        assert_eq!(code_of(ask(&eve, &code, "take", &secret).await), (410, "link_used".to_owned()));
        assert_eq!(socket.play(3, &["e8"]).await["code"], "not_your_turn");
        assert!(socket.seq <= seq + 1, "nothing else happened at the table");

        // All of this is so after a restart too.
        server.stop().await;
        let server = Server::start(&base).await;
        let phone = phone.at(server.address);
        assert_eq!(ask(&phone, &code, "take", &secret).await, taken);
        assert_eq!(code_of(ask(&eve.at(server.address), &code, "take", &secret).await).0, 410);
        phone.join(&code).await.must(json!({ "t": "resign" })).await;
        let record: Value = ann.at(server.address).get(&format!("/g/{code}/record.json"))
            .send().await.unwrap().json().await.unwrap();
        assert_eq!(record["seats"][0]["name"], "Ann");
        server.stop().await;
    }

    async fn a_link_that_is_taken_twice_at_once_is_answered_the_same(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let phone = Person::named(server.address, "Phone").await;
        for _ in 0..10 {
            let code = ann.create(2, "seated", false).await;
            let secret = secret(&ann, &code).await;
            let requests = (0..4).map(|_| ask(&phone, &code, "take", &secret));
            let answers = futures_util::future::join_all(requests).await;
            assert_eq!((answers[0].0, &answers[0].1["name"]), (200, &json!("Ann")), "{answers:?}");
            assert!(answers.iter().all(|answer| answer == &answers[0]), "{answers:?}");
            let mut socket = phone.join(&code).await;
            let stood = socket.must(json!({ "t": "stand" })).await;
            assert_eq!(stood["seq"], 3, "created, transferred once, stood up");
        }
        server.stop().await;
    }

    async fn only_a_hash_is_kept_and_time_runs_out(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(2, "seated", false).await;
        let secret = secret(&ann, &code).await;
        let kept = hashes(&base).await;
        assert_eq!(kept.len(), 1);
        assert!(!kept[0].windows(4).any(|part| secret.as_bytes().windows(4).any(|other| other == part)));
        base.rival().await.execute("UPDATE transfer_links SET expires_at = 1").await;
        let phone = Person::named(server.address, "Phone").await;
        assert_eq!(code_of(ask(&phone, &code, "take", &secret).await), (410, "link_used".to_owned()));
        server.stop().await;
    }

    async fn a_link_that_is_revoked_while_it_is_taken_harms_nobody(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let (mut taken, mut gone) = (0, 0);
        for round in 0..30 {
            let code = ann.create(2, "seated", false).await;
            let mut socket = ann.join(&code).await;
            let secret = secret(&ann, &code).await;
            let phone = Person::named(server.address, "Phone").await;
            let path = format!("/g/{code}/transfer/revoke");
            // The pause varies, so that the one overtakes the other at every point of its way.
            let revoke = async {
                tokio::time::sleep(std::time::Duration::from_micros(200 * round)).await;
                ann.post(&path).send().await.unwrap().status().as_u16()
            };
            let (answer, revoked) = tokio::join!(ask(&phone, &code, "take", &secret), revoke);
            assert_eq!(revoked, 204);
            match code_of(answer.clone()) {
                (200, _) => {
                    taken += 1;
                    socket.until_event("seat_transferred").await;
                }
                (410, refusal) => {
                    gone += 1;
                    assert_eq!(refusal, "link_used");
                }
                _ => panic!("{answer:?}"),
            }
            // The socket was never interrupted, and the table goes on.
            let name = if code_of(answer).0 == 200 { "Ann" } else { "Phone" };
            let sitter = if name == "Ann" { &ann } else { &phone };
            let mut sitting = sitter.join(&code).await;
            sitting.must(json!({ "t": "sit", "chair": 1, "name": "Other" })).await;
            socket.until_event("sat").await;
        }
        println!("taken {taken} times, revoked in time {gone} times");
        server.stop().await;
    }
}

async fn hashes(base: &Base) -> Vec<Vec<u8>> {
    const ALL: &str = "SELECT secret_hash FROM transfer_links";
    if base.is_postgres() {
        let mut conn = sqlx::PgConnection::connect(&base.url).await.unwrap();
        let rows = sqlx::query(ALL).fetch_all(&mut conn).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    } else {
        let mut conn = sqlx::SqliteConnection::connect(&base.url).await.unwrap();
        let rows = sqlx::query(ALL).fetch_all(&mut conn).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    }
}

#[tokio::test]
async fn links_can_be_revoked_and_replaced() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(3, "seated", false).await;
    let (first, second) = (secret(&ann, &code).await, secret(&ann, &code).await);
    let phone = Person::named(server.address, "Phone").await;
    assert_eq!(
        ask(&phone, &code, "inspect", &first).await.0,
        410,
        "a new link takes the place of the old one"
    );
    assert_eq!(ask(&phone, &code, "inspect", &second).await.0, 200);
    let revoked = ann
        .post(&format!("/g/{code}/transfer/revoke"))
        .send()
        .await
        .unwrap();
    assert_eq!(revoked.status(), 204);
    assert_eq!(ask(&phone, &code, "take", &second).await.0, 410);
    for nonsense in ["", "x", &"a".repeat(43)] {
        for what in ["inspect", "take"] {
            assert_eq!(ask(&phone, &code, what, nonsense).await.0, 410, "{nonsense:?}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_browser_that_sits_here_takes_no_other_seat() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let party = Party::seated(server.address, 3).await;
    let secret = secret(&party.people[0], &party.code).await;
    for what in ["inspect", "take"] {
        let answer = ask(&party.people[1], &party.code, what, &secret).await;
        assert_eq!(code_of(answer), (409, "already_seated".to_owned()));
    }
    let eve = Person::named(server.address, "Eve").await;
    let made = eve
        .post(&format!("/g/{}/transfer", party.code))
        .send()
        .await
        .unwrap();
    assert_eq!(made.status(), 403, "a player without a seat has none to transfer");
    // Somebody known under another name may take it, and keeps their own name elsewhere.
    let (status, view) = ask(&eve, &party.code, "take", &secret).await;
    assert_eq!(
        (status, &view["name"], &view["id"]),
        (200, &json!("Ann"), &json!(eve.id))
    );
    let home = eve.read("/").await;
    assert!(home.contains("<b><bdi>Eve</bdi></b>"));
    server.stop().await;
}
