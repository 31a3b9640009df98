//! Notes that players keep for themselves about a table.

use serde_json::{Value, json};

use super::common::base::{Base, both};
use super::common::client::Person;
use super::common::party::Party;
use super::common::server::Server;

async fn save(person: &Person, code: &str, text: &str, version: i64) -> (u16, Value) {
    let path = format!("/g/{code}/note.json");
    let note = json!({ "text": text, "version": version });
    let answer = person.post(&path).json(&note).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

async fn read(person: &Person, code: &str) -> Value {
    person
        .get(&format!("/g/{code}/note.json"))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap()
}

/// Sends the form of the page; the status, and the page or where it leads.
async fn send(person: &Person, code: &str, text: &str, version: &str) -> (u16, String) {
    let path = format!("/g/{code}/note");
    let answer = person
        .post(&path)
        .form(&[("text", text), ("version", version)])
        .send()
        .await
        .unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

both! {
    async fn a_note_is_its_players_alone_and_stays_with_the_record(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let code = party.code.clone();
        let (ann, ben, eve) = (party.people[0].clone(), party.people[1].clone(), Person::named(server.address, "Eve").await);
        let empty = json!({ "saved": true, "text": "", "version": 0 });
        assert_eq!(read(&ann, &code).await, empty);
        let (status, saved) = save(&ann, &code, "He always\r\nplays e5. <b>", 0).await;
        assert_eq!((status, &saved["saved"], &saved["text"]), (200, &json!(true), &json!("He always\nplays e5. <b>")), "{saved}");
        assert_eq!(read(&ann, &code).await, saved);
        assert_eq!(read(&ben, &code).await, empty);
        for stranger in [&eve, &Person::nobody(server.address)] {
            assert_eq!(read(stranger, &code).await["code"], "not_seated");
            assert_eq!(save(stranger, &code, "x", 0).await.0, 403);
            assert_eq!(send(stranger, &code, "x", "0").await.0, 403);
        }
        party.resign(1).await;
        assert_eq!(read(&ann, &code).await, saved, "it stays with the record");
        let page = ann.read(&format!("/g/{code}/note")).await;
        assert!(page.contains("He always\nplays e5. &#60;b&#62;"), "{page}");
        for (reader, path) in [(&ben, ""), (&eve, ""), (&ann, "/record.txt"), (&ann, "/record.json"), (&ben, "/note")] {
            let other = reader.read(&format!("/g/{code}{path}")).await;
            assert!(!other.contains("He always"), "{path}: {other}");
        }
        let data: Value = ann.get("/session/data").send().await.unwrap().json().await.unwrap();
        assert_eq!((&data["notes"][0]["table"], &data["notes"][0]["text"]), (&json!(code), &json!("He always\nplays e5. <b>")), "{data}");
        assert!(!ben.read("/session/data").await.contains("He always"));
        ann.post("/session/delete").form::<[(&str, &str); 0]>(&[]).send().await.unwrap();
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM notes").await, 0);
        server.stop().await;
    }

    async fn of_two_devices_the_one_that_has_read_an_older_note_replaces_nothing(base: Base) {
        let server = Server::start(&base).await;
        let party = Party::started(server.address, 2).await;
        let (ann, code) = (&party.people[0], &party.code);
        let (_, first) = save(ann, code, "first", 0).await;
        let version = first["version"].as_i64().unwrap();
        let (_, second) = save(ann, code, "second", version).await;
        assert!(second["version"].as_i64().unwrap() > version);
        for (text, old) in [("third", version), ("third", 0), ("", version)] {
            let (status, answer) = save(ann, code, text, old).await;
            assert_eq!((status, &answer["saved"], &answer["text"]), (200, &json!(false), &json!("second")));
        }
        let (_, again) = save(ann, code, "second", version).await;
        assert_eq!(again, second, "the same text sent twice is no conflict");
        let (status, page) = send(ann, code, "mine", &version.to_string()).await;
        assert_eq!(status, 409);
        assert!(page.contains("second") && page.contains("mine") && page.contains(&format!("value=\"{}\"", second["version"])), "{page}");
        let newest = second["version"].to_string();
        assert_eq!(send(ann, code, "mine", &newest).await.0, 303);
        assert_eq!(read(ann, code).await["text"], "mine");
        let version = read(ann, code).await["version"].as_i64().unwrap();
        let (_, gone) = save(ann, code, " \n", version).await;
        assert_eq!(gone, json!({ "saved": true, "text": "", "version": 0 }));
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM notes").await, 0);
        server.stop().await;
    }
}

#[tokio::test]
async fn a_note_that_is_too_long_is_refused_and_not_lost() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let party = Party::started(server.address, 2).await;
    let (ann, code) = (&party.people[0], &party.code);
    let (longest, longer) = ("é".repeat(4_000), "é".repeat(4_001));
    let (status, answer) = save(ann, code, &longer, 0).await;
    assert_eq!(
        (status, &answer["sentence"]),
        (422, &json!("A note has at most 4000 characters."))
    );
    let (status, page) = send(ann, code, &longer, "0").await;
    assert_eq!(status, 422);
    assert!(
        page.contains("A note has at most 4000 characters.") && page.contains(&longer),
        "{page}"
    );
    assert_eq!(send(ann, code, &longest, "0").await.0, 303);
    assert_eq!(read(ann, code).await["text"], longest);
    for (body, status) in [
        (json!({ "text": "x" }), 422),
        (json!({ "text": 1, "version": 0 }), 422),
    ] {
        let answer = ann
            .post(&format!("/g/{code}/note.json"))
            .json(&body)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), status, "{body}");
    }
    server.stop().await;
}
