//! Rules and lessons: browsers keep the pages, and what is tried on them is bounded.

use reqwest::StatusCode;
use reqwest::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use serde_json::{Value, json};
use thicket_rules::GameKind;

use super::common::base::Base;
use super::common::client::Person;
use super::common::server::Server;

const PAGES: [&str; 3] = ["/rules", "/rules/bushwhacked", "/learn/bushwhacked"];

async fn tag(person: &Person, path: &str) -> String {
    let answer = person.get(path).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{path}");
    assert_eq!(answer.headers()[CACHE_CONTROL], "private, no-cache", "{path}");
    answer.headers()[ETAG].to_str().unwrap().to_owned()
}

/// What is answered to somebody who has a page already.
async fn again(person: &Person, path: &str, tag: &str) -> (StatusCode, String) {
    let request = person.get(path).header(IF_NONE_MATCH, tag);
    let answer = request.send().await.unwrap();
    (answer.status(), answer.text().await.unwrap())
}

#[tokio::test]
async fn a_page_that_did_not_change_is_not_sent_again() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let ann = Person::named(server.address, "Ann").await;
    for path in PAGES {
        let tag = tag(&nobody, path).await;
        let unchanged = again(&nobody, path, &tag).await;
        assert_eq!(unchanged, (StatusCode::NOT_MODIFIED, String::new()), "{path}");
        // A page that names its reader is kept nowhere.
        let (status, page) = again(&ann, path, &tag).await;
        assert!(status == 200 && page.contains("<b><bdi>Ann</bdi></b>"), "{path}");
        let named = ann.get(path).send().await.unwrap();
        assert_eq!(
            (
                named.headers().get(ETAG),
                named.headers()[CACHE_CONTROL].to_str().unwrap()
            ),
            (None, "no-store")
        );
    }
    server.stop().await;
}

async fn post(person: &Person, path: &str, body: String) -> (u16, Value) {
    let request = person
        .post(path)
        .header("content-type", "application/json")
        .body(body);
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    (status, answer.json().await.expect("JSON whatever happens"))
}

#[tokio::test]
async fn what_is_tried_is_bounded_and_refused_as_json() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let position = GameKind::Bushwhacked.start(2, "").unwrap().position_text();
    let lesson = |steps: &[&str]| json!({ "lesson": 0, "steps": steps }).to_string();
    let attempt = |kind: &str, position: &str, steps: &[&str]| {
        json!({ "kind": kind, "position": position, "steps": steps }).to_string()
    };
    let (learn, long) = ("/learn/bushwhacked", "e".repeat(65));
    for (path, body, status, code) in [
        (learn, lesson(&["h8"; 201]), 422, "too_large"),
        (learn, lesson(&[&long]), 422, "too_large"),
        (learn, lesson(&["i9"]), 422, "illegal_step"),
        (learn, "{".to_owned(), 422, "malformed"),
        (learn, "{}".to_owned(), 422, "malformed"),
        (learn, " ".repeat(20_000), 413, "too_large"),
        ("/learn/chess", lesson(&[]), 404, "not_found"),
        ("/try", attempt("chess", "", &[]), 422, "malformed"),
        ("/try", attempt("bushwhacked", "x", &[]), 422, "malformed"),
        (
            "/try",
            attempt("bushwhacked", &"1".repeat(5_000), &[]),
            422,
            "too_large",
        ),
        (
            "/try",
            attempt("bushwhacked", &position, &["h8"; 201]),
            422,
            "too_large",
        ),
        (
            "/try",
            attempt("bushwhacked", &position, &[&long]),
            422,
            "too_large",
        ),
        (
            "/try",
            attempt("bushwhacked", &position, &["h8", "h8"]),
            422,
            "illegal_step",
        ),
        ("/try", "[]".to_owned(), 422, "malformed"),
        ("/try", " ".repeat(20_000), 413, "too_large"),
    ] {
        let shown: String = body.chars().take(60).collect();
        let (found, refusal) = post(&nobody, path, body).await;
        assert_eq!(
            (found, &refusal["code"]),
            (status, &json!(code)),
            "{path} {shown}"
        );
        let sentence = refusal["sentence"].as_str().unwrap();
        assert!(
            sentence.ends_with('.') && sentence.len() < 200,
            "{path} {shown}: {sentence}"
        );
    }
    let plain = nobody.post("/try").body("steps").send().await.unwrap();
    assert_eq!(plain.json::<Value>().await.unwrap()["code"], "malformed");
    let (status, tried) = post(&nobody, "/try", attempt("bushwhacked", &position, &["h8"])).await;
    assert_eq!(
        (status, &tried["preview"]["complete"]),
        (200, &json!(true)),
        "{tried}"
    );
    server.stop().await;
}

#[tokio::test]
async fn a_refusal_repeats_little_of_what_was_sent() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let kind = format!("\u{1b}[31m{}", "chess".repeat(100));
    let body = json!({ "kind": kind, "position": "" }).to_string();
    let (_, refusal) = post(&nobody, "/try", body).await;
    let sentence = refusal["sentence"].as_str().unwrap();
    assert!(!sentence.chars().any(char::is_control), "{sentence:?}");
    assert!(
        sentence.contains("chess") && sentence.chars().count() < 70,
        "{sentence}"
    );
    server.stop().await;
}

#[tokio::test]
async fn what_is_tried_is_limited_by_address() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let nobody = Person::nobody(server.address);
    let body = json!({ "kind": "chess", "position": "" });
    let refused = loop {
        let request = nobody
            .post("/try")
            .header("x-forwarded-for", "203.0.113.7")
            .json(&body);
        let answer = request.send().await.unwrap();
        if answer.status() != 422 {
            break answer;
        }
    };
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.json::<Value>().await.unwrap()["code"], "too_fast");
    server.stop().await;
}

#[tokio::test]
async fn https_is_kept_to_where_it_is_used() {
    let base = Base::sqlite();
    for (public, wanted) in [("https://play.example", true), ("http://play.example", false)] {
        let server = Server::with(&base, &["--public-url", public]).await;
        for path in ["/", "/nothing", "/static/1/base.css"] {
            let answer = Person::nobody(server.address).get(path).send().await.unwrap();
            let found = answer.headers().contains_key("strict-transport-security");
            assert_eq!(found, wanted, "{public}{path}");
        }
        server.stop().await;
    }
}
