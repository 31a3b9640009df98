//! What goes wrong, and who may read: errors in one form, limits that say when to ask again, any site but no cookies.

use reqwest::Method;
use serde_json::{Value, json};

use super::contract::Program;
use crate::common::base::Base;
use crate::common::client::Person;
use crate::common::server::Server;

/// That an answer is a problem with this status and code.
fn is_problem(answer: &super::contract::Answer, status: u16, code: &str) {
    let (found, body) = (answer.status, answer.json());
    assert_eq!((found, body["code"].as_str()), (status, Some(code)), "{body}");
    assert_eq!(answer.header("content-type"), "application/problem+json");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(
        (&body["status"], &body["type"]),
        (&json!(status), &json!("about:blank"))
    );
    assert!(
        body["title"].as_str().is_some_and(|title| !title.is_empty()),
        "{body}"
    );
    assert!(
        body["detail"]
            .as_str()
            .is_some_and(|detail| detail.ends_with(['.', '?'])),
        "{body}"
    );
}

#[tokio::test]
async fn errors_are_problems_with_a_code_and_a_sentence() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let program = Program::new(Person::nobody(server.address)).await;
    for path in [
        "/api/nothing",
        "/api/games/chess",
        "/api/tables/0123456789ab",
        "/api/tables/x",
        "/api/tables/%FF",
        "/api/tables/0123456789ab/events",
        "/api/records/0123456789ab",
        "/api/records/0123456789ab/text",
        "/api/records/0123456789ab/review",
        "/api/players/Nobody",
        "/api/players/%00",
        "/api/players/%FF",
        "/api/games/%FF",
        "/api/leaderboards/chess",
        "/api/statistics/chess",
        "/api/tables/0123456789ab/board.svg",
    ] {
        is_problem(&program.get(path).await, 404, "not_found");
    }
    for path in [
        "/api/records?game=chess",
        "/api/records?limit=0",
        "/api/records?limit=101",
        "/api/records?before=x",
        "/api/records.ndjson?seats=nine",
        "/api/games/bushi?seats=x",
    ] {
        is_problem(&program.get(path).await, 422, "malformed");
    }
    is_problem(
        &program.get("/api/games/bushi?seats=9").await,
        422,
        "no_such_setup",
    );
    for (question, status, code) in [
        (json!({ "game": "chess" }), 422, "malformed"),
        (json!({ "game": "bushi", "seats": 7 }), 422, "no_such_setup"),
        (json!({ "game": "bushi", "variant": "3x3" }), 422, "no_such_setup"),
        (json!({ "game": "bushi", "board": "3x3" }), 422, "malformed"),
        (
            json!({ "game": "bushi", "position": "nothing" }),
            422,
            "malformed",
        ),
        (
            json!({ "game": "bushi", "position": "x", "seats": 2 }),
            422,
            "malformed",
        ),
        (
            json!({ "game": "bushi", "position": "x".repeat(5_000) }),
            422,
            "too_large",
        ),
        (
            json!({ "game": "bushwhacked", "steps": ["z9"] }),
            422,
            "illegal_step",
        ),
        (
            json!({ "game": "bushwhacked", "turns": vec!["e5"; 1_001] }),
            422,
            "too_large",
        ),
        (
            json!({ "game": "bushwhacked", "turns": ["drop:1", "e5"], "seats": 2 }),
            409,
            "over",
        ),
        (json!({ "game": "x".repeat(70_000) }), 413, "too_large"),
    ] {
        is_problem(&program.post("/api/positions", &question).await, status, code);
    }
    let compressed = program
        .person
        .get("/api/games/chess")
        .header("accept-encoding", "gzip");
    let compressed = program.send("GET", "/api/games/chess", compressed).await;
    is_problem(&compressed, 404, "not_found");
    assert_eq!(compressed.header("content-encoding"), "");
    let page = program
        .person
        .get("/rules/chess")
        .header("accept-encoding", "gzip");
    let page = page.send().await.unwrap();
    assert!(!page.headers().contains_key("content-encoding"));
    let text = program
        .person
        .http
        .post(program.person.url("/api/positions"))
        .body("{}");
    is_problem(
        &program.send("POST", "/api/positions", text).await,
        415,
        "malformed",
    );
    let broken = program
        .request(Method::POST, "/api/positions")
        .header("content-type", "application/json")
        .body("{");
    is_problem(
        &program.send("POST", "/api/positions", broken).await,
        422,
        "malformed",
    );
    let wrong = program
        .send(
            "DELETE",
            "/api/games",
            program.request(Method::DELETE, "/api/games"),
        )
        .await;
    is_problem(&wrong, 405, "malformed");
    assert_eq!(wrong.header("allow"), "GET,HEAD");
    server.stop().await;
}

#[tokio::test]
async fn a_limit_says_when_to_ask_again() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let program = Program::new(Person::nobody(server.address).behind("203.0.113.7")).await;
    let mut refused = None;
    for _ in 0..20 {
        let answer = program.get("/api/records.ndjson").await;
        refused = Some(answer).filter(|answer| answer.status == 429);
        if refused.is_some() {
            break;
        }
    }
    let refused = refused.expect("a limit");
    is_problem(&refused, 429, "too_fast");
    assert_eq!(refused.header("retry-after"), "30");
    assert_eq!(refused.header("ratelimit-policy"), "\"downloads\";q=10;w=300");
    assert_eq!(refused.header("ratelimit"), "\"downloads\";r=0;t=30");
    // A page is told the same, in its own form.
    let page = program.person.get("/records.ndjson").send().await.unwrap();
    assert_eq!(
        (page.status().as_u16(), &page.headers()["retry-after"]),
        (429, &"30".parse().unwrap())
    );
    server.stop().await;
}

#[tokio::test]
async fn any_site_may_read_and_no_cookie_counts() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(2, "random", false).await;
    let program = Program::new(ann).await;
    let path = format!("/api/tables/{code}");
    let known = program.get(&path).await;
    let mut strange = Program::new(Person::nobody(server.address))
        .await
        .get(&path)
        .await
        .json();
    let mut read = known.json();
    for answer in [&mut strange, &mut read] {
        answer["now"] = Value::Null;
    }
    assert_eq!(strange, read, "a cookie changes nothing");
    assert_eq!(known.header("set-cookie"), "");
    let elsewhere = program
        .send("GET", &path, program.request(Method::GET, &path))
        .await;
    assert_eq!(elsewhere.header("access-control-allow-origin"), "*");
    assert_eq!(elsewhere.header("access-control-allow-credentials"), "");
    let exposed = elsewhere.header("access-control-expose-headers");
    assert!(
        exposed.contains("retry-after") && exposed.contains("etag"),
        "{exposed}"
    );
    let missing = program.request(Method::GET, "/api/tables/0123456789ab");
    let missing = program.send("GET", "/api/tables/0123456789ab", missing).await;
    assert_eq!(
        (missing.status, missing.header("access-control-allow-origin")),
        (404, "*")
    );
    let asked = program
        .request(Method::OPTIONS, "/api/positions")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "content-type")
        .send()
        .await
        .unwrap();
    assert_eq!(asked.status(), 200);
    assert!(
        asked.headers()["access-control-allow-methods"]
            .to_str()
            .unwrap()
            .contains("POST")
    );
    let question = json!({ "game": "bushi" });
    let posted = program.request(Method::POST, "/api/positions").json(&question);
    assert_eq!(program.send("POST", "/api/positions", posted).await.status, 200);
    server.stop().await;
}
