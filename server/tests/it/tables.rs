//! Tables before the game: how they are made, who sits, who is host, and when the game begins.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite;

use super::common::base::{Base, both};
use super::common::client::{Line, Person};
use super::common::party::Party;
use super::common::server::Server;

/// How many tables there are.
async fn tables(server: &Server) -> usize {
    server.store.unrecorded(None, 100).await.unwrap().len()
}

fn names(chairs: &Value) -> Vec<Option<&str>> {
    chairs
        .as_array()
        .unwrap()
        .iter()
        .map(|chair| chair["name"].as_str())
        .collect()
}

/// The whole table, as somebody new is shown it.
async fn shown(server: &Server, code: &str) -> Value {
    let mut line = Person::nobody(server.address).connect(code).await.unwrap();
    line.say(json!({ "t": "hello", "version": 1, "have": null }))
        .await;
    line.until(|message| message["t"] == "snapshot").await["table"].take()
}

both! {
    async fn whoever_makes_a_table_is_its_host_on_the_first_chair(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(3, "random", true).await;
        let table = shown(&server, &code).await;
        assert_eq!(names(&table["chairs"]), [Some("Ann"), None, None]);
        assert_eq!(table["host"], json!(ann.id));
        assert_eq!(table["chairs"][0]["guest"], true);
        assert_eq!(
            (&table["phase"], &table["public"], &table["starter"]),
            (&json!("waiting"), &json!(true), &json!("random"))
        );
        assert_eq!(tables(&server).await, 1);
        server.stop().await;
    }

    async fn a_form_that_cannot_be_followed_says_why_and_makes_nothing(base: Base) {
        let server = Server::start(&base).await;
        let good = [
            ("kind", "bushwhacked"), ("seats", "2"), ("starter", "seated"), ("public", "false"), ("name", "Ann"),
        ];
        let bad = [
            ("kind", "chess"), ("kind", ""), ("seats", "1"), ("seats", "5"), ("seats", "0"), ("seats", "x"),
            ("seats", "300"), ("seats", "-2"), ("starter", "me"), ("public", "perhaps"), ("name", ""),
            ("name", "\u{200b}"), ("name", "a\u{0}"), ("name", "abcdefghijklmnopqrstuvwxy"), ("variant", "big"),
            ("more", "1"),
        ];
        for (field, value) in bad {
            let mut form: Vec<_> = good.iter().filter(|(name, _)| *name != field).copied().collect();
            form.push((field, value));
            let answer = Person::nobody(server.address).post("/tables").form(&form).send().await.unwrap();
            assert_eq!(answer.status(), 422, "{field}={value}");
            assert!(!answer.headers().contains_key("set-cookie"), "{field}={value}");
            assert_eq!(answer.headers()["content-type"], "text/html; charset=utf-8", "{field}={value}");
            let page = answer.text().await.unwrap();
            assert!(page.contains("href=\"/\""), "{field}={value}: {page}");
        }
        for field in ["kind", "seats", "starter", "public", "name"] {
            let form: Vec<_> = good.iter().filter(|(name, _)| *name != field).copied().collect();
            let answer = Person::nobody(server.address).post("/tables").form(&form).send().await.unwrap();
            assert_eq!(answer.status(), 422, "without {field}");
        }
        assert_eq!(tables(&server).await, 0);
        server.stop().await;
    }

    async fn an_unknown_code_is_no_table_and_makes_none(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        for code in ["0123456789ab", "x", "0123456789AB", "0123456789abc", "il0123456789", "%20", "%FF"] {
            for file in ["", "/record.txt", "/record.json", "/qr.svg"] {
                let answer = ann.get(&format!("/g/{code}{file}")).send().await.unwrap();
                assert_eq!(answer.status(), 404, "{code}{file}");
                let page = answer.text().await.unwrap();
                assert!(page.contains("href=\"/\""), "{code}{file}: {page}");
                assert!(page.contains("There is no table"), "{code}{file}: {page}");
            }
            match ann.connect(code).await {
                Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status(), 404, "{code}"),
                other => panic!("{code}: {:?}", other.map(|_| "a socket")),
            }
        }
        assert_eq!(tables(&server).await, 0);
        server.stop().await;
    }

    async fn who_sits_where_is_settled_by_the_table(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(4, "seated", false).await;
        let ben = Person::named(server.address, "Benjamin").await;
        let mut line = ben.join(&code).await;
        let sit = |chair: u8, name: &str| json!({ "t": "sit", "chair": chair, "name": name });
        line.refused(sit(0, "Ben"), "chair_taken").await;
        line.refused(sit(4, "Ben"), "no_such_chair").await;
        line.refused(sit(255, "Ben"), "no_such_chair").await;
        for name in ["Ann", "ann", "A n n", " ANN ", "\u{ff21}nn"] {
            line.refused(sit(1, name), "name_taken").await;
        }
        for name in ["", "  ", "\u{202e}", "a\u{0}b", "a\nb", "abcdefghijklmnopqrstuvwxy"] {
            line.refused(sit(1, name), "bad_name").await;
        }
        line.must(sit(2, " Ben  the  2nd ")).await;
        line.refused(sit(1, "Other"), "already_seated").await;
        line.refused(sit(2, "Ben"), "already_seated").await;
        let table = shown(&server, &code).await;
        assert_eq!(names(&table["chairs"]), [Some("Ann"), None, Some("Ben the 2nd"), None]);
        let own = ben.join(&code).await;
        drop(own);
        let home = ben.get("/").send().await.unwrap().text().await.unwrap();
        assert!(home.contains("<b>Benjamin</b>"), "the name at a table is for that table only");
        server.stop().await;
    }

    async fn chairs_are_left_and_the_host_can_ask_somebody_to_leave(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(3, "seated", false).await;
        let ben = Person::named(server.address, "Ben").await;
        let (mut host, mut line) = (ann.join(&code).await, ben.join(&code).await);
        let remove = |who: &Person| json!({ "t": "remove", "player": who.id });
        line.refused(json!({ "t": "stand" }), "not_seated").await;
        host.refused(remove(&ben), "no_such_player").await;
        line.sit(&ben, 1).await;
        line.refused(remove(&ann), "not_host").await;
        line.refused(remove(&ben), "not_host").await;
        host.must(remove(&ben)).await;
        let stood = line.until_event("stood").await;
        assert_eq!((&stood["event"]["player"], &stood["event"]["removed"]), (&json!(ben.id), &json!(true)));
        line.refused(json!({ "t": "stand" }), "not_seated").await;
        // The name and the chair are free again, and so is the one who was removed.
        let cem = Person::named(server.address, "Cem").await;
        cem.join(&code).await.must(json!({ "t": "sit", "chair": 1, "name": "ben" })).await;
        line.must(json!({ "t": "sit", "chair": 2, "name": "Benno" })).await;
        line.must(json!({ "t": "stand" })).await;
        let table = shown(&server, &code).await;
        assert_eq!(names(&table["chairs"]), [Some("Ann"), Some("ben"), None]);
        server.stop().await;
    }
}

