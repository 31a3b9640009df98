//! Headers: what is kept nowhere, what a picture may do, and https for the hosts below.

use super::*;

const SVG: &str = "image/svg+xml; charset=utf-8";

#[tokio::test]
async fn what_failed_and_what_names_its_reader_is_kept_nowhere() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(2, "seated", false).await;
    let mut requests = vec![
        (ann.post("/tables").form(&[("name", "x".repeat(20_000))]), 413),
        (
            ann.post("/try").json(&json!({ "kind": "chess", "position": "" })),
            422,
        ),
        (
            ann.post("/sign-in").form(&[("name", "Eve"), ("password", "?")]),
            422,
        ),
        (
            ann.http
                .post(ann.url("/tables"))
                .header(ORIGIN, "https://evil.example"),
            403,
        ),
    ];
    for (path, status) in [
        ("/nothing/here", 404),
        ("/g/nothing", 404),
        ("/rules/solitaire", 404),
        ("/records?before=yesterday", 422),
        ("/tables", 405),
        ("/embed/nothing", 404),
        ("/static/1/nothing.css", 404),
        (&format!("/g/{code}/9.svg"), 404),
        ("/", 200),
        ("/rules", 200),
        ("/rules/bushka", 200),
        ("/learn/bushka", 200),
        ("/session", 200),
        ("/session/tokens", 303),
        ("/lists/yours", 200),
        ("/lists/my", 200),
        (&format!("/g/{code}"), 200),
    ] {
        requests.push((ann.get(path), status));
    }
    for (request, status) in requests {
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), status, "{}", answer.url());
        assert_eq!(header(&answer, "cache-control"), "no-store", "{}", answer.url());
    }
    server.stop().await;
}

#[tokio::test]
async fn pictures_say_their_charset_and_change_no_addresses() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let mut party = Party::started(server.address, 2).await;
    party.play("e5").await;
    party.resign(1).await;
    let ann = &party.people[0];
    let page = ann.read("/").await;
    let (_, icon) = page.split_once("rel=\"icon\" href=\"").unwrap();
    let of_table = |path: &str| format!("/g/{}/{path}", party.code);
    for (path, drawn) in [
        (of_table("0.svg"), true),
        (of_table("explore.svg?at=1"), true),
        (of_table("qr.svg"), false),
        (icon.split('"').next().unwrap().to_owned(), false),
        ("/favicon.ico".to_owned(), false),
    ] {
        let answer = ann.get(&path).send().await.unwrap();
        assert_eq!(
            (answer.status().as_u16(), header(&answer, "content-type").as_str()),
            (200, SVG),
            "{path}"
        );
        let policy = header(&answer, "content-security-policy");
        assert!(policy.contains("base-uri 'none'"), "{path}: {policy}");
        assert_eq!(
            policy.starts_with("default-src 'none'"),
            drawn,
            "{path}: {policy}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn https_is_kept_to_by_the_hosts_below_if_that_is_asked_for() {
    let base = Base::sqlite();
    let options = ["--public-url", "https://play.example", "--hsts-subdomains"];
    let server = Server::with(&base, &options).await;
    for path in ["/", "/nothing", "/static/1/base.css"] {
        let answer = Person::nobody(server.address).get(path).send().await.unwrap();
        let value = header(&answer, "strict-transport-security");
        assert_eq!(value, "max-age=31536000; includeSubDomains", "{path}");
    }
    server.stop().await;
}
