//! Pages, forms, downloads and assets, as a browser asks for them.

mod cookies;
mod files;
mod headers;
mod invitations;
mod kinds;
mod lessons;
mod lists;
mod other_address;
mod pictures;
mod reading;
mod record_speed;
mod site;

use reqwest::Response;
use reqwest::header::ORIGIN;
use serde_json::{Value, json};
use thicket_rules::GameKind;

use super::common::base::Base;
use super::common::client::Person;
use super::common::http;
use super::common::party::Party;
use super::common::process::Process;
use super::common::server::Server;
use super::practice::{put, short_game};
use super::tournaments::announced;

fn header(answer: &Response, name: &str) -> String {
    let value = answer.headers().get(name);
    value.map_or(String::new(), |value| value.to_str().unwrap().to_owned())
}

async fn text(person: &Person, path: &str) -> String {
    person.read(path).await
}

fn has_security_headers(answer: &Response) {
    let what = format!("{} {}", answer.status(), answer.url());
    let policy = header(answer, "content-security-policy");
    assert!(policy.starts_with("default-src 'self'"), "{what}: {policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{what}: {policy}");
    assert!(!policy.contains("unsafe"), "{what}: {policy}");
    assert_eq!(header(answer, "x-content-type-options"), "nosniff", "{what}");
    assert_eq!(header(answer, "referrer-policy"), "same-origin", "{what}");
}

#[tokio::test]
async fn every_page_has_security_headers_and_no_inline_script() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let mut over = Party::started(server.address, 2).await;
    over.play("e5").await;
    over.resign(1).await;
    let ann = &over.people[0];
    let waiting = ann.create(3, "random", true).await;
    let (_, table) = short_game(&server).await;
    put(&server.store, 0, table).await;
    let position = text(ann, "/practice").await;
    let position = position
        .split_once("<h3><a href=\"")
        .unwrap()
        .1
        .split_once('"')
        .unwrap()
        .0
        .to_owned();
    let taught = GameKind::ALL
        .iter()
        .flat_map(|kind| [format!("/rules/{kind}"), format!("/learn/{kind}")]);
    let tournament = announced(&server.store, ann).await;
    let pages = [
        ("/".to_owned(), 200),
        (format!("/tournaments/{tournament}"), 200),
        ("/tournaments/nonsense".to_owned(), 404),
        ("/records".to_owned(), 200),
        ("/api".to_owned(), 200),
        ("/data".to_owned(), 200),
        ("/my".to_owned(), 200),
        ("/sign-in".to_owned(), 200),
        ("/preferences".to_owned(), 200),
        ("/import".to_owned(), 200),
        ("/sign-up".to_owned(), 200),
        ("/offline".to_owned(), 200),
        ("/rules".to_owned(), 200),
        ("/practice".to_owned(), 200),
        (format!("{position}?answer=1"), 200),
        (position, 200),
        ("/practice/nothing".to_owned(), 404),
        ("/rules/solitaire".to_owned(), 404),
        ("/learn/solitaire".to_owned(), 404),
        (format!("/g/{waiting}"), 200),
        (format!("/g/{}", over.code), 200),
        (format!("/g/{}/explore?at=1&moves=f9", over.code), 200),
        (format!("/g/{}?turn=1", over.code), 200),
        ("/nothing/here".to_owned(), 404),
        ("/g/nothing".to_owned(), 404),
        ("/records?before=yesterday".to_owned(), 422),
        ("/records?before=1&before=2".to_owned(), 422),
        ("/?game=bushka".to_owned(), 200),
        ("/?game=no-game".to_owned(), 200),
        ("/?game=bushi&game=bushka".to_owned(), 422),
    ];
    for (path, status) in taught.map(|path| (path, 200)).chain(pages) {
        for person in [ann, &Person::nobody(server.address)] {
            let answer = person.get(&path).send().await.unwrap();
            assert_eq!(answer.status(), status, "{path}");
            assert_eq!(
                header(&answer, "content-type"),
                "text/html; charset=utf-8",
                "{path}"
            );
            has_security_headers(&answer);
            let page = answer.text().await.unwrap();
            for script in page.split("<script").skip(1) {
                let kinds = [
                    " type=\"application/json\"",
                    " type=\"module\" src=\"/static/",
                    " src=\"/static/",
                ];
                let known = kinds.iter().any(|kind| script.starts_with(kind));
                assert!(known, "{path}: {script}");
            }
            assert!(!page.contains(" style=") && !page.contains("<style"), "{path}");
            assert!(page.contains("href=\"/\""), "{path}: no way home");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_link_can_ask_for_the_form_of_a_game() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    for (path, open) in [
        ("/", Some("bushwhacked")),
        ("/?game=bushka", Some("bushka")),
        ("/?game=no-game", Some("bushwhacked")),
    ] {
        let page = text(&nobody, path).await;
        let opened: Vec<&str> = page
            .split("data-kind=\"")
            .skip(1)
            .filter(|kind| {
                kind.contains("name=\"kind\"")
                    && kind
                        .split("</label>")
                        .next()
                        .is_some_and(|label| label.contains(" checked>"))
            })
            .filter_map(|kind| kind.split('"').next())
            .collect();
        assert_eq!(opened, Vec::from_iter(open), "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn refusals_have_security_headers_too() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let large = nobody.post("/tables").form(&[("name", "x".repeat(20_000))]);
    let foreign = http::client()
        .post(nobody.url("/tables"))
        .header(ORIGIN, "https://evil.example");
    for (request, status) in [(large, 413), (foreign, 403), (nobody.get("/tables"), 405)] {
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), status);
        has_security_headers(&answer);
    }
    let page = nobody.read("/tables").await;
    assert!(page.contains("href=\"/\""), "no way home from {page}");
    server.stop().await;
}

#[tokio::test]
async fn the_page_of_an_error_names_its_reader() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let stranger = Person::nobody(server.address);
    for path in ["/g/nothing", "/rules/solitaire", "/records?before=yesterday"] {
        let page = text(&ann, path).await;
        assert!(page.contains("<bdi>Ann</bdi>"), "{path}: {page}");
        let page = text(&stranger, path).await;
        assert!(!page.contains("Ann"), "{path}: {page}");
    }
    server.stop().await;
}