#[tokio::test]
async fn the_game_begins_five_seconds_after_all_are_there() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let party = Party::seated(server.address, 2).await;
    let [ann, ben] = &party.people[..] else { panic!() };
    let [mut a, mut b]: [Line; 2] = party.lines.try_into().ok().unwrap();

    let live = a.until_live(&[ann, ben], true).await;
    let left = live["countdown"].as_u64().unwrap();
    assert!((4000..=5000).contains(&left), "{left}");
    b.must(json!({ "t": "stand" })).await;
    a.until_live(&[ann], false).await;

    b.sit(ben, 1).await;
    a.until_live(&[ann, ben], true).await;
    drop(b);
    a.until_live(&[ann], false).await;
    tokio::time::sleep(Duration::from_millis(5500)).await;
    let answer = a
        .command(json!({ "t": "play", "turn": 0, "steps": ["pass"] }))
        .await;
    assert_eq!(
        answer["code"], "not_playing",
        "a countdown that was cancelled starts nothing"
    );

    let back = Instant::now();
    let mut b = ben.join(&party.code).await;
    a.until_live(&[ann, ben], true).await;
    b.until_event("started").await;
    let waited = back.elapsed();
    assert!(waited >= Duration::from_secs(5), "{waited:?}");
    assert!(waited < Duration::from_secs(9), "{waited:?}");
    a.until_event("started").await;
    a.must(json!({ "t": "play", "turn": 0, "steps": ["pass"] })).await;
    server.stop().await;
}

#[tokio::test]
async fn all_chairs_taken_is_not_enough_all_must_be_present() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(3, "seated", false).await;
    let [ben, cem] = [
        Person::named(server.address, "Ben").await,
        Person::named(server.address, "Cem").await,
    ];
    let _a = ann.join(&code).await;
    ben.join(&code).await.sit(&ben, 1).await;
    let mut c = cem.join(&code).await;
    c.sit(&cem, 2).await;
    c.until_live(&[&ann, &cem], false).await;
    let mut b = ben.join(&code).await;
    b.until_live(&[&ann, &ben, &cem], true).await;
    c.until_live(&[&ann, &ben, &cem], true).await;
    server.stop().await;
}

