//! Moving a seat to another device by a link.

use serde_json::{Value, json};
use sqlx::{Connection, Row};

use super::common::base::{Base, both};
use super::common::client::Person;
use super::common::party::Party;
use super::common::server::Server;

/// The secret of a new link for one's seat.
async fn secret(person: &Person, code: &str) -> String {
    let made = person.post(&format!("/g/{code}/rejoin")).send().await.unwrap();
    assert_eq!(made.status(), 200);
    let made: Value = made.json().await.unwrap();
    let (page, secret) = made["link"].as_str().unwrap().split_once("#move=").unwrap();
    assert!(
        page.ends_with(&format!("/g/{code}")),
        "the secret stands behind the # only: {page}"
    );
    secret.to_owned()
}

/// What a browser with a link asks for.
async fn ask(person: &Person, code: &str, what: &str, secret: &str) -> (u16, Value, Option<String>) {
    let request = person
        .post(&format!("/g/{code}/rejoin/{what}"))
        .json(&json!({ "secret": secret }));
    let answer = request.send().await.unwrap();
    let cookie = answer
        .headers()
        .get("set-cookie")
        .map(|value| value.to_str().unwrap().to_owned());
    let cookie = cookie.and_then(|cookie| cookie.split(';').next().map(str::to_owned));
    (answer.status().as_u16(), answer.json().await.unwrap(), cookie)
}

both! {
    async fn a_seat_moves_once_and_plays_on(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.play("e5").await;
        party.play("e6").await;
        let (ann, code) = (party.people[0].clone(), party.code.clone());
        let secret = secret(&ann, &code).await;
        let phone = Person::nobody(server.address);

        // Looking moves nothing, however often.
        for _ in 0..2 {
            let (status, view, cookie) = ask(&phone, &code, "look", &secret).await;
            assert_eq!((status, &view["name"], cookie), (200, &json!("Ann"), None));
        }
        let (status, view, cookie) = ask(&phone, &code, "take", &secret).await;
        assert_eq!((status, &view["name"]), (200, &json!("Ann")));
        assert_ne!(view["id"], json!(ann.id), "the seat moves, not the person");
        let moved = party.lines[1].until_event("moved").await;
        assert_eq!((&moved["event"]["from"], &moved["event"]["to"]["id"]), (&json!(ann.id), &view["id"]));

        let phone = Person { cookie, id: view["id"].as_str().unwrap().into(), name: "Ann".into(), ..phone };
        party.lines[0].refused(json!({ "t": "play", "turn": 2, "steps": ["e7"] }), "not_seated").await;
        let mut line = phone.join(&code).await;
        line.must(json!({ "t": "play", "turn": 2, "steps": ["e7"] })).await;

        let (status, answer, _) = ask(&Person::nobody(server.address), &code, "take", &secret).await;
        assert_eq!((status, &answer["code"]), (410, &json!("link_used")));
        // It is so after a restart too.
        server.stop().await;
        let server = Server::start(&base).await;
        let mut line = phone.at(server.address).join(&code).await;
        line.must(json!({ "t": "resign" })).await;
        let record: Value = ann.at(server.address).get(&format!("/g/{code}/record.json"))
            .send().await.unwrap().json().await.unwrap();
        assert_eq!(record["seats"][0]["name"], "Ann");
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
        let (status, answer, _) = ask(&Person::nobody(server.address), &code, "take", &secret).await;
        assert_eq!((status, &answer["code"]), (410, &json!("link_used")));
        server.stop().await;
    }
}

async fn hashes(base: &Base) -> Vec<Vec<u8>> {
    const ALL: &str = "SELECT secret_hash FROM transfer_links";
    if base.is_postgres() {
        let mut conn = sqlx::PgConnection::connect(&base.url).await.unwrap();
        sqlx::query(ALL)
            .fetch_all(&mut conn)
            .await
            .unwrap()
            .iter()
            .map(|row| row.get(0))
            .collect()
    } else {
        let mut conn = sqlx::SqliteConnection::connect(&base.url).await.unwrap();
        sqlx::query(ALL)
            .fetch_all(&mut conn)
            .await
            .unwrap()
            .iter()
            .map(|row| row.get(0))
            .collect()
    }
}

#[tokio::test]
async fn links_can_be_taken_back_and_replaced() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(3, "seated", false).await;
    let (first, second) = (secret(&ann, &code).await, secret(&ann, &code).await);
    let phone = Person::nobody(server.address);
    assert_eq!(
        ask(&phone, &code, "look", &first).await.0,
        410,
        "a new link takes the place of the old one"
    );
    assert_eq!(ask(&phone, &code, "look", &second).await.0, 200);
    let revoked = ann
        .post(&format!("/g/{code}/rejoin/revoke"))
        .send()
        .await
        .unwrap();
    assert_eq!(revoked.status(), 204);
    assert_eq!(ask(&phone, &code, "take", &second).await.0, 410);
    for nonsense in ["", "x", &"a".repeat(43)] {
        assert_eq!(ask(&phone, &code, "look", nonsense).await.0, 410, "{nonsense:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_browser_that_sits_here_takes_no_other_seat() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let party = Party::seated(server.address, 3).await;
    let secret = secret(&party.people[0], &party.code).await;
    for what in ["look", "take"] {
        let (status, answer, _) = ask(&party.people[1], &party.code, what, &secret).await;
        assert_eq!((status, &answer["code"]), (409, &json!("already_seated")));
    }
    let eve = Person::named(server.address, "Eve").await;
    let made = eve
        .post(&format!("/g/{}/rejoin", party.code))
        .send()
        .await
        .unwrap();
    assert_eq!(made.status(), 403, "who does not sit here has nothing to move");
    // Somebody known under another name may take it, and keeps their own name elsewhere.
    let (status, view, cookie) = ask(&eve, &party.code, "take", &secret).await;
    assert_eq!(
        (status, &view["name"], &view["id"]),
        (200, &json!("Ann"), &json!(eve.id))
    );
    assert!(cookie.is_none() || cookie == eve.cookie);
    server.stop().await;
}