#[tokio::test]
async fn names_are_shown_and_never_executed() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let names = ["</script><script>x", "\"'><img src=x onerror=y>"];
    let [ann, ben] = names.map(|name| Person::named(server.address, name));
    let (ann, ben) = (ann.await, ben.await);
    let watcher = Person::nobody(server.address);
    let check = async |path: &str| {
        for person in [&ann, &watcher] {
            let page = text(person, path).await;
            assert!(
                !page.contains("<script>x") && !page.contains("<img src=x"),
                "{path}: {page}"
            );
            assert!(
                page.contains("script&#62;") || page.contains("script&gt;"),
                "{path}: {page}"
            );
        }
    };
    let data = async |code: &str| -> Value {
        let page = text(&watcher, &format!("/g/{code}")).await;
        let start = "<script type=\"application/json\" id=\"table\">";
        let rest = page.split_once(start).unwrap().1;
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    };
    let party = Party::of(vec![ann.clone(), ben.clone()], true).await;
    let table = format!("/g/{}", party.code);
    check("/").await;
    check(&table).await;
    assert_eq!(data(&party.code).await["table"]["chairs"][1]["name"], names[1]);
    let mut party = party.begun().await;
    check(&table).await;
    party.resign(1).await;
    check(&table).await;
    check("/records").await;
    assert_eq!(data(&party.code).await["table"]["chairs"][0]["name"], names[0]);
    let record: Value = serde_json::from_str(&text(&watcher, &format!("{table}/record.json")).await).unwrap();
    let kept = record["seats"].as_array().unwrap().iter();
    assert!(kept.map(|seat| seat["name"].as_str().unwrap()).eq(names));
    let record: thicket_rules::Record = text(&watcher, &format!("{table}/record.txt"))
        .await
        .parse()
        .unwrap();
    assert_eq!(
        ["Seat1", "Seat2"].map(|seat| record.head.get(seat).unwrap()),
        names
    );
    // A form that is refused shows the name again.
    let form = [
        ("kind", "bushwhacked"),
        ("seats", "2"),
        ("starter", "seated"),
        ("public", "true"),
        ("name", "\"><img src=x onerror=\u{0}>"),
    ];
    let answer = ann.post("/tables").form(&form).send().await.unwrap();
    let page = answer.text().await.unwrap();
    assert!(!page.contains("<img src=x"), "{page}");
    server.stop().await;
}