#[tokio::test]
async fn a_second_tab_is_the_same_player() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let mut party = Party::seated(server.address, 2).await;
    let ben = party.people[1].clone();
    let second = ben.join(&party.code).await;
    let mut watcher = Person::nobody(server.address).join(&party.code).await;
    // One tab closes, either one: somebody who is still there does not stop the countdown.
    drop(std::mem::replace(&mut party.lines[1], second));
    loop {
        let message = watcher.hear().await.unwrap();
        if message["event"]["e"] == "started" {
            break;
        }
        if message["t"] == "live" {
            assert_eq!(message["present"].as_array().unwrap().len(), 2, "{message}");
            assert_eq!(message["watchers"], 1, "{message}");
            assert!(message["countdown"].is_u64(), "{message}");
        }
    }
    party.lines[0].until_event("started").await;
    party.lines[1].until_event("started").await;
    party.play("e5").await;
    party.play("e6").await;
    server.stop().await;
}

/// Friends take the chairs that are named, the host the first one; the names in order of play.
async fn order_of_play(host: &Person, starter: &str, others: [(&Person, u8); 2]) -> Vec<String> {
    let code = host.create(3, starter, false).await;
    let mut lines = vec![host.join(&code).await];
    for (person, chair) in others {
        let mut line = person.join(&code).await;
        line.sit(person, chair).await;
        lines.push(line);
    }
    let started = lines[0].until_event("started").await;
    let seats = started["event"]["seats"].as_array().unwrap().iter();
    seats
        .map(|seat| seat["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn the_first_seat_goes_as_seated_or_by_lot() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let [ann, ben, cem] = ["Ann", "Ben", "Cem"].map(|name| Person::named(server.address, name));
    let (ann, ben, cem) = (ann.await, ben.await, cem.await);
    let as_seated = order_of_play(&ann, "seated", [(&ben, 2), (&cem, 1)]);
    let by_lot = join_all((0..24).map(|_| order_of_play(&ann, "random", [(&ben, 2), (&cem, 1)])));
    let (as_seated, by_lot) = tokio::join!(as_seated, by_lot);
    assert_eq!(
        as_seated,
        ["Ann", "Cem", "Ben"],
        "by chairs, not by who came first"
    );
    for order in &by_lot {
        let clockwise = [
            ["Ann", "Cem", "Ben"],
            ["Cem", "Ben", "Ann"],
            ["Ben", "Ann", "Cem"],
        ];
        assert!(clockwise.iter().any(|turned| order == turned), "{order:?}");
    }
    for name in ["Ann", "Ben", "Cem"] {
        assert!(
            by_lot.iter().any(|order| order[0] == name),
            "{name} never begins: {by_lot:?}"
        );
    }
    server.stop().await;
}

both! {
    async fn the_most_experienced_takes_the_first_seat(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.resign(0).await;
        let [ann, ben] = &party.people[..] else { panic!() };
        let new = Person::named(server.address, "New").await;
        let cem = Person::named(server.address, "Cem").await;
        let one = order_of_play(&new, "experienced", [(&cem, 1), (ben, 2)]);
        let tied = join_all((0..12).map(|_| order_of_play(&new, "experienced", [(ann, 1), (ben, 2)])));
        let (one, tied) = tokio::join!(one, tied);
        assert_eq!(one, ["Ben", "New", "Cem"]);
        let firsts = |name: &str| tied.iter().filter(|order| order[0] == name).count();
        assert!(firsts("Ann") > 0 && firsts("Ben") > 0 && firsts("New") == 0, "{tied:?}");
        server.stop().await;
    }
}

#[tokio::test]
async fn a_host_who_is_gone_for_a_minute_hands_over_to_the_longest_seated() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let [ann, ben, cem, dee] = ["Ann", "Ben", "Cem", "Dee"].map(|name| Person::named(server.address, name));
    let (ann, ben, cem, dee) = (ann.await, ben.await, cem.await, dee.await);
    let code = ann.create(4, "seated", false).await;
    let host = ann.join(&code).await;
    let mut b = ben.join(&code).await;
    b.sit(&ben, 1).await;
    let mut d = dee.join(&code).await;
    d.sit(&dee, 3).await;
    let mut c = cem.join(&code).await;
    c.sit(&cem, 2).await;
    // Who stands up and sits again has not sat for long; who is away cannot be the host.
    b.must(json!({ "t": "stand" })).await;
    b.sit(&ben, 1).await;
    drop(d);
    let gone = Instant::now();
    drop(host);
    let changed = c.until_event("host_changed").await;
    let waited = gone.elapsed();
    assert!((60..75).contains(&waited.as_secs()), "{waited:?}");
    assert_eq!(changed["event"]["host"], json!(cem.id));
    let mut host = ann.join(&code).await;
    host.refused(json!({ "t": "remove", "player": ben.id }), "not_host")
        .await;
    c.must(json!({ "t": "remove", "player": ben.id })).await;
    server.stop().await;
}
