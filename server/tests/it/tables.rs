//! Tables before the game: how they are created, who sits, and who is host.

mod start;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite;

use super::common::base::{Base, both};
use super::common::client::{Person, hello};
use super::common::server::Server;

/// How many tables there are.
async fn tables(server: &Server) -> usize {
    server.store.game_rows(None, 100).await.unwrap().len()
}

fn names(chairs: &Value) -> Vec<Option<&str>> {
    chairs
        .as_array()
        .unwrap()
        .iter()
        .map(|chair| chair["name"].as_str())
        .collect()
}

/// The snapshot that a new visitor gets.
async fn shown(server: &Server, code: &str) -> Value {
    let mut socket = Person::nobody(server.address).connect(code).await.unwrap();
    socket.send(hello(None)).await;
    socket.until(|message| message["t"] == "snapshot").await["table"].take()
}

both! {
    async fn whoever_creates_a_table_is_its_host_on_the_first_chair(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(3, "random", true).await;
        let table = shown(&server, &code).await;
        assert_eq!(names(&table["chairs"]), [Some("Ann"), None, None]);
        assert_eq!(table["host"], json!(ann.id));
        assert_eq!(table["chairs"][0]["kind"], "guest");
        assert_eq!(
            (&table["phase"], &table["public"], &table["starter"]),
            (&json!("waiting"), &json!(true), &json!("random"))
        );
        assert_eq!(tables(&server).await, 1);
        server.stop().await;
    }

    async fn a_form_that_is_refused_says_why_and_creates_nothing(base: Base) {
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

    async fn an_unknown_code_is_no_table_and_creates_none(base: Base) {
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

    async fn chairs_and_names_are_taken_once(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(4, "seated", false).await;
        let ben = Person::named(server.address, "Benjamin").await;
        let mut socket = ben.join(&code).await;
        let sit = |chair: u8, name: &str| json!({ "t": "sit", "chair": chair, "name": name });
        socket.refused(sit(0, "Ben"), "chair_taken").await;
        socket.refused(sit(4, "Ben"), "no_such_chair").await;
        socket.refused(sit(255, "Ben"), "no_such_chair").await;
        for name in ["Ann", "ann", "A n n", " ANN ", "\u{ff21}nn"] {
            socket.refused(sit(1, name), "name_taken").await;
        }
        for name in ["", "  ", "\u{202e}", "a\u{0}b", "a\nb", "abcdefghijklmnopqrstuvwxy"] {
            socket.refused(sit(1, name), "bad_name").await;
        }
        socket.must(sit(2, " Ben  the  2nd ")).await;
        socket.refused(sit(1, "Other"), "already_seated").await;
        socket.refused(sit(2, "Ben"), "already_seated").await;
        let table = shown(&server, &code).await;
        assert_eq!(names(&table["chairs"]), [Some("Ann"), None, Some("Ben the 2nd"), None]);
        let home = ben.read("/").await;
        assert!(home.contains("<b><bdi>Benjamin</bdi></b>"), "the name at a table is for that table only");
        server.stop().await;
    }

    async fn players_leave_their_chairs_and_the_host_removes_others(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(3, "seated", false).await;
        let ben = Person::named(server.address, "Ben").await;
        let (mut host, mut socket) = (ann.join(&code).await, ben.join(&code).await);
        let remove = |who: &Person| json!({ "t": "remove", "player": who.id });
        socket.refused(json!({ "t": "stand" }), "not_seated").await;
        host.refused(remove(&ben), "no_such_player").await;
        socket.sit(&ben, 1).await;
        socket.refused(remove(&ann), "not_host").await;
        socket.refused(remove(&ben), "not_host").await;
        host.must(remove(&ben)).await;
        let stood = socket.until_event("stood").await;
        assert_eq!((&stood["event"]["player"], &stood["event"]["removed"]), (&json!(ben.id), &json!(true)));
        socket.refused(json!({ "t": "stand" }), "not_seated").await;
        // The name and the chair are free again, but not for the one who was removed.
        let cem = Person::named(server.address, "Cem").await;
        let mut third = cem.join(&code).await;
        third.must(json!({ "t": "sit", "chair": 1, "name": "ben" })).await;
        socket.refused(json!({ "t": "sit", "chair": 2, "name": "Benno" }), "removed").await;
        third.must(json!({ "t": "stand" })).await;
        third.must(json!({ "t": "sit", "chair": 1, "name": "ben" })).await;
        let table = shown(&server, &code).await;
        assert_eq!(names(&table["chairs"]), [Some("Ann"), Some("ben"), None]);
        server.stop().await;
    }
}

#[tokio::test]
async fn a_second_tab_is_the_same_player() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--countdown", "1s"]).await;
    let ann = Person::named(server.address, "Ann").await;
    let ben = Person::named(server.address, "Ben").await;
    let code = ann.create(2, "seated", false).await;
    let mut a = ann.join(&code).await;
    let (mut first, mut second) = (ben.join(&code).await, ben.join(&code).await);
    let mut watcher = Person::nobody(server.address).join(&code).await;
    first.sit(&ben, 1).await;
    watcher.until_live(&[&ann, &ben], true).await;
    // A player who closes one of two tabs is still present, so the countdown goes on.
    drop(first);
    loop {
        let message = watcher.receive().await.unwrap();
        if message["event"]["e"] == "started" {
            break;
        }
        if message["t"] == "live" {
            assert_eq!(message["present"].as_array().unwrap().len(), 2, "{message}");
            assert_eq!(message["watchers"], 1, "{message}");
            assert!(message["countdown"].is_u64(), "{message}");
        }
    }
    a.until_event("started").await;
    a.must(json!({ "t": "play", "turn": 0, "steps": ["e5"] })).await;
    second
        .must(json!({ "t": "play", "turn": 1, "steps": ["e6"] }))
        .await;
    server.stop().await;
}

#[tokio::test]
async fn a_host_who_stays_away_hands_over_to_the_longest_seated() {
    const HOST_AWAY: Duration = Duration::from_millis(1500);
    let base = Base::sqlite();
    let server = Server::with(&base, &["--host-away", "1500ms"]).await;
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
    // A player who stands up and sits again comes last; one who is away cannot be the host.
    b.must(json!({ "t": "stand" })).await;
    b.sit(&ben, 1).await;
    drop(d);
    let gone = Instant::now();
    drop(host);
    let changed = c.until_event("host_changed").await;
    assert!(gone.elapsed() >= HOST_AWAY);
    assert_eq!(changed["event"]["host"], json!(cem.id));
    let mut host = ann.join(&code).await;
    host.refused(json!({ "t": "remove", "player": ben.id }), "not_host")
        .await;
    // A host by succession removes only players who sat down later.
    for earlier in [&ann, &dee] {
        c.refused(json!({ "t": "remove", "player": earlier.id }), "not_host")
            .await;
    }
    c.must(json!({ "t": "remove", "player": ben.id })).await;
    server.stop().await;
}

both! {
    async fn chairs_are_changed_only_so_often(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(3, "seated", false).await;
        let [ben, cem] = [Person::named(server.address, "Ben").await, Person::named(server.address, "Cem").await];
        let mut b = ben.join(&code).await;
        for _ in 0..10 {
            b.sit(&ben, 1).await;
            b.must(json!({ "t": "stand" })).await;
        }
        let sit = |person: &Person| json!({ "t": "sit", "chair": 1, "name": person.name });
        b.refused(sit(&ben), "too_fast").await;
        // The limit outlives a restart, and is each player's own.
        server.stop().await;
        let server = Server::start(&base).await;
        let mut b = ben.at(server.address).join(&code).await;
        b.refused(sit(&ben), "too_fast").await;
        cem.at(server.address).join(&code).await.must(sit(&cem)).await;
        server.stop().await;
    }
}