#[tokio::test]
async fn metrics_have_an_address_of_their_own() {
    let base = Base::sqlite();
    let process = Process::with(&base, "debug").await;
    let nobody = Person::nobody(process.address);
    let operator = Person::nobody(process.metrics);
    for person in [&nobody, &operator] {
        assert_eq!(text(person, "/healthz").await, "ok\n");
        assert_eq!(text(person, "/readyz").await, "ready\n");
    }
    assert_eq!(nobody.get("/metrics").send().await.unwrap().status(), 404);
    assert_eq!(operator.get("/").send().await.unwrap().status(), 404);
    let mut parties = Vec::new();
    for _ in 0..3 {
        parties.push(Party::seated(process.address, 2).await);
    }
    assert_eq!(process.metric("thicket_rooms").await, 3.0);

    // The log contains neither secrets nor the addresses of tables.
    let log = process.log();
    assert!(log.contains("socket opened"), "{log}");
    for party in &parties {
        assert!(!log.contains(&party.code), "{log}");
        for person in &party.people {
            let token = person
                .cookie
                .as_deref()
                .unwrap()
                .strip_prefix("thicket=")
                .unwrap();
            assert!(!log.contains(token), "{log}");
        }
    }
}

#[tokio::test]
async fn a_server_without_its_database_says_so() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    server.store.close().await;
    for (path, status) in [
        ("/healthz", 200),
        ("/readyz", 503),
        ("/records", 503),
        ("/g/0123456789ab", 503),
    ] {
        let answer = nobody.get(path).send().await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
    }
    let page = text(&nobody, "/records").await;
    assert!(
        page.contains("Please try again in a moment.") && page.contains("href=\"/\""),
        "{page}"
    );
    let answer = nobody
        .post("/guest")
        .json(&json!({ "name": "Ann" }))
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 503);
    assert_eq!(answer.json::<Value>().await.unwrap()["code"], "unavailable");
    server.stop().await;
}

#[tokio::test]
async fn addresses_for_scripts_answer_every_error_as_json() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let nobody = Person::nobody(server.address);
    let code = ann.create(2, "seated", false).await;
    let at = |what: &str| format!("/g/{code}/transfer{what}");
    let secret = json!({ "secret": "x" });
    let checks = [
        (nobody.post("/guest").body("{"), 415, "malformed"),
        (
            nobody.post("/guest").json(&json!({ "name": 7 })),
            422,
            "malformed",
        ),
        (
            nobody.post("/guest").json(&json!({ "name": "" })),
            422,
            "bad_name",
        ),
        (nobody.get("/guest"), 405, "malformed"),
        (ann.post("/lists/yours"), 405, "malformed"),
        (nobody.get(&at("")), 405, "malformed"),
        (nobody.get(&format!("/g/{code}/writers")), 409, "not_host"),
        (ann.get("/g/0123456789ab/writers"), 404, "not_found"),
        (ann.get(&at("/take")), 405, "malformed"),
        (nobody.post(&at("")), 409, "no_name"),
        (nobody.post(&at("/take")).json(&secret), 409, "no_name"),
        (ann.post(&at("/take")).body("secret=x"), 415, "malformed"),
        (ann.post(&at("/take")).json(&json!({})), 422, "malformed"),
        (ann.post(&at("/take")).json(&secret), 410, "link_used"),
        (nobody.post(&at("/inspect")).json(&secret), 410, "link_used"),
        (ann.post("/g/0123456789ab/transfer"), 404, "not_found"),
        (ann.post("/g/x/transfer/revoke"), 404, "not_found"),
        (
            ann.post("/g/0123456789ab/transfer/take").json(&secret),
            404,
            "not_found",
        ),
    ];
    for (request, status, code) in checks {
        is_json_refusal(request.send().await.unwrap(), status, code).await;
    }
    server.store.close().await;
    for request in [
        nobody.post("/guest").json(&json!({ "name": "Ben" })),
        ann.post("/guest").json(&json!({ "name": "Anna" })),
        ann.post(&at("")),
        nobody.post(&at("/inspect")).json(&secret),
    ] {
        is_json_refusal(request.send().await.unwrap(), 503, "unavailable").await;
    }
    server.stop().await;
}

async fn is_json_refusal(answer: Response, status: u16, code: &str) {
    let what = answer.url().path().to_owned();
    assert_eq!(answer.status(), status, "{what}");
    assert_eq!(header(&answer, "content-type"), "application/json", "{what}");
    let refusal: Value = answer.json().await.unwrap();
    assert_eq!(refusal["code"], code, "{what}: {refusal}");
    assert!(
        refusal["sentence"]
            .as_str()
            .is_some_and(|sentence| sentence.ends_with(['.', '?'])),
        "{what}: {refusal}"
    );
}
