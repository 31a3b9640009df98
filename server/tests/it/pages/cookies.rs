//! The cookie that says who somebody is, and forms that come from another site.

use reqwest::Response;
use reqwest::header::{ORIGIN, SET_COOKIE};
use serde_json::{Value, json};

use super::{header, text};
use crate::common::base::{Base, both};
use crate::common::client::Person;
use crate::common::http;
use crate::common::server::Server;

/// The attributes of the cookie that an answer sets.
fn cookie(answer: &Response) -> Option<Vec<String>> {
    let set = answer.headers().get(SET_COOKIE)?.to_str().unwrap();
    let mut attributes: Vec<String> = set.split("; ").map(str::to_owned).collect();
    attributes[0] = set.split('=').next().unwrap().to_owned();
    attributes.sort();
    Some(attributes)
}

both! {
    async fn a_cookie_is_set_for_a_name_and_for_nothing_else(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(2, "seated", true).await;
        let nobody = Person::nobody(server.address);
        for path in ["/", "/records", &format!("/g/{code}"), &format!("/g/{code}/qr.svg"), "/nothing", "/readyz"] {
            let answer = nobody.get(path).send().await.unwrap();
            assert_eq!(cookie(&answer), None, "{path}");
        }
        let bad = nobody.post("/guest").json(&json!({ "name": "" })).send().await.unwrap();
        assert_eq!((bad.status().as_u16(), cookie(&bad)), (422, None));
        let refusal: Value = bad.json().await.unwrap();
        assert_eq!(refusal["code"], "bad_name");
        for body in ["", "{}", "{\"name\":7}", "{\"name\":\"Ann\",\"id\":1}", "[", "\u{fffd}"] {
            let request = nobody.post("/guest").header("content-type", "application/json");
            let answer = request.body(body).send().await.unwrap();
            assert_eq!((answer.status().as_u16(), cookie(&answer)), (422, None), "{body}");
            let refusal: Value = answer.json().await.unwrap();
            assert_eq!(refusal["code"], "malformed", "{body}");
            assert!(refusal["sentence"].as_str().unwrap().ends_with('.'));
        }

        // Every page sets it again, with its full life.
        let wanted = ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax", "thicket"].map(str::to_owned);
        let made = nobody.post("/guest").json(&json!({ "name": "Ben" })).send().await.unwrap();
        assert_eq!(cookie(&made).unwrap(), wanted);
        let again = ann.get("/").send().await.unwrap();
        assert_eq!(cookie(&again).unwrap(), wanted);
        let same = again.headers()[SET_COOKIE].to_str().unwrap();
        assert!(same.starts_with(ann.cookie.as_deref().unwrap()));
        let token = ann.cookie.as_deref().unwrap().strip_prefix("thicket=").unwrap();
        assert_eq!(token.len(), 43, "256 bits in base 64");

        // A player who gives another name is renamed.
        let renamed = ann.post("/guest").json(&json!({ "name": "Anna" })).send().await.unwrap();
        let view: Value = renamed.json().await.unwrap();
        assert_eq!((&view["id"], &view["name"]), (&json!(ann.id), &json!("Anna")));
        let mut stranger = nobody.clone();
        stranger.cookie = Some(format!("thicket={}", "A".repeat(43)));
        let answer = stranger.get("/").send().await.unwrap();
        assert_eq!(cookie(&answer), None, "an unknown session is nobody's");
        server.stop().await;
    }

    async fn a_form_of_another_site_is_refused(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let tables = [
            ("kind", "bushwhacked"), ("seats", "2"), ("starter", "seated"), ("public", "true"), ("name", "Eve"),
        ];
        let client = http::client();
        let foreign = [
            ("origin", "https://evil.example"), ("origin", "null"), ("origin", "http://127.0.0.1:1"),
            ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"),
        ];
        for (name, value) in foreign {
            let forms = [
                client.post(ann.url("/tables")).form(&tables),
                client.post(ann.url("/guest")).json(&json!({ "name": "Eve" })),
            ];
            for form in forms {
                let form = form.header("cookie", ann.cookie.as_deref().unwrap()).header(name, value);
                let answer = form.send().await.unwrap();
                assert_eq!(answer.status(), 403, "{name}: {value}");
                let json = answer.url().path() == "/guest";
                let kind = if json { "application/json" } else { "text/html; charset=utf-8" };
                assert_eq!(header(&answer, "content-type"), kind);
                assert!(answer.text().await.unwrap().contains("This came from another site"));
            }
        }
        assert!(server.store.game_rows(None, 9).await.unwrap().is_empty());
        assert!(text(&ann, "/").await.contains("<b><bdi>Ann</bdi></b>"));
        server.stop().await;
    }
}

#[tokio::test]
async fn behind_https_the_cookie_is_secure_and_forms_come_from_there() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--public-url", "https://play.example"]).await;
    let url = format!("http://{}/guest", server.address);
    let post = http::client()
        .post(&url)
        .header(ORIGIN, "https://play.example")
        .json(&json!({ "name": "Ann" }));
    let made = post.send().await.unwrap();
    let wanted = [
        "HttpOnly",
        "Max-Age=34560000",
        "Path=/",
        "SameSite=Lax",
        "Secure",
        "__Host-thicket",
    ];
    assert_eq!(cookie(&made).unwrap(), wanted);
    let plain = Base::sqlite();
    let plain = Server::with(&plain, &["--public-url", "http://play.example"]).await;
    let made = Person::nobody(plain.address)
        .post("/guest")
        .json(&json!({ "name": "Ann" }));
    let made = made.send().await.unwrap();
    assert!(!cookie(&made).unwrap().contains(&"Secure".to_owned()));
    server.stop().await;
    plain.stop().await;
}
